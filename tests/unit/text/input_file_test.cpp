#include "l2bench/input_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using testing::HasSubstr;

std::string input_refusal(const std::string& path, std::uint64_t most = max_input_file_bytes) {
  try {
    read_input_file(path, "kernel's file", most);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "read";
}

class InputFile : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/l2bench-input-XXXXXX";
    folder_ = mkdtemp(name);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST_F(InputFile, IsReadWhole) {
  std::ofstream(folder_ + "/f") << std::string("a\0b", 3);
  EXPECT_EQ(read_input_file(folder_ + "/f", "file"), std::string("a\0b", 3));
}

TEST_F(InputFile, HostilePathsAreRefusedAndNeverHang) {
  mkfifo((folder_ + "/pipe").c_str(), 0600);
  EXPECT_THAT(input_refusal(folder_ + "/pipe"), HasSubstr("not a regular file"));
  EXPECT_THAT(input_refusal("/dev/zero"), HasSubstr("not a regular file"));
  EXPECT_THAT(input_refusal(folder_), HasSubstr("not a regular file"));
  EXPECT_THAT(input_refusal(folder_ + "/none"), HasSubstr("No such file"));
  EXPECT_THAT(input_refusal(std::string("/tmp/x\0y", 8)), HasSubstr("cannot be read"));
  EXPECT_THAT(input_refusal(std::string(5000, 'x')), HasSubstr("cannot be read"));
}

TEST_F(InputFile, HasALimit) {
  std::ofstream(folder_ + "/f") << "12345";
  EXPECT_THAT(input_refusal(folder_ + "/f", 4), HasSubstr("at most 4"));
}

}  // namespace
}  // namespace l2bench
