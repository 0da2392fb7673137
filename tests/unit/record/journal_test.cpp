#include "l2bench/journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Spec resumable_spec() {
  Spec spec;
  for (const Shape shape : {Shape{64, 64}, Shape{128, 64}}) {
    Case c;
    c.shape = shape;
    c.prep = parse_prep("read");
    spec.cases.push_back(c);
  }
  spec.grids = {{.shapes = {{64, 64}, {128, 64}},
                 .rows = {1},
                 .workloads = {"cublas"},
                 .timers = {TimerKind::event},
                 .preps = {parse_prep("read")}}};
  return spec;
}

template <typename Work>
std::string refusal_of(const Work& work) {
  try {
    work();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

class JournalText : public ::testing::Test {
 protected:
  JournalText() : path_(std::filesystem::temp_directory_path() / ("l2bench-journal-" + std::to_string(getpid()))) {
    std::filesystem::remove(path_);
  }
  ~JournalText() override { std::filesystem::remove(path_); }

  std::string text() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  Journal create() const {
    return Journal::create(path_.string(), journal_header(begin_record(resumable_spec(), {"l2bench"})), false);
  }

  std::filesystem::path path_;
};

TEST_F(JournalText, IsWrittenALineARoundAndReadsBackToTheSameMessages) {
  Journal journal = create();
  const std::string header = text();
  journal.take(0, DeviceOpened{{.name = "x", .l2_bytes = 1}, {}});
  journal.take(0, BlockStarted{0, 0, "samples"});
  journal.take(0, BlockDone{.index = 0, .round = 0, .samples_ns = {1.5}});
  EXPECT_EQ(text(), header) << "the round is in flight";
  journal.take(0, RoundDone{0});
  const JournalContent content = parse_journal(text());
  ASSERT_EQ(content.reported.size(), 3U) << "what a child began is not kept";
  EXPECT_EQ(std::get<BlockDone>(content.reported[1].message).samples_ns, std::vector<double>{1.5});
  EXPECT_EQ(record_of(content).cases[0].samples_ns, std::vector<double>{1.5});
  EXPECT_EQ(content.whole_bytes, text().size());
}

TEST_F(JournalText, ThatIsThereIsNotReplaced) {
  create();
  EXPECT_THAT(refusal_of([&] { create(); }), HasSubstr("--resume"));
}

TEST_F(JournalText, WhoseLinesContradictEachOtherIsRefused) {
  Journal journal = create();
  journal.take(0, BlockDone{.index = 7, .round = 0, .samples_ns = {1.5}});
  journal.flush();
  EXPECT_THAT(refusal_of([&] { record_of(parse_journal(text())); }), HasSubstr("case 7"));
}

TEST(Resumable, OnlyBySameSpecProgramAndDevice) {
  JournalHeader header = journal_header(begin_record(resumable_spec(), {}));
  EXPECT_NO_THROW(check_resumable(header, resumable_spec()));
  Spec other = resumable_spec();
  other.sampling.samples = 7;
  EXPECT_THAT(refusal_of([&] { check_resumable(header, other); }),
              HasSubstr("/samples differs: 3000 in the journal, 7 now"));
  header.build_id = "ffff";
  EXPECT_THAT(refusal_of([&] { check_resumable(header, resumable_spec()); }), HasSubstr("build id differs: ffff"));
  header.tool.git_revision = "0000000";
  EXPECT_THAT(refusal_of([&] { check_resumable(header, resumable_spec()); }),
              HasSubstr("git_revision differs: 0000000"));

  const DeviceInfo device{.name = "NVIDIA H200", .uuid = "GPU-1"};
  DeviceInfo another = device;
  EXPECT_NO_THROW(check_same_device(device, another));
  another.uuid = "GPU-2";
  EXPECT_THAT(refusal_of([&] { check_same_device(device, another); }), HasSubstr("uuid differs: GPU-1"));
}

TEST(Resumable, OnlyWithTheSameCode) {
  const std::string path = testing::TempDir() + "/l2bench-" + std::to_string(getpid()) + ".cu";
  const auto write = [&](const char* text) { std::ofstream(path) << text; };
  write("one");
  Spec spec = resumable_spec();
  spec.code.kernel = Kernel{.call = {.file = path, .name = "mine"}};
  const JournalHeader header = journal_header(begin_record(spec, {}));
  EXPECT_NO_THROW(check_resumable(header, spec));
  write("two");
  EXPECT_THAT(refusal_of([&] { check_resumable(header, spec); }),
              AllOf(HasSubstr("the SHA-256 of"), HasSubstr(path + "' differs")));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace l2bench
