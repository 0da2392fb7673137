// A disk that is full, read-only or gone: an error in words, and the older file whole.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "faults/faulty_run.hpp"

namespace l2bench::faults {
namespace {

constexpr const char* older = "{\"older\": true}";

TEST(Disk, FullAtAnyWriteLeavesTheOlderFileWholeAndWhatIsJournaledCanBeResumed) {
  bool ran_to_its_end = false;
  for (int blocks = 0; blocks <= 60 && !ran_to_its_end; ++blocks) {  // of 512 bytes, the shell's unit
    SCOPED_TRACE(blocks);
    const FaultyRun run;
    run.folder().write("out.json", older);
    const cli::Ended ended = run.run("fake", fmt::format("ulimit -f {};", blocks));
    ran_to_its_end = ended.exit == 0;
    if (ran_to_its_end) break;
    EXPECT_EQ(ended.exit, 3) << ended.err;
    EXPECT_EQ(cli::read_file(run.record_path()), older);
    if (std::filesystem::exists(run.journal_path())) {
      const cli::Ended resumed = run.resume({"--force"});
      EXPECT_EQ(resumed.exit, 0) << resumed.err;
      EXPECT_EQ(run.record().at("cases").size(), cases_of_good_run().size());
    }
    if (HasFailure()) return;
  }
  EXPECT_TRUE(ran_to_its_end);
}

TEST(Disk, AReadOnlyFolderIsFoundBeforeAnythingIsMeasured) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  const FaultyRun run;
  run.folder().write("out.json", older);
  std::filesystem::permissions(std::filesystem::path(run.record_path()).parent_path(),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const cli::Ended ended = run.run("fake");
  std::filesystem::permissions(std::filesystem::path(run.record_path()).parent_path(),
                               std::filesystem::perms::owner_all);
  EXPECT_NE(ended.exit, 0);
  EXPECT_EQ(cli::read_file(run.record_path()), older);
}

TEST(Disk, AJournalThatIsALinkIsNotFollowed) {
  const FaultyRun run;
  const std::string victim = run.folder().write("victim", "precious");
  std::filesystem::create_symlink(victim, run.journal_path());
  EXPECT_EQ(run.run("fake").exit, 3);
  EXPECT_EQ(cli::read_file(victim), "precious");
}

}  // namespace
}  // namespace l2bench::faults
