#include "frontend/language/reading/body.h"

#include "frontend/language/reading/parser.h"

namespace romas::language {

namespace {

// Passes on errors of limits, such as a stack that is shorter now. All others were reported when the text was
// first read.
void pass_on(const DiagnosticEngine& again, DiagnosticEngine& diagnostics) {
  if (diagnostics.has_errors()) return;
  for (const Diagnostic& diagnostic : again.sorted())
    if (diagnostic.rule == Rule::input_limit)
      diagnostics.report(diagnostic.rule, diagnostic.range, diagnostic.message);
}

}  // namespace

void Body::leave_out() {
  statements_ = {};
  kept_ = false;
}

void Body::visit(const SourceManager& sources, DiagnosticEngine& diagnostics, const Visitor& visitor) const {
  if (kept_) {
    for (const Statement& statement : statements_) visitor(statement);
    return;
  }
  using Kind = Parser::Piece::Kind;
  DiagnosticEngine again;
  Parser parser(text_.file, sources, again, text_.begin);
  for (auto piece = parser.next(); piece.kind != Kind::file_end && piece.kind != Kind::robot_end;
       piece = parser.next()) {
    // If the body is that of a statement of the file, only the body is visited.
    const bool whole_statement = piece.kind == Kind::file_statements;
    if (whole_statement && piece.statements.empty()) break;
    for (const Statement& statement : whole_statement ? piece.statements.front().body : piece.statements)
      visitor(statement);
    if (whole_statement) break;
  }
  pass_on(again, diagnostics);
}

Statement read_again(const Statement& statement, const SourceManager& sources,
                     DiagnosticEngine& diagnostics) {
  DiagnosticEngine again;
  auto piece = Parser(statement.range.file, sources, again, statement.range.begin).next();
  pass_on(again, diagnostics);
  return piece.statements.empty() ? Statement{} : std::move(piece.statements.front());
}

}  // namespace romas::language
