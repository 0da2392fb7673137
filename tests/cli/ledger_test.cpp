#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace l2bench::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string records = std::string(L2BENCH_SOURCE_DIR) + "/results/h200/handoff/";
const std::string layer = std::string(L2BENCH_SOURCE_DIR) + "/configs/llama31_8b_layer.json";

TEST(Ledger, PrintsATableOfTheRecordsThatWereMeasured) {
  const Ended ended =
      run({"ledger", layer, records + "handoff_survival.json", records + "handoff_kappa.json", "--step-ms", "60"});
  EXPECT_EQ(ended.exit, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("gate and up to SiLU"), HasSubstr("given by --step-ms"),
                               HasSubstr("loaded (read:32MiB)")));
}

TEST(Ledger, WritesWhatItIsAskedFor) {
  const Folder folder;
  const std::vector<std::string> arguments{"ledger",
                                           layer,
                                           records + "handoff_survival.json",
                                           records + "handoff_kappa.json",
                                           "--export-md",
                                           folder.file("ledger.md")};
  EXPECT_EQ(run(arguments).exit, 0);
  EXPECT_THAT(read_file(folder.file("ledger.md")), HasSubstr("| handoff |"));
  EXPECT_EQ(run(arguments).exit, 2);  // it is there now
  const Ended json =
      run({"ledger", layer, records + "handoff_survival.json", records + "handoff_kappa.json", "--export-json", "-"});
  EXPECT_EQ(nlohmann::json::parse(json.out).at("tokens"), 3072);
}

TEST(Ledger, SaysWhichRecordIsMissing) {
  const Ended ended = run({"ledger", layer, records + "handoff_survival.json"});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("l2bench run configs/handoff_kappa.json"));
  EXPECT_THAT(run({"ledger", layer, records + "handoff_kappa.json", "--polluter", "zero"}).err,
              HasSubstr("is not a polluter"));
}

}  // namespace
}  // namespace l2bench::cli
