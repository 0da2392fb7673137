#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace l2bench::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> small{"--device",  "model:h200", "--shape",  "4096x4096", "--flush",  "zero,read",
                                     "--samples", "5",          "--rounds", "1",         "--warmup", "0"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Predictions, StandBesideEveryCase) {
  const Folder folder;
  const Ended ended = run(with(small, {"--export-json", folder.file("out.json")}));
  ASSERT_EQ(ended.exit, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("predicted MB"), HasSubstr("of predicted")));
  for (const auto& c : nlohmann::json::parse(read_file(folder.file("out.json"))).at("cases")) {
    EXPECT_EQ(c.at("predicted").at("source"), "h200");
    EXPECT_NEAR(c.at("predicted").at("measured_over_predicted").get<double>(), 1.0, 0.02);
  }
}

TEST(Predictions, AreThoseOfTheUsersCard) {
  const Folder folder;
  nlohmann::json card = nlohmann::json::parse(read_file(L2BENCH_SOURCE_DIR "/configs/models/h200.json"));
  card["name"] = "mine";
  card["parameters"]["kernel_ns"]["value"] = 104000;
  const std::string path = folder.write("mine.json", card.dump());
  const Ended ended = run(with(small, {"--model-file", path, "--export-json", folder.file("out.json")}));
  ASSERT_EQ(ended.exit, 0) << ended.err;
  const auto predicted = nlohmann::json::parse(read_file(folder.file("out.json"))).at("cases").at(0).at("predicted");
  EXPECT_EQ(predicted.at("source"), "mine");
  EXPECT_GT(predicted.at("time_ns").get<double>(), 100000.0);
}

TEST(Predictions, ACardThatCannotBeReadIsAnErrorBeforeAnythingIsMeasured) {
  const Folder folder;
  const Ended missing = run(with(small, {"--model-file", folder.file("no.json")}));
  EXPECT_EQ(missing.exit, 2);
  EXPECT_THAT(missing.err, AllOf(HasSubstr("no.json"), HasSubstr("cannot be read")));
  const Ended wrong = run(with(small, {"--model-file", folder.write("wrong.json", "{\"name\": 1}")}));
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_THAT(wrong.err, HasSubstr("wrong.json:1:"));
}

TEST(Chain, HasLayersTokensAndAPlaceForAScrub) {
  const Folder folder;
  const Ended ended = run({"--device",      "model:h200",
                           "--workload",    "decode-chain",
                           "--shape",       "512x1024",
                           "--tokens",      "3",
                           "--layers",      "1,2",
                           "--flush",       "read+scrub:4MiB",
                           "--timer",       "kernel",
                           "--samples",     "2",
                           "--rounds",      "1",
                           "--warmup",      "0",
                           "--export-json", folder.file("out.json")});
  ASSERT_EQ(ended.exit, 0) << ended.err;
  const auto cases = nlohmann::json::parse(read_file(folder.file("out.json"))).at("cases");
  ASSERT_EQ(cases.size(), 2U);
  EXPECT_EQ(cases[1].at("key"), "decode-chain:layers-2/512x1024/m3/bf16/read:256MiB+scrub:4MiB/kernel/stream");
  EXPECT_THAT(ended.out, HasSubstr("19 x scrub"));
}

TEST(FitCommand, WritesACardThatTheProgramOpens) {
  const Folder folder;
  ASSERT_EQ(run(with(small, {"--export-json", folder.file("out.json"), "--quiet"})).exit, 0);
  const Ended ended = run({"fit", folder.file("out.json"), "-o", folder.file("card.json"), "--card-name", "mine"});
  ASSERT_EQ(ended.exit, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("descriptive"), HasSubstr("Held out"), HasSubstr("Not known")));
  const Ended used = run(with({"--device", "model:" + folder.file("card.json")},
                              {"--shape", "4096x4096", "--samples", "5", "--rounds", "1", "--warmup", "0"}));
  EXPECT_EQ(used.exit, 0) << used.err;
  const Ended again = run({"fit", folder.file("out.json"), "-o", folder.file("card.json")});
  EXPECT_EQ(again.exit, 2);
  EXPECT_THAT(again.err, HasSubstr("--force"));
}

TEST(FitCommand, SaysWhenThereIsNothingToFit) {
  const Folder folder;
  ASSERT_EQ(run(with(small, {"--counters=off", "--export-json", folder.file("out.json"), "--quiet"})).exit, 0);
  const Ended ended = run({"fit", folder.file("out.json")});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("--counters"));
}

TEST(ProbeCommand, WithoutCountersSaysWhatCannotBeKnown) {
  const Ended ended = run({"probe", "--device", "model:h200", "--counters=off", "--samples", "5", "--rounds", "1"});
  EXPECT_EQ(ended.exit, 4);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("SIMULATED"), HasSubstr("Not known"), HasSubstr("No card was fitted"),
                               HasSubstr("read_bandwidth"), Not(HasSubstr("descriptive"))));
}

TEST(ProbeCommand, TakesNoFlagOfTheGrid) {
  const Ended ended = run({"probe", "--device", "model:h200", "--shape", "4096x4096"});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("--shape"));
}

TEST(ProbeCommand, TakesNoSpec) {
  const Folder folder;
  const Ended ended = run({"probe", folder.write("spec.json", R"({"shape": "1x1"})")});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("takes no spec"));
}

TEST(Schema, OfAModelCardIsPrinted) {
  const Ended ended = run({"schema", "model"});
  EXPECT_EQ(ended.exit, 0);
  EXPECT_THAT(ended.out, HasSubstr("dirty_victim"));
}

}  // namespace
}  // namespace l2bench::cli
