// Symbols, folds, selections, tag pairs and colours.
#include "lsp/markup/tree/structure.h"

#include <gtest/gtest.h>

#include "support/text/text.h"
#include "test/lsp/markup/cursor.h"

namespace romas::markup {
namespace {

TEST(MarkupStructure, Symbols) {
  const std::string text =
      "<robot name='r'><link name='a'><visual/></link><joint name='j'><mimic joint='k'/></joint>"
      "<xacro:macro name='m'><link name='b'/></xacro:macro><jo";
  std::string out;
  const Tree tree = parse(text);
  const auto found = symbols(tree);
  for (const Symbol& symbol : found)
    out += concat(symbol.parent + 1 == 0 ? "-" : found[symbol.parent].name, ' ', symbol.name, ' ',
                  symbol.detail, ' ', symbol.selection.of(text), '\n');
  EXPECT_EQ(out, "- r robot r\nr a link a\nr j joint j\nr m xacro:macro m\nm b link b\n");
  EXPECT_EQ(found[1].kind, SymbolKind::link);
  EXPECT_EQ(found[1].range.of(text), "<link name='a'><visual/></link>");
}

TEST(MarkupStructure, Folds) {
  const std::string text =
      "<r>\n<!-- a -->\n<!-- b -->\n\n<!-- c -->\n<xacro:macro>\n</xacro:macro>\n<x></x><y>\n</r>";
  std::string out;
  const Tree tree = parse(text);
  for (const Fold& fold : folds(tree))
    out += concat(static_cast<int>(fold.kind), '[', fold.range.begin, ' ', fold.range.end, "] ");
  EXPECT_EQ(out, concat("0[3 ", text.size() - 4, "] 1[4 25] 2[51 52] "));
}

TEST(MarkupStructure, Selections) {
  const Cursor cursor = cursor_in("<r>\n  <a xyz='1 2|2 3' b='1'>t</a>\n</r>");
  std::string out;
  const Tree tree = parse(cursor.text);
  for (const Range range : selections(tree, cursor.offset)) out += concat(range.of(cursor.text), '\n');
  EXPECT_EQ(out,
            "22\n1 22 3\n'1 22 3'\nxyz='1 22 3'\n<a xyz='1 22 3' b='1'>\n<a xyz='1 22 3' b='1'>t</a>\n"
            "<r>\n  <a xyz='1 22 3' b='1'>t</a>\n</r>\n");
  const Cursor in_text = cursor_in("<a>one t|wo</a>");
  const Tree other = parse(in_text.text);
  EXPECT_EQ(selections(other, in_text.offset).front().of(in_text.text), "two");
}

TEST(MarkupStructure, TagPairs) {
  const auto linked = [](std::string marked) -> std::string {
    const Cursor cursor = cursor_in(std::move(marked));
    const Tree tree = parse(cursor.text);
    const auto pair = linked_names(tree, cursor.offset);
    return pair ? concat(pair->start.begin, ' ', pair->end.begin) : "none";
  };
  EXPECT_EQ(linked("<li|nk></link>"), "1 8");
  EXPECT_EQ(linked("<link></link|>"), "1 8");
  EXPECT_EQ(linked("<link a|='1'></link>"), "none");
  EXPECT_EQ(linked("<li|nk/>"), "none");
}

TEST(MarkupStructure, Colours) {
  const std::string text =
      "<r><color rgba='0.2 .4 0 1'/><color rgba='1 2 0 1'/><color rgba='${a}'/><diffuse> 1 0 0 "
      "</diffuse></r>";
  const Tree tree = parse(text);
  const auto found = colours(tree);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].range.of(text), "0.2 .4 0 1");
  EXPECT_EQ(found[0].green, 0.4);
  EXPECT_EQ(found[1].range.of(text), "1 0 0");
  EXPECT_EQ(found[1].alpha, 1);
  EXPECT_EQ(write_colour({{}, 0.80001, 0, 1.0 / 3, 1}), "0.8 0 0.333 1");
}

}  // namespace
}  // namespace romas::markup
