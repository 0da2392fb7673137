#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace l2bench::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

struct BadUse {
  std::vector<std::string> arguments;
  std::vector<std::string> says;
};

class Usage : public ::testing::TestWithParam<BadUse> {};

TEST_P(Usage, IsRefusedWithExitTwoAndWordsThatHelp) {
  const Ended ended = run(GetParam().arguments);
  EXPECT_EQ(ended.exit, 2) << ended.err;
  EXPECT_EQ(ended.out, "");
  for (const std::string& text : GetParam().says) EXPECT_THAT(ended.err, HasSubstr(text));
}

INSTANTIATE_TEST_SUITE_P(
    Of, Usage,
    ::testing::Values(
        BadUse{{}, {"--shape"}}, BadUse{{"rnu"}, {"'rnu'", "did you mean 'run'?"}},
        BadUse{{"spec.json"}, {"l2bench run spec.json"}},
        BadUse{{"--shpae", "64x64"}, {"'--shpae'", "did you mean '--shape'?"}},
        BadUse{{"--shape", "4096x0"}, {"--shape", "4096x0"}}, BadUse{{"--shape", "-1x8"}, {"--shape", "-1x8"}},
        BadUse{{"--shape", "4096"}, {"--shape", "4096"}}, BadUse{{"--shape", "4096x4096x"}, {"4096x4096x"}},
        BadUse{{"--shape", "1e3x8"}, {"1e3x8"}}, BadUse{{"--shape", "99999999999x2"}, {"99999999999x2"}},
        BadUse{{"--shape", "64x64", "--flush", "raed"}, {"raed", "did you mean 'read'?"}},
        BadUse{{"--shape", "64x64", "--dtype", "bf61"}, {"bf61", "did you mean 'bf16'?"}},
        BadUse{{"--shape", "64x64", "--flush", "none", "--flush-size", "1MiB"}, {"--flush-size"}},
        BadUse{{"--shape", "64x64", "--color", "blue"}, {"blue", "auto always never"}},
        BadUse{{"--shape", "64x64", "--samples", "many"}, {"--samples", "many"}},
        BadUse{{"run", "/no/such/spec.json"}, {"/no/such/spec.json"}},
        BadUse{{"list", "devics"}, {"did you mean 'devices'?"}}, BadUse{{"schema", "both"}, {"spec|result"}}));

TEST(Help, NamesEveryGroupAndTheExitCodes) {
  const Ended ended = run({"--help"});
  EXPECT_EQ(ended.exit, 0);
  for (const char* text : {"--shape", "--flush", "--export-json", "--dry-run", "Exit codes", "list, schema"}) {
    EXPECT_THAT(ended.out, HasSubstr(text));
  }
  EXPECT_EQ(run({"run", "--help"}).out, ended.out);
}

TEST(Version, SaysWhatIsBuiltIn) {
  const Ended ended = run({"--version"});
  EXPECT_EQ(ended.exit, 0);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("l2bench " L2BENCH_VERSION), HasSubstr("cuda"), HasSubstr("cublas")));
}

TEST(PrintSpec, IsReadBackToTheSameSpec) {
  const Ended first = run({"--shape", "4096x4096,64x128", "--flush", "zero,read:64MiB", "--print-spec"});
  ASSERT_EQ(first.exit, 0) << first.err;
  const Folder folder;
  const Ended second = run({"run", folder.write("spec.json", first.out), "--print-spec"});
  EXPECT_EQ(second.exit, 0) << second.err;
  EXPECT_EQ(second.out, first.out);
}

TEST(Spec, AFlagWinsOverTheFile) {
  const Folder folder;
  const std::string spec = folder.write("spec.json", R"({"shape": "64x64", "prep": ["zero", "read"], "samples": 7})");
  const Ended ended = run({"run", spec, "--flush", "none", "--print-spec"});
  ASSERT_EQ(ended.exit, 0) << ended.err;
  const auto j = nlohmann::json::parse(ended.out);
  EXPECT_EQ(j.at("samples"), 7);
  EXPECT_THAT(ended.out, HasSubstr("none"));
  EXPECT_THAT(ended.out, ::testing::Not(HasSubstr("zero")));
}

TEST(Spec, AnErrorInAFileNamesLineColumnAndPath) {
  const Folder folder;
  const std::string spec = folder.write("bad.json", "{\n  \"shape\": [\"64x64\",\n             \"64x0\"]\n}\n");
  const Ended ended = run({"run", spec});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("bad.json:3:14: /shape/1"));
}

TEST(DryRun, ListsCasesMemoryTrafficAndTimeAndMeasuresNothing) {
  const Ended ended = run({"--shape", "4096x4096", "--flush", "zero,read", "--samples", "10", "--dry-run"});
  EXPECT_EQ(ended.exit, 0) << ended.err;
  for (const char* text : {"nothing is measured", "device memory", "flush traffic", "time to run", "cases          2",
                           "cublas/4096x4096/m1/bf16/zero:256MiB/event/stream   L2 before the call: cold, dirty",
                           "cublas/4096x4096/m1/bf16/read:256MiB/event/stream   L2 before the call: cold, clean"}) {
    EXPECT_THAT(ended.out, HasSubstr(text));
  }
}

TEST(DryRun, OfAModelHasTheModelsL2) {
  const Ended ended = run({"--shape", "4096x4096", "--flush", "read:4xL2", "--device", "model:h200", "--dry-run"});
  EXPECT_EQ(ended.exit, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("h200 (simulated), L2 60MiB"), HasSubstr("/read:240MiB/")));
  const Ended missing = run({"--shape", "4096x4096", "--device", "model:nope", "--dry-run"});
  EXPECT_EQ(missing.exit, 2);
  EXPECT_THAT(missing.err, HasSubstr("'nope' is not a built-in model"));
}

TEST(Modes, ACommandThatAlwaysMeasuresRefusesTheOthers) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"probe", "--dry-run"},
                                                  {"calibrate", "--shape", "64x64", "--print-spec"},
                                                  {"check", "--shape", "64x64", "--dry-run"},
                                                  {"probe", "--resume", "old.json"}}) {
    const Ended ended = run(command);
    EXPECT_EQ(ended.exit, 2) << command.front();
    EXPECT_THAT(ended.err, HasSubstr(command.front() + " has no --"));
  }
  EXPECT_EQ(run({"check", "--help"}).exit, 0);
}

}  // namespace
}  // namespace l2bench::cli
