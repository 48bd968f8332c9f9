// Protects the two ways to read a statement: by the grammar's tables, and by ANTLR's parser where there are
// errors. They take the same texts, and make the same trees of them.
#include "frontend/language/rule_walker.h"

#include <antlr4-runtime.h>
#include <gtest/gtest.h>

#include "RomasParser.h"
#include "backends/target.h"
#include "frontend/language/antlr_tree.h"
#include "frontend/language/expectations.h"
#include "frontend/language/token_reader.h"
#include "support/text.h"
#include "test/frontend/language/examples.h"
#include "test/fuzz/program_mutator.h"
#include "test/random_model.h"

namespace romas::language {
namespace {

using grammar::RomasParser;

// Everything a tree says, as a text.
void describe(ParseTree::Node node, std::string& out) {
  if (node.is_word()) {
    out.append(concat(' ', node.word().begin));
    return;
  }
  out.append(concat(" (", static_cast<std::size_t>(node.rule()), ':', node.first_word().begin, '-',
                    node.last_word().end));
  for (const ParseTree::Node inner : node) describe(inner, out);
  out.push_back(')');
}

// The tree of ANTLR's parser; empty if it finds an error.
std::string read_by_antlr(const std::vector<Lexeme>& words, bool in_robot) {
  antlr4::ListTokenSource source(to_antlr(words));
  antlr4::CommonTokenStream stream(&source);
  RomasParser parser(&stream);
  parser.removeErrorListeners();
  parser.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
  try {
    antlr4::ParserRuleContext* found = nullptr;
    if (in_robot)
      found = parser.robotStatement();
    else
      found = parser.fileStatement();
    if (parser.getCurrentToken()->getType() != antlr4::Token::EOF) return {};
    ParseTree tree(words);
    copy_tree(*found, tree);
    std::string out;
    describe(tree.root(), out);
    return out;
  } catch (const antlr4::ParseCancellationException&) {
    return {};
  }
}

std::string read_by_tables(const std::vector<Lexeme>& words, bool in_robot) {
  ParseTree tree(words);
  if (!walk_rule(in_robot ? RomasParser::RuleRobotStatement : RomasParser::RuleFileStatement, words, tree)
           .whole)
    return {};
  std::string out;
  describe(tree.root(), out);
  return out;
}

// Compares both for every statement of a text; gives the number of those without errors.
std::size_t compare(const std::string& text) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  TokenReader reader(sources.add_text("a.romas", text), sources, diagnostics, 0);
  std::size_t whole = 0;
  bool in_robot = false;
  while (reader.peek().type != Lexeme::kEnd) {
    if (keyword_of(reader.peek().type) == "robot" && !in_robot) {
      reader.take_head();
      in_robot = true;
      continue;
    }
    const TokenBatch batch = reader.take_statement();
    if (batch.tokens.empty()) {
      reader.take();  // a '}'
      in_robot = false;
      continue;
    }
    if (batch.at_end_of_file) continue;
    const std::string expected = read_by_antlr(batch.tokens, in_robot);
    EXPECT_EQ(read_by_tables(batch.tokens, in_robot), expected)
        << text.substr(batch.tokens.front().begin, 300);
    whole += expected.empty() ? 0 : 1;
  }
  return whole;
}

TEST(RuleWalker, makesTheTreesOfTheParser) {
  EXPECT_GT(compare(std::string(test::kPlanarArm)), 5U);
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_GT(compare(print_romas(test::RandomModel(seed, seed < 3 ? 1 : 0.6).make())), 5U);
  }
}

TEST(RuleWalker, makesTheTreesOfTheParserWhereWordsBeginBoth) {
  const std::string text =
      "robot r { joint j : revolute a -> b { limit lower 0 rad upper 1 rad; limit lower .. upper; limit "
      "lower(3 rad) upper 4 rad; }\n"
      "joint k : fixed a -> b { servo s { couple 1; couple j gear 2; couple \"x\" gear (1, 2); } mimic j * 2 "
      "m * 3 + 1 m*kg; }\n"
      "let a = [1, 2, 3,]; let b = f(a = 1, a, b == 2,); let c = 1 m*kg/s*x*2 m; let d = [x for (x, y) in z "
      "if x]; let e = [1,]; }\n";
  EXPECT_GT(compare(text), 5U);
}

TEST(RuleWalker, refusesWhatTheParserRefuses) {
  std::mt19937 random(1);
  const std::string program = concat(
      test::kPlanarArm,
      "let a = [1, 2 m, -x^2 for x in y if not z];\nfn f(a : [length], b = (1, 2)) -> int = a[0].x;\n");
  std::size_t whole = 0;
  for (int i = 0; i < 300; ++i) whole += compare(fuzzing::mutate_program(program, program, random, 20'000));
  EXPECT_GT(whole, 300U);
}

}  // namespace
}  // namespace romas::language
