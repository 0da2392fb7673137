#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "src/cuda/cupti_host.hpp"
#include "src/cuda/cupti_metrics.hpp"

using testing::ElementsAre;
using testing::HasSubstr;

namespace l2bench {
namespace {

/// CUPTI's description of chips needs its library, but no GPU and no driver.
class CuptiMetrics : public testing::Test {
 protected:
  void SetUp() override {
    std::string why_none;
    library_ = cupti_library(why_none);
    if (!library_) GTEST_SKIP() << why_none;
  }

  OnePass open(const std::string& chip) const { return open_one_pass(*library_, chip, {}, chip_metrics(chip)); }

  std::size_t passes(const std::string& chip, std::vector<const Metric*> metrics) const {
    return CuptiHost(*library_, chip, {}, std::move(metrics)).passes();
  }

  const CuptiLibrary* library_ = nullptr;
};

std::vector<std::string> names(const OnePass& one_pass) {
  const auto names = one_pass.host.metric_names();
  return {names.begin(), names.end()};
}

TEST_F(CuptiMetrics, OfA100AreDramBytesAndTags) {
  const OnePass counted = open("GA100");
  EXPECT_EQ(counted.host.passes(), 1u);
  EXPECT_EQ(counted.left_out, "");
  EXPECT_THAT(names(counted), ElementsAre("dram__bytes_read.sum", "dram__bytes_write.sum",
                                          "lts__t_tag_requests_hit.sum", "lts__t_tag_requests_miss.sum"));
}

TEST_F(CuptiMetrics, OfChipsWithTwoHalvesOfL2AddTheTrafficBetweenThem) {
  for (const char* chip : {"GH100", "GB100", "GB102", "GB110"}) {
    const OnePass counted = open(chip);
    EXPECT_EQ(counted.host.passes(), 1u) << chip;
    EXPECT_EQ(counted.left_out, "") << chip;
    EXPECT_THAT(names(counted),
                ElementsAre("dram__bytes_read.sum", "dram__bytes_write.sum", "lts__t_tag_requests_hit.sum",
                            "lts__t_tag_requests_miss.sum", "lts__t_sectors_srcunit_ltcfabric_op_read.sum"))
        << chip;
  }
}

TEST_F(CuptiMetrics, OfChipsWithOneL2AddItsFills) {
  for (const char* chip : {"GA102", "GA104", "AD102", "AD104"}) {
    const OnePass counted = open(chip);
    EXPECT_EQ(counted.host.passes(), 1u) << chip;
    EXPECT_EQ(counted.left_out, "") << chip;
    EXPECT_THAT(names(counted),
                ElementsAre("dram__bytes_read.sum", "dram__bytes_write.sum", "lts__t_tag_requests_hit.sum",
                            "lts__t_tag_requests_miss.sum", "lts__d_sectors_fill_device.sum"))
        << chip;
  }
}

TEST_F(CuptiMetrics, OfGB20xHaveOtherNamesForDramBytes) {
  for (const char* chip : {"GB202", "GB203", "GB205"}) {
    const OnePass counted = open(chip);
    EXPECT_EQ(counted.host.passes(), 1u) << chip;
    EXPECT_EQ(counted.left_out, "") << chip;
    EXPECT_THAT(names(counted),
                ElementsAre("dram__bytes_op_read.sum", "dram__bytes_op_write.sum", "lts__t_tag_requests_hit.sum",
                            "lts__t_tag_requests_miss.sum", "lts__d_sectors_fill_device.sum"))
        << chip;
  }
}

TEST_F(CuptiMetrics, WithFillsAndFabricReadsWouldTakeTwoPassesOnH200AndWithFillsOnA100) {
  EXPECT_EQ(passes("GH100", {&dram_reads, &dram_writes, &l2_hits, &l2_misses, &l2_fabric_reads, &l2_fills}), 2u);
  EXPECT_EQ(passes("GA100", {&dram_reads, &dram_writes, &l2_hits, &l2_misses, &l2_fills}), 2u);
}

TEST_F(CuptiMetrics, ThatWouldTakeASecondPassAreGivenUpAndNamed) {
  const ChipMetrics too_many{"GA100", {&dram_reads, &dram_writes}, {&l2_hits, &l2_misses, &l2_fills}};
  const OnePass counted = open_one_pass(*library_, "GA100", {}, too_many);
  EXPECT_EQ(counted.host.passes(), 1u);
  EXPECT_THAT(names(counted), ElementsAre("dram__bytes_read.sum", "dram__bytes_write.sum"));
  EXPECT_EQ(counted.left_out,
            "Only DRAM reads, DRAM writes are counted on the chip GA100: with L2 hits, L2 misses, L2 fills they would "
            "take 2 passes.");
}

TEST_F(CuptiMetrics, ThatAChipLacksAreGivenUpAndNamed) {
  const ChipMetrics with_fabric{"AD102", {&dram_reads, &dram_writes}, {&l2_hits, &l2_misses, &l2_fabric_reads}};
  const OnePass counted = open_one_pass(*library_, "AD102", {}, with_fabric);
  EXPECT_THAT(names(counted), ElementsAre("dram__bytes_read.sum", "dram__bytes_write.sum"));
  EXPECT_THAT(counted.left_out, HasSubstr("are not all known to CUPTI"));
}

TEST_F(CuptiMetrics, OfAChipWithoutDramCountersAreUnsupported) {
  try {
    open("GB10B");
    FAIL() << "nothing was thrown";
  } catch (const CuptiError& error) {
    EXPECT_EQ(error.code, CUPTI_ERROR_NOT_SUPPORTED);
    EXPECT_THAT(error.what(), HasSubstr("count DRAM reads, DRAM writes on the chip GB10B"));
  }
}

TEST_F(CuptiMetrics, OfAChipThatCuptiDoesNotKnowFailWithItsName) {
  try {
    open("ZZ999");
    FAIL() << "nothing was thrown";
  } catch (const CuptiError& error) {
    EXPECT_THAT(error.what(), HasSubstr("describe the counters of the chip ZZ999"));
  }
}

TEST(ChipMetricsTable, EndsWithARowForEveryOtherChip) {
  EXPECT_EQ(chip_metrics_table.back().chips, "");
  for (std::size_t i = 0; i + 1 < chip_metrics_table.size(); ++i) EXPECT_NE(chip_metrics_table[i].chips, "");
}

}  // namespace
}  // namespace l2bench
