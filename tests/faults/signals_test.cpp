// Each signal at random moments, every other one at the edge of a phase: the exit code, what is on the disk, and that
// the run can be resumed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "faults/faulty_run.hpp"

namespace l2bench::faults {
namespace {

struct SignalRow {
  const char* event;
  int exit;
  bool leaves_a_record;
  std::size_t moments;
};
constexpr std::array<SignalRow, 4> signal_table{{
    {"int", 130, true, 15},
    {"term", 143, true, 15},
    {"hup", 129, true, 15},
    {"kill", 137, false, 50},  // kill -9 at 50 random moments
}};

class Signals : public ::testing::TestWithParam<SignalRow> {};

TEST_P(Signals, LoseAtMostTheRoundInFlight) {
  std::mt19937_64 random(9);
  const std::vector<std::size_t> telling = telling_calls();
  for (std::size_t i = 0; i < GetParam().moments; ++i) {
    const std::size_t moment = i % 2 == 0 ? telling[random() % telling.size()] : 1 + random() % calls_of_run().size();
    const std::string device = fmt::format("fake:{}.{}", GetParam().event, moment);
    SCOPED_TRACE(device);
    const FaultyRun run;
    const cli::Ended ended = run.run(device);
    EXPECT_EQ(ended.exit, GetParam().exit) << ended.err;
    EXPECT_EQ(!run.record().is_null(), GetParam().leaves_a_record);
    if (GetParam().leaves_a_record) {
      EXPECT_EQ(run.record().at("partial"), true);
      EXPECT_NE(ended.err.find("--resume"), std::string::npos) << ended.err;
    }
    EXPECT_TRUE(std::filesystem::exists(run.journal_path()));
    EXPECT_EQ(resumed_differs(run), "");
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Signals, ::testing::ValuesIn(signal_table),
                         [](const auto& one) { return std::string(one.param.event); });

}  // namespace
}  // namespace l2bench::faults
