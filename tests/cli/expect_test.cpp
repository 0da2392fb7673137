// Claims of a spec, from the file to the exit code, on the L2 model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "l2bench/sha256.hpp"

namespace l2bench::cli {
namespace {

using ::testing::HasSubstr;

class Expect : public ::testing::Test {
 protected:
  std::string spec(const std::string& claims) {
    return folder_.write("spec.json", R"({"device": "model:h200", "shape": "4096x4096", "prep": ["zero", "read"],
"samples": 20, "rounds": 2, "warmup_s": 0, "expect": )" +
                                          claims + "}");
  }

  Folder folder_;
};

constexpr const char* held = R"([{"claim": "ratio", "of": {"prep": "zero"}, "to": {"prep": "read"}, "least": 0.5}])";
constexpr const char* failed = R"([{"name": "half", "claim": "ratio", "of": {"prep": "zero"}, "to": {"prep": "read"},
"most": 0.5}])";

TEST_F(Expect, AClaimThatHoldsIsAFindingAndExitsZero) {
  const Ended ended = run({"run", spec(held)});
  EXPECT_EQ(ended.exit, 0) << ended.out << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("expectation held: claim 1: 1 of 1 bear it out."));
}

TEST_F(Expect, AClaimThatFailsExitsOneAndFailsItsTest) {
  const Ended ended = run({"run", spec(failed), "--export-junit", folder_.file("junit.xml")});
  EXPECT_EQ(ended.exit, 1) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("expectation failed: half: 0 of 1 bear it out; against it: "));
  EXPECT_THAT(read_file(folder_.file("junit.xml")),
              HasSubstr("name=\"simulated:expect/half\"><failure type=\"failed\""));
}

TEST_F(Expect, AClaimThatCannotBeJudgedExitsFour) {
  const std::string bytes = R"([{"claim": "range", "value": "dram_bytes", "of": {}, "most": 1}])";
  const Ended ended = run({"run", spec(bytes), "--counters=off"});
  EXPECT_EQ(ended.exit, 4) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("expectation not_judged"));
}

TEST_F(Expect, TheRecordHasTheHashOfTheClaimsThatWereMade) {
  const std::string file = spec(held);
  ASSERT_EQ(run({"run", file, "--export-json", folder_.file("out.json"), "--quiet"}).exit, 0);
  const auto claims = nlohmann::json::parse(run({"run", file, "--print-spec"}).out).at("expect");
  const auto expect = nlohmann::json::parse(read_file(folder_.file("out.json"))).at("expect");
  EXPECT_EQ(expect.at("sha256"), sha256(claims.dump()));
  EXPECT_EQ(expect.at("results").at(0).at("outcome"), "held");
}

TEST_F(Expect, AMistakeInAClaimIsFoundBeforeAnythingIsMeasured) {
  const Ended ended = run({"run", spec(R"([{"claim": "ratio", "of": {"prep": "zero"}, "most": 2}])")});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("spec.json:2:55: /expect/0: a claim of 'ratio' needs the key 'to'"));
}

TEST(GateOnTheModel, CalibratesAndComparesABuildWithItself) {
  const Folder folder;
  const std::vector<std::string> what{"--device", "model:h200", "--shape",  "4096x4096", "--samples",   "20",
                                      "--rounds", "2",          "--warmup", "0",         "--processes", "5"};
  std::vector<std::string> calibrate{"calibrate", "--export-json", folder.file("calibration.json")};
  calibrate.insert(calibrate.end(), what.begin(), what.end());
  const Ended calibrated = run(calibrate);
  EXPECT_EQ(calibrated.exit, 0) << calibrated.err;
  EXPECT_EQ(nlohmann::json::parse(read_file(folder.file("calibration.json"))).at("cases").size(), 1u);

  std::vector<std::string> against{"run",
                                   "--against",
                                   L2BENCH_PROGRAM,
                                   "--export-json",
                                   folder.file("new.json"),
                                   "--export-base",
                                   folder.file("base.json")};
  against.insert(against.end(), what.begin(), what.end());
  const Ended compared = run(against);
  EXPECT_EQ(compared.exit, 0) << compared.out << compared.err;
  EXPECT_THAT(compared.out, HasSubstr("SIMULATED"));
  EXPECT_THAT(compared.out, HasSubstr("1 SAME: exit code 0."));
  const Ended again = run(
      {"compare", folder.file("base.json"), folder.file("new.json"), "--calibration", folder.file("calibration.json")});
  EXPECT_EQ(again.exit, 0) << again.out << again.err;
}

}  // namespace
}  // namespace l2bench::cli
