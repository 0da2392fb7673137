#include "l2bench/processes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <map>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using ::testing::HasSubstr;

/// Three shapes on the fake device; the second one is where `device` may go wrong.
Spec three_shapes(const std::string& device) {
  Spec spec;
  for (const Shape shape : {Shape{4096, 4096}, Shape{666, 666}, Shape{8192, 4096}}) {
    Case c;
    c.shape = shape;
    c.prep = parse_prep("read");
    spec.cases.push_back(c);
  }
  spec.device = device;
  spec.sampling.samples = 12;
  spec.sampling.rounds = 4;
  spec.sampling.warmup_s = 0;
  spec.sampling.timeout_s = 0.3;
  return spec;
}

struct Ended {
  std::map<std::size_t, std::size_t> samples;
  std::vector<CaseFailed> failed;
  RunEnd end = RunEnd::complete;
};

Ended run(
    const Spec& spec, std::function<bool()> interrupted = [] { return false; }) {
  Ended outcome;
  const RunHooks hooks{.on_message =
                           [&](int, const Message& message) {
                             if (const auto* block = std::get_if<BlockDone>(&message)) {
                               outcome.samples[block->index] += block->samples_ns.size();
                             } else if (const auto* failed = std::get_if<CaseFailed>(&message)) {
                               outcome.failed.push_back(*failed);
                             }
                           },
                       .interrupted = std::move(interrupted)};
  outcome.end = run_processes(spec, {FAKE_WORKER}, hooks);
  return outcome;
}

TEST(Processes, EachReplicateTakesAllSamples) {
  Spec spec = three_shapes("fake");
  spec.sampling.processes = 3;
  const Ended outcome = run(spec);
  for (const std::size_t index : {0, 1, 2}) EXPECT_EQ(outcome.samples.at(index), 36u);
  EXPECT_TRUE(outcome.failed.empty());
}

class Mishap : public ::testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

TEST_P(Mishap, CostsItsOwnCaseAndNoSampleOfTheOthers) {
  const auto& [device, flag, detail] = GetParam();
  const Ended outcome = run(three_shapes(device));
  EXPECT_EQ(outcome.samples.at(0), 12u);
  EXPECT_EQ(outcome.samples.at(2), 12u);
  ASSERT_EQ(outcome.failed.size(), 1u);
  EXPECT_EQ(outcome.failed[0].index, 1u);
  EXPECT_EQ(outcome.failed[0].flag, flag);
  EXPECT_THAT(outcome.failed[0].detail, HasSubstr(detail));
}

INSTANTIATE_TEST_SUITE_P(Kinds, Mishap,
                         ::testing::Values(std::tuple("fake:crash", "device_error", "signal 11"),
                                           std::tuple("fake:exit", "device_error", "exit code 9"),
                                           std::tuple("fake:hang", "timeout", "more than 0.3 s"),
                                           std::tuple("fake:sticky", "device_error", "illegal memory access")));

TEST(Processes, ADeviceThatCannotBeOpenedIsAnErrorWithItsOwnWords) {
  try {
    run(three_shapes("fake:refuse"));
    FAIL() << "must throw";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit, Exit::cannot_run);
    EXPECT_STREQ(error.what(), "There is no device here.");
  }
}

TEST(Processes, AllMustLoadTheSameCode) {
  const std::string path = testing::TempDir() + "processes_code.so";
  std::ofstream(path) << "one";
  Spec spec = three_shapes("fake");
  spec.code.plugin = PlugIn{.file = path};
  spec.sampling.processes = 2;
  int opened = 0;
  const RunHooks hooks{[&](int, const Message& message) {
                         if (!std::holds_alternative<DeviceOpened>(message)) return;
                         ++opened;
                         std::ofstream(path) << "another";
                       },
                       [] { return false; }};
  try {
    run_processes(spec, {FAKE_WORKER}, hooks);
    FAIL() << "must throw";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit, Exit::usage);
    EXPECT_THAT(error.what(), HasSubstr("has changed since the run began"));
  }
  EXPECT_EQ(opened, 1);
}

TEST(Processes, AProgramThatIsNotThereIsAnError) {
  const RunHooks hooks{[](int, const Message&) {}, [] { return false; }};
  EXPECT_THROW(run_processes(three_shapes("fake"), {"/no/such/program"}, hooks), MachineError);
}

TEST(Processes, ArmsTakeTurnsAndTheirOrderIsTurnedRoundEachTime) {
  Spec spec = three_shapes("fake");
  spec.sampling.processes = 3;
  std::vector<std::string> turns;
  std::vector<Arm> arms;
  for (const std::string name : {"A", "B"}) {
    arms.push_back({{FAKE_WORKER}, [&turns, name](int replicate, const Message& message) {
                      if (std::holds_alternative<DeviceOpened>(message))
                        turns.push_back(name + std::to_string(replicate));
                    }});
  }
  EXPECT_EQ(run_interleaved(spec, arms, [] { return false; }), RunEnd::complete);
  EXPECT_THAT(turns, ::testing::ElementsAre("A0", "B0", "B1", "A1", "A2", "B2"));
}

TEST(Processes, AnInterruptEndsTheRunSoonAndKeepsWhatWasReported) {
  Spec spec = three_shapes("fake:hang");
  spec.sampling.timeout_s = 60;
  const auto start = std::chrono::steady_clock::now();
  const auto late = [start] { return std::chrono::steady_clock::now() - start > std::chrono::milliseconds(300); };
  const Ended outcome = run(spec, late);
  EXPECT_EQ(outcome.end, RunEnd::interrupted);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(3));
}

}  // namespace
}  // namespace l2bench
