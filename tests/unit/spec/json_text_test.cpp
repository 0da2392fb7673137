#include "spec/json_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "helpers.hpp"
#include "spec/json_walk.hpp"

namespace l2bench {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string parse_error(std::string_view text) {
  return usage_error([&] { JsonText("s.json", text).parse(); });
}

TEST(JsonWalk, VisitsEveryValueInTheOrderWritten) {
  std::vector<std::string> spots;
  walk_json(R"( {"a": [1, {"b": "x\"]"}], "c": {}, "d": [], "e": -1.5e3} )", [&](const JsonSpot& spot) {
    spots.push_back(std::string(spot.pointer) + '@' + std::to_string(spot.value_offset));
    return true;
  });
  EXPECT_THAT(spots, ElementsAre("@1", "/a@7", "/a/0@8", "/a/1@11", "/a/1/b@17", "/c@32", "/d@41", "/e@50"));
}

TEST(JsonWalk, StopsWhenAsked) {
  int visits = 0;
  walk_json("[1, [2, 3], 4]", [&](const JsonSpot&) { return ++visits < 3; });
  EXPECT_EQ(visits, 3);
}

TEST(JsonWalk, DecodesAndEscapesKeys) {
  std::vector<std::string> pointers;
  walk_json(R"({"a\u002fb~": 1})", [&](const JsonSpot& spot) {
    pointers.emplace_back(spot.pointer);
    return true;
  });
  EXPECT_THAT(pointers, ElementsAre("", "/a~1b~0"));
}

TEST(JsonText, FindsValuesByLineAndColumn) {
  const JsonText text("s.json", "{\n  \"shape\": [\"1x1\",\n    \"bad\"],\r\n\t\"groups\": [{\"rows\": 3}]\n}\n");
  EXPECT_EQ(text.where("/shape/1"), "s.json:3:5: /shape/1: ");
  EXPECT_EQ(text.where("/groups/0/rows"), "s.json:4:22: /groups/0/rows: ");
  EXPECT_EQ(text.where("/groups/0/rows", JsonText::Part::key), "s.json:4:14: /groups/0/rows: ");
  EXPECT_EQ(text.where(""), "s.json:1:1: ");
}

TEST(JsonText, CountsCharactersNotBytes) {
  const JsonText text("s.json", "{\"\xC3\xA4\": 1, \"b\": 2}");
  EXPECT_EQ(text.where("/b"), "s.json:1:15: /b: ");
}

TEST(JsonText, SkipsAByteOrderMark) {
  const JsonText text("s.json", "\xEF\xBB\xBF{\"a\": 1}");
  EXPECT_EQ(text.parse(), nlohmann::json({{"a", 1}}));
  EXPECT_EQ(text.where("/a"), "s.json:1:7: /a: ");
}

TEST(JsonText, NamesTheFirstKeyThatIsWrittenTwice) {
  EXPECT_EQ(parse_error("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}"), "s.json:3:2: '/a' is written twice. Keep one.");
  EXPECT_EQ(parse_error(R"({"g": [{"x": 1}, {"x": 1, "\u0078": 2}]})"),
            "s.json:1:27: '/g/1/x' is written twice. Keep one.");
  EXPECT_EQ(parse_error(R"([{"x": 1}, {"x": 1}])"), "accepted") << "other objects";
  EXPECT_EQ(parse_error(R"({"x": {"x": 1}})"), "accepted") << "other levels";
}

TEST(JsonText, NamesSyntaxErrorsByLineAndColumn) {
  EXPECT_THAT(parse_error("{\n  \"a\": nul\n}"), AllOf(StartsWith("s.json:2:11: not JSON: "), HasSubstr("invalid")));
  EXPECT_THAT(parse_error("{\"a\": 1,}"), StartsWith("s.json:1:9: not JSON: syntax error"));
  EXPECT_THAT(parse_error("{\"a\" 1}"), StartsWith("s.json:1:6: not JSON: "));
  EXPECT_THAT(parse_error("[1] x"), StartsWith("s.json:1:5: not JSON: "));
  EXPECT_THAT(parse_error("[1"), HasSubstr("unexpected end of input"));
  EXPECT_THAT(parse_error(""), StartsWith("s.json:1:1: not JSON: "));
  EXPECT_THAT(parse_error("// no comments\n{}"), StartsWith("s.json:1:1: not JSON: "));
}

TEST(JsonText, RefusesNumbersThatAreNone) {
  for (const char* text : {"[NaN]", "[Infinity]", "[-Infinity]", "[+1]", "[.5]", "[01]", "[0x10]"}) {
    EXPECT_THAT(parse_error(text), HasSubstr("not JSON")) << text;
  }
  EXPECT_THAT(parse_error("{\"name\": \"1e999\",\n\"warmup_s\": 1e999}"),
              AllOf(StartsWith("s.json:2:"), HasSubstr("number overflow parsing '1e999'")));
}

TEST(JsonText, RefusesBytesThatAreNoUtf8) {
  EXPECT_THAT(parse_error("{\"a\": \"\xff\"}"), AllOf(StartsWith("s.json:1:8: not JSON: "), HasSubstr("UTF-8")));
}

TEST(JsonText, LimitsDepth) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + '1' + std::string(depth, ']'); };
  EXPECT_EQ(parse_error(nested(32)), "accepted");
  EXPECT_EQ(parse_error(nested(33)), "s.json:1:34: it is nested deeper than 32 brackets.");
  EXPECT_THAT(parse_error(nested(1'000'000)), HasSubstr("nested deeper"));
  EXPECT_THAT(parse_error(std::string(1'000'000, '[')), HasSubstr("not JSON"));
}

TEST(JsonText, LimitsLength) {
  const std::string fits = '"' + std::string(4 * 1024 * 1024 - 2, 'a') + '"';
  EXPECT_EQ(parse_error(fits), "accepted");
  EXPECT_EQ(parse_error(fits + ' '), "s.json: it has 4194305 bytes; a spec has at most 4194304.");
}

TEST(JsonText, ShowsControlCharactersAsCodes) {
  EXPECT_THAT(file_error("{\"\\u001b[2J\": 1}"), HasSubstr("/\\x1b[2J: unknown key '\\x1b[2J'"));
}

}  // namespace
}  // namespace l2bench
