#include "frontend/language/program/program.h"

#include <array>
#include <map>

#include "frontend/language/lints/lints.h"
#include "frontend/language/program/file_version.h"
#include "frontend/language/program/unused_definitions.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// True if a text has words with which a file defines or uses something outside of robots. Without them it
// consists of independent robots, and need not be kept in memory as a whole.
bool may_define(std::string_view text) {
  static constexpr std::array<std::string_view, 10> kWords = {"import",   "param", "let", "fn",   "module",
                                                              "assembly", "block", "use", "type", "load"};
  for (const std::string_view word : kWords) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      if ((at == 0 || !is_word_character(text[at - 1])) &&
          (end == text.size() || !is_word_character(text[end])))
        return true;
    }
  }
  return false;
}

}  // namespace

Program::Program(FrontendContext& context, std::vector<RobotTest>* tests)
    : context_(context),
      budget_(context.diagnostics),
      recorder_(context.sources),
      session_{context.sources,
               context.diagnostics,
               budget_,
               context.options,
               context.files_read,
               [this](const std::string& path, SourceRange range) { return imports_.load(path, range); }},
      syntax_reader_(session_),
      parameters_(session_),
      imports_(context, session_,
               [this](FileId file, const GivenValues& given) { return read_import(file, given); }) {
  session_.tests = tests;
  if (context.options.record_names) context.sources.expansions().record_names();
}

FrontendResult Program::run(FileId main) {
  FrontendResult result;
  session_.main_file = main;
  if (context_.options.definitions.empty() && !may_define(context_.sources.text(main))) {
    stream(main, result);
  } else {
    imports_.open_main(main);
    FileText& text = read(main, true, {});
    make_robots(text, result);
    check_unused(text);
    find_unused_definitions(text, session_);
    result.is_library = result.models.empty() && text.syntax->robots.empty() && text.assemblies.empty() &&
                        !text.syntax->statements.empty();
  }
  const bool is_recovered = context_.options.recovers && context_.diagnostics.reported(Rule::syntax) > 0;
  result.malformed = (session_.malformed && !is_recovered) || budget_.exhausted();
  result.part_names = session_.mentions.take();
  return result;
}

// Reads robots one after the other, statement by statement.
void Program::stream(FileId file, FrontendResult& result) {
  using Kind = Parser::Piece::Kind;
  const Scope global(&recorder_);
  Parser parser(file, context_.sources, context_.diagnostics);
  std::unique_ptr<Expander> robot;
  RobotText head;
  Syntax syntax;  // of the file but for its robots: its version
  Lints lints(context_.sources, context_.diagnostics);
  bool incomplete = false;
  for (auto piece = syntax_reader_.next(parser); piece.kind != Kind::file_end;
       piece = syntax_reader_.next(parser)) {
    switch (piece.kind) {
      case Kind::robot:
        head = {piece.robot_name, std::move(piece.formals), piece.range, {}, {}};
        robot = std::make_unique<Expander>(head.name.text, head.name.range, head.head, session_, &global);
        check_formals(pointers_to(head.formals), "a robot");
        parameters_.define_of(head, *robot);
        lints.open_robot(pointers_to(head.formals));
        break;
      case Kind::statements:
        for (const Statement& statement : piece.statements) robot->run(statement);
        for (const Statement& statement : piece.statements) lints.robot_statement(statement);
        break;
      case Kind::robot_end:
        lints.close_robot();
        result.models.push_back(robot->finish(piece.range));
        incomplete = incomplete || robot->incomplete();
        robot.reset();
        break;
      case Kind::file_statements:
        for (const Statement& statement : piece.statements)
          if (statement.word() == "version") note_version(statement, syntax, session_.diagnostics);
        break;
      case Kind::file_end: break;
    }
  }
  session_.malformed = parser.lost_statements() || incomplete;
  if (!session_.malformed) lints.report(file);
}

// --- what a file defines -----------------------------------------------------------------------------------

FileText& Program::read(FileId file, bool main, GivenValues given) {
  FileText& text = files_.emplace_back();
  text.file.path = std::string(context_.sources.name(file));
  text.file.scope = std::make_shared<Scope>(&recorder_);
  text.main = main;
  text.given = std::move(given);
  std::shared_ptr<Syntax>& syntax = syntaxes_[file];
  if (!syntax) syntax = syntax_reader_.read(file);
  text.syntax = syntax;
  text.file.version = syntax->version;
  define(text);
  return text;
}

Imports::Read Program::read_import(FileId file, const GivenValues& given) {
  const std::size_t errors = context_.diagnostics.error_count();
  FileText& text = read(file, false, given);
  const bool is_faulty = context_.diagnostics.error_count() > errors + text.misfits;
  if (!is_faulty) parameters_.check_given(text);
  return {&text.file, is_faulty};
}

// Names may be used before their definition, except for those of values. An import that gives values is one
// of them, because it may be given those in front of it.
void Program::define(FileText& text) {
  for (const Statement& s : text.syntax->statements) {
    if (s.word() != "import") continue;
    if (s.broken)
      define_broken_import(s, *text.file.scope);
    else if (s.first<Formal>() == nullptr)
      imports_.run(s, *text.file.scope, nullptr);
    else if (const auto name = name_of_import(s))
      text.file.scope->announce(s.the<Name>("as").text, name->range);
  }
  define_blocks(text);
  for (Statement& s : text.syntax->statements) {
    if (s.hidden) hide(s, text.file);
    if (s.broken) {
      if (s.word() != "import") define_broken(s, *text.file.scope);
      continue;
    }
    if (s.word() == "fn") define_function(s, text);
    if (s.word() == "module") define_module(s, text);
    if (s.word() == "type") define_type(s, text);
    if (s.word() == "assembly") define_assembly(s, text);
  }
  for (const RobotText& robot : text.syntax->robots) define_robot(robot, text);
  define_values(text);
  check_definitions(text);
}

// --- robots ------------------------------------------------------------------------------------------------

void Program::make_robots(FileText& text, FrontendResult& result) {
  std::size_t assembly = 0;
  const auto assemblies_before = [&](std::uint32_t offset) {
    for (; assembly < text.assemblies.size() && text.assemblies[assembly].name.range.begin < offset;
         ++assembly) {
      session_.robot = static_cast<std::uint32_t>(result.models.size());
      if (auto model = assemble(text.assemblies[assembly], session_, false))
        result.models.push_back(std::move(*model));
    }
  };
  for (const RobotText& robot : text.syntax->robots) {
    assemblies_before(robot.head.begin);
    session_.robot = static_cast<std::uint32_t>(result.models.size());
    Expander expander(robot.name.text, robot.name.range, robot.head, session_, text.file.scope.get());
    parameters_.define_of(robot, expander);
    robot.body->visit(context_.sources, context_.diagnostics,
                      [&](const Statement& statement) { expander.run(statement); });
    result.models.push_back(expander.finish(robot.end));
    session_.malformed = session_.malformed || expander.incomplete();
  }
  assemblies_before(static_cast<std::uint32_t>(-1));
}

// Checks unused modules and functions with values of which only the types are known.
void Program::check_unused(const FileText& text) {
  if (budget_.exhausted()) return;
  for (const Module& module : text.modules)
    if (!module.used && !module.robot) Expander::check(module, session_);
  for (const Function& function : text.functions)
    if (!function.used) Expander::check(function, session_);
}

}  // namespace romas::language
