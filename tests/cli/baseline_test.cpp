// Baselines, calibrations and other builds, as a CI job uses them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "l2bench/record.hpp"
#include "support/made_up_record.hpp"

namespace l2bench::cli {
namespace {

using made_up::Times;
using ::testing::AllOf;
using ::testing::HasSubstr;

class Baselines : public ::testing::Test {
 protected:
  std::string save(const std::string& name, const std::vector<Times>& cases, std::uint64_t seed) {
    return folder_.write(name, to_json(made_up::record_of(cases, seed)).dump());
  }
  std::string store() { return folder_.file("baselines"); }

  Folder folder_;
};

TEST_F(Baselines, AreAddedListedShownAndComparedWith) {
  const Ended added = run({"baseline", "add", store(), save("a.json", {{}}, 1), "--pin", "v1"});
  ASSERT_EQ(added.exit, 0) << added.err;
  ASSERT_EQ(run({"baseline", "add", store(), save("b.json", {{}}, 2)}).exit, 0);
  const std::string id = added.out.substr(0, added.out.size() - 1);

  const Ended list = run({"baseline", "list", store()});
  EXPECT_THAT(list.out, AllOf(HasSubstr(id + "  passing      v1"), HasSubstr("NVIDIA H200")));
  EXPECT_EQ(nlohmann::json::parse(run({"baseline", "list", store(), "--json"}).out).at("entries").size(), 2u);
  EXPECT_EQ(nlohmann::json::parse(run({"baseline", "show", store(), "v1"}).out),
            nlohmann::json::parse(read_file(folder_.file("a.json"))));

  const std::string slower = save("slower.json", {{.median_ns = 12800}}, 3);
  for (const char* name : {"@v1", "@last5"}) {
    EXPECT_EQ(run({"compare", store() + name, save("new.json", {{}}, 4)}).exit, 0) << name;
    EXPECT_EQ(run({"compare", store() + name, slower}).exit, 1) << name;
  }
}

TEST_F(Baselines, ThatWereChangedAreNotUsed) {
  const std::string record = save("a.json", {{}}, 1);
  const Ended added = run({"baseline", "add", store(), record, "--pin", "v1"});
  const std::string file = store() + "/" + added.out.substr(0, added.out.size() - 1) + ".json";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  std::filesystem::copy_file(save("b.json", {{}}, 2), file, std::filesystem::copy_options::overwrite_existing);
  const Ended ended = run({"compare", store() + "@v1", record});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("was changed after it was added"));
}

TEST_F(Baselines, WrongUseIsExitTwoWithWordsThatHelp) {
  const std::string record = save("a.json", {{}}, 1);
  run({"baseline", "add", store(), record, "--pin", "release"});
  EXPECT_THAT(run({"baseline", "add", store(), record}).err, HasSubstr("already"));
  EXPECT_THAT(run({"compare", store() + "@relaese", record}).err, HasSubstr("did you mean 'release'?"));
  EXPECT_THAT(run({"baseline", "lsit", store()}).err, HasSubstr("did you mean 'list'?"));
  EXPECT_THAT(run({"baseline", "list", "/no/such/folder"}).err, HasSubstr("/no/such/folder"));
  for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
           {"baseline"}, {"baseline", "add", store(), "/no/such.json"}, {"compare", store() + "@none", record}}) {
    EXPECT_EQ(run(wrong).exit, 2);
  }
}

class Calibrated : public Baselines {
 protected:
  std::string calibration(const std::string& device) {
    const nlohmann::json j = {
        {"schema_version", 1},
        {"tool", {{"name", "l2bench"}, {"version", "0"}, {"git_revision", "x"}, {"compiler", "x"}, {"cuda", nullptr}}},
        {"started", "2026-01-01T00:00:00Z"},
        {"device", device},
        {"uuid", nullptr},
        {"host", "here"},
        {"processes", 7},
        {"cases",
         {{"cublas/4096x4096/m1/bf16/read:256MiB/event/stream", {{"floor", 0.035}, {"smallest_threshold", 0.041}}}}},
        {"left_out", nlohmann::json::array()}};
    return folder_.write("calibration.json", j.dump());
  }
};

TEST_F(Calibrated, ACaseNoisierThanTheThresholdIsRefusedWithItsNumber) {
  const std::string base = save("base.json", {{}}, 1);
  const std::string same = save("same.json", {{}}, 2);
  const std::string file = calibration("NVIDIA H200");
  const Ended refused = run({"compare", base, same, "--calibration", file});
  EXPECT_EQ(refused.exit, 4);
  EXPECT_THAT(refused.out, AllOf(HasSubstr("INCONCLUSIVE"), HasSubstr("4.1%")));
  EXPECT_EQ(run({"compare", base, same, "--calibration", file, "--threshold", "5%"}).exit, 0);
}

TEST_F(Calibrated, OneOfAnotherMachineIsRefused) {
  const std::string base = save("base.json", {{}}, 1);
  const Ended ended = run({"compare", base, base, "--calibration", calibration("NVIDIA A100")});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("NVIDIA A100"), HasSubstr("NVIDIA H200")));
}

TEST(Calibrate, WrongUseIsFoundBeforeAnythingIsMeasured) {
  const Ended few = run({"calibrate", "--shape", "64x64", "--device", "none"});
  EXPECT_EQ(few.exit, 2);
  EXPECT_THAT(few.err, HasSubstr("--processes 5"));
  const Ended format = run({"calibrate", "--shape", "64x64", "--processes", "7", "--export-csv", "-"});
  EXPECT_EQ(format.exit, 2);
  EXPECT_THAT(format.err, HasSubstr("--export-json"));
  EXPECT_THAT(run({"calibrate", "--help"}).out, HasSubstr("--calibration calibration.json"));
}

TEST(Against, WrongUseIsFoundBeforeAnythingIsMeasured) {
  const Ended few = run({"--shape", "64x64", "--against", L2BENCH_PROGRAM});
  EXPECT_EQ(few.exit, 2);
  EXPECT_THAT(few.err, HasSubstr("--processes 7"));
  for (const char* program : {"/no/such/program", "/tmp", "/bin/true"}) {
    const Ended ended = run({"--shape", "64x64", "--processes", "7", "--against", program});
    EXPECT_EQ(ended.exit, 2) << program;
    EXPECT_THAT(ended.err, HasSubstr(std::string("--against ") + program));
  }
  EXPECT_EQ(run({"--shape", "64x64", "--export-base", "x.json"}).exit, 2);
}

}  // namespace
}  // namespace l2bench::cli
