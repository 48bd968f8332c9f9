// Protects docs/ir.md and docs/language.md: what the first shows can be parsed, and both together show
// everything that the grammar has. (What language.md shows is compiled by test/docs/language_snippets.test,
// which knows the files that its examples import.)
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "RomasLexer.h"
#include "RomasParser.h"
#include "backends/target.h"
#include "ir/model/units.h"
#include "test/folders.h"
#include "test/language.h"

namespace romas {
namespace {

std::string read_documentation(std::string_view page) {
  std::ifstream file(test::source_path(concat("docs/", page)));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The blocks of code, each as a whole file.
std::vector<std::string> examples(std::string_view page) {
  const std::string text = read_documentation(page);
  constexpr std::string_view kBegin = "```romas\n";
  std::vector<std::string> result;
  for (std::size_t at = text.find(kBegin); at != std::string::npos; at = text.find(kBegin, at)) {
    at += kBegin.size();
    const std::size_t end = text.find("```", at);
    const std::string code = text.substr(at, end - at);
    result.push_back(code.starts_with("robot ") ? code : concat("robot example {\n", code, "}\n"));
    at = end + 3;
  }
  return result;
}

TEST(Documentation, showsTextsThatParse) {
  ASSERT_GT(examples("ir.md").size(), 10U);
  for (const std::string& example : examples("ir.md")) {
    const test::LanguageParse parse(example);
    EXPECT_THAT(parse.messages(), testing::IsEmpty()) << example;
    ASSERT_EQ(parse.result.models.size(), 1U);
    const std::string printed = print_romas(parse.result.models[0]);
    const test::LanguageParse again(printed);
    EXPECT_THAT(again.messages(), testing::IsEmpty()) << printed;
    EXPECT_TRUE(again.result.models.at(0) == parse.result.models[0]) << printed;
  }
}

TEST(Documentation, showsEveryWordOfTheGrammar) {
  std::set<std::string> shown;
  for (const std::string_view page : {"ir.md", "language.md"}) {
    for (const std::string& example : examples(page)) {
      antlr4::ANTLRInputStream input(example);
      grammar::RomasLexer lexer(&input);
      for (const auto& token : lexer.getAllTokens()) shown.insert(token->getText());
    }
  }
  const grammar::RomasParser parser(nullptr);
  for (std::size_t type = 1; type <= parser.getVocabulary().getMaxTokenType(); ++type) {
    const std::string literal = parser.getVocabulary().getLiteralName(type);  // in single quotes
    if (literal.size() <= 2 || literal == "'/*'") continue;
    EXPECT_EQ(shown.count(literal.substr(1, literal.size() - 2)), 1U) << literal;
  }
}

TEST(Documentation, namesEveryUnit) {
  const std::string text = read_documentation("ir.md");
  const std::size_t table = text.find("| dimension | units |");
  const std::string units = text.substr(table, text.find("\n\n", table) - table);
  for (const Unit& unit : all_units())
    EXPECT_THAT(units, testing::ContainsRegex(concat("[` ]", unit.name, "[` ]"))) << unit.name;
}

}  // namespace
}  // namespace romas
