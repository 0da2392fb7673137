#include "l2bench/spec_keys.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "helpers.hpp"

namespace l2bench {
namespace {

using nlohmann::json;
using ::testing::MatchesRegex;
using ::testing::Not;

json file_json(const std::string& path) {
  std::ifstream file(std::string(L2BENCH_SOURCE_DIR) + "/" + path);
  EXPECT_TRUE(file.is_open()) << path;
  return json::parse(file);
}

const json& schema() {
  static const json schema = file_json("schema/spec.schema.json");
  return schema;
}

std::set<std::string> keys_of(const json& properties) {
  std::set<std::string> keys;
  for (const auto& [key, value] : properties.items()) keys.insert(key);
  return keys;
}

std::set<std::string> keys_of_table(bool axes_only) {
  std::set<std::string> keys;
  for (const SpecKey& row : spec_key_table) {
    if (row.axis || !axes_only) keys.insert(std::string(row.key));
  }
  return keys;
}

/// What the schema allows for one value of a key.
const json& rule_of(const SpecKey& row) {
  const std::string key(row.key);
  return row.axis ? schema()["definitions"]["one_" + key] : schema()["properties"][key];
}

TEST(SpecSchema, HasTheKeysOfTheTable) {
  std::set<std::string> all = keys_of_table(false);
  all.insert(std::string(ignored_key));
  EXPECT_EQ(keys_of(schema()["properties"]), all);
  EXPECT_EQ(keys_of(schema()["properties"]["groups"]["items"]["properties"]), keys_of_table(true));
}

TEST(SpecSchema, AllowsNoOtherKeys) {
  EXPECT_EQ(schema()["additionalProperties"], false);
  EXPECT_EQ(schema()["properties"]["groups"]["items"]["additionalProperties"], false);
  EXPECT_EQ(schema()["$schema"], "http://json-schema.org/draft-07/schema#");
  EXPECT_TRUE(schema()["$id"].is_string());
}

TEST(SpecSchema, TakesOneValueOrAListOfEachAxis) {
  for (const std::string& key : keys_of_table(true)) {
    const json one = {{"$ref", "#/definitions/one_" + key}};
    EXPECT_EQ(schema()["definitions"][key]["anyOf"], json({one, {{"type", "array"}, {"minItems", 1}, {"items", one}}}));
    const json axis = {{"$ref", "#/definitions/" + key}};
    EXPECT_EQ(schema()["properties"][key], axis);
    EXPECT_EQ(schema()["properties"]["groups"]["items"]["properties"][key], axis);
  }
}

TEST(SpecSchema, HasTheWordsOfTheTables) {
  for (const SpecKey& row : spec_key_table) {
    if (row.kind != KeyKind::word) continue;
    EXPECT_EQ(rule_of(row)["enum"], json(words_of_key(row.key))) << row.key;
  }
}

TEST(SpecSchema, HasTheLimitsOfTheTable) {
  for (const SpecKey& row : spec_key_table) {
    if (row.kind != KeyKind::whole && row.kind != KeyKind::seconds) continue;
    const json& rule = row.key == "rows" ? rule_of(row)["anyOf"][0] : rule_of(row);
    if (row.key == "schema_version") {
      EXPECT_EQ(rule["const"], row.most);
      continue;
    }
    EXPECT_EQ(rule["type"], row.kind == KeyKind::whole ? "integer" : "number") << row.key;
    EXPECT_EQ(rule["minimum"], row.least) << row.key;
    EXPECT_EQ(rule["maximum"], row.most) << row.key;
  }
}

TEST(SpecSchema, AgreesWithTheParserOnTexts) {
  struct Text {
    const char* key;
    const char* flag;
    std::vector<std::string> good;
    std::vector<std::string> bad;
  };
  const std::vector<Text> texts{
      {"shape", "--shape", {"4096x4096", "1..8*2x4..8*2"}, {"4096", "24M", "-1x8", "4096x4096x", "1e3x8", "1..8x8"}},
      {"prep",
       "--flush",
       {"zero+read", "write:1.5xL2+discard", "rotate-each", "none", "read+nop+touch", "memset:1"},
       {"reed", "zero+", "none+read", "", "zero:"}},
      {"flush_size",
       "--flush-size",
       {"64MiB", "1.5GiB", "3xL2", "0.25x", "4096", "4MiB..8MiB*2"},
       {"64M", "-1", "", "4MiB..8MiB"}},
      {"protect",
       "--protect",
       {"none", "input", "input:0.5", "set-aside", "foreign:1"},
       {"weights", "set-aside:0.5", ""}},
      {"stop", "--stop", {"fixed", "rel-ci=0.5%"}, {"rel-ci=0.5", "rel-ci=%", ""}},
      {"mem_limit", "--mem-limit", {"8GiB"}, {"8G", "1GiB..8GiB*2"}},
      {"device", "--device", {"0", "GPU-1a", "00000000:3B:00.0", "model:x"}, {"a b", ""}}};
  for (const Text& text : texts) {
    const bool axis = schema()["definitions"].contains(std::string("one_") + text.key);
    const json& rule =
        axis ? schema()["definitions"][std::string("one_") + text.key] : schema()["properties"][text.key];
    const auto pattern = rule["pattern"].get<std::string>();
    const auto flags = [&](const std::string& value) {
      return std::string(text.key) == "shape" ? Flags{{text.flag, value}}
                                              : Flags{{"--shape", "1x8"}, {text.flag, value}};
    };
    for (const std::string& good : text.good) {
      EXPECT_THAT(good, MatchesRegex(pattern));
      EXPECT_EQ(flags_error(flags(good)), "accepted") << good;
    }
    for (const std::string& bad : text.bad) {
      EXPECT_THAT(bad, Not(MatchesRegex(pattern)));
      EXPECT_NE(flags_error(flags(bad)), "accepted") << bad;
    }
  }
}

TEST(SpecKeys, NamesEveryStepAndPolicyInTheSchema) {
  const auto pattern = schema()["definitions"]["one_prep"]["pattern"].get<std::string>();
  for (const StepRow& row : step_table) EXPECT_THAT(std::string(row.word), MatchesRegex(pattern));
  for (const PolicyRow& row : policy_table) EXPECT_THAT(std::string(row.word), MatchesRegex(pattern));
}

TEST(SpecKeys, HaveFlagsThatAreUnique) {
  std::set<std::string> seen;
  for (const SpecKey& row : spec_key_table) {
    if (row.flags.empty()) continue;
    for (const std::string_view flag : split(row.flags, ',')) {
      EXPECT_TRUE(flag.starts_with("--")) << flag;
      EXPECT_TRUE(seen.insert(std::string(flag)).second) << flag;
    }
    EXPECT_FALSE(row.heading.empty()) << row.key;
    EXPECT_EQ(row.value_name.empty(), row.argument == FlagArgument::none) << row.key;
    EXPECT_EQ(row.implied.empty(), row.argument == FlagArgument::required) << row.key;
  }
}

TEST(SpecKeys, TellTheDefaultsThatAreFilledIn) {
  const json defaults = to_json(parse_flags({{"--shape", "1x8"}}));
  for (const SpecKey& row : spec_key_table) {
    if (row.fallback.empty()) continue;
    const Flags flags{{"--shape", "1x8"}, {std::string(split(row.flags, ',').front()), std::string(row.fallback)}};
    EXPECT_EQ(to_json(parse_flags(flags)), defaults) << row.key;
  }
}

TEST(SpecKeys, HelpNamesWordsAndDefault) {
  const auto help = [](std::string_view flag) {
    for (const SpecKey& row : spec_key_table) {
      if (row.flags == flag) return help_of(row);
    }
    return std::string("no such flag");
  };
  EXPECT_EQ(help("--timer"), "what reads the time: event stamp kernel (default event)");
  EXPECT_EQ(help("--samples"), "samples per case and process (default 3000)");
  EXPECT_EQ(help("--require-counters"), "the same as --counters=required");
  EXPECT_EQ(help("--tag"), "a label of your own, such as runner=a100-1; repeatable");
}

}  // namespace
}  // namespace l2bench
