#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.hpp"

namespace l2bench::cli {
namespace {

using ::testing::HasSubstr;

TEST(Export, AFolderThatIsNotThereIsFoundBeforeTheDeviceIsTouched) {
  const Ended ended =
      run({"--shape", "64x64", "--device", "no-such-device", "--export-json", "/no/such/folder/x.json"});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("--export-json /no/such/folder/x.json"));
}

TEST(Export, AFileThatExistsIsKeptUnlessForced) {
  const Folder folder;
  const std::string file = folder.write("out.json", "precious");
  const Ended ended = run({"--shape", "64x64", "--export-json", file});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("--force"));
  EXPECT_EQ(read_file(file), "precious");
}

TEST(Export, TwoFormatsCannotGoToOnePlace) {
  const Ended ended = run({"--shape", "64x64", "--export-json", "-", "--export-csv", "-"});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("one place"));
}

// A variable of a CI job that is not set.
TEST(Export, AnEmptyNameIsFoundBeforeTheDeviceIsTouched) {
  const Ended ended = run({"--shape", "64x64", "--device", "no-such-device", "--export-csv", ""});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("the name is empty"));
}

TEST(StandardOutput, ThatCannotBeWrittenIsAnError) {
  const Ended ended = run({"list", "configs"}, "/dev/full");
  EXPECT_EQ(ended.exit, 3);
  EXPECT_THAT(ended.err, HasSubstr("Could not write all of the output"));
}

TEST(Device, ThatIsNotThereIsExitThreeInPlainWords) {
  const Ended ended = run({"--shape", "64x64", "--device", "GPU-00000000"});
  EXPECT_EQ(ended.exit, 3);
  EXPECT_THAT(ended.err, HasSubstr("GPU-00000000"));
}

}  // namespace
}  // namespace l2bench::cli
