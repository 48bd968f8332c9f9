// The frontend of the Romas language.
#include <optional>

#include "frontend/frontend.h"
#include "frontend/language/lowering.h"
#include "frontend/language/parser.h"
#include "support/text.h"

namespace romas {

namespace {

// The parser reads bytes and trusts them.
bool check_encoding(FileId file, FrontendContext& context) {
  const std::string_view text = context.sources.text(file);
  const auto at = [&](std::size_t offset) { return SourceRange{file, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(offset + 1)}; };
  if (text.size() > context.options.max_input) {
    context.diagnostics.report(Rule::input_limit, at(0),
                               concat("the text has ", text.size(), " bytes, more than the limit of ", context.options.max_input));
    return false;
  }
  if (const auto wrong = find_invalid_utf8(text)) {
    context.diagnostics.report(Rule::bad_encoding, at(*wrong), "this byte is not UTF-8; texts of the language are UTF-8");
    return false;
  }
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    context.diagnostics.report(Rule::bad_encoding, at(zero), "the text holds a NUL character");
    return false;
  }
  return true;
}

}  // namespace

FrontendResult parse_romas(FileId file, FrontendContext& context) {
  FrontendResult result;
  if (!check_encoding(file, context)) {
    result.malformed = true;
    return result;
  }
  using Kind = language::Parser::Piece::Kind;
  language::Parser parser(file, context.sources, context.diagnostics);
  std::optional<language::Lowering> robot;
  for (auto piece = parser.next(); piece.kind != Kind::file_end; piece = parser.next()) {
    switch (piece.kind) {
      case Kind::robot: robot.emplace(piece.robot_name, piece.range, context.sources, context.diagnostics); break;
      case Kind::statements:
        for (const language::Statement& statement : piece.statements) robot->add(statement);
        break;
      case Kind::robot_end:
        result.models.push_back(robot->finish(piece.range));
        robot.reset();
        break;
      case Kind::file_end: break;
    }
  }
  result.malformed = parser.lost_statements();
  return result;
}

}  // namespace romas
