// Protects that an expression of xacro without its marks is found, and nothing that only looks like one.
#include "support/text/xacro_marks.h"

#include <gtest/gtest.h>

#include "support/text/text.h"

namespace romas {
namespace {

// "WRITTEN -> MEANT", or nothing.
std::string found(std::string_view text) {
  const auto mark = find_missing_mark(text);
  return mark ? concat(text.substr(mark->begin, mark->end - mark->begin), " -> ", mark->replacement) : "";
}
std::string bare(std::string_view word, bool any_name) {
  const auto mark = find_bare_expression(word, any_name);
  return mark ? mark->replacement : "";
}

TEST(XacroMarks, bracketsWithoutDollar) {
  EXPECT_EQ(found("{length}"), "{length} -> ${length}");
  EXPECT_EQ(found("0 {-2*pi} 0"), "{-2*pi} -> ${-2*pi}");
  EXPECT_EQ(found("0 0 { length / 2 }"), "{ length / 2 } -> ${ length / 2 }");
  EXPECT_EQ(found("{limits['elbow']}"), "{limits['elbow']} -> ${limits['elbow']}");
  EXPECT_EQ(found("${a}_{b}_leg"), "{b} -> ${b}");
  EXPECT_EQ(found("(find arm)/meshes/a.stl"), "(find arm) -> $(find arm)");
  EXPECT_EQ(found("(arg prefix)link"), "(arg prefix) -> $(arg prefix)");
  for (const std::string_view text : {"", "{}", "{0}", "{1, 2}", "{\"a\": 1}", "${a}", "$(arg a)", "$${a}",
                                      "a{", "(left)", "(argue b)", "{a;b}"})
    EXPECT_EQ(found(text), "") << text;
}

TEST(XacroMarks, dollarsWithoutBrackets) {
  EXPECT_EQ(found("$length"), "$length -> ${length}");
  EXPECT_EQ(found("$0 0 0"), "$0 -> 0");
  EXPECT_EQ(found("0 $-1.5 0"), "$-1.5 -> -1.5");
  EXPECT_EQ(found("$find(arm)/a.stl"), "$find(arm) -> $(find arm)");
  EXPECT_EQ(found("$arg(prefix)"), "$arg(prefix) -> $(arg prefix)");
  for (const std::string_view text : {"$", "a$", "$ a", "$$", "$$a", "$."})
    EXPECT_EQ(found(text), "") << text;
}

TEST(XacroMarks, aSearchGoesOnBehindTheLastOne) {
  const std::string_view text = "{a} ${b} {c}";
  const auto first = find_missing_mark(text);
  ASSERT_TRUE(first);
  const auto second = find_missing_mark(text, first->end);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->begin, 9U);
  EXPECT_FALSE(find_missing_mark(text, second->end));
}

TEST(XacroMarks, expressionsInPlaceOfNumbers) {
  for (const std::string_view word : {"-pi", "2*pi", "pi/2", "M_PI", "math.pi", "radians(90)", "(pi-1)/2"})
    EXPECT_EQ(bare(word, false), concat("${", word, "}"));
  for (const std::string_view word : {"length", "length/2", "-d_1", "a+b", "limits.upper"}) {
    EXPECT_EQ(bare(word, false), "") << word;
    EXPECT_EQ(bare(word, true), concat("${", word, "}"));
  }
  for (const std::string_view word : {"90deg", "1.5m", "1e", "nan", "-inf", "None", "true", "1,5", "a:b",
                                      "pi-", "12", "-", "", "a/b.stl\\"})
    EXPECT_EQ(bare(word, true), "") << word;
}

}  // namespace
}  // namespace romas
