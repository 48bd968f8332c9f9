// Which statements are alike, and the module that stands for them.
#include "lsp/language/module_of_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "test/lsp/language/examples.h"

namespace romas::typing {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The statements that are alike with the one at the '|', as they are written.
std::vector<std::string> alike(const std::string& marked) {
  const Cursor cursor = cursor_in(marked);
  const TextFacts facts;
  const Names names(cursor.text, facts);
  const auto found = equal_groups(names, {cursor.offset, cursor.offset});
  std::vector<std::string> texts;
  if (found)
    for (const StatementGroup& group : found->groups) texts.emplace_back(group.range.of(cursor.text));
  return texts;
}

// The text with the module in place of the statement at the '|' and those that are like it.
std::string changed(const std::string& marked) {
  const Cursor cursor = cursor_in(marked);
  const TextFacts facts;
  const Names names(cursor.text, facts);
  const auto found = equal_groups(names, {cursor.offset, cursor.offset});
  const auto module = found ? module_of_groups(names, found->groups) : std::nullopt;
  if (!module) return "";
  std::vector<markup::Edit> edits = {module->definition};
  edits.insert(edits.end(), module->uses.begin(), module->uses.end());
  return markup::apply_edits(cursor.text, edits);
}

TEST(EqualGroups, areAlikeButForValuesAndNames) {
  EXPECT_THAT(
      alike("robot r { link |a { mass 1 kg; com (0, 0, 1) mm; } link b { mass -2 g; com (0, 0, -1) mm; } }"),
      ElementsAre("link a { mass 1 kg; com (0, 0, 1) mm; }", "link b { mass -2 g; com (0, 0, -1) mm; }"));
  for (const char* text :
       {"robot r { link |a { mass 1 kg; com (0, 0, 1) mm; } link b { mass 1 kg; com (0, 0, 1) cm; } }",
        "robot r { link |a { mass 1 kg; com (0, 0, 1) mm; } link b { mass 1 kg + 1 g; com (0, 0, 1) mm; } }",
        "robot r { link |a { visual box (1, 1, 1) m; mass 1 kg; } link b { visual sphere (1, 1, 1) m; mass 1 "
        "kg; } }",
        "robot r { link |a { mass 1 kg; } link b { mass 1 kg; } }",
        "robot r { link |a { mass 1 kg; com (0, 0, 1) mm; } link b { mass 1 kg; com (0, 0, 1) mm;",
        "link |a { mass 1 kg; com (0, 0, 1) mm; } link b { mass 1 kg; com (0, 0, 1) mm; }"})
    EXPECT_THAT(alike(text), ElementsAre()) << text;
}

// A minus belongs to a number unless something is subtracted.
TEST(EqualGroups, signsBelongToNumbers) {
  const auto count = [](const std::string& one, const std::string& other) {
    return alike("let w = 1 m; robot r { joint |a : fixed u -> v { at xyz(" + one + ", 0, 0); damping 1; }" +
                 "joint b : fixed u -> v { at xyz(" + other + ", 0, 0); damping 2; } link u; link v; }")
        .size();
  };
  EXPECT_EQ(count("-1 m", "1 m"), 2U);
  EXPECT_EQ(count("w * -1", "w * 2"), 2U);
  EXPECT_EQ(count("w - 1 m", "w - 2 m"), 2U);
  EXPECT_EQ(count("w - 1 m", "w + 1 m"), 0U);
  EXPECT_EQ(count("w", "w - 1 m"), 0U);
  EXPECT_EQ(count("1 N*m^2/s", "2 N*m^2/s"), 2U);
  EXPECT_EQ(count("1 N*m^2/s", "2 N*m"), 2U);
}

TEST(ModuleOfGroups, sharesParametersAmongWhatDiffersInTheSameWay) {
  const std::string text = changed(
      "robot r {\n  if true {\n    link |left_hip { mass 1 kg; visual mesh \"left.stl\"; collision mesh "
      "\"left.stl\"; }\n"
      "    link right_hip { mass 2 kg; visual mesh \"right.stl\"; collision mesh \"right.stl\"; }\n  }\n}\n");
  EXPECT_EQ(text,
            "module hip_link(prefix, mass) {\n"
            "  link \"{prefix}_hip\" { mass mass; visual mesh \"{prefix}.stl\"; collision mesh "
            "\"{prefix}.stl\"; }\n"
            "}\n\nrobot r {\n  if true {\n    use hip_link(prefix = \"left\", mass = 1 kg) named \"\";\n"
            "    use hip_link(prefix = \"right\", mass = 2 kg) named \"\";\n  }\n}\n");
}

TEST(ModuleOfGroups, takesNamesThatAreFree) {
  const std::string text = changed(
      "let mass = 1 kg; let a_link = 2;\nrobot r { link |a_1 { mass 1 kg; com (0, 0, 0) m; } link a_2 { mass "
      "2 kg; com (0, 0, 0) m; } }");
  EXPECT_THAT(text, HasSubstr("module a_link_2(suffix, mass2) {"));
  EXPECT_THAT(text, HasSubstr("use a_link_2(suffix = \"_2\", mass2 = 2 kg) named \"\";"));
}

TEST(ModuleOfGroups, handsOnWhatTheBodyWouldNotKnow) {
  const std::string text = changed(
      "let thick = 1 kg; module mod(to: link) { for (i, x) in [(1, 1 m)] {\n"
      "joint \"a_{i}\" : fixed| to -> u { at xyz(x, 0, 1 m); frame f { at identity; } }\n"
      "joint \"b_{i}\" : fixed to -> v { at xyz(x, 0, 2 m); frame f { at identity; } } } link u; link v; }");
  EXPECT_THAT(text, HasSubstr("i, to: link, x) {"));
  EXPECT_THAT(text, HasSubstr("i = i, to = to, x = x) named \"\";"));
}

// Whatever is typed: an answer, and every edit within the text.
TEST(ModuleOfGroups, ofTextsThatAreCutAndChanged) {
  std::mt19937 random(16);
  constexpr std::string_view kParts[] = {"{",   "}",        "(",     ")", ";",    "\"",
                                         "\"{", "link a {", "else ", "-", "r#\"", "// x"};
  const std::vector<std::string> examples = example_texts();
  std::size_t made = 0;
  for (int round = 0; round < 200; ++round) {
    const std::string& example = examples[random() % examples.size()];
    std::string text = example + example;  // everything stands there twice
    for (int i = round % 4; i > 0; --i)
      text.insert(random() % (text.size() + 1), kParts[random() % std::size(kParts)]);
    if (round % 3 == 0) text.resize(random() % (text.size() + 1));
    const TextFacts facts;
    const Names names(text, facts);
    for (int i = 0; i < 10; ++i) {
      const auto begin = static_cast<std::uint32_t>(random() % (text.size() + 1));
      const auto found = equal_groups(names, {begin, begin});
      const auto module = found ? module_of_groups(names, found->groups) : std::nullopt;
      if (!module) continue;
      ++made;
      ASSERT_EQ(module->uses.size(), found->groups.size());
      std::uint32_t last = module->definition.range.end;
      for (const markup::Edit& use : module->uses) {
        ASSERT_LE(last, use.range.begin);
        last = use.range.end;
      }
      ASSERT_LE(last, text.size());
    }
  }
  EXPECT_GT(made, 20U);
}

}  // namespace
}  // namespace romas::typing
