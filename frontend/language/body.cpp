#include "frontend/language/body.h"

#include "frontend/language/parser.h"

namespace romas::language {

void Body::leave_out() {
  statements_ = {};
  kept_ = false;
}

void Body::visit(const SourceManager& sources, const Visitor& visitor) const {
  if (kept_) {
    for (const Statement& statement : statements_) visitor(statement);
    return;
  }
  using Kind = Parser::Piece::Kind;
  DiagnosticEngine unheard;  // errors were reported when the text was read first
  Parser parser(text_.file, sources, unheard, text_.begin);
  for (auto piece = parser.next(); piece.kind != Kind::file_end && piece.kind != Kind::robot_end; piece = parser.next()) {
    if (piece.kind == Kind::file_statements) {
      for (const Statement& statement : piece.statements.front().body) visitor(statement);
      return;
    }
    for (const Statement& statement : piece.statements) visitor(statement);
  }
}

Statement read_again(const Statement& statement, const SourceManager& sources) {
  DiagnosticEngine unheard;
  auto piece = Parser(statement.range.file, sources, unheard, statement.range.begin).next();
  return piece.statements.empty() ? Statement{} : std::move(piece.statements.front());
}

}  // namespace romas::language
