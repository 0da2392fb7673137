#include "l2bench/number.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string whole_range_error(std::string_view text, std::uint64_t least = 1, std::uint64_t most = 1'000'000) {
  try {
    parse_whole_range(text, least, most);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_THAT(split("a,b,c", ','), ElementsAre("a", "b", "c"));
  EXPECT_THAT(split("a,,", ','), ElementsAre("a", "", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_THAT(split("zero+read", ','), ElementsAre("zero+read"));
}

TEST(ParseWhole, TakesDigitsOnly) {
  EXPECT_EQ(parse_whole("0"), 0U);
  EXPECT_EQ(parse_whole("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "1e3", "0x10", "1.0", "18446744073709551616", "nan"}) {
    EXPECT_EQ(parse_whole(text), std::nullopt) << text;
  }
}

TEST(ParseDecimal, TakesDigitsAndOnePoint) {
  EXPECT_EQ(parse_decimal("0.25"), 0.25);
  EXPECT_EQ(parse_decimal("3"), 3.0);
  for (const char* text : {"", ".", ".5", "5.", "1.2.3", "-1", "+1", "1e3", "inf", "nan", "0x1p3", "1,5"}) {
    EXPECT_EQ(parse_decimal(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_decimal(std::string(400, '9')), std::nullopt) << "infinite";
}

TEST(FormatDecimal, IsShortAndHasNoExponent) {
  EXPECT_EQ(format_decimal(1.5), "1.5");
  EXPECT_EQ(format_decimal(3.0), "3");
  EXPECT_EQ(format_decimal(0.00001), "0.00001");
  EXPECT_EQ(format_decimal(1e21), "1000000000000000000000");
  EXPECT_EQ(parse_decimal(format_decimal(0.1 + 0.2)), 0.1 + 0.2);
  EXPECT_EQ(parse_decimal(format_decimal(std::numeric_limits<double>::max())), std::numeric_limits<double>::max());
}

TEST(ParseWholeRange, TakesOneNumber) {
  EXPECT_THAT(parse_whole_range("64", 1, 64), ElementsAre(64U));
}

TEST(ParseWholeRange, MultipliesUpToTheEnd) {
  EXPECT_THAT(parse_whole_range("1024..16384*2", 1, 1 << 20), ElementsAre(1024U, 2048U, 4096U, 8192U, 16384U));
  EXPECT_THAT(parse_whole_range("1..10*3", 1, 64), ElementsAre(1U, 3U, 9U)) << "the end is not passed";
  EXPECT_THAT(parse_whole_range("5..5*2", 1, 64), ElementsAre(5U));
}

TEST(ParseWholeRange, RefusesWhatIsNoNumberInBounds) {
  EXPECT_EQ(whole_range_error("0"), "'0' is not a whole number from 1 to 1000000.");
  EXPECT_EQ(whole_range_error("1e3"), "'1e3' is not a whole number from 1 to 1000000.");
  EXPECT_EQ(whole_range_error("-4"), "'-4' is not a whole number from 1 to 1000000.");
  EXPECT_EQ(whole_range_error("1..2000000*2"), "'2000000' is not a whole number from 1 to 1000000.");
  EXPECT_EQ(whole_range_error("..8*2"), "'' is not a whole number from 1 to 1000000.");
}

TEST(ParseWholeRange, RefusesRangesWithoutAFactor) {
  for (const char* text : {"1..8", "1..8*", "1..8*1", "1..8*0", "1..8*-2", "1..8*1.5", "1..8*1025", "1..8*2*2"}) {
    EXPECT_THAT(whole_range_error(text), HasSubstr("is not a range: write first..last*factor")) << text;
  }
}

TEST(ParseWholeRange, RefusesRangesThatGoDown) {
  EXPECT_THAT(whole_range_error("8..1*2"), HasSubstr("'8..1*2' is empty"));
  EXPECT_THAT(whole_range_error("0..8*2", 0), HasSubstr("above 0")) << "0 times 2 never ends";
}

}  // namespace
}  // namespace l2bench
