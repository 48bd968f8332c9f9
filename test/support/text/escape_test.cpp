// Hostile text cannot leave its place, and all of it is visible.
#include "support/text/escape.h"

#include <gtest/gtest.h>

namespace romas {
namespace {

TEST(Escape, hiddenCharactersAreNamed) {
  for (const char32_t c : {U'\u202a', U'\u202e', U'\u2066', U'\u2069', U'\u200e', U'\u200f', U'\u061c',
                           U'\u200b', U'\u200d', U'\ufeff', U'\u2028', U'\u2029', U'\U000e0041', U'\u00ad'})
    EXPECT_TRUE(is_hidden(c)) << static_cast<unsigned>(c);
  EXPECT_TRUE(is_hidden(0x85));
  EXPECT_TRUE(is_hidden(0x7f));
  for (const char32_t c : {U' ', U'~', U'\u00a0', U'ü', U'机', U'\u2019', U'\U0001f916'})
    EXPECT_FALSE(is_hidden(c)) << static_cast<unsigned>(c);
  EXPECT_EQ(code_point_name(*first_hidden("a\u202e")), "U+202E");
  EXPECT_EQ(code_point_name(*first_hidden("a\xff")), "byte 0xFF");
  EXPECT_EQ(code_point_name(*first_hidden("\xf3\xa0\x81\x81")), "U+E0041");
  EXPECT_FALSE(first_hidden("ü b\tc\n"));  // white space is another rule's
}

TEST(Escape, oneLineIsOne) {
  EXPECT_EQ(one_line("a\r\n\tb\u2028c\u0085\u202e\xff\x01"),
            "a   b<U+2028>c<U+0085><U+202E><byte 0xFF><U+0001>");
  EXPECT_EQ(one_line(std::string(300, 'x')), std::string(kLongestShown, 'x') + "...");
  EXPECT_EQ(one_line("üüü", 5), "üü...");  // no half characters
  EXPECT_EQ(one_line("üü", 4), "üü");
}

TEST(Escape, commentsStayComments) {
  EXPECT_EQ(c_comment("*/ int evil; /*"), "* / int evil; / *");
  EXPECT_EQ(c_comment("/*/ *\\"), "/ * / * /");
  EXPECT_EQ(c_comment("trigraph ?\?/"), "trigraph ? ?/");
  EXPECT_EQ(c_comment("?\?\?\?"), "? ? ? ?");
  EXPECT_EQ(c_comment("back\\"), "back/");
  EXPECT_EQ(c_comment("http://x ** 7"), "http://x ** 7");
}

TEST(Escape, stringsAreExact) {
  EXPECT_EQ(c_string("a\"b\\c?\n1\u202e"), R"("a\"b\\c\077\0121\342\200\256")");
  EXPECT_EQ(c_string_inside(std::string("\0", 1)), "\\000");
}

TEST(Escape, stringsOfPythonAreExact) {
  EXPECT_EQ(python_string("plain 'text'"), R"("plain 'text'")");
  EXPECT_EQ(python_string("\"\\\n\x7f"), R"("\u0022\u005C\u000A\u007F")");
  EXPECT_EQ(python_string("ü机\U0001f916"), R"("\u00FC\u673A\U0001F916")");
  EXPECT_EQ(python_string("\xff"), R"("\uFFFD")");
}

TEST(Escape, markdownIsText) {
  EXPECT_EQ(markdown_text("a|b`c`*d*<e>[f](g)"), "a\\|b\\`c\\`\\*d\\*\\<e\\>\\[f\\](g)");
  EXPECT_EQ(markdown_text("shoulder_pan"), "shoulder_pan");
  EXPECT_EQ(markdown_text("_shoulder_"), "\\_shoulder\\_");
  EXPECT_EQ(markdown_text("a\nb\u202e"), "a b\\<U+202E\\>");
}

TEST(CodePoints, areRead) {
  EXPECT_EQ(first_code_point("a").value, U'a');
  EXPECT_EQ(first_code_point("\U0001f916x").value, U'\U0001f916');
  EXPECT_EQ(first_code_point("\U0001f916x").length, 4U);
  EXPECT_EQ(first_code_point("机").value, U'机');
  EXPECT_FALSE(first_code_point("\xc3").valid);
  EXPECT_EQ(first_code_point("\xc3").length, 1U);
}

}  // namespace
}  // namespace romas
