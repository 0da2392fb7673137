// Two runs of one card, and other programs on it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faults/faulty_run.hpp"

namespace l2bench::faults {
namespace {

using ::testing::HasSubstr;

/// A run that hangs in the background while `command` runs; the folder holds its lock.
std::string while_another_run_holds_the_card(const FaultyRun& holder) {
  return fmt::format(
      "export XDG_RUNTIME_DIR='{0}'; '{1}' run --device fake-card:hang.20 --shape 64x64 --warmup 0 "
      "--timeout 2 --quiet >/dev/null 2>&1 & while [ ! -s '{0}/l2bench-GPU-fake-card.lock' ]; do sleep "
      "0.05; done;",
      std::filesystem::path(holder.record_path()).parent_path().string(), L2BENCH_PROGRAM);
}

TEST(Sharing, ASecondRunOfACardRefusesAndNamesTheFirst) {
  const FaultyRun run;
  const cli::Ended ended = run.run("fake-card", while_another_run_holds_the_card(run));
  EXPECT_EQ(ended.exit, 3);
  EXPECT_THAT(ended.err, HasSubstr("in use by another run of l2bench (process "));
}

TEST(Sharing, OrWaitsForItsEnd) {
  const FaultyRun run;
  const cli::Ended ended = run.run("fake-card", while_another_run_holds_the_card(run), "20", {"--wait"});
  EXPECT_EQ(ended.exit, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("waiting for GPU-fake-card"));
}

TEST(Sharing, OrSharesWhereItWasTold) {
  const FaultyRun run;
  EXPECT_EQ(run.run("fake-card", while_another_run_holds_the_card(run), "20", {"--no-lock"}).exit, 0);
}

}  // namespace
}  // namespace l2bench::faults
