#include "l2bench/json_limits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using ::testing::HasSubstr;

constexpr JsonLimits limits{.bytes = 100, .depth = 3};

std::string error_of(std::string_view text) {
  try {
    parse_limited(text, limits);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ParseLimited, ReadsWhatIsWithinItsLimits) {
  EXPECT_EQ(parse_limited(R"({"a": [[1]]})", limits).at("a")[0][0], 1);
  EXPECT_EQ(error_of(R"(["[[[[ no brackets", "\"[[[["])"), "no error");
}

TEST(ParseLimited, RefusesWhatIsTooDeepOrTooLong) {
  EXPECT_THAT(error_of("[[[[1]]]]"), HasSubstr("deeper than 3"));
  EXPECT_THAT(error_of("[[[["), HasSubstr("deeper than 3"));
  EXPECT_THAT(error_of(std::string(101, ' ')), HasSubstr("at most 100"));
}

TEST(ParseLimited, SaysWhatIsNoJson) {
  EXPECT_THAT(error_of("{"), HasSubstr("line 1, column 2"));
  EXPECT_THAT(error_of("1e999"), HasSubstr("number overflow"));
}

}  // namespace
}  // namespace l2bench
