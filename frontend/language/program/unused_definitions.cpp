#include "frontend/language/program/unused_definitions.h"

#include "frontend/language/lints/lints.h"
#include "frontend/language/program/imports.h"

namespace romas::language {

void find_unused_definitions(const FileText& text, Session& session) {
  DiagnosticEngine& diagnostics = session.diagnostics;
  const FileId file = session.main_file;
  const auto size = static_cast<std::uint32_t>(session.sources.text(file).size());
  if (session.malformed || session.budget.exhausted() || !Lints::are_wanted(diagnostics) ||
      diagnostics.in_doubt({file, 0, size}))
    return;
  Lints lints(session.sources, diagnostics);
  const bool makes_robots = !text.syntax->robots.empty() || !text.assemblies.empty();
  const auto define = [&](const Statement& s, Lints::Kind kind) {
    if (const auto* name = s.get<Name>(s.word()))
      lints.define(kind, {name->text, name->range}, s.range, s.hidden || makes_robots);
  };
  for (const Statement& s : text.syntax->statements) {
    const std::string_view word = s.word();
    if (word == "param") define(s, Lints::Kind::parameter);
    if (word == "fn") define(s, Lints::Kind::function);
    if (word == "module") define(s, Lints::Kind::module);
    if (word == "type") define(s, Lints::Kind::type);
    if (word == "type" && makes_robots) lints.define_members(s);
    if (word == "import")
      if (const auto name = name_of_import(s)) lints.define(Lints::Kind::import, *name, s.range, true);
    if (word == "let") {
      const Pattern& pattern = s.the_first<Pattern>();
      const SourceRange whole = pattern.parts.empty() ? s.range : SourceRange{};
      for (const Binding& name : pattern.names())
        if (name.text != "_") lints.define(Lints::Kind::value, name, whole, s.hidden || makes_robots);
    }
  }
  for (const Statement& s : text.syntax->statements) {
    const auto body = text.syntax->bodies.find(&s);
    lints.file_statement(s, body == text.syntax->bodies.end() ? nullptr : body->second.get());
  }
  for (const RobotText& robot : text.syntax->robots) {
    lints.open_robot(pointers_to(robot.formals));
    robot.body->visit(session.sources, diagnostics, [&](const Statement& s) { lints.robot_statement(s); });
    lints.close_robot();
  }
  lints.report(file);
}

}  // namespace romas::language
