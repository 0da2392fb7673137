#include "kernels/reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace l2bench {
namespace {

using testing::ElementsAre;

constexpr std::array weight{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};  // 2 x 3
constexpr std::array x{1.0, 0.0, -1.0, 2.0, 1.0, 0.5};      // 2 rows
constexpr GemvSizes sizes{.n = 2, .k = 3, .m = 2};
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(HostReference, IsXTimesTheTransposedWeight) {
  EXPECT_THAT(host_reference(weight, {}, x, sizes), ElementsAre(-2.0, -2.0, 5.5, 16.0));
}

TEST(HostReference, ScalesARowOfTheWeight) {
  constexpr std::array scale{2.0, -0.5};
  EXPECT_THAT(host_reference(weight, scale, x, sizes), ElementsAre(-4.0, 1.0, 11.0, -8.0));
}

TEST(HostRelativeError, IsRelativeToTheReferenceOrItsRms) {
  // rms = 5; 3 is off by 1 of max(3, 5), 4 of 7 is off by 0.5 of 7.
  constexpr std::array reference{1.0, 7.0};
  constexpr std::array off_below_rms{2.0, 7.0};
  constexpr std::array off_above_rms{1.0, 7.5};
  EXPECT_DOUBLE_EQ(host_relative_error(off_below_rms, reference), 1.0 / 5.0);
  EXPECT_DOUBLE_EQ(host_relative_error(off_above_rms, reference), 0.5 / 7.0);
  EXPECT_EQ(host_relative_error(reference, reference), 0.0);
}

TEST(HostRelativeError, IsInfiniteForWhatIsNoNumber) {
  constexpr std::array reference{1.0, 7.0};
  const std::array not_written{1.0, std::nan("")};
  constexpr std::array overflown{infinity, 7.0};
  EXPECT_EQ(host_relative_error(not_written, reference), infinity);
  EXPECT_EQ(host_relative_error(overflown, reference), infinity);
}

TEST(HostRelativeError, TakesZerosFromZeros) {
  constexpr std::array zeros{0.0, 0.0};
  constexpr std::array off{0.0, 1e-6};
  EXPECT_EQ(host_relative_error(zeros, zeros), 0.0);
  EXPECT_EQ(host_relative_error(off, zeros), infinity);
}

}  // namespace
}  // namespace l2bench
