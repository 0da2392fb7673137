#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "golden/synthetic_record.hpp"
#include "l2bench/record.hpp"

namespace l2bench {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json written(const Record& record) {
  return json::parse(to_json(record).dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string reading_error(const json& j) {
  try {
    record_from_json(j);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(RecordJson, ComesBackAsItWasWritten) {
  for (const Record& record : {synthetic::study(), synthetic::simulated_sweep(), synthetic::hostile_and_partial()}) {
    const json j = written(record);
    EXPECT_EQ(written(record_from_json(j)), j);
  }
}

TEST(RecordJson, JudgingAReadRecordAgainChangesNothing) {
  const json j = written(synthetic::study());
  Record record = record_from_json(j);
  judge(record);
  EXPECT_EQ(written(record), j);
}

TEST(RecordJson, ValuesComeBackIntoTheirMembers) {
  const Record record = record_from_json(written(synthetic::study()));
  EXPECT_EQ(record.tool, (Tool{"l2bench", "0.1.0", "0123456789ab", "GNU 12.2.0", "13.0"}));
  EXPECT_EQ(record.started, "2026-11-30T12:00:00Z");
  EXPECT_FALSE(record.partial);
  EXPECT_EQ(record.argv, (std::vector<std::string>{"l2bench", "run", "study.json"}));
  EXPECT_EQ(record.spec.name, "study");
  EXPECT_EQ(record.spec.sampling.samples, 10);
  ASSERT_EQ(record.spec.cases.size(), 10U);
  EXPECT_EQ(record.environment.device.uuid, "GPU-00000000-0000-0000-0000-000000000001");
  EXPECT_EQ(record.environment.counters, (CounterStatus{true, "ok", ""}));
  ASSERT_EQ(record.environment.floors.size(), 2U);
  EXPECT_EQ(record.environment.floors[1].launch, Launch::graph);
  ASSERT_EQ(record.environment.processes.size(), 1U);
  EXPECT_EQ(record.environment.processes[0].phase_seconds.at("samples"), 0.5);

  const CaseResult& zero = record.cases.at(1);
  EXPECT_EQ(zero.what, record.spec.cases.at(1));
  EXPECT_EQ(zero.key, "cublas/4096x4096/m1/bf16/zero:256MiB/event/stream");
  EXPECT_EQ(zero.prep, "zero:256MiB");
  EXPECT_EQ(zero.claim, (Claim{Heat::cold, false}));
  EXPECT_EQ(zero.samples_ns.size(), 10U);
  EXPECT_EQ(zero.blocks.at(1).first, 5U);
  EXPECT_EQ(zero.stats->median_ns, 18016.0);
  EXPECT_EQ(zero.counters->readings.size(), 3U);
  EXPECT_EQ(zero.workload.kernels.size(), 2U);
  EXPECT_EQ(zero.verified_after->max_rel_error, 0.001953125);
  EXPECT_EQ(record.cases.at(9).status, Status::skipped);
  EXPECT_TRUE(record.cases.at(9).flags.at(0).reported);
}

TEST(RecordJson, FieldsAreThoseOfTheContract) {
  const json j = written(synthetic::study());
  for (const char* key : {"schema_version", "tool", "argv", "spec", "environment", "cases", "findings", "warnings"}) {
    EXPECT_TRUE(j.contains(key)) << key;
  }
  const json& c = j.at("cases").at(1);
  for (const char* key :
       {"key", "workload", "config", "shape", "rows", "dtype", "prep", "timer", "launch", "simulated", "status",
        "flags", "samples_ns", "stats", "counters", "predicted", "kernels", "verify", "reproduce"}) {
    EXPECT_TRUE(c.contains(key)) << key;
  }
  EXPECT_EQ(c.at("shape"), (json{{"n", 4096}, {"k", 4096}}));
  EXPECT_EQ(c.at("rows"), 1);
  EXPECT_EQ(c.at("dtype"), "bf16");
  EXPECT_EQ(c.at("timer"), "event");
  EXPECT_EQ(c.at("counters").at("status"), "ok");
  EXPECT_EQ(c.at("verify").at("max_rel_error"), 0.001953125);
}

TEST(RecordJson, WhatIsAbsentIsNull) {
  const json j = written(synthetic::hostile_and_partial());
  const json& measured = j.at("cases").at(0);
  EXPECT_TRUE(measured.at("config").is_null());
  EXPECT_TRUE(measured.at("counters").is_null());
  EXPECT_TRUE(measured.at("predicted").is_null());
  EXPECT_TRUE(measured.at("slowdown").is_null());
  EXPECT_TRUE(measured.at("stats").at("iqr_ns").is_null());
  EXPECT_TRUE(measured.at("verify").at("after").is_null());
  const json& not_run = j.at("cases").at(1);
  for (const char* key : {"stats", "bytes_per_s", "share_of_peak", "call", "verify", "prep_time_ns"}) {
    EXPECT_TRUE(not_run.at(key).is_null()) << key;
  }
  EXPECT_EQ(not_run.at("samples_ns"), json::array());
}

TEST(RecordJson, BeforeADeviceIsOpenItHasNone) {
  Spec spec;
  spec.cases = {Case{.shape = {8, 8}, .prep = parse_prep("read:2xL2")}};
  const json j = written(begin_record(spec, {"l2bench"}));
  EXPECT_TRUE(j.at("environment").at("device").is_null());
  EXPECT_EQ(j.at("cases").at(0).at("status"), "skipped");
  EXPECT_EQ(j.at("cases").at(0).at("prep"), "read:2xL2");
  EXPECT_EQ(j.at("partial"), true);
}

TEST(RecordJson, ErrorsNameTheJsonPath) {
  const json good = written(synthetic::study());
  json j = good;
  j["cases"][3]["samples_ns"][2] = "fast";
  EXPECT_EQ(reading_error(j), "/cases/3/samples_ns/2: expected a number, found string (\"fast\")");
  j = good;
  j["cases"][0]["timer"] = "evnt";
  EXPECT_EQ(reading_error(j), "/cases/0/timer: expected one of event stamp kernel, found string (\"evnt\")");
  j = good;
  j["environment"]["device"].erase("l2_bytes");
  EXPECT_EQ(reading_error(j), "/environment/device: the key \"l2_bytes\" is missing");
  j = good;
  j["cases"][0]["stats"]["median_ci95_ns"] = {1, 2, 3};
  EXPECT_THAT(reading_error(j), HasSubstr("/cases/0/stats/median_ci95_ns: expected an array of two numbers"));
  j = good;
  j["environment"]["device"]["l2_bytes"] = -1;
  EXPECT_THAT(reading_error(j), HasSubstr("/environment/device/l2_bytes: expected a whole number from 0 up"));
  j = good;
  j["spec"] = 5;
  EXPECT_THAT(reading_error(j), HasSubstr("/spec: "));
  EXPECT_THAT(reading_error(json::array()), HasSubstr("the document: expected an object, found array"));
}

TEST(RecordJson, AnotherVersionIsRefusedAndNamed) {
  json j = written(synthetic::study());
  j["schema_version"] = 2;
  EXPECT_THAT(reading_error(j), HasSubstr("the record has version 2; this l2bench reads version 1"));
}

TEST(RecordJson, BlocksOutsideTheSamplesAreRefused) {
  json j = written(synthetic::study());
  j["cases"][1]["blocks"][1]["count"] = 6;
  EXPECT_THAT(reading_error(j),
              HasSubstr("/cases/1/blocks/1: the block holds samples 5 to 11, but the case has 10 samples"));
}

TEST(RecordJson, AnUnknownFlagIsRefused) {
  json j = written(synthetic::study());
  j["cases"][3]["flags"][0]["id"] = "haunted";
  EXPECT_THAT(reading_error(j), HasSubstr("/cases/3/flags: this l2bench knows no flag \"haunted\""));
}

}  // namespace
}  // namespace l2bench
