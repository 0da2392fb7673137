// A failure at each call of a run: what it costs, and nothing more.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "faults/faulty_run.hpp"

namespace l2bench::faults {
namespace {

std::size_t failed_cases(const nlohmann::json& record, const std::string& flag) {
  std::size_t failed = 0;
  for (const auto& c : record.at("cases")) {
    for (const auto& f : c.at("flags")) failed += c.at("status") == "failed" && f.at("id") == flag ? 1 : 0;
  }
  return failed;
}

/// The case failed, by name and cause; the other one has every sample.
void expect_one_case_lost(const FaultyRun& run, const cli::Ended& ended, std::size_t lost) {
  EXPECT_EQ(ended.exit, 4) << ended.err;
  const nlohmann::json record = run.record();
  ASSERT_FALSE(record.is_null());
  EXPECT_EQ(record.at("partial"), false);
  EXPECT_EQ(failed_cases(record, "device_error"), 1u);
  EXPECT_EQ(record.at("cases")[lost].at("status"), "failed");
  EXPECT_EQ(record.at("cases")[1 - lost].at("status"), "ok");
  EXPECT_EQ(record.at("cases")[1 - lost].at("samples_ns").size(), 8u);
}

/// Nothing could go on, and no case is to blame: the error is told, the record is valid, the run can be resumed.
void expect_stopped(const FaultyRun& run, const cli::Ended& ended) {
  EXPECT_EQ(ended.exit, 3);
  EXPECT_NE(ended.err.find("l2bench: "), std::string::npos) << ended.err;
  ASSERT_FALSE(run.record().is_null());
  EXPECT_EQ(run.record().at("partial"), true);
  EXPECT_EQ(resumed_differs(run), "");
}

class Calls : public ::testing::TestWithParam<const char*> {};

TEST_P(Calls, ThatFailCostTheirOwnCaseOrStopTheRunSoThatItCanBeResumed) {
  const std::string event = GetParam();
  const std::vector<Call>& calls = calls_of_run();
  const std::vector<std::size_t> telling = telling_calls();
  ASSERT_GE(telling.size(), 30u);
  for (const std::size_t n : telling) {
    SCOPED_TRACE(fmt::format("fake:{}.{}", event, n));
    const Call& call = calls[n - 1];
    const auto blamed = event == "fail" ? call.of_case : call.begun;
    const FaultyRun run;
    const cli::Ended ended = run.run(fmt::format("fake:{}.{}", event, n));
    if (blamed) {
      expect_one_case_lost(run, ended, *blamed);
    } else {
      expect_stopped(run, ended);
    }
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Events, Calls, ::testing::Values("fail", "sticky", "crash"),
                         [](const auto& one) { return std::string(one.param); });

TEST(Hangs, AreEndedByTheTimeoutAndNamed) {
  for (const std::size_t n : {calls_of_run().size() / 3, calls_of_run().size() / 2}) {
    const FaultyRun run;
    const cli::Ended ended = run.run(fmt::format("fake:hang.{}", n), "", "0.5");
    EXPECT_EQ(ended.exit, 4) << ended.err;
    ASSERT_FALSE(run.record().is_null());
    EXPECT_EQ(failed_cases(run.record(), "timeout"), 1u);
  }
}

}  // namespace
}  // namespace l2bench::faults
