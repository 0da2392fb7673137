#include "l2bench/size.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Size bytes(std::uint64_t n) {
  return {.bytes = n};
}
constexpr Size times_l2(double m) {
  return {.l2_multiple = m};
}

template <typename Parse>
std::string error_of(Parse parse, std::string_view text) {
  try {
    parse(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ParseSize, TakesBinaryAndDecimalUnitsForWhatTheyMean) {
  EXPECT_EQ(parse_size("4096"), bytes(4096));
  EXPECT_EQ(parse_size("64KiB"), bytes(65536));
  EXPECT_EQ(parse_size("64KB"), bytes(64000));
  EXPECT_EQ(parse_size("256MiB"), bytes(268435456));
  EXPECT_EQ(parse_size("256MB"), bytes(256000000));
  EXPECT_EQ(parse_size("2GiB"), bytes(2147483648));
  EXPECT_EQ(parse_size("2GB"), bytes(2000000000));
}

TEST(ParseSize, TakesDecimalsThatComeToWholeBytes) {
  EXPECT_EQ(parse_size("1.5MiB"), bytes(1572864));
  EXPECT_EQ(parse_size("1.50KiB"), bytes(1536));
  EXPECT_EQ(parse_size("0.000000001GB"), bytes(1));
  EXPECT_THAT(error_of(parse_size, "0.3KiB"), HasSubstr("must come to whole bytes"));
  EXPECT_THAT(error_of(parse_size, "1.5"), HasSubstr("must come to whole bytes"));
  EXPECT_THAT(error_of(parse_size, "0.0009765625GiB"), HasSubstr("9 decimals at most"));
}

TEST(ParseSize, TakesMultiplesOfL2) {
  EXPECT_EQ(parse_size("3xL2"), times_l2(3));
  EXPECT_EQ(parse_size("0.25x"), times_l2(0.25));
  EXPECT_EQ(parse_size("1024xL2"), times_l2(1024));
}

TEST(ParseSize, NamesTheTextAndTheAllowedForms) {
  EXPECT_EQ(error_of(parse_size, "12Q"),
            "'12Q' is not a size. Write bytes (4096), a number with KiB, MiB, GiB, KB, MB or GB (256MiB), or a "
            "multiple of L2 (1.5xL2).");
}

TEST(ParseSize, SuggestsTheUnitThatWasMeant) {
  EXPECT_THAT(error_of(parse_size, "256mib"), HasSubstr("did you mean 'MiB'?"));
  EXPECT_THAT(error_of(parse_size, "256MIB"), HasSubstr("did you mean 'MiB'?"));
  EXPECT_THAT(error_of(parse_size, "3xl2"), HasSubstr("did you mean 'xL2'?"));
}

TEST(ParseSize, RefusesJunk) {
  for (const char* text :
       {"",    "MiB", "-1",     "-1MiB",  "+1MiB",   "1 MiB", " 1MiB", "1MiB ",  "1e3",     "1e3MiB", "0x10",
        "inf", "nan", "nanMiB", "infxL2", "1..2MiB", "1.MiB", ".5MiB", "1,5MiB", "1MiBMiB", "1B"}) {
    EXPECT_THAT(error_of(parse_size, text), HasSubstr("is not a size")) << text;
  }
}

TEST(ParseSize, RefusesNothing) {
  for (const char* text : {"0", "0MiB", "0.0x", "0xL2", "0.0GiB"}) {
    EXPECT_THAT(error_of(parse_size, text), HasSubstr("a size is more than 0")) << text;
  }
}

TEST(ParseSize, RefusesTooMuchAndOverflow) {
  EXPECT_EQ(parse_size("1024GiB"), bytes(std::uint64_t{1} << 40));
  for (const char* text : {"1025GiB", "1024.5GiB", "1099511627777", "18446744073709551615GiB", "18446744073709551616",
                           "99999999999999999999999GiB", "17179869184GiB"}) {
    EXPECT_THAT(error_of(parse_size, text), HasSubstr("at most 1024GiB")) << text;
  }
  EXPECT_THAT(error_of(parse_size, "1025x"), HasSubstr("at most 1024xL2"));
  EXPECT_THAT(error_of(parse_size, "99999999999999999999x"), HasSubstr("at most 1024xL2"));
}

TEST(ParseSize, ShowsControlCharactersAsCodes) {
  EXPECT_THAT(error_of(parse_size, "\x1b[2J"), HasSubstr("'\\x1b[2J' is not a size"));
}

TEST(ParseSizeRange, TakesOneSize) {
  EXPECT_THAT(parse_size_range("4MiB"), ElementsAre(bytes(4 * MiB)));
}

TEST(ParseSizeRange, MultipliesUpToTheEnd) {
  EXPECT_THAT(parse_size_range("4MiB..32MiB*2"),
              ElementsAre(bytes(4 * MiB), bytes(8 * MiB), bytes(16 * MiB), bytes(32 * MiB)));
  EXPECT_THAT(parse_size_range("1MiB..10MiB*3"), ElementsAre(bytes(1 * MiB), bytes(3 * MiB), bytes(9 * MiB)));
  EXPECT_THAT(parse_size_range("512KiB..1MiB*2"), ElementsAre(bytes(512 * KiB), bytes(MiB)));
  EXPECT_THAT(parse_size_range("0.25x..1xL2*2"), ElementsAre(times_l2(0.25), times_l2(0.5), times_l2(1)));
  EXPECT_THAT(parse_size_range("0.1x..0.3x*3"), ElementsAre(times_l2(0.1), times_l2(0.3))) << "rounding of 0.1 * 3";
}

TEST(ParseSizeRange, RefusesOtherForms) {
  EXPECT_THAT(error_of(parse_size_range, "4MiB..32MiB"), HasSubstr("'4MiB..32MiB' is not a range"));
  EXPECT_THAT(error_of(parse_size_range, "4MiB..32MiB*1"), HasSubstr("whole factor from 2 to 1024"));
  EXPECT_THAT(error_of(parse_size_range, "32MiB..4MiB*2"), HasSubstr("'32MiB..4MiB*2' is empty"));
  EXPECT_THAT(error_of(parse_size_range, "2x..1x*2"), HasSubstr("is empty"));
  EXPECT_THAT(error_of(parse_size_range, "4MiB..3xL2*2"), HasSubstr("mixes bytes with multiples of L2"));
  EXPECT_THAT(error_of(parse_size_range, "..3xL2*2"), HasSubstr("'' is not a size"));
}

TEST(Resolve, GivesWholeLinesRoundedDown) {
  EXPECT_EQ(resolve(bytes(256 * MiB), 60 * MiB), 256 * MiB);
  EXPECT_EQ(resolve(times_l2(1.5), 60 * MiB), 90 * MiB);
  EXPECT_EQ(resolve(times_l2(0.25), 1000), 128U) << "250 bytes";
  EXPECT_EQ(resolve(bytes(1000), 60 * MiB), 896U);
}

TEST(Resolve, GivesOneLineAtLeast) {
  EXPECT_EQ(resolve(bytes(1), 60 * MiB), 128U);
  EXPECT_EQ(resolve(times_l2(0.0000001), 60 * MiB), 128U);
}

TEST(SizeText, ReadsBackToTheSameValue) {
  for (const Size& size :
       {bytes(1), bytes(127), bytes(1023), bytes(1024), bytes(1536), bytes(64000), bytes(1000000), bytes(65536000),
        bytes(3 * GiB), bytes(max_size_bytes), times_l2(1.5), times_l2(0.1 + 0.2), times_l2(1e-7), times_l2(1024)}) {
    EXPECT_EQ(parse_size(to_string(size)), size) << to_string(size);
  }
}

TEST(SizeText, IsShort) {
  EXPECT_EQ(to_string(bytes(256 * MiB)), "256MiB");
  EXPECT_EQ(to_string(bytes(64000)), "64KB");
  EXPECT_EQ(to_string(bytes(1536)), "1536");
  EXPECT_EQ(to_string(bytes(1024)), "1KiB");
  EXPECT_EQ(to_string(times_l2(1.5)), "1.5xL2");
  EXPECT_EQ(to_string(times_l2(0.00001)), "0.00001xL2") << "no exponent";
}

TEST(FormatBytes, UsesBinaryUnitsOnlyWhereExact) {
  EXPECT_EQ(format_bytes(0), "0");
  EXPECT_EQ(format_bytes(100), "100");
  EXPECT_EQ(format_bytes(1024), "1KiB");
  EXPECT_EQ(format_bytes(1536 * KiB), "1536KiB");
  EXPECT_EQ(format_bytes(256 * MiB), "256MiB");
  EXPECT_EQ(format_bytes(2 * GiB), "2GiB");
  EXPECT_EQ(format_bytes(64000), "64000");
}

}  // namespace
}  // namespace l2bench
