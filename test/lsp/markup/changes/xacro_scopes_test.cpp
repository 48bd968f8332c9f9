// Words of xacro by the scopes of their texts: where the meaning is sure, and where it is not.
#include "lsp/markup/changes/xacro_scopes.h"

#include <gtest/gtest.h>

#include "support/text/text.h"

namespace romas::markup {
namespace {

// The meaning of each word "x" in a text, in order: "o" outside of all macros, the name of a macro, "?" not
// sure,
// "-" none; definitions in brackets.
std::string meanings(std::string_view text, XacroKind kind = XacroKind::value) {
  const Tree tree = parse(text);
  const XacroScopes scopes({text}, "x", kind);
  std::string all;
  for (const XacroScopes::Word& word : scopes.words()) {
    std::string one;
    if (const auto meaning = scopes.meaning(word)) {
      for (const auto& scope : *meaning)
        one += scope == XacroScopes::kOutside ? "o" : std::string(tree.value(scope.second, "name"));
      if (one.empty()) one = "-";
    } else {
      one = "?";
    }
    all += concat(all.empty() ? "" : " ", word.is_definition ? "[" : "", one, word.is_definition ? "]" : "");
  }
  return all;
}

TEST(XacroScopes, tellPropertiesFromParametersOfMacros) {
  EXPECT_EQ(
      meanings(
          R"(<robot><xacro:property name="x" value="1"/><a b="${x}"/><xacro:macro name="m" params="x y:=${x}">
    <a b="${x} x ${'x'} ${d['x']} ${y.x} $${x}"/></xacro:macro><xacro:m x="${x + 1}"/></robot>)"),
      "[o] o [m] o m m o");
}
TEST(XacroScopes, knowPropertiesOfMacrosBehindTheirDefinition) {
  EXPECT_EQ(meanings(R"(<robot><xacro:property name="x" value="1"/><xacro:macro name="m"><a b="${x}"/>
    <xacro:property name="x" value="2"/><a b="${x}"/></xacro:macro></robot>)"),
            "[o] mo [m] m");
  EXPECT_EQ(meanings(R"(<robot><xacro:macro name="m"><xacro:if value="1"><xacro:property name="x" value="2"/>
    </xacro:if><a b="${x}"/></xacro:macro></robot>)"),
            "[m] m");
}
TEST(XacroScopes, seeTheScopesAroundTheCallsOfAMacro) {
  EXPECT_EQ(
      meanings(R"(<robot><xacro:property name="x" value="1"/><xacro:macro name="m"><a b="${x}"/></xacro:macro>
    <xacro:macro name="n" params="x"><xacro:m/></xacro:macro></robot>)"),
      "[o] no [n]");
  EXPECT_EQ(meanings(R"(<robot><xacro:macro name="n"><xacro:property name="x" value="1"/>
    <xacro:macro name="m"><a b="${x}"/></xacro:macro><xacro:m/></xacro:macro></robot>)"),
            "[n] n");
}
TEST(XacroScopes, areNotSureWhereNamesMove) {
  EXPECT_EQ(
      meanings(R"(<robot><xacro:property name="x" value="1"/><xacro:macro name="m" params="x:=^"/></robot>)"),
      "[?] [?]");
  EXPECT_EQ(meanings(R"(<robot><xacro:include filename="a" ns="b"/><a b="${x}"/></robot>)"), "?");
  EXPECT_EQ(meanings(R"(<robot><a b="${x"/><xacro:call macro="${m}" x="1"/></robot>)"), "? ?");
}
TEST(XacroScopes, knowMacrosBlocksAndArguments) {
  EXPECT_EQ(
      meanings(R"(<robot><xacro:macro name="x" params="x *x"><xacro:insert_block name="x"/></xacro:macro>
    <xacro:x x="1"><b/></xacro:x></robot>)",
               XacroKind::macro),
      "[o] o o");
  EXPECT_EQ(
      meanings(
          R"(<robot><xacro:macro name="x" params="x *x"><xacro:insert_block name="x"/></xacro:macro></robot>)",
          XacroKind::block),
      "[x] x");
  EXPECT_EQ(
      meanings(
          R"(<robot><xacro:arg name="x" default="x"/><a b="$(arg x) $(find x) ${xacro.arg('x')}"/></robot>)",
          XacroKind::argument),
      "[o] o o");
}

}  // namespace
}  // namespace romas::markup
