#include "lsp/markup/changes/macro_of_elements.h"

#include <gtest/gtest.h>

#include <string>

namespace romas::markup {
namespace {

constexpr std::string_view kHead = "<r xmlns:xacro='x'>";

// The first element of the name.
NodeId first(const Tree& tree, std::string_view name) {
  for (NodeId id = 0; id < tree.nodes.size(); ++id)
    if (tree.nodes[id].kind == NodeKind::element && tree.name(id) == name) return id;
  return kNone;
}

std::string in_root(std::string_view content) { return std::string(kHead) + std::string(content) + "</r>"; }

// How many elements would become a macro with the first <e>.
std::size_t count_for(const std::string& text) {
  const Tree tree = parse(text);
  return elements_for_macro(tree, first(tree, "e")).size();
}

// The content of the root after that; "none" where nothing can be written.
std::string changed(std::string_view content, bool as_texts = false, const NameSet& macros = {}) {
  const std::string text = in_root(content);
  const Tree tree = parse(text);
  const auto elements = elements_for_macro(tree, first(tree, "e"));
  const auto macro = elements.empty() ? std::nullopt : macro_of_elements(tree, elements, macros, as_texts);
  if (!macro) return "none";
  std::vector<Edit> edits = {macro->definition};
  edits.insert(edits.end(), macro->calls.begin(), macro->calls.end());
  const std::string all = apply_edits(text, edits);
  return all.substr(kHead.size(), all.size() - kHead.size() - 4);
}

TEST(ElementsForMacro, areAlikeButForValues) {
  EXPECT_EQ(count_for(in_root("<e><a x='1'/><b>2</b></e><e><a x='3'/><b>4</b></e>")), 2U);
  EXPECT_EQ(count_for(in_root("<e><a x='1'/><b/></e><p><e><a x='3'></a><b></b></e></p><e><a x=''/><b/></e>")),
            3U);
  EXPECT_EQ(count_for(in_root("<e><a x='1'/><b/></e><e><a y='1'/><b/></e>")), 0U);
  EXPECT_EQ(count_for(in_root("<e><a x='1' y='2'/><b/></e><e><a y='2' x='1'/><b/></e>")), 0U);
  EXPECT_EQ(count_for(in_root("<e><a/><b/></e><e><b/><a/></e>")), 0U);
  EXPECT_EQ(count_for(in_root("<e><a/><b/></e><e><a><b/></a></e>")), 0U);
  EXPECT_EQ(count_for(in_root("<e><a/><b/></e><e><a/><b>1</b></e>")), 0U);
  EXPECT_EQ(count_for(in_root("<e><a/><!-- 1 --><b/></e><e><a/><!-- 2 --><b/></e>")), 0U);
}

TEST(ElementsForMacro, haveAtLeastTwoOthersInThem) {
  EXPECT_EQ(count_for(in_root("<e/><e/>")), 0U);
  EXPECT_EQ(count_for(in_root("<e><a/></e><e><a/></e>")), 0U);
  EXPECT_EQ(count_for(in_root("<e><a><b/></a></e><e><a><b/></a></e>")), 2U);
}

TEST(ElementsForMacro, standWhereXacroEvaluatesThem) {
  constexpr std::string_view kTwo = "<e><a/><b/></e><e><a/><b/></e>";
  const auto within = [&](const std::string& begin, const std::string& end) {
    return count_for(in_root(begin + std::string(kTwo) + end));
  };
  for (const char* word : {"xacro:macro", "xacro:if", "xacro:unless", "xacro:element", "plain"})
    EXPECT_EQ(within(std::string("<") + word + ">", std::string("</") + word + ">"), 2U) << word;
  for (const char* word : {"xacro:property", "xacro:call", "xacro:some_macro"})
    EXPECT_EQ(within(std::string("<") + word + ">", std::string("</") + word + ">"), 0U) << word;
  EXPECT_EQ(count_for("<r>" + std::string(kTwo) + "</r>"), 0U);  // the root knows no xacro
  for (const char* word : {"property", "macro", "arg", "include", "insert_block"}) {
    const std::string one = std::string("<e><xacro:") + word + "/><b/></e>";
    EXPECT_EQ(count_for(in_root(one + one)), 0U) << word;
  }
}

TEST(ElementsForMacro, areNoneInBrokenTexts) {
  EXPECT_EQ(count_for(std::string(kHead) + "<e><a/><b/></e><e><a/><b/></e>"), 0U);
  EXPECT_EQ(count_for(in_root("<e><a/><b/></e><e><a/><b></e>")), 0U);
  EXPECT_EQ(count_for(in_root("<e><a/><b x=1/></e><e><a/><b x='1'/></e>")), 0U);
  EXPECT_EQ(count_for(in_root("<e><a/><b x='1/></e><e><a/><b x='1'/></e>")), 0U);
  EXPECT_EQ(count_for(in_root("<e><a/><b/></e><e><a/><b/>")), 0U);
}

TEST(MacroOfElements, sharesParametersAmongWhatDiffersInTheSameWay) {
  EXPECT_EQ(changed("<e n='l_arm'><a m='1.0'/><b>l_hand</b></e><e n='r_arm'><a m='2.0'/><b>r_hand</b></e>"),
            "<xacro:macro name=\"arm_e\" params=\"prefix m\"><e n='${prefix}arm'><a "
            "m='${m}'/><b>${prefix}hand</b></e>"
            "</xacro:macro><xacro:arm_e prefix=\"l_\" m=\"1.0\"/><xacro:arm_e prefix=\"r_\" m=\"2.0\"/>");
  // Numbers only where element and attribute are the same.
  EXPECT_EQ(changed("<e><a m='1'/><b m='1'/><a m='1'/></e><e><a m='2'/><b m='2'/><a m='2'/></e>"),
            "<xacro:macro name=\"common_e\" params=\"m b_m\"><e><a m='${m}'/><b m='${b_m}'/><a "
            "m='${m}'/></e></xacro:macro>"
            "<xacro:common_e m=\"1\" b_m=\"1\"/><xacro:common_e m=\"2\" b_m=\"2\"/>");
  EXPECT_EQ(changed("<e n='leg1_x'><a/><b/></e><e n='leg2_x'><a/><b/></e><e n='leg12_x'><a/><b/></e>"),
            "<xacro:macro name=\"leg_x_e\" params=\"part\"><e n='leg${part}_x'><a/><b/></e></xacro:macro>"
            "<xacro:leg_x_e part=\"1\"/><xacro:leg_x_e part=\"2\"/><xacro:leg_x_e part=\"12\"/>");
}

TEST(MacroOfElements, needsNoParametersWhereNothingDiffers) {
  EXPECT_EQ(
      changed("<e><a/><b/></e><c/><e><a/><b/></e>"),
      "<xacro:macro name=\"common_e\"><e><a/><b/></e></xacro:macro><xacro:common_e/><c/><xacro:common_e/>");
}

// Digits and words that xacro would print differently are texts.
TEST(MacroOfElements, keepsHowValuesAreWritten) {
  const std::string made =
      changed("<e><a x='0.10' y='true' z=' 1'/><b>01</b></e><e><a x='0.2' y='a' z='2'/><b>1e3</b></e>");
  EXPECT_NE(made.find(R"(x="'0.10'" y="'true'" z="' 1'" b="'01'")"), std::string::npos) << made;
  EXPECT_NE(made.find(R"(x="0.2" y="a" z="2" b="'1e3'")"), std::string::npos) << made;
  const std::string quotes = changed("<e><a x='say \"hi\"'/><b/></e><e><a x='no'/><b/></e>");
  EXPECT_NE(quotes.find("x='say \"hi\"'"), std::string::npos) << quotes;
  EXPECT_EQ(changed("<e><a/><b>it's \"it\"</b></e><e><a/><b>x</b></e>"), "none");
}

TEST(MacroOfElements, computesWhatIsComputedAtTheCall) {
  EXPECT_NE(changed("<e><a x='${p}1'/><b/></e><e><a x='${q}1'/><b/></e>").find("prefix=\"${p}\""),
            std::string::npos);
  EXPECT_NE(changed("<e><a x='${p}1'/><b/></e><e><a x='${q}1'/><b/></e>", true).find("prefix=\"'${p}'\""),
            std::string::npos);
  EXPECT_EQ(changed("<e><a x='${p'/><b/></e><e><a x='${q}'/><b/></e>"), "none");
  EXPECT_EQ(
      changed(
          "<e><xacro:attribute name='a' value='1'/><b/></e><e><xacro:attribute name='b' value='1'/><b/></e>"),
      "none");
}

TEST(MacroOfElements, takesNamesThatAreFree) {
  const std::string two =
      "<e><a mass='1'/><b mass='${mass + max}'/></e><e><a mass='2'/><b mass='${mass + max}'/></e>";
  EXPECT_NE(changed(two).find("<a mass='${a_mass}'/><b mass='${mass + max}'/>"), std::string::npos)
      << changed(two);
  const std::string builtin = "<e><a max='1'/><b/></e><e><a max='2'/><b/></e>";
  EXPECT_NE(changed(builtin).find("params=\"a_max\""), std::string::npos) << changed(builtin);
  EXPECT_NE(changed(builtin, false, {"common_e", "common_e_2"}).find("name=\"common_e_3\""),
            std::string::npos);
  EXPECT_NE(changed(builtin + "<xacro:common_e/>").find("name=\"common_e_2\""), std::string::npos);
}

}  // namespace
}  // namespace romas::markup
