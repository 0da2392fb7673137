#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "l2bench/record.hpp"
#include "support/made_up_record.hpp"

namespace l2bench::cli {
namespace {

using made_up::Times;
using ::testing::AllOf;
using ::testing::HasSubstr;

class Compare : public ::testing::Test {
 protected:
  std::string save(const std::string& name, const Record& record) {
    return folder_.write(name, to_json(record).dump());
  }
  std::string save(const std::string& name, const std::vector<Times>& cases, std::uint64_t seed) {
    return save(name, made_up::record_of(cases, seed));
  }

  Folder folder_;
};

TEST_F(Compare, ExitsZeroForTheSameAndOneForARegression) {
  const std::string base = save("base.json", {{}}, 1);
  const Ended same = run({"compare", base, save("same.json", {{}}, 2)});
  EXPECT_EQ(same.exit, 0) << same.err;
  EXPECT_THAT(same.out, AllOf(HasSubstr("1 SAME: exit code 0."), HasSubstr("same.json")));
  const Ended slower = run({"compare", base, save("slower.json", {{.median_ns = 12700}}, 2)});
  EXPECT_EQ(slower.exit, 1);
  EXPECT_THAT(slower.out, HasSubstr("1 SLOWER: exit code 1."));
}

TEST_F(Compare, AThresholdIsInPercent) {
  const std::string base = save("base.json", {{}}, 1);
  const std::string slower = save("slower.json", {{.median_ns = 12700}}, 2);
  EXPECT_EQ(run({"compare", base, slower, "--threshold", "10%"}).exit, 0);
  const Ended wrong = run({"compare", base, slower, "--threshold", "10"});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--threshold: '10' is not a share"));
}

TEST_F(Compare, ExitsFourForWhatCannotBeDecidedAndNamesTheKeysThatDiffer) {
  const std::string base = save("base.json", {{}}, 1);
  Record other = made_up::record_of({{}}, 2);
  other.environment.device.name = "NVIDIA H100";
  const std::string h100 = save("h100.json", other);
  const Ended refused = run({"compare", base, h100});
  EXPECT_EQ(refused.exit, 4);
  EXPECT_THAT(refused.out, AllOf(HasSubstr("NOT_COMPARABLE"), HasSubstr("gpu (NVIDIA H200 / NVIDIA H100)")));
  EXPECT_EQ(run({"compare", base, h100, "--allow-mismatch", "gpu"}).exit, 0);
  const Ended wrong = run({"compare", base, h100, "--allow-mismatch", "gup"});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean 'gpu'?"));
  EXPECT_EQ(run({"compare", base, h100, "--allow-mismatch", "simulated"}).exit, 2);
}

TEST_F(Compare, AMissingBaselineCountsWhenItIsRequired) {
  const std::string base = save("base.json", {{}}, 1);
  const std::string more = save("more.json", {{}, {.prep = "zero:256MiB"}}, 2);
  EXPECT_EQ(run({"compare", base, more}).exit, 0);
  EXPECT_EQ(run({"compare", base, more, "--require-baseline"}).exit, 4);
}

TEST_F(Compare, WritesEveryFormatAndTheVerdictIsInTheJson) {
  const std::string base = save("base.json", {{}}, 1);
  const std::string slower = save("slower.json", {{.median_ns = 12700}}, 2);
  std::vector<std::string> arguments{"compare", base, slower, "--quiet"};
  for (const char* format : {"json", "md", "html", "junit", "gha", "bmf", "openmetrics", "annotations"}) {
    arguments.push_back("--export-" + std::string(format));
    arguments.push_back(folder_.file(format));
  }
  const Ended ended = run(arguments);
  EXPECT_EQ(ended.exit, 1) << ended.err;
  EXPECT_EQ(ended.out, "");
  const auto j = nlohmann::json::parse(read_file(folder_.file("json")));
  EXPECT_EQ(j.at("cases").at(0).at("verdict"), "SLOWER");
  EXPECT_EQ(j.at("exit"), 1);
  EXPECT_EQ(j.at("base").at("path"), base);
  EXPECT_THAT(read_file(folder_.file("md")), HasSubstr("| SLOWER |"));
  EXPECT_THAT(read_file(folder_.file("html")), HasSubstr("<figure id=\"forest\">"));
  EXPECT_THAT(read_file(folder_.file("junit")), HasSubstr("<failure type=\"SLOWER\""));
  EXPECT_THAT(read_file(folder_.file("gha")), HasSubstr("\"unit\": \"ns\""));
  EXPECT_THAT(read_file(folder_.file("bmf")), HasSubstr("\"latency\""));
  EXPECT_THAT(read_file(folder_.file("openmetrics")), HasSubstr("# EOF"));
  EXPECT_THAT(read_file(folder_.file("annotations")), HasSubstr("::error "));
}

TEST_F(Compare, AFileThatIsNoRecordIsNamedWithWhatIsWrong) {
  const std::string base = save("base.json", {{}}, 1);
  const Ended no_json = run({"compare", base, folder_.write("bad.json", "{\"cases\": [")});
  EXPECT_EQ(no_json.exit, 2);
  EXPECT_THAT(no_json.err, AllOf(HasSubstr("bad.json"), HasSubstr("column")));
  const Ended no_record = run({"compare", base, folder_.write("other.json", "{}")});
  EXPECT_EQ(no_record.exit, 2);
  EXPECT_THAT(no_record.err, AllOf(HasSubstr("other.json"), HasSubstr("schema_version")));
  const Ended missing = run({"compare", base, "/no/such/record.json"});
  EXPECT_EQ(missing.exit, 2);
  EXPECT_THAT(missing.err, HasSubstr("/no/such/record.json"));
}

TEST_F(Compare, HelpListsVerdictsExitCodesAndKeys) {
  const Ended ended = run({"compare", "--help"});
  EXPECT_EQ(ended.exit, 0);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("NOT_COMPARABLE  exit 4"), HasSubstr("--allow-mismatch"), HasSubstr("driver"),
                               HasSubstr("--export-junit")));
  const Ended wrong = run({"compare", "a", "b", "--treshold", "3%"});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean '--threshold'?"));
}

}  // namespace
}  // namespace l2bench::cli
