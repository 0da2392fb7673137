// Journals that were cut short or changed, and what a resumed run must agree with.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "faults/faulty_run.hpp"

namespace l2bench::faults {
namespace {

using ::testing::HasSubstr;

/// A run killed late, so that its journal has several lines.
class KilledRun : public FaultyRun {
 public:
  KilledRun() { run(fmt::format("fake:kill.{}", calls_of_run().size() - 1)); }
  std::string journal() const { return cli::read_file(journal_path()); }
  void write_journal(const std::string& text) const { folder().write("out.json.journal", text); }
};

TEST(JournalFile, CutOffAnywhereIsResumedAfterItsLastWholeLine) {
  std::mt19937_64 random(1);
  const std::string whole = KilledRun().journal();
  const std::size_t header = whole.find('\n') + 1;
  for (int i = 0; i < 40; ++i) {
    const std::size_t length = random() % whole.size();
    SCOPED_TRACE(length);
    const KilledRun run;
    run.write_journal(run.journal().substr(0, length));
    const cli::Ended ended = length < header ? run.resume() : cli::Ended{};
    if (length < header) {
      EXPECT_EQ(ended.exit, 2);
      EXPECT_THAT(ended.err, HasSubstr("no whole line"));
    } else {
      EXPECT_EQ(resumed_differs(run), "");
    }
    if (HasFailure()) return;
  }
}

TEST(JournalFile, ALineThatWasCutOffIsDroppedWithAMessage) {
  const KilledRun run;
  run.write_journal(run.journal() + "0123456789abcdef {\"repl");
  const cli::Ended ended = run.resume();
  EXPECT_EQ(ended.exit, 0);
  EXPECT_THAT(ended.err, HasSubstr("was cut off after 23 bytes"));
}

TEST(JournalFile, WithOneBitChangedIsRefusedNamingTheLine) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 40; ++i) {
    const KilledRun run;
    std::string text = run.journal();
    const std::size_t at = random() % (text.size() - 1);  // the last end of line would make it a line cut off
    const int bit = static_cast<int>(random() % 8);
    SCOPED_TRACE(fmt::format("byte {}, bit {}", at, bit));
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    text[at] = static_cast<char>(text[at] ^ (1 << bit));
    run.write_journal(text);
    const cli::Ended ended = run.resume();
    EXPECT_EQ(ended.exit, 2) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr(fmt::format("line {} is broken", line)));
    EXPECT_EQ(run.journal(), text);
    if (HasFailure()) return;
  }
}

TEST(Resume, WithAnotherSpecNamesTheKey) {
  const KilledRun run;
  const cli::Ended ended = run.resume({"--shape", "64x64,128x64", "--samples", "5"});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("the spec's /"));
}

TEST(Resume, OfAWholeRunSaysSo) {
  const FaultyRun run;
  EXPECT_EQ(run.run("fake").exit, 0);
  const cli::Ended ended = run.resume();
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("complete"));
}

TEST(Resume, OfNothingSaysWhatIsMissing) {
  const FaultyRun run;
  const cli::Ended ended = run.resume();
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("neither"));
}

TEST(Resume, DoesNotReplaceAFileOfAnotherRun) {
  const KilledRun run;
  const FaultyRun other;
  other.run("fake");
  std::filesystem::copy_file(other.record_path(), run.record_path());
  const cli::Ended ended = run.resume();
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("--force"));
}

TEST(NewRun, DoesNotReplaceAJournalWithoutForce) {
  const KilledRun run;
  const cli::Ended ended =
      cli::run({"run", "--device", "fake", "--shape", "64x64", "--export-json", run.record_path()});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("--resume"));
}

TEST(JournalFile, IsReadWhereARecordIs) {
  const KilledRun run;
  const std::string page = run.folder().file("page.html");
  EXPECT_EQ(cli::run({"report", run.journal_path(), "-o", page}).exit, 0);
  EXPECT_TRUE(std::filesystem::exists(page));
}

}  // namespace
}  // namespace l2bench::faults
