#include "frontend/language/reading/expression_parser.h"

#include <antlr4-runtime.h>

#include <algorithm>

#include "RomasParser.h"
#include "frontend/language/grammar/antlr_tree.h"
#include "frontend/language/grammar/expression_builder.h"
#include "frontend/language/grammar/grammar_reader.h"
#include "frontend/language/grammar/token_reader.h"
#include "frontend/language/mistakes/recovery.h"
#include "support/process/stack.h"
#include "support/text/text.h"

namespace romas::language {

using grammar::RomasParser;

namespace {

// Reports why words are no expression.
void explain(TokenBatch& batch, SourceRange range, const SourceManager& sources,
             DiagnosticEngine& diagnostics) {
  if (batch.tokens.size() > kMaxExplainedTokens) {
    diagnostics.report(Rule::syntax, range,
                       concat("this is not a value (more than ", kMaxExplainedTokens,
                              " words and signs get no explanation)"));
    return;
  }
  const std::size_t errors = diagnostics.error_count();
  const Recovery recovery({range.file, &sources, &diagnostics, std::move(batch.reported_lines), false});
  antlr4::ListTokenSource source(to_antlr(batch.tokens));
  antlr4::CommonTokenStream stream(&source);
  RomasParser parser(&stream);
  parser.removeErrorListeners();
  parser.setErrorHandler(recovery.strategy());
  parser.expression();
  if (diagnostics.error_count() > errors) return;
  const std::size_t behind = std::min(parser.getCurrentToken()->getTokenIndex(), batch.tokens.size() - 1);
  const SourceRange found = batch.tokens[behind].range(range.file);
  diagnostics.report(
      Rule::syntax, found,
      concat("expected an operator or the end of the value, found '", sources.text(found), "'"));
}

}  // namespace

std::optional<Expr> parse_expression(SourceRange range, const SourceManager& sources,
                                     DiagnosticEngine& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  TokenReader reader(range.file, sources, diagnostics, range.begin, range.end);
  TokenBatch batch = reader.take_all();
  if (diagnostics.error_count() > errors) return std::nullopt;
  if (batch.tokens.empty()) {
    diagnostics.report(Rule::syntax, range, "expected a value, found nothing");
    return std::nullopt;
  }
  if (reader.peek().type != Lexeme::kEnd || stack_left() < kStackOfParser + batch.depth * kStackPerLevel) {
    diagnostics.report(Rule::input_limit, range,
                       concat("this value has more than ", kMaxStatementTokens,
                              " words and signs, or is nested deeper than the stack allows"));
    return std::nullopt;
  }
  ParseTree tree(batch.tokens);
  if (!read_by_grammar(StartRule::expression, batch.tokens, tree).whole) {
    explain(batch, range, sources, diagnostics);
    return std::nullopt;
  }
  Expr result;
  ExpressionBuilder({range.file, &sources, &diagnostics, true}).expression(tree.root(), result);
  if (diagnostics.error_count() > errors) return std::nullopt;
  return result;
}

}  // namespace romas::language
