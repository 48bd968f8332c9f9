#include "support/text/text.h"

#include <gtest/gtest.h>

#include <limits>

namespace romas {
namespace {

TEST(Text, roundToDigits) {
  EXPECT_EQ(round_to_digits(0.045634, 2), 0.046);
  EXPECT_EQ(round_to_digits(-1234.5, 3), -1230.0);
  EXPECT_EQ(round_to_digits(0, 3), 0.0);
  EXPECT_EQ(round_to_digits(5e-324, 3), 5e-324);
  EXPECT_EQ(round_to_digits(1.7976931348623157e308, 1), 1.7976931348623157e308);
  EXPECT_EQ(format_double(round_to_digits(2.9999999999999996, 6)), "3");
}

TEST(ParseDouble, takesTheWholeTokenAndNothingElse) {
  EXPECT_EQ(parse_double("1.5"), 1.5);
  EXPECT_EQ(parse_double("+1.5"), 1.5);
  EXPECT_EQ(parse_double("-.5e-3"), -0.0005);
  EXPECT_EQ(parse_double("5."), 5.0);
  for (const char* bad : {"", "+", "-", ".", "1,57", "0.1m", "nan", "inf", "-inf", "1e999", "-1.8e308",
                          "0x10", "+-1", "--1", "1 2", "1e"})
    EXPECT_FALSE(parse_double(bad)) << bad;
}

TEST(ParseDouble, readsWhatIsTooSmallAsZero) {
  EXPECT_EQ(parse_double("1e-999"), 0.0);
  EXPECT_EQ(parse_double("4.9e-324"), std::numeric_limits<double>::denorm_min());
}

TEST(FormatDouble, printsTheFewestDigitsThatReadBack) {
  EXPECT_EQ(format_double(0.1), "0.1");
  EXPECT_EQ(format_double(1e-9), "1e-09");
  for (const double value :
       {1.0 / 3.0, 2.2250738585072014e-308, 1.7976931348623157e308, -0.0, 1.5707963267948966})
    EXPECT_EQ(parse_double(format_double(value)), value);
  EXPECT_EQ(format_double(-0.0), "0");
}

TEST(Join, putsSeparatorsBetweenThePieces) {
  EXPECT_EQ(join(std::vector<std::string>(), ", "), "");
  EXPECT_EQ(join(std::vector<std::string>{"a"}, ", "), "a");
  EXPECT_EQ(join(std::vector<std::string>{"", "a", ""}, ", "), ", a, ");
  EXPECT_EQ(join(std::vector<double>{0.5, -1}, " "), "0.5 -1");
}

TEST(Join, takesAFunctionOrAMember) {
  const std::vector<Token> words = split_words("a bc");
  EXPECT_EQ(join(words, ", ", &Token::text), "a, bc");
  EXPECT_EQ(join(words, "-", [](const Token& word) { return word.offset; }), "0-2");
  EXPECT_EQ(join(split("a b", ' '), ", ", in_quotes), "'a', 'b'");
}

TEST(JoinLast, setsTheLastPieceApart) {
  EXPECT_EQ(join_last({}, " or "), "");
  EXPECT_EQ(join_last({"a"}, " or "), "a");
  EXPECT_EQ(join_last({"a", "b"}, " or "), "a or b");
  EXPECT_EQ(join_last({"a", "b", "c"}, " and "), "a, b and c");
}

TEST(NearestName, suggestsOnlyWhatIsNear) {
  const std::vector<std::string> names = {"base_link", "upper_arm", "forearm"};
  EXPECT_EQ(nearest_name("bsae_link", names), "base_link");
  EXPECT_EQ(nearest_name("upperarm", names), "upper_arm");
  EXPECT_EQ(nearest_name("gripper", names), "");
}

TEST(NearestName, prefersTheWordBehindASign) {
  const std::vector<std::string> names = {"base", "lower_bar", "upper.bar", "crossbar", "wrist_cup"};
  EXPECT_EQ(nearest_name("bar", names), "lower_bar");
  EXPECT_EQ(nearest_name("basr", names), "base");
  EXPECT_EQ(nearest_name("bas", std::vector<std::string>{"arm::bas", "base"}),
            "base");  // one letter is nearer
  EXPECT_EQ(nearest_name("cup", names), "wrist_cup");
  EXPECT_EQ(nearest_name("up", names), "");
  EXPECT_EQ(nearest_name("wrist", std::vector<std::string>{"left_arm::wrist"}), "left_arm::wrist");
}

TEST(NearestName, looksAtNamesOfThings) {
  struct Thing {
    std::string name;
    int size;
  };
  const std::vector<Thing> things = {{"base_link", 1}, {"forearm", 2}};
  EXPECT_EQ(nearest_name("base_lnk", things, &Thing::name), "base_link");
  EXPECT_EQ(nearest_name("forarm", things, [](const Thing& t) { return std::string_view(t.name); }),
            "forearm");
}

TEST(DidYouMean, asksOnlyForWhatIsNear) {
  const std::vector<std::string> names = {"base_link", "upper_arm"};
  EXPECT_EQ(did_you_mean("bsae_link", names), "; did you mean 'base_link'?");
  EXPECT_EQ(did_you_mean("gripper", names), "");
  EXPECT_EQ(did_you_mean(""), "");
}

TEST(Utf8, findsTheFirstByteThatIsWrong) {
  EXPECT_FALSE(find_invalid_utf8("gr\xC3\xBC\xC3\x9F"));
  EXPECT_EQ(find_invalid_utf8("ab\xFF"), 2U);
  EXPECT_EQ(find_invalid_utf8("a\xC0\x80"), 1U);         // overlong
  EXPECT_EQ(find_invalid_utf8("\xED\xA0\x80"), 0U);      // surrogate
  EXPECT_EQ(find_invalid_utf8("\xF4\x90\x80\x80"), 0U);  // beyond U+10FFFF
  EXPECT_EQ(count_code_points("gr\xC3\xBC\xC3\x9F"), 4U);
}

}  // namespace
}  // namespace romas
