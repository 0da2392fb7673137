#include "record/units.hpp"

#include <gtest/gtest.h>

namespace l2bench {
namespace {

TEST(Units, TimesHaveFourDigitsInTheUnitThatFits) {
  EXPECT_EQ(format_time(14528.0), "14.53 µs");
  EXPECT_EQ(format_time(9470.0), "9.470 µs");
  EXPECT_EQ(format_time(249812.0), "249.8 µs");
  EXPECT_EQ(format_time(1234000.0), "1.234 ms");
  EXPECT_EQ(format_time(2.5e9), "2.500 s");
}

TEST(Units, WholeNanosecondsHaveNoDecimals) {
  EXPECT_EQ(format_time(320.0), "320 ns");
  EXPECT_EQ(format_time(32.0), "32 ns");
  EXPECT_EQ(format_time(0.0), "0 ns");
  EXPECT_EQ(format_time(31.97), "31.97 ns");
}

TEST(Units, RoundingUpKeepsFourDigitsAndTheRightUnit) {
  EXPECT_EQ(format_time(9999.6), "10.00 µs");
  EXPECT_EQ(format_time(99996.0), "100.0 µs");
  EXPECT_EQ(format_time(999.97), "1.000 µs");
  EXPECT_EQ(format_time(999970.0), "1.000 ms");
}

TEST(Units, NegativeTimesKeepTheirSign) {
  EXPECT_EQ(format_time(-1380.0), "-1.380 µs");
}

TEST(Units, ASpreadIsShownInTheUnitOfItsMedian) {
  EXPECT_EQ(format_time_like(320.0, 14528.0), "0.32 µs");
  EXPECT_EQ(format_time_like(15.0, 249812.0), "0.0 µs");
}

TEST(Units, BytesAreMillionsAndBandwidthIsGigabytes) {
  EXPECT_EQ(format_megabytes(11234567.0), "11.23 MB");
  EXPECT_EQ(format_bandwidth(2.3104e12), "2310 GB/s");
  EXPECT_EQ(format_percent(0.4799), "48%");
}

}  // namespace
}  // namespace l2bench
