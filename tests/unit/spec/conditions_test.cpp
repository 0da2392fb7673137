#include "l2bench/conditions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "helpers.hpp"

namespace l2bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string protection_error(const std::string& text) {
  return usage_error([&] { parse_protection(text); });
}

std::string steal_error(const std::string& text) {
  return usage_error([&] { parse_steal(text); });
}

TEST(Protection, IsReadBackFromItsText) {
  for (const char* text : {"none", "input", "input:0.5", "set-aside", "foreign", "foreign:0.25"}) {
    EXPECT_EQ(to_string(parse_protection(text)), text);
  }
  EXPECT_EQ(to_string(parse_protection("input:1")), "input");
  EXPECT_FALSE(parse_protection("none").on());
  EXPECT_TRUE(parse_protection("set-aside").on());
}

TEST(Protection, RefusesWhatItCannotBe) {
  EXPECT_EQ(
      protection_error("inptu"),
      "'inptu' is not a protection (did you mean 'input'?). Write one of: none input set-aside foreign; input and "
      "foreign with a ratio above 0, at most 1, if wanted: input:0.5.");
  for (const char* text : {"", "input:", "input:0", "input:1.1", "input:-1", "none:1", "set-aside:0.5"}) {
    EXPECT_THAT(protection_error(text), HasSubstr("is not a protection")) << text;
  }
}

TEST(Steal, IsReadBackFromItsText) {
  for (const char* text : {"0", "10%", "100%", "l2:25%", "spin:50%"}) EXPECT_EQ(to_string(parse_steal(text)), text);
  EXPECT_EQ(to_string(parse_steal("dram:25%")), "25%");
  EXPECT_EQ(parse_steal("75%").percent, 75);
  EXPECT_FALSE(parse_steal("0").on());
}

TEST(Steal, RefusesWhatItCannotBe) {
  for (const char* text : {"", "25", "0%", "101%", "2.5%", "-1%", "spin", "spin:25", "spin:0", "disk:25%"}) {
    EXPECT_THAT(steal_error(text), HasSubstr("is not a theft")) << text;
  }
}

TEST(Conditions, AreAxes) {
  const Spec spec = parse_flags({{"--workload", "consume"},
                                 {"--shape", "24MiB"},
                                 {"--protect", "none,input"},
                                 {"--steal", "0,50%"},
                                 {"--flush", "read+produce"}});
  std::vector<std::string> keys;
  for (const Case& c : spec.cases) keys.push_back(case_key(c, place(c.prep, 60 * MiB)));
  const std::string alone = "consume/24MiB/m1/int8/read:256MiB+produce/event/stream";
  EXPECT_THAT(keys,
              ElementsAre(alone, alone + "/steal:50%", alone + "/protect:input", alone + "/protect:input/steal:50%"));
  EXPECT_THAT(reproduce_command(spec.cases[3], place(spec.cases[3].prep, 60 * MiB), spec),
              HasSubstr(" --launch stream --protect input --steal 50%"));
}

TEST(Conditions, SurviveTheEffectiveSpec) {
  const Spec spec = parse_file(R"({"workload": "consume", "shape": "24MiB", "protect": ["none", "input:0.5"],
                                   "steal": [0, "25%", "l2:25%"]})");
  EXPECT_EQ(spec.cases.size(), 6U);
  EXPECT_EQ(parse_file(to_json(spec).dump()).cases, spec.cases);
}

TEST(Conditions, AreNotForRotations) {
  EXPECT_THAT(flags_error({{"--shape", "1x8"}, {"--flush", "rotate"}, {"--protect", "input"}}),
              HasSubstr("--protect: a rotation has no one input to protect."));
  EXPECT_THAT(flags_error({{"--shape", "1x8"}, {"--flush", "rotate"}, {"--steal", "25%"}}),
              HasSubstr("--steal: nothing can be stolen"));
}

}  // namespace
}  // namespace l2bench
