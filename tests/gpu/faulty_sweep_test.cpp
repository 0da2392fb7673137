// A sweep on the real device with a hung, a faulting and an over-large case in it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <iterator>

#include "gpu_fixture.hpp"
#include "l2bench/processes.hpp"
#include "l2bench/spec_io.hpp"

namespace l2bench {
namespace {

using ::testing::HasSubstr;

Spec faulty_sweep() {
  const std::string path = L2BENCH_SOURCE_DIR "/tests/gpu/faulty_sweep.json";
  std::ifstream file(path);
  return parse_spec({.path = path, .text = {std::istreambuf_iterator<char>(file), {}}, .flags = {}});
}

const CaseResult& of_shape(const Record& record, const Shape& shape) {
  return *std::find_if(record.cases.begin(), record.cases.end(), [&](const auto& c) { return c.what.shape == shape; });
}

void expect_failed(const CaseResult& c, Status status, const std::string& flag, const std::string& detail) {
  EXPECT_EQ(c.status, status);
  ASSERT_FALSE(c.flags.empty());
  EXPECT_EQ(c.flags.front().id, flag);
  EXPECT_THAT(c.flags.front().detail, HasSubstr(detail));
}

TEST(FaultySweep, EndsWithSeventeenGoodResultsThreeNamedFailuresAndExitFour) {
  std::string why_none;
  if (list_devices(why_none).empty()) GTEST_SKIP() << why_none;
  Record record = begin_record(faulty_sweep(), {"l2bench", "run", "tests/gpu/faulty_sweep.json"});
  ASSERT_EQ(record.cases.size(), 20u);
  const RunHooks hooks{.on_message = [&](int replicate, const Message& m) { apply(record, replicate, m); },
                       .interrupted = [] { return false; }};
  EXPECT_EQ(run_processes(record.spec, {FAULTY_WORKER}, hooks), RunEnd::complete);
  judge(record);

  const auto with_samples = std::count_if(record.cases.begin(), record.cases.end(), [](const CaseResult& c) {
    return c.status == Status::ok && c.samples_ns.size() == 60u;
  });
  EXPECT_EQ(with_samples, 17);
  EXPECT_EQ(exit_of(record), Exit::invalid);
  EXPECT_FALSE(record.partial);
  expect_failed(of_shape(record, {1111, 1024}), Status::failed, "timeout", "more than 4 s");
  expect_failed(of_shape(record, {1333, 1024}), Status::failed, "device_error", "illegal memory access");
  expect_failed(of_shape(record, {700000, 700000}), Status::skipped, "out_of_memory", "of device memory");
}

}  // namespace
}  // namespace l2bench
