#include "frontend/language/program/syntax_reader.h"

#include "frontend/language/program/file_version.h"
#include "support/text/text.h"

namespace romas::language {

void expect_fixed(const Name& name, std::string_view of, Session& session) {
  if (!name.pieces) return;
  session.diagnostics.report(
      Rule::type_mismatch, name.range,
      concat("the name of ", of, " must be fixed; it cannot contain values in braces"));
  session.malformed = true;
}

Parser::Piece SyntaxReader::next(Parser& parser) {
  Parser::Piece piece = parser.next();
  for (const SourceRange part : parser.take_lost()) session_.lost.add_text(session_.sources, part);
  if (piece.kind == Parser::Piece::Kind::robot) expect_fixed(piece.robot_name, "a robot", session_);
  return piece;
}

std::shared_ptr<Syntax> SyntaxReader::read(FileId file) {
  using Kind = Parser::Piece::Kind;
  auto syntax = std::make_shared<Syntax>();
  std::deque<RobotText>& robots = syntax->robots;
  Parser parser(file, session_.sources, session_.diagnostics);
  for (auto piece = next(parser); piece.kind != Kind::file_end; piece = next(parser)) {
    switch (piece.kind) {
      case Kind::robot:
        robots.push_back({piece.robot_name,
                          std::move(piece.formals),
                          piece.range,
                          {},
                          std::make_shared<Body>(piece.range)});
        break;
      case Kind::statements: add(piece.statements, *robots.back().body); break;
      case Kind::robot_end:
        robots.back().end = piece.range;
        robots.back().body->end_at(piece.range.end);
        break;
      case Kind::file_statements:
        if (keep(piece.statements, *syntax)) break;
        return syntax;
      case Kind::file_end: break;
    }
  }
  session_.malformed = session_.malformed || parser.lost_statements();
  return syntax;
}

bool SyntaxReader::keeps(SourceRange text) {
  constexpr std::size_t kMostKept = 128UL * 1024;  // bytes of text: programs that people write by hand
  if (kept_ + (text.end - text.begin) > kMostKept) return false;
  kept_ += text.end - text.begin;
  return true;
}

void SyntaxReader::add(std::vector<Statement>& statements, Body& robot) {
  for (Statement& statement : statements) {
    if (!robot.kept()) return;
    if (keeps(statement.range))
      robot.add(std::move(statement));
    else
      robot.leave_out();
  }
}

// Returns false if the file has too many definitions.
bool SyntaxReader::keep(std::vector<Statement>& statements, Syntax& syntax) {
  for (Statement& statement : statements) {
    if (syntax.statements.size() == Budget::kMostNames) {
      session_.budget.exhaust(statement.range, concat("the file has more than ", Budget::kMostNames,
                                                      " definitions; put values into lists"));
      return false;
    }
    const std::string_view word = statement.word();
    if (word == "version") note_version(statement, syntax, session_.diagnostics);
    if ((word == "module" || word == "assembly" || word == "block") && !keeps(statement.range)) {
      statement.body = {};
      statement.left_out = true;
    }
    syntax.statements.push_back(std::move(statement));
  }
  return true;
}

}  // namespace romas::language
