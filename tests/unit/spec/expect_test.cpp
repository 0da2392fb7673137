// The key `expect`: reading, refusing, writing back.
#include "l2bench/expect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "l2bench/error.hpp"
#include "l2bench/expect_cases.hpp"
#include "l2bench/spec_io.hpp"

namespace l2bench {
namespace {

using ::testing::HasSubstr;

Spec spec_with(const std::string& claims) {
  return parse_spec({.path = "s.json",
                     .text = R"({"shape": "4096x4096", "prep": ["none", "read", "zero"], "timer": ["event", "kernel"],
"expect": )" + claims + "}",
                     .flags = {}});
}

struct Wrong {
  const char* claims;
  const char* place;
  const char* reason;
};
class Refused : public ::testing::TestWithParam<Wrong> {};

TEST_P(Refused, WithItsPlaceAndWhatIsAllowed) {
  const auto& [claims, place, reason] = GetParam();
  try {
    spec_with(claims);
    FAIL() << "must throw";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr(place));
    EXPECT_THAT(error.what(), HasSubstr(reason));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Claims, Refused,
    ::testing::Values(
        Wrong{R"({})", "s.json:2:11: /expect", "list of claims"}, Wrong{R"([7])", "/expect/0", "object"},
        Wrong{R"([{"of": {}}])", "/expect/0", "'claim' is missing"},
        Wrong{R"([{"claim": "rnage", "of": {}}])", "/expect/0/claim", "did you mean 'range'?"},
        Wrong{R"([{"claim": "range", "most": 1}])", "/expect/0", "needs the key 'of'"},
        Wrong{R"([{"claim": "range", "of": {}, "moost": 1}])", "/expect/0/moost", "did you mean 'most'?"},
        Wrong{R"([{"claim": "range", "of": {}}])", "/expect/0", "without 'least' or 'most'"},
        Wrong{R"([{"claim": "range", "of": {}, "most": "1"}])", "/expect/0/most", "must be a number"},
        Wrong{R"([{"claim": "range", "of": {}, "least": 2, "most": 1}])", "/expect/0/least", "above 'most'"},
        Wrong{R"([{"claim": "range", "of": {}, "value": "median", "most": 1}])", "/expect/0/value", "median_ns"},
        Wrong{R"([{"claim": "range", "of": {"perp": "read"}, "most": 1}])", "/expect/0/of/perp",
              "did you mean 'prep'?"},
        Wrong{R"([{"claim": "range", "of": {"prep": "raed"}, "most": 1}])", "/expect/0/of/prep", "raed"},
        Wrong{R"([{"claim": "range", "of": {"prep": ["read", "write"], "timer": "stamp"}, "most": 1}])", "/expect/0/of",
              "selects no case"},
        Wrong{R"([{"claim": "ratio", "of": {"prep": "zero"}, "to": {"prep": "write"}, "most": 1}])", "/expect/0/to",
              "has 0 partners"},
        Wrong{R"([{"claim": "ratio", "of": {"prep": "zero"}, "to": {"prep": ["read", "none"]}, "most": 1}])",
              "/expect/0/to", "has 2 partners"},
        Wrong{R"([{"claim": "agree", "of": {}, "timers": ["event"], "most": 1}])", "/expect/0/timers", "two timers"},
        Wrong{R"([{"claim": "order", "of": {}, "by": "prep", "words": ["none"]}])", "/expect/0/words", "two words"},
        Wrong{R"([{"name": "a", "claim": "range", "of": {}, "most": 1},
                  {"name": "a", "claim": "range", "of": {}, "most": 1}])",
              "/expect/1", "two claims"}));

TEST(Expect, IsReadWithItsDefaults) {
  const Spec spec = spec_with(R"([{"claim": "range", "of": {"prep": "zero", "timer": "event"}, "most": 15000}])");
  ASSERT_EQ(spec.expect.size(), 1u);
  EXPECT_EQ(spec.expect[0].name, "claim 1");
  EXPECT_EQ(spec.expect[0].value, Quantity::median_ns);
  EXPECT_EQ(spec.expect[0].most, 15000.0);
  EXPECT_FALSE(spec.expect[0].least.has_value());
}

TEST(Expect, IsWrittenSoThatItIsReadBackToTheSame) {
  const Spec spec = spec_with(R"([
    {"claim": "range", "of": {}, "least": 1, "most": 15000},
    {"claim": "ratio", "of": {"prep": "zero"}, "to": {"prep": "read"}, "least": 1.05},
    {"claim": "difference", "value": "dram_bytes", "of": {"prep": "zero"}, "to": {"prep": "read"}, "most": 3e7},
    {"claim": "order", "of": {}, "by": "prep", "words": ["none", "read", "zero"]},
    {"claim": "monotone", "of": {"prep": "zero"}, "over": "flush_bytes", "slack": 0.01},
    {"claim": "linear", "value": "prep_time_ns", "of": {"prep": "zero"}, "over": "flush_bytes", "most": 0.05},
    {"claim": "agree", "of": {"prep": "zero"}, "to": {"prep": "read"}, "timers": ["event", "kernel"], "most": 0.1}])");
  const Spec again = parse_spec({.path = "", .text = to_json(spec).dump(), .flags = {}});
  EXPECT_EQ(again.expect, spec.expect);
}

TEST(Expect, TheSpecOfTheHandoffStudysFourConditionsIsOne) {
  std::ifstream file(std::string(L2BENCH_SOURCE_DIR) + "/configs/scrub_conditions.json");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const Spec spec = parse_spec({.path = "scrub_conditions.json", .text = text, .flags = {}});
  std::vector<ExpectKind> kinds;
  for (const Expectation& e : spec.expect) kinds.push_back(e.kind);
  EXPECT_THAT(kinds, ::testing::ElementsAre(ExpectKind::agree, ExpectKind::linear, ExpectKind::monotone,
                                            ExpectKind::difference));
}

TEST(Selector, APrepWithoutASizeMeansAnySizeAndWithOneThatSize) {
  Case c;
  c.prep = parse_prep("read:256MiB+zero:8MiB");
  EXPECT_TRUE(selects({{{"prep", {"read+zero"}}}}, c));
  EXPECT_TRUE(selects({{{"prep", {"read:256MiB+zero"}}}}, c));
  EXPECT_FALSE(selects({{{"prep", {"read:128MiB+zero"}}}}, c));
  EXPECT_FALSE(selects({{{"prep", {"zero"}}}}, c));
}

TEST(ExpectTables, HaveTheirRowsInTheOrderOfTheirEnums) {
  for (std::size_t i = 0; i < expect_kind_table.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(expect_kind_table[i].value), i);
  }
  for (std::size_t i = 0; i < quantity_table.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(quantity_table[i].value), i);
  }
}

}  // namespace
}  // namespace l2bench
