#include "l2bench/calibrate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/made_up_record.hpp"

namespace l2bench {
namespace {

using made_up::record_of;
using made_up::Times;

constexpr const char* key = "cublas/4096x4096/m1/bf16/read:256MiB/event/stream";

CaseNoise noise_of(const Times& times) {
  return calibrate(record_of({times}, 1), record_of({times}, 2), 7).cases.at(key);
}

TEST(Calibrate, AQuietCaseCanShowTheDefaultThresholdAndANoisyOneCannot) {
  EXPECT_LT(noise_of({.between = 0.003}).smallest_threshold, 0.03);
  EXPECT_GT(noise_of({.between = 0.03}).smallest_threshold, 0.03);
}

TEST(Calibrate, TheFloorIsNeverAboveTheSmallestThreshold) {
  for (const double between : {0.0, 0.005, 0.02}) {
    const CaseNoise noise = noise_of({.between = between});
    EXPECT_GT(noise.floor, 0.0);
    EXPECT_LE(noise.floor, noise.smallest_threshold);
  }
}

TEST(Calibrate, AtItsSmallestThresholdAlmostEveryIdenticalPairIsTheSame) {
  const Times times{.between = 0.02};
  Times pool = times;
  pool.processes = 40;
  const double threshold = noise_of(pool).smallest_threshold;
  constexpr int pairs = 60;
  int same = 0;
  for (int i = 0; i < pairs; ++i) {
    const auto seed = static_cast<std::uint64_t>(1000 + 2 * i);
    const Comparison c = compare(record_of({times}, seed), record_of({times}, seed + 1), {.threshold = threshold});
    same += c.cases[0].verdict == Verdict::same ? 1 : 0;
  }
  EXPECT_GE(same, 51) << "95% of 60, as well as 80 processes tell";
}

TEST(Calibrate, NamesCasesThatAreNotOkAndNeedsEnoughProcesses) {
  const std::vector<Times> cases{{}, {.prep = "touch", .failed_with = "timeout"}};
  const Calibration calibration = calibrate(record_of(cases, 1), record_of(cases, 2), 7);
  EXPECT_EQ(calibration.cases.size(), 1u);
  EXPECT_THAT(calibration.left_out, ::testing::ElementsAre("cublas/4096x4096/m1/bf16/touch/event/stream"));
  EXPECT_THROW(calibrate(record_of(cases, 1), record_of(cases, 2), 4), UsageError);
  EXPECT_THROW(calibrate(record_of(cases, 1), record_of(cases, 2), 8), UsageError);
}

TEST(Calibrate, IsReadBackToTheSame) {
  const Calibration calibration = calibrate(record_of({{}}, 1), record_of({{}}, 2), 7);
  const Calibration again = calibration_from_json(to_json(calibration));
  EXPECT_EQ(again.cases, calibration.cases);
  EXPECT_EQ(again.device, "NVIDIA H200");
  EXPECT_EQ(again.processes, 7u);
  EXPECT_THROW(calibration_from_json({{"schema_version", 9}}), UsageError);
}

}  // namespace
}  // namespace l2bench
