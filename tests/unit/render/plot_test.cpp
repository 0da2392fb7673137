#include "render/plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden/golden.hpp"
#include "golden/synthetic_record.hpp"
#include "l2bench/render.hpp"

namespace l2bench {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Plot, DrawsEachCaseOverOneAxis) {
  expect_golden("study.plot.txt", plot_text(synthetic::study()));
}

TEST(Plot, ARecordWithoutSamplesHasNone) {
  EXPECT_EQ(plot_text(Record{}), "");
}

TEST(Plot, SlowSamplesAreCountedNotDrawn) {
  Record record = synthetic::study();
  CaseResult& c = record.cases[0];
  c.samples_ns.assign(999, 12000.0);
  c.samples_ns.push_back(9e6);
  EXPECT_THAT(plot_text(record), HasSubstr("| 1 slower"));
}

TEST(Plot, StandsInTheTableOnlyWhenAskedFor) {
  const Record record = synthetic::study();
  EXPECT_THAT(render_table(record, {.plot = true}), HasSubstr(plot_text(record)));
  EXPECT_THAT(render_table(record, {}), Not(HasSubstr("█")));
}

}  // namespace
}  // namespace l2bench
