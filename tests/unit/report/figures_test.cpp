#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "golden/golden.hpp"
#include "golden/synthetic_record.hpp"
#include "l2bench/analyze.hpp"
#include "report/figure.hpp"
#include "support/made_up_record.hpp"

namespace l2bench {
namespace {

using made_up::Times;
using testing::ElementsAre;
using testing::HasSubstr;

/// cublas, then so many configs: all are faster after zero, `slower_clean` of them slower after read.
Record race(std::size_t configs, std::size_t slower_clean) {
  const Times exact{.between = 0, .within = 0, .processes = 3, .samples = 10};
  std::vector<Times> times;
  const auto add = [&](double clean_ns, double dirty_ns) {
    times.insert(times.end(), {exact, exact});
    times[times.size() - 2].median_ns = clean_ns;
    times.back().median_ns = dirty_ns;
    times.back().prep = "zero:256MiB";
  };
  add(14400, 17700);
  for (std::size_t i = 0; i < configs; ++i) {
    const double clean_ns = i < slower_clean ? 15400 : 12400;
    add(clean_ns, clean_ns + 1200);
  }
  Record record = made_up::record_of(times, 1);
  for (std::size_t i = 2; i < record.cases.size(); ++i) {
    record.cases[i].what.workload = "int8-gemv";
    record.cases[i].what.config = fmt::format("c{}", i / 2);
  }
  record.findings = analyze(record);
  return record;
}

nlohmann::json colours_of(const nlohmann::json& layer) {
  return layer["encoding"]["color"]["scale"]["domain"];
}

TEST(Ranks, AFewWorkloadsHaveANameEach) {
  const auto layers = ranks(race(2, 1)).spec["concat"][0]["layer"];
  ASSERT_EQ(layers.size(), 1U);
  EXPECT_THAT(colours_of(layers[0]), ElementsAre("cublas bf16", "int8-gemv:c1 bf16", "int8-gemv:c2 bf16"));
}

TEST(Ranks, OfManyOnlyTheReferenceAndThoseThatChangePlaceWithItAreNamed) {
  const Figure figure = ranks(race(10, 2));
  expect_golden("ranks.vl.json", figure.spec.dump(1));
  const auto layers = figure.spec["concat"][0]["layer"];
  ASSERT_EQ(layers.size(), 2U);
  EXPECT_EQ(layers[0]["data"]["values"].size(), 16U);
  EXPECT_THAT(colours_of(layers[1]), ElementsAre("cublas bf16", "int8-gemv:c1 bf16", "int8-gemv:c2 bf16"));
  EXPECT_THAT(figure.caption, HasSubstr("In colour: cublas bf16 and 2 that change place with it"));
  EXPECT_THAT(figure.caption, HasSubstr("the 8 others"));
  EXPECT_EQ(figure.table.rows.size(), 22U);
}

TEST(Field, OrdersManyWorkloadsByTheirMedians) {
  EXPECT_FALSE(has_field(race(2, 1)));
  const Figure figure = field(race(10, 2));
  ASSERT_EQ(figure.spec["concat"].size(), 2U);
  EXPECT_THAT(figure.spec["concat"][1]["title"]["text"].get<std::string>(), HasSubstr("after zero:256MiB"));
  EXPECT_EQ(figure.table.rows[21][3], "cublas bf16");
  EXPECT_EQ(figure.table.rows[21][2], "11");
  expect_golden("field.vl.json", figure.spec.dump(1));
}

TEST(Prediction, DrawsMeasuredAgainstPredictedWithTheLineOnWhichTheyAgree) {
  Record record = synthetic::study();
  EXPECT_FALSE(has_predictions(record));
  record.cases[1].predicted = Prediction{.dirty_evicted_bytes = 11.5e6, .time_ns = 17800, .source = "h200"};
  record.cases[2].predicted = Prediction{.dirty_evicted_bytes = 0.0, .time_ns = 14400, .source = "h200"};
  ASSERT_TRUE(has_predictions(record));
  const Figure figure = prediction(record);
  expect_golden("prediction.vl.json", figure.spec.dump(1));
  ASSERT_EQ(figure.table.rows.size(), 2U);
  EXPECT_EQ(figure.table.rows[0][2], "18.02 µs");
  EXPECT_EQ(figure.table.rows[0][3], "17.80 µs");
  EXPECT_EQ(figure.table.rows[0][4], "1.012");
  const auto line = figure.spec["concat"][0]["layer"][0]["data"]["values"];
  EXPECT_EQ(line[1]["predicted"], line[1]["measured"]);
}

TEST(WeightSize, LegendHasThePrepsThatAreDrawn) {
  const Figure figure = weight_size(synthetic::study());
  expect_golden("weight_size.vl.json", figure.spec.dump(1));
  const auto curves = figure.spec["concat"][0]["layer"].back()["encoding"]["color"];
  EXPECT_THAT(curves["legend"]["values"], testing::Not(testing::Contains("rotate")));
}

TEST(Timers, LegendHasTheTimersThatWereUsed) {
  const Record record = made_up::record_of(
      {{.between = 0, .within = 0}, {.median_ns = 9500, .between = 0, .within = 0, .timer = TimerKind::kernel}}, 1);
  ASSERT_TRUE(has_timers(record));
  const Figure figure = timers(record);
  expect_golden("timers.vl.json", figure.spec.dump(1));
  EXPECT_THAT(figure.spec["concat"][0]["layer"][1]["encoding"]["color"]["legend"]["values"],
              ElementsAre("event", "kernel"));
}

}  // namespace
}  // namespace l2bench
