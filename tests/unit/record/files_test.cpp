#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "l2bench/record.hpp"

namespace l2bench {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class WriteWhole : public testing::Test {
 protected:
  WriteWhole() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~WriteWhole() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }

  static std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_)) all.push_back(entry.path().filename().string());
    return all;
  }

  static std::string error_of(const std::string& path, std::string_view text) {
    try {
      write_whole(path, text);
    } catch (const MachineError& error) {
      return error.what();
    }
    return "no error";
  }

  fs::path folder_ = fs::temp_directory_path() / ("l2bench_files_test." + std::to_string(::getpid()));
};

/// Files of this process may not grow beyond `bytes` while it lives: the disk is full.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(WriteWhole, WritesAndReplaces) {
  write_whole(path("a.json"), "first, and longer");
  EXPECT_EQ(content(path("a.json")), "first, and longer");
  write_whole(path("a.json"), "second");
  EXPECT_EQ(content(path("a.json")), "second");
  EXPECT_THAT(names(), ElementsAre("a.json"));
}

TEST_F(WriteWhole, AReaderOfTheOlderFileKeepsItWhole) {
  write_whole(path("a.json"), "older");
  std::ifstream reader(path("a.json"), std::ios::binary);
  write_whole(path("a.json"), "newer and longer");
  std::ostringstream read;
  read << reader.rdbuf();
  EXPECT_EQ(read.str(), "older");
}

TEST_F(WriteWhole, WhereTheDiskIsFullTheOlderFileStaysWholeAndNothingIsLeftBeside) {
  write_whole(path("a.json"), "older");
  std::string error;
  {
    const FileSizeLimit limit(10);
    error = error_of(path("a.json"), "newer, and too long for the disk");
  }
  EXPECT_THAT(error, HasSubstr("Cannot write '" + path("a.json") + "'"));
  EXPECT_THAT(error, HasSubstr("File too large"));
  EXPECT_EQ(content(path("a.json")), "older");
  EXPECT_THAT(names(), ElementsAre("a.json"));
}

TEST_F(WriteWhole, AMissingFolderIsNamedWithTheReason) {
  const std::string error = error_of(path("none/a.json"), "x");
  EXPECT_THAT(error, HasSubstr(path("none/a.json")));
  EXPECT_THAT(error, HasSubstr("No such file or directory"));
}

TEST_F(WriteWhole, AFolderIsNotReplaced) {
  EXPECT_THAT(error_of(folder_.string(), "x"), HasSubstr("it is a folder"));
  EXPECT_TRUE(fs::is_directory(folder_));
}

TEST_F(WriteWhole, ALinkStaysALink) {
  write_whole(path("real.json"), "older");
  fs::create_symlink("real.json", path("link.json"));
  write_whole(path("link.json"), "newer");
  EXPECT_TRUE(fs::is_symlink(path("link.json")));
  EXPECT_EQ(content(path("real.json")), "newer");
}

TEST_F(WriteWhole, TheModeOfTheOlderFileIsKept) {
  write_whole(path("a.json"), "older");
  ASSERT_EQ(::chmod(path("a.json").c_str(), 0640), 0);
  write_whole(path("a.json"), "newer");
  struct stat found {};
  ASSERT_EQ(::stat(path("a.json").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0640U);
}

TEST_F(WriteWhole, ADeviceIsWrittenToAndNotReplaced) {
  EXPECT_EQ(error_of("/dev/null", "x"), "no error");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THAT(error_of("/dev/full", "x"), HasSubstr("No space left on device"));
}

TEST_F(WriteWhole, APipeReceivesTheText) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  write_whole(pipe, "hello");
  char received[8] = {};
  EXPECT_EQ(::read(reader, received, sizeof received), 5);
  ::close(reader);
  EXPECT_STREQ(received, "hello");
}

}  // namespace
}  // namespace l2bench
