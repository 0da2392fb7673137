#include "report/html.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/policy.hpp"

namespace l2bench {
namespace {

TEST(HtmlText, MarkupIsText) {
  EXPECT_EQ(html_text("<script>alert('x')</script>&\"]]>"),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&quot;]]&gt;");
}

TEST(HtmlText, ControlCharactersAndBrokenUtf8AreSpelledOut) {
  EXPECT_EQ(html_text("a\x1b[31m\xff"), "a\\x1b[31m\\xff");
}

TEST(ScriptJson, NothingEndsTheElementOrOpensAComment) {
  const nlohmann::json hostile = {{"</script>", "<!-- <script> ]]> & \u2028"}};
  const std::string text = script_json(hostile);
  EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(text), hostile);
}

TEST(HtmlTable, LongTablesAreFoldedAndNumbersAreMarked) {
  Table table{{{"prep", false}, {"median", true}}, {{"<b>", "14.3 µs"}}};
  const std::string shown = html_table(table, "The numbers");
  EXPECT_NE(shown.find("<details open>"), std::string::npos);
  EXPECT_NE(shown.find("<td>&lt;b&gt;</td><td class=\"number\">14.3 µs</td>"), std::string::npos);
  table.rows.assign(13, {"read", "14.3 µs"});
  EXPECT_EQ(html_table(table, "The numbers").find("<details open>"), std::string::npos);
}

TEST(Base64OfHex, AgreesWithTheExamplesOfRfc4648) {
  EXPECT_EQ(base64_of_hex(""), "");
  EXPECT_EQ(base64_of_hex("66"), "Zg==");
  EXPECT_EQ(base64_of_hex("666f"), "Zm8=");
  EXPECT_EQ(base64_of_hex("666f6f626172"), "Zm9vYmFy");
}

TEST(Policy, AllowsNothingButTheFilesBuiltIn) {
  const std::string policy = content_security_policy();
  EXPECT_EQ(policy.find("default-src 'none'; script-src 'sha256-"), 0U);
  EXPECT_EQ(policy.find("unsafe"), std::string::npos);
  EXPECT_EQ(policy.find("http"), std::string::npos);
}

}  // namespace
}  // namespace l2bench
