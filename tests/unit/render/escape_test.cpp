#include "render/escape.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace l2bench {
namespace {

TEST(Shown, ControlCharactersCannotReachATerminal) {
  EXPECT_EQ(shown("\x1b[31mred\x07\r\n\t\x7f"), "\\x1b[31mred\\x07\\x0d\\x0a\\x09\\x7f");
  EXPECT_EQ(shown("\xc2\x9b"
                  "31m"),
            "\\xc2\\x9b31m");
  EXPECT_EQ(shown("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(shown("Größe 14 µs"), "Größe 14 µs");
}

TEST(Shown, NothingIsCutOff) {
  EXPECT_EQ(shown(std::string(5000, 'x')).size(), 5000U);
}

TEST(CsvText, QuotesOnlyWhereRfc4180AsksForIt) {
  EXPECT_EQ(csv_text("read:256MiB"), "read:256MiB");
  EXPECT_EQ(csv_text("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_text("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(csv_text("two\r\nlines"), "two\\x0d\\x0alines");
  EXPECT_EQ(csv_text(""), "");
}

TEST(CsvText, NothingIsAFormula) {
  EXPECT_EQ(csv_text("=1+1"), "'=1+1");
  EXPECT_EQ(csv_text("+1"), "'+1");
  EXPECT_EQ(csv_text("-1"), "'-1");
  EXPECT_EQ(csv_text("@SUM(A1,B1)"), "\"'@SUM(A1,B1)\"");
  EXPECT_EQ(csv_text("\t=1"), "'\\x09=1");
  EXPECT_EQ(csv_text("a=1"), "a=1");
}

TEST(MarkdownText, MarksAreEscaped) {
  EXPECT_EQ(markdown_text("a|b"), "a\\|b");
  EXPECT_EQ(markdown_text("*b* _i_ `c` ~s~"), "\\*b\\* \\_i\\_ \\`c\\` \\~s\\~");
  EXPECT_EQ(markdown_text("<b>&amp;[x](y)"), "\\<b\\>\\&amp;\\[x\\](y)");
  EXPECT_EQ(markdown_text("back\\slash"), "back\\\\slash");
  EXPECT_EQ(markdown_text("two\nlines"), "two\\\\x0alines");
}

TEST(DisplayWidth, CountsCharactersAndNotBytes) {
  EXPECT_EQ(display_width("14.53 µs"), 8U);
  EXPECT_EQ(display_width(""), 0U);
}

TEST(EveryFormat, ShowsATextThatTurnsRoundAsCodes) {
  const std::string hostile =
      "\xE2\x80\xAE"
      "evil";
  for (const std::string& safe : {shown(hostile), csv_text(hostile), markdown_text(hostile)}) {
    EXPECT_EQ(safe.find("\xE2\x80\xAE"), std::string::npos) << safe;
  }
}

}  // namespace
}  // namespace l2bench
