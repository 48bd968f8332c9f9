// Protects what documents of xacro expand to, and where their mistakes are reported.
#include "frontend/xacro/expander/expander.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/frontend/xacro/expansion.h"

namespace romas {
namespace {

using test::xacro_document;
using test::XacroExpansion;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string expand(std::string_view content, SourceManager::Texts others = {}) {
  const XacroExpansion result(xacro_document(content), std::move(others));
  EXPECT_THAT(result.findings(), IsEmpty());
  return result.content();
}
std::vector<std::string> findings(std::string_view content, SourceManager::Texts others = {}) {
  return XacroExpansion(xacro_document(content), std::move(others)).findings();
}

TEST(XacroExpander, textsWithoutDollarStayAsTheyAre) {
  EXPECT_EQ(expand("<b x='0.10' y=' 1e3 '>a  b</b>"), "<b x=\"0.10\" y=\" 1e3 \">a  b</b>");
}

TEST(XacroExpander, numbersAreThoseOfPython) {
  EXPECT_EQ(
      expand("<xacro:property name='v' value='0.10'/><b x='${v}' y='${v*2}' z='${1/2} ${3}' w='${1e-5}'/>"),
      "<b x=\"0.1\" y=\"0.2\" z=\"0.5 3\" w=\"1e-05\"/>");
}

// xacro's own parser of XML knows namespaces.
TEST(XacroExpander, everyFileDeclaresThePrefix) {
  EXPECT_THAT(
      XacroExpansion("<robot><xacro:property name='a' value='1'/><xacro:if value='1'/></robot>").findings(),
      ElementsAre(StartsWith("error RM1001@1:9 the prefix 'xacro' is not declared")));
  EXPECT_THAT(
      findings("<xacro:include filename='b.xacro'/>", {{"b.xacro", "<robot><xacro:if value='1'/></robot>"}}),
      ElementsAre(HasSubstr("'xacro' is not declared")));
  EXPECT_THAT(XacroExpansion("<robot><a xmlns:xacro='x'><xacro:if value='1'/></a></robot>").findings(),
              IsEmpty());
  EXPECT_THAT(XacroExpansion("<robot><a xmlns:xacro='x'/><b xacro:c='1'/></robot>").findings(),
              Contains(StartsWith("error RM1001@1:31 the prefix 'xacro' is not declared")));
}

TEST(XacroExpander, anArgumentHasADefault) {
  FrontendOptions given;
  given.definitions = {{"a", "1"}};
  EXPECT_THAT(XacroExpansion(xacro_document("<xacro:arg name='a'/>"), {}, given).findings(),
              ElementsAre(HasSubstr("'a' has no default")));
}

TEST(XacroExpander, dollarsAreEscaped) {
  EXPECT_EQ(expand("<b x='$${a}' y='$$(b)' z='$$${c}' w='1$ 2$'/>"),
            "<b x=\"${a}\" y=\"$(b)\" z=\"$${c}\" w=\"1$ 2$\"/>");
}

TEST(XacroExpander, propertiesAreEvaluatedWhereTheyAreUsed) {
  EXPECT_EQ(
      expand("<xacro:property name='a' value='${b+1}'/><xacro:property name='b' value='1'/><c x='${a}'/>"
             "<xacro:property name='b' value='5'/><c x='${a}'/>"),
      "<c x=\"2\"/><c x=\"2\"/>");
}

TEST(XacroExpander, scopesOfProperties) {
  EXPECT_EQ(expand("<xacro:macro name='m'><xacro:property name='p' value='inner'/>"
                   "<xacro:property name='q' value='${p}' scope='parent'/>"
                   "<xacro:property name='r' value='${p}2' scope='global'/></xacro:macro>"
                   "<xacro:property name='p' value='outer'/><xacro:m/><b p='${p}' q='${q}' r='${r}'/>"),
            "<b p=\"outer\" q=\"inner\" r=\"inner2\"/>");
}

TEST(XacroExpander, defaultsAndRemoval) {
  EXPECT_EQ(
      expand("<xacro:property name='a' default='1'/><xacro:property name='a' default='2'/><b x='${a}'/>"
             "<xacro:property name='a' remove='true'/><xacro:property name='a' default='3'/><b x='${a}'/>"),
      "<b x=\"1\"/><b x=\"3\"/>");
}

TEST(XacroExpander, parametersOfMacros) {
  constexpr std::string_view kMacro =
      "<xacro:macro name='m' params=\"a b:=2 c='two words' d:=${a}x g:=^ f:=^|9\">"
      "<m a='${a}' b='${b}' c='${c}' d='${d}' g='${g}' f='${f}'/></xacro:macro><xacro:property name='a' "
      "value='o'/>"
      "<xacro:property name='g' value='7'/>";
  EXPECT_EQ(expand(concat(kMacro, "<xacro:m a='1'/>")),
            "<m a=\"1\" b=\"2\" c=\"two words\" d=\"ox\" g=\"7\" f=\"9\"/>");
  EXPECT_EQ(
      expand(concat(kMacro, "<xacro:property name='f' value='8'/><xacro:m a='1' b='3' c='4' d='5' g='6'/>")),
      "<m a=\"1\" b=\"3\" c=\"4\" d=\"5\" g=\"6\" f=\"8\"/>");
}

TEST(XacroExpander, blocksAreInsertedAsOftenAsAsked) {
  EXPECT_EQ(expand("<xacro:macro name='m' params='v *one **all'><o><xacro:insert_block name='one'/></o>"
                   "<xacro:insert_block name='all'/><xacro:insert_block name='one'/></xacro:macro>"
                   "<xacro:property name='v' value='caller'/>"
                   "<xacro:m v='callee'><b x='${v}'/><c>${v}<d/></c></xacro:m>"),
            "<o><b x=\"caller\"/></o><d/><b x=\"caller\"/>");
}

TEST(XacroExpander, propertiesMayBeBlocks) {
  EXPECT_EQ(
      expand("<xacro:property name='p'><b x='${v}'/><c/></xacro:property><xacro:property name='v' value='1'/>"
             "<xacro:insert_block name='p'/>"),
      "<b x=\"1\"/><c/>");
}

TEST(XacroExpander, macrosMayCallThemselves) {
  EXPECT_EQ(expand("<xacro:macro name='m' params='n'><b n='${n}'/><xacro:if value='${n > 0}'>"
                   "<xacro:m n='${n-1}'/></xacro:if></xacro:macro><xacro:m n='2'/>"),
            "<b n=\"2\"/><b n=\"1\"/><b n=\"0\"/>");
}

TEST(XacroExpander, whatIsNotTakenIsNotEvaluated) {
  EXPECT_EQ(expand("<xacro:if value='false'><xacro:include filename='nothing'/>${undefined}</xacro:if>"
                   "<xacro:unless value='${1.0}'><xacro:nothing/></xacro:unless><b/>"),
            "<b/>");
}

TEST(XacroExpander, includesAreReadWhereTheyStand) {
  EXPECT_EQ(expand("<xacro:include filename='in/a.xacro'/><xacro:include filename='in/a.xacro' ns='n'/>"
                   "<c x='${p} ${n.p}'/><xacro:n.m/>",
                   {{"in/a.xacro",
                     "<r xmlns:xacro='x'><xacro:property name='p' value='1'/><xacro:macro name='m'><m "
                     "p='${p}'/></xacro:macro>"
                     "<xacro:include filename='b.xacro'/></r>"},
                    {"in/b.xacro", "<r><b/></r>"}}),
            "<b/><b/><c x=\"1 1\"/><m p=\"1\"/>");
}

TEST(XacroExpander, computedNames) {
  EXPECT_EQ(expand("<xacro:property name='n' value='joint'/><xacro:element xacro:name='${n}' x='1'>"
                   "<xacro:attribute name='${n}_y' value='${1+1}'/></xacro:element>"
                   "<xacro:macro name='m'><m/></xacro:macro><xacro:call macro='${\"m\"}'/>"),
            "<joint x=\"1\" joint_y=\"2\"/><m/>");
}

TEST(XacroExpander, whatIsComputedIsWellFormed) {
  EXPECT_THAT(findings("<xacro:element xacro:name='{a'/>"),
              ElementsAre(HasSubstr("is not a name of an element")));
  EXPECT_THAT(findings("<b><xacro:attribute name='1a' value=''/></b>"),
              ElementsAre(HasSubstr("is not a name of an attribute")));
  EXPECT_EQ(expand("<b><!-- xacro:eval-comments --><!-- ${'-' * 3} --></b>"), "<b><!-- - - - --></b>");
}

TEST(XacroExpander, textKeepsItsPlaceBetweenElements) {
  EXPECT_EQ(expand("<b>one ${1+1}<c/> three<xacro:if value='1'> four</xacro:if></b>"),
            "<b>one 2<c/>three four</b>");
}

TEST(XacroExpander, mistakesHaveTheirPlaceAndTheExpansionGoesOn) {
  EXPECT_THAT(
      findings(
          "<b x='${1 + }'/>\n<b x='ab ${c}'/>\n<xacro:nothing/>\n<xacro:if value='maybe'/>\n"
          "<b x='$(arg none)'/>\n<xacro:include filename='none.xacro'/>\n<b x='${a'/>\n<b x='$(fnd p)'/>"),
      ElementsAre(StartsWith("error RM1052@2:"), StartsWith("error RM1033@3:12 "),
                  StartsWith("error RM1050@4:2 "), StartsWith("error RM1054@5:18 "),
                  StartsWith("error RM1053@6:7 "), StartsWith("error RM1040@7:26 "),
                  StartsWith("error RM1052@8:7 '${' is not closed"),
                  StartsWith("error RM1052@9:7 there is no substitution $(fnd p); did you mean")));
}

TEST(XacroExpander, aPlaceIsFoundBehindEntities) {
  EXPECT_THAT(findings("<b x='&lt;&#228;${1 &lt; c}'/>"), ElementsAre(StartsWith("error RM1033@2:26 ")));
}

TEST(XacroExpander, callsSayWhatIsWrongWithThem) {
  constexpr std::string_view kMacro = "<xacro:macro name='wheel' params='side radius:=1 *block'/>\n";
  EXPECT_THAT(findings(concat(kMacro, "<xacro:wheel side='1' raduis='2'><b/></xacro:wheel>")),
              ElementsAre(AllOf(StartsWith("error RM1051@3:23 "), HasSubstr("did you mean 'radius'"))));
  EXPECT_THAT(findings(concat(kMacro, "<xacro:wheel><b/></xacro:wheel>")),
              ElementsAre(AllOf(StartsWith("error RM1051@3:1 "), HasSubstr("does not give side"))));
  EXPECT_THAT(findings(concat(kMacro, "<xacro:wheel side='1'/>")),
              ElementsAre(AllOf(StartsWith("error RM1051@3:1 "), HasSubstr("the block '*block'"))));
  EXPECT_THAT(findings(concat(kMacro, "<xacro:wheel side='1'><b/><c/></xacro:wheel>")),
              ElementsAre(AllOf(StartsWith("error RM1051@3:27 "), HasSubstr("<c> is one element too many"))));
  EXPECT_THAT(findings("<xacro:later/>\n<xacro:macro name='later'/>"),
              ElementsAre(HasSubstr("it is defined in this file, but only after")));
}

TEST(XacroExpander, aCircleOfPropertiesIsPrinted) {
  EXPECT_THAT(
      findings(
          "<xacro:property name='a' value='${b}'/>\n<xacro:property name='b' value='${a}'/>\n<c x='${a}'/>"),
      ElementsAre(HasSubstr("a -> b -> a")));
}

TEST(XacroExpander, aFileThatIncludesItselfIsACycle) {
  EXPECT_THAT(findings("<xacro:include filename='b.xacro'/>",
                       {{"b.xacro", "<r xmlns:xacro='x'><xacro:include filename='c.xacro'/></r>"},
                        {"c.xacro", "<r xmlns:xacro='x'>\n<xacro:include filename='b.xacro'/></r>"}}),
              ElementsAre(StartsWith("error RM1041@2:1 'b.xacro' includes itself through other files")));
}

TEST(XacroExpander, everyExpansionEnds) {
  EXPECT_THAT(findings("<xacro:macro name='m'><b/><xacro:m/></xacro:macro><xacro:m/>"),
              ElementsAre(StartsWith("error RM1018@")));
  EXPECT_THAT(findings("<xacro:macro name='m'><c><xacro:m/></c></xacro:macro><xacro:m/>"),
              ElementsAre(StartsWith("error RM1018@")));
  FrontendOptions options;
  options.expansion.steps = 100'000;
  const XacroExpansion twice(
      xacro_document("<xacro:macro name='m' params='n'><xacro:if value='${n}'><xacro:m n='${n-1}'/>"
                     "<xacro:m n='${n-1}'/></xacro:if></xacro:macro><xacro:m n='100'/>"),
      {}, options);
  EXPECT_THAT(twice.findings(), ElementsAre(StartsWith("error RM1018@")));
  options.expansion.bytes = 1000;
  const XacroExpansion size(
      xacro_document("<xacro:macro name='m' params='n'><b/><xacro:if value='${n}'>"
                     "<xacro:m n='${n-1}'/></xacro:if></xacro:macro><xacro:m n='900'/>"),
      {}, options);
  EXPECT_THAT(size.findings(), ElementsAre(HasSubstr("takes more than 1000 bytes")));
}

TEST(XacroExpander, computedTextsHaveALimit) {
  std::string doubled = "<xacro:property name='p0' value='aaaa'/>";
  constexpr int kWithin = 18;  // 4 * 2^18 bytes are 1 MiB
  for (int i = 0; i <= kWithin; ++i)
    doubled += concat("<xacro:property name='p", i + 1, "' value='${p", i, "}${p", i, "}'/>\n");
  EXPECT_THAT(findings(concat(doubled, "<b x='${p", kWithin, "}'/>")), IsEmpty());
  EXPECT_THAT(findings(concat(doubled, "<b x='${p", kWithin + 1, "}'/>")),
              ElementsAre(AllOf(StartsWith("error RM1018@20:"),
                                HasSubstr("the text becomes longer than 1048576 bytes"))));
}

TEST(XacroExpander, aCallCostsMoreStepsThanAnElement) {
  FrontendOptions options;
  options.expansion.steps = 1000;
  const auto ends = [&](std::string_view inside) {
    return XacroExpansion(xacro_document(concat("<xacro:macro name='m'/>", inside)), {}, options)
        .findings()
        .empty();
  };
  std::string calls;
  std::string elements;
  for (int i = 0; i < 100; ++i) {
    calls += "<xacro:m/>";
    elements += "<b/>";
  }
  EXPECT_TRUE(ends(elements));
  EXPECT_FALSE(ends(calls));
}

TEST(XacroExpander, argumentsThatNobodyReadsAreTold) {
  FrontendOptions options;
  options.definitions = {{"prefx", "a"}};
  const XacroExpansion result(xacro_document("<xacro:arg name='prefix' default='b'/><c x='$(arg prefix)'/>"),
                              {}, options);
  EXPECT_EQ(result.content(), "<c x=\"b\"/>");
  EXPECT_THAT(result.findings(), ElementsAre(HasSubstr("has no argument 'prefx'; did you mean 'prefix'")));
}

TEST(XacroExpander, anArgumentKnowsTypesInEvalAlone) {
  FrontendOptions options;
  options.definitions = {{"n", "2"}, {"f", "true"}};
  const XacroExpansion result(
      xacro_document("<b x=\"$(eval n + 1)\" y=\"$(eval f and 5)\" z='$(arg n)' w='$(eval unknown)'/>"), {},
      options);
  EXPECT_THAT(result.findings(), ElementsAre(StartsWith("error RM1033@2:")));
  EXPECT_EQ(result.content(), "<b x=\"3\" y=\"5\" z=\"2\" w=\"\"/>");
}

TEST(XacroExpander, valuesRememberWhereTheyWereWritten) {
  const XacroExpansion result(
      xacro_document("<xacro:property name='p' value='1.5'/>\n"
                     "<xacro:macro name='m' params='v'><b x='${v}' y='${v+1}'/></xacro:macro>\n"
                     "<xacro:m v='${p}'/>"));
  ASSERT_EQ(result.document->root.children.size(), 1U);
  const XmlElement& b = result.document->root.children[0];
  const auto origins = result.sources.expansions().origins(b.range);
  ASSERT_EQ(origins.size(), 1U);
  EXPECT_EQ(origins[0]->name, "x");
  EXPECT_EQ(result.sources.text(origins[0]->from), "1.5");
}

}  // namespace
}  // namespace romas
