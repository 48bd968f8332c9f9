// The function that is called around a cursor in a ${…} of xacro.
#include "lsp/markup/completion/function_call.h"

#include <gtest/gtest.h>

#include "support/text/text.h"

namespace romas::markup {
namespace {

// "atan2(a, b) @ b", for a text with a cursor mark '|'.
std::string call_in(std::string text) {
  const std::size_t mark = text.find('|');
  text.erase(mark, 1);
  const Tree tree = parse(text);
  const auto call = function_call_at(tree, static_cast<std::uint32_t>(mark));
  if (!call) return "none";
  return concat(call->label, " @ ", call->parameter ? call->parameters[*call->parameter] : "-");
}

TEST(FunctionCall, isTheInnermostOne) {
  EXPECT_EQ(call_in("<a b='${atan2(1, |'/>"), "atan2(a, b) @ b");
  EXPECT_EQ(call_in("<a b='${atan2(sin(|), 1)}'/>"), "sin(a) @ a");
  EXPECT_EQ(call_in("<a b='${atan2(sin(1), |1)}'/>"), "atan2(a, b) @ b");
  EXPECT_EQ(call_in("<a b='${math.sqrt(|)}'/>"), "math.sqrt(a) @ a");
  EXPECT_EQ(call_in("<a b='${max(1, [2, 3], |)}'/>"), "max(a, …) @ …");
  EXPECT_EQ(call_in("<a>${sin(|</a>"), "sin(a) @ a");
}

TEST(FunctionCall, isNoneElsewhere) {
  for (const char* text : {"<a b='sin(|'/>", "<a b='${sin(1)}|'/>", "<a b='${(1 + |)}'/>",
                           "<a b='${own(|)}'/>", "<a b='${[1, |]}'/>", "<a |b='${sin(1)}'/>", "|", "${sin(|"})
    EXPECT_EQ(call_in(text), "none") << text;
}

}  // namespace
}  // namespace romas::markup
