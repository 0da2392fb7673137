#include "l2bench/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace l2bench {
namespace {

using ::testing::HasSubstr;
constexpr std::array<std::string_view, 5> steps{"zero", "read", "write", "discard", "nop"};

TEST(DidYouMean, FindsTheClosestWord) {
  EXPECT_EQ(did_you_mean("reed", steps), "read");
  EXPECT_EQ(did_you_mean("zeros", steps), "zero");
  EXPECT_EQ(did_you_mean("discrad", steps), "discard");
  EXPECT_EQ(did_you_mean("wirte", steps), "write");
}

TEST(DidYouMean, TakesCaseForASlip) {
  EXPECT_EQ(did_you_mean("READ", steps), "read");
}

TEST(DidYouMean, CountsASwapOfNeighboursAsOneSlip) {
  constexpr std::array<std::string_view, 1> one{"nop"};
  EXPECT_EQ(did_you_mean("npo", one), "nop");
}

TEST(DidYouMean, StaysSilentOnWordsThatAreFarOff) {
  EXPECT_EQ(did_you_mean("banana", steps), std::nullopt);
  EXPECT_EQ(did_you_mean("rxxd", steps), std::nullopt);
  EXPECT_EQ(did_you_mean("", steps), std::nullopt);
}

TEST(DidYouMean, DoesNotReplaceAWholeShortWord) {
  constexpr std::array<std::string_view, 1> one{"x"};
  EXPECT_EQ(did_you_mean("y", one), std::nullopt);
}

TEST(DidYouMean, DoesNotMeasureAbsurdTexts) {
  EXPECT_EQ(did_you_mean(std::string(1'000'000, 'r'), steps), std::nullopt);
}

TEST(DidYouMean, PrefersTheFirstOfEquallyCloseWords) {
  constexpr std::array<std::string_view, 2> two{"MiB", "MB"};
  EXPECT_EQ(did_you_mean("mib", two), "MiB");
  constexpr std::array<std::string_view, 2> tie{"abcx", "abcy"};
  EXPECT_EQ(did_you_mean("abcz", tie), "abcx");
}

TEST(DidYouMean, PrefersAWordThatWasCutShort) {
  constexpr std::array<std::string_view, 3> words{"on", "off", "auto"};
  EXPECT_EQ(did_you_mean("of", words), "off");
}

TEST(Suggestion, IsAClauseOrNothing) {
  EXPECT_EQ(suggestion("reed", steps), " (did you mean 'read'?)");
  EXPECT_EQ(suggestion("banana", steps), "");
}

TEST(InQuotes, KeepsPlainTextAndUtf8) {
  EXPECT_EQ(in_quotes("4096x0"), "'4096x0'");
  EXPECT_EQ(in_quotes("µs"), "'µs'");
  EXPECT_EQ(in_quotes(""), "''");
}

TEST(InQuotes, ShowsControlCharactersAsCodes) {
  EXPECT_EQ(in_quotes("\x1b[2J"), "'\\x1b[2J'");
  EXPECT_EQ(in_quotes("a\nb\x7f"), "'a\\x0ab\\x7f'");
  EXPECT_EQ(in_quotes("\xC2\x9B"), "'\\xc2\\x9b'") << "a C1 control character";
}

TEST(InQuotes, ShowsBytesThatAreNoUtf8AsCodes) {
  EXPECT_EQ(in_quotes("\xff"), "'\\xff'");
  EXPECT_EQ(in_quotes("\xC3"), "'\\xc3'") << "cut off";
  EXPECT_EQ(in_quotes("\xC0\xAF"), "'\\xc0\\xaf'") << "overlong";
}

TEST(InQuotes, CutsLongTexts) {
  const std::string cut = in_quotes(std::string(1000, 'a'));
  EXPECT_LT(cut.size(), 100U);
  EXPECT_THAT(cut, HasSubstr("aaa...'"));
}

TEST(Printable, HasNoQuotesAndTheLengthAskedFor) {
  EXPECT_EQ(printable("a\tb"), "a\\x09b");
  EXPECT_EQ(printable("abcdef", 3), "abc...");
}

TEST(IsUtf8, RefusesWhatJsonCannotHold) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80"));
  EXPECT_FALSE(is_utf8("\x80"));
  EXPECT_FALSE(is_utf8("\xC1\x81")) << "overlong";
  EXPECT_FALSE(is_utf8("\xE0\x80\x80")) << "overlong";
  EXPECT_FALSE(is_utf8("\xF0\x80\x80\x80")) << "overlong";
  EXPECT_FALSE(is_utf8("\xED\xA0\x80")) << "surrogate";
  EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80")) << "above U+10FFFF";
  EXPECT_FALSE(is_utf8("\xF5\x80\x80\x80")) << "no lead byte";
  EXPECT_FALSE(is_utf8("\xE2\x82")) << "cut off";
}

TEST(Printable, ShowsWhatTurnsATextRoundAsCodes) {
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b"),
            "a\\xe2\\x80\\xaeb")
      << "right-to-left override";
  EXPECT_EQ(printable("\xE2\x81\xA6"), "\\xe2\\x81\\xa6") << "isolate";
  EXPECT_EQ(printable("\xE2\x80\x8B"), "\\xe2\\x80\\x8b") << "of no width";
  EXPECT_EQ(printable("\xF3\xA0\x81\x81", 100), "\\xf3\\xa0\\x81\\x81") << "a tag";
  EXPECT_EQ(printable("\xE2\x80\x94 \xE4\xB8\xAD"), "\xE2\x80\x94 \xE4\xB8\xAD") << "a dash and a letter stay";
}

TEST(PrintableLines, KeepsEndsOfLines) {
  EXPECT_EQ(printable_lines("a\nb\x1b"), "a\nb\\x1b");
}

TEST(SafeJson, MeansTheSameAndDrivesNoTerminal) {
  EXPECT_EQ(safe_json("{\n \"a\": \"\xC2\x9B\xE2\x80\xAE\x7F\xC2\xB5\"}"),
            "{\n \"a\": \"\\u009b\\u202e\\u007f\xC2\xB5\"}");
  EXPECT_EQ(safe_json("\"\xF3\xA0\x81\x81\""), "\"\\udb40\\udc41\"");
}

}  // namespace
}  // namespace l2bench
