#include <gtest/gtest.h>

#include "l2bench/model.hpp"
#include "model/model_workload.hpp"

namespace l2bench {
namespace {

constexpr std::uint64_t mib = 1048576;

PredictedCase gemv(std::vector<PlacedStep> steps, Rotation rotation = Rotation::off, int copies = 1) {
  return {.prep = {std::move(steps), rotation},
          .workload = modelled_workload({.workload = "cublas", .shape = {4096, 4096}}),
          .copies = copies};
}

const ModelCard& h200() {
  static const ModelCard card = open_model_card("h200");
  return card;
}

/// As a run does it, for a process that has made the case ready.
CaseResult taken(const Case& what) {
  const Spec spec{.device = "model:h200", .cases = {what}};
  Record record;
  record.spec = spec;
  record.cases = {{.what = what}};
  CaseReady ready;
  ready.prep = {{{StepKind::read, 256 * mib}}, Rotation::off};
  ready.workload = gemv({}).workload;
  Predictor(spec).take(record, ready);
  return record.cases.front();
}

TEST(Predictor, SaysWhyItHasNoPrediction) {
  EXPECT_TRUE(taken({.workload = "cublas"}).predicted.has_value());
  EXPECT_EQ(taken({.workload = "cublas"}).unpredicted, "");
  for (const char* own : {"kernel", "plugin", "callable"}) {
    EXPECT_FALSE(taken({.workload = own}).predicted.has_value()) << own;
    EXPECT_NE(taken({.workload = own}).unpredicted.find("code of your own"), std::string::npos) << own;
  }
  EXPECT_NE(taken({.steal = parse_steal("25%")}).unpredicted.find("a call alone"), std::string::npos);
}

TEST(Predict, AReadPrepIsColdAndClean) {
  const Prediction p = predict(h200(), gemv({{StepKind::read, 256 * mib}}));
  EXPECT_NEAR(*p.dram_read_bytes, 33554432 + 8192, 1.0);
  EXPECT_EQ(p.dram_write_bytes, 0.0);
  EXPECT_NEAR(*p.time_ns, 14620, 500);
  EXPECT_EQ(p.source, "h200");
}

TEST(Predict, AZeroPrepIsWrittenBackByTheCall) {
  const Prediction p = predict(h200(), gemv({{StepKind::zero, 256 * mib}}));
  EXPECT_NEAR(*p.dram_write_bytes / mib, 11.22, 1.1);
  EXPECT_NEAR(*p.time_ns, 18020, 900);
}

TEST(Predict, ATouchedWeightIsRead) {
  const Prediction p = predict(h200(), gemv({{StepKind::read, 256 * mib}, {StepKind::touch, 0}}));
  EXPECT_LT(*p.dram_read_bytes, 0.05 * 33554432);
}

TEST(Predict, WithoutAPrepTheSteadyStateCounts) {
  const Prediction p = predict(h200(), gemv({}));
  EXPECT_LT(*p.dram_read_bytes, 0.05 * 33554432);
}

TEST(Predict, ARotationsFiguresAreThoseOfOneCall) {
  const Prediction p = predict(h200(), gemv({}, Rotation::pool, 10));
  EXPECT_NEAR(*p.dram_read_bytes, 33554432, 16384);
  EXPECT_NEAR(*p.time_ns, 12700, 300);
}

TEST(Predict, AWorkspaceIsNotCounted) {
  PredictedCase what = gemv({{StepKind::read, 256 * mib}});
  const Prediction without = predict(h200(), what);
  what.workload.operands.push_back({"workspace", 32 * mib, false});
  EXPECT_EQ(predict(h200(), what), without);
}

TEST(Predict, IsPure) {
  const PredictedCase what = gemv({{StepKind::zero, 64 * mib}, {StepKind::read, 64 * mib}});
  EXPECT_EQ(predict(h200(), what), predict(h200(), what));
}

}  // namespace
}  // namespace l2bench
