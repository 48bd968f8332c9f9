#include "test/frontend/language/same_trees.h"

#include <antlr4-runtime.h>

#include "RomasParser.h"
#include "frontend/language/grammar/antlr_tree.h"
#include "frontend/language/grammar/grammar_reader.h"
#include "frontend/language/grammar/token_reader.h"
#include "frontend/language/words/keywords.h"

namespace romas::test {

namespace {

using grammar::RomasParser;
using language::Lexeme;
using language::ParseTree;
using language::StartRule;
using language::TokenBatch;

antlr4::ParserRuleContext* run(RomasParser& parser, StartRule rule) {
  switch (rule) {
    case StartRule::file_statement: return parser.fileStatement();
    case StartRule::robot_statement: return parser.robotStatement();
    case StartRule::robot_head: return parser.robotHead();
    case StartRule::expression: break;
  }
  return parser.expression();
}

// False if ANTLR's parser finds an error.
bool read_by_antlr(const std::vector<Lexeme>& words, StartRule rule, ParseTree& tree) {
  antlr4::ListTokenSource source(language::to_antlr(words));
  antlr4::CommonTokenStream stream(&source);
  RomasParser parser(&stream);
  parser.removeErrorListeners();
  parser.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
  try {
    antlr4::ParserRuleContext* found = run(parser, rule);
    if (parser.getCurrentToken()->getType() != antlr4::Token::EOF) return false;
    language::copy_tree(*found, tree);
    return true;
  } catch (const antlr4::ParseCancellationException&) {
    return false;
  }
}

// The same rules and words in the same order, with the same places.
bool same(ParseTree::Node a, ParseTree::Node b) {
  if (a.rule() != b.rule() || a.first_word().begin != b.first_word().begin ||
      a.last_word().end != b.last_word().end || a.count() != b.count())
    return false;
  auto other = b.begin();
  for (const ParseTree::Node inner : a) {
    if (!same(inner, *other)) return false;
    ++other;
  }
  return true;
}

void compare(const TokenBatch& batch, StartRule rule, const std::string& text, TreeComparison& result) {
  constexpr std::size_t kDeepest = 100;  // for ANTLR's parser, whatever the stack
  if (batch.tokens.empty() || batch.depth > kDeepest) return;
  ParseTree own(batch.tokens);
  ParseTree expected(batch.tokens);
  const bool own_fits = language::read_by_grammar(rule, batch.tokens, own).whole;
  const bool fits = read_by_antlr(batch.tokens, rule, expected);
  ++result.statements;
  if (fits) ++result.whole;
  const bool good = own_fits == fits && (!fits || same(own.root(), expected.root()));
  if (!good && result.difference.empty())
    result.difference =
        text.substr(batch.tokens.front().begin, batch.tokens.back().end - batch.tokens.front().begin);
}

}  // namespace

TreeComparison compare_trees(const std::string& text) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  language::TokenReader reader(sources.add_text("a.romas", text), sources, diagnostics, 0);
  TreeComparison result;
  bool in_robot = false;
  while (reader.peek().type != Lexeme::kEnd) {
    if (language::keyword_of(reader.peek().type) == "robot" && !in_robot) {
      compare(reader.take_head(), StartRule::robot_head, text, result);
      in_robot = true;
      continue;
    }
    TokenBatch batch = reader.take_statement();
    if (batch.tokens.empty()) {
      reader.take();  // a '}'
      in_robot = false;
      continue;
    }
    if (batch.at_end_of_file) continue;
    compare(batch, in_robot ? StartRule::robot_statement : StartRule::file_statement, text, result);
    // NAME VALUE; has a value of its own, too.
    batch.tokens.erase(batch.tokens.begin());
    if (!batch.tokens.empty()) batch.tokens.pop_back();
    compare(batch, StartRule::expression, text, result);
  }
  return result;
}

}  // namespace romas::test
