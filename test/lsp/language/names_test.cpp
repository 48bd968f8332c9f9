// Which definitions are known where, in texts that are cut and changed, against what the words of names.h
// say.
#include "lsp/language/names.h"

#include <gtest/gtest.h>

#include <random>

#include "frontend/language/typing/manual.h"
#include "test/lsp/language/examples.h"

namespace romas::typing {
namespace {

using language::Outline;

std::vector<std::string> broken_texts() {
  std::mt19937 random(11);
  constexpr std::string_view kParts[] = {"{",     "}",     "(",   ")",          ";",           "\"",
                                         "link ", "else ", "if ", "let a = 1;", "fn f(a) = a;"};
  const std::vector<std::string> examples = example_texts();
  std::vector<std::string> texts;
  for (int round = 0; round < 150; ++round) {
    std::string text = examples[random() % examples.size()];
    text.resize(random() % (text.size() + 1));
    for (int i = 0; i < 4; ++i)
      text.insert(random() % (text.size() + 1), kParts[random() % std::size(kParts)]);
    texts.push_back(std::move(text));
  }
  return texts;
}

TEST(NamesOfTexts, innermostPieceIsTheLastThatHoldsThePlace) {
  for (const std::string& text : broken_texts()) {
    const Outline outline = language::outline_of(text);
    for (std::uint32_t offset = 0; offset <= text.size(); offset += 7) {
      std::uint32_t wanted = Outline::kNone;
      for (std::uint32_t i = 0; i < outline.pieces.size(); ++i) {
        const Outline::Piece& piece = outline.pieces[i];
        const bool holds =
            offset < outline.end_of(piece) || (offset == outline.end_of(piece) && !piece.is_closed);
        if (outline.begin_of(piece) < offset && holds) wanted = i;
      }
      ASSERT_EQ(outline.piece_at(offset), wanted) << offset << " in\n" << text;
    }
  }
}

TEST(NamesOfTexts, nestingIsThatOfTheParents) {
  for (const std::string& text : broken_texts()) {
    const Outline outline = language::outline_of(text);
    const Nesting nesting(outline);
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(outline.pieces.size(), 60));
    for (std::uint32_t inner = 0; inner < count; ++inner) {
      std::vector<std::uint32_t> around;
      for (std::uint32_t piece = inner; piece != Outline::kNone; piece = outline.pieces[piece].parent)
        around.push_back(piece);
      ASSERT_EQ(nesting.depth(inner), around.size()) << text;
      ASSERT_EQ(nesting.root(inner), outline.root_of(inner)) << text;
      for (std::uint32_t outer = 0; outer < count; ++outer)
        ASSERT_EQ(nesting.contains(outer, inner), std::ranges::find(around, outer) != around.end())
            << outer << " " << inner << " in\n"
            << text;
    }
    EXPECT_FALSE(nesting.contains(Outline::kNone, 0));
    EXPECT_FALSE(nesting.contains(0, Outline::kNone));
    EXPECT_EQ(nesting.root(Outline::kNone), Outline::kNone);
  }
}

// The definitions of one name are those among all names, in the same order.
TEST(NamesOfTexts, namesAreThoseAmongAll) {
  const TextFacts facts;
  std::size_t checked = 0;
  for (const std::string& text : broken_texts()) {
    const Names names(text, facts);
    for (std::uint32_t offset = 0; offset <= text.size(); offset += 97) {
      const auto all = names.visible(offset);
      for (const auto& definition : names.source().definitions) {
        std::vector<const language::Definition*> wanted;
        std::ranges::copy_if(all, std::back_inserter(wanted),
                             [&](const auto* one) { return one->name == definition.name; });
        ASSERT_EQ(names.visible(offset, definition.name), wanted) << definition.name << " at " << offset;
        checked += wanted.size();
      }
    }
  }
  EXPECT_GT(checked, 1000U);
}

TEST(NamesOfTexts, innerDefinitionsComeFirst) {
  const std::string text = "let a = 1; robot r { let a = 2; if true { let a = 3; link \"{a}\"; } }";
  const TextFacts facts;
  const Names names(text, facts);
  std::string order;
  for (const auto* found : names.visible(static_cast<std::uint32_t>(text.find("{a}")), "a"))
    order += text.substr(found->begin + 4, 1);
  EXPECT_EQ(order, "321");
}

// Returns documentation_of() of the definition with this name.
std::string documentation(const std::string& text, std::string_view name) {
  const SourceText source(text);
  for (const language::Definition& definition : source.definitions)
    if (definition.name == name) return language::documentation_of(source.outline, definition);
  return "none is called so";
}

TEST(Documentation, isTheCommentRightAboveADefinition) {
  EXPECT_EQ(documentation("/// One.\n///   Two.\n///\nlet a = 1;", "a"), "One.\n  Two.\n");
  EXPECT_EQ(documentation("/// One.\r\nlet a = 1;\r\n", "a"), "One.");
  EXPECT_EQ(documentation("// No.\n/// One.\nprivate fn a() = 1;", "a"), "One.");
  EXPECT_EQ(documentation("/// No.\n// No.\nlet a = 1;", "a"), "");
  EXPECT_EQ(documentation("/// No.\n\nlet a = 1;", "a"), "");
  EXPECT_EQ(documentation("//// No.\nlet a = 1;", "a"), "");
  EXPECT_EQ(documentation("/* No. */\nlet a = 1;", "a"), "");
  EXPECT_EQ(documentation("let b = 2; /// No.\nlet a = 1;", "a"), "");
  EXPECT_EQ(documentation("/// One.\nlet (b, a) = (1, 2);", "a"), "One.");
  EXPECT_EQ(documentation("/// One.\nmodule leg(a: link) { }", "leg"), "One.");
  EXPECT_EQ(documentation("/// No.\nmodule leg(a: link) { }", "a"), "");
  EXPECT_EQ(documentation("robot r {\n  /// One.\n  link \"a\";\n}", "a"), "One.");
  EXPECT_EQ(documentation("robot r { /// No.\n  link a; }", "a"), "");
  EXPECT_EQ(documentation("/// One.\nlet a", "a"), "One.");
}

TEST(Documentation, neverFails) {
  for (const std::string& text : broken_texts()) {
    const std::string commented = "/// " + text + "\n///\n/// " + text;
    const SourceText source(commented);
    for (const language::Definition& definition : source.definitions)
      ASSERT_LE(language::documentation_of(source.outline, definition).size(), commented.size());
  }
}

}  // namespace
}  // namespace romas::typing
