#include "frontend/language/expression_parser.h"

#include <antlr4-runtime.h>

#include "RomasParser.h"
#include "frontend/language/expression_builder.h"
#include "frontend/language/recovery.h"
#include "frontend/language/token_reader.h"
#include "support/text.h"

namespace romas::language {

using antlr4::Token;
using grammar::RomasParser;

std::optional<Expr> parse_expression(SourceRange range, const SourceManager& sources, DiagnosticEngine& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  TokenReader reader(range.file, sources, diagnostics, range.begin, range.end);
  TokenBatch batch = reader.take_all();
  if (diagnostics.error_count() > errors) return std::nullopt;
  Recovery recovery({range.file, &sources, &diagnostics, std::move(batch.reported_lines), false});
  antlr4::ListTokenSource source(std::move(batch.tokens));
  antlr4::CommonTokenStream stream(&source);
  RomasParser parser(&stream);
  parser.removeErrorListeners();
  parser.setErrorHandler(recovery.strategy());
  auto* tree = parser.expression();
  const Token& behind = *parser.getCurrentToken();
  if (behind.getType() != Token::EOF && diagnostics.error_count() == errors)
    diagnostics.report(Rule::syntax, reader.range(behind), concat("expected an operator or the end of the value, found '", reader.text(behind), "'"));
  if (diagnostics.error_count() > errors) return std::nullopt;
  return ExpressionBuilder({range.file, &sources, &diagnostics, true}).expression(*tree);
}

}  // namespace romas::language
