#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/program.hpp"

// Files are code: what a spec alone may not do, as a user meets it.

namespace l2bench::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kernel_spec = R"({"shape": "64x64", "kernel": {"file": "mine.cu", "name": "mine", "args": ["W"],
  "grid": 1, "block": 32, "buffers": [{"name": "W", "type": "fp32", "size": "N*K", "role": "weight"}]}})";

TEST(OwnCode, ASpecThatNamesCodeIsRefusedBeforeADeviceIsOpened) {
  const Folder folder;
  const Ended kernel = run({"run", folder.write("s.json", kernel_spec)});
  EXPECT_EQ(kernel.exit, 2);
  EXPECT_THAT(kernel.err, AllOf(HasSubstr("/kernel"), HasSubstr("mine.cu"), HasSubstr("--allow-code")));
  const Ended plugin = run({"run", folder.write("p.json", R"({"plugin": {"file": "/tmp/evil.so"}})")});
  EXPECT_EQ(plugin.exit, 2);
  EXPECT_THAT(plugin.err, AllOf(HasSubstr("/tmp/evil.so"), HasSubstr("--plugin"), HasSubstr("--allow-code")));
}

TEST(OwnCode, ItCanBeLookedAtWithoutRunningAnything) {
  const Folder folder;
  const std::string spec = folder.write("s.json", kernel_spec);
  const Ended dry = run({"run", spec, "--dry-run"});
  EXPECT_EQ(dry.exit, 0) << dry.err;
  EXPECT_THAT(dry.out, HasSubstr("kernel/64x64/m1/own/read:"));
  const Ended printed = run({"run", spec, "--print-spec"});
  EXPECT_EQ(printed.exit, 0) << printed.err;
  EXPECT_THAT(printed.out, HasSubstr("mine.cu"));
}

TEST(OwnCode, GivenOnTheCommandLineItGoesOnToTheDevice) {
  const Folder folder;
  const std::string spec = folder.write("s.json", kernel_spec);
  for (const std::vector<std::string>& allowed :
       {std::vector<std::string>{"--kernel", folder.file("none.cu") + ":mine"}, {"--allow-code"}}) {
    std::vector<std::string> arguments{"run", spec, "--quiet"};
    arguments.insert(arguments.end(), allowed.begin(), allowed.end());
    const Ended ended = run(arguments);
    EXPECT_THAT(ended.err, Not(HasSubstr("--allow-code")));
    EXPECT_NE(ended.exit, 0) << "there is no such file";
  }
}

TEST(OwnCode, NoShellSeesAPath) {
  const Folder folder;
  const std::string mark = folder.file("mark");
  const Ended ended = run({"run", folder.write("s.json", kernel_spec), "--quiet", "--kernel",
                           "$(touch " + mark + ");.cu:mine; touch " + mark});
  EXPECT_NE(ended.exit, 0);
  EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST(OwnCode, TheModelSaysThatItCannotRunIt) {
  const Folder folder;
  folder.write("mine.cu", "");
  const Ended ended = run({"run", folder.write("s.json", kernel_spec), "--allow-code", "--device", "model:h200"});
  EXPECT_EQ(ended.exit, 4);
  EXPECT_THAT(ended.out + ended.err, HasSubstr("no workload 'kernel'"));
}

}  // namespace
}  // namespace l2bench::cli
