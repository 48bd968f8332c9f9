// Definitions of a file: functions, modules, assemblies, robots, Blocks and values.
#include <array>
#include <map>
#include <set>

#include "frontend/language/expand/assertions.h"
#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/statements.h"
#include "frontend/language/program/program.h"
#include "frontend/language/reading/expression_parser.h"
#include "frontend/language/values/types.h"
#include "frontend/language/words/encoding.h"
#include "ir/packages/relative_paths.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

std::vector<const Formal*> formals_of(const Statement& s) { return s.all<Formal>(); }

}  // namespace

// Defines the name of a definition with a syntax error, so that its uses give no further errors.
void Program::define_broken(const Statement& s, Scope& scope) {
  const auto* name = s.get<Name>(s.word());
  if (name != nullptr && scope.find_here(name->text) == nullptr)
    scope.bind(name->text, name->range, Value{Anything{}, s.range, true});
}

// Notes the names that a private definition defines.
void Program::hide(const Statement& s, LanguageFile& file) {
  if (const auto* name = s.get<Name>(s.word())) file.hidden.insert(name->text);
  if (const auto* pattern = s.first<Pattern>())
    for (const Binding& name : pattern->names()) file.hidden.insert(name.text);
}

void Program::define_function(const Statement& s, FileText& text) {
  const Name& name = s.the<Name>("fn");
  expect_fixed(name, "a function", session_);
  text.functions.push_back(
      {{name.text, name.range}, formals_of(s), s.first<TypeExpr>(), s.first<Expr>(), text.file.scope.get()});
  bind_once(*text.file.scope, {name.text, name.range}, &text.functions.back(), session_.diagnostics);
}

// The body of a module or assembly, which is moved out of its statement.
std::shared_ptr<Body> Program::body_of(Statement& s, Syntax& syntax) {
  std::shared_ptr<Body>& body = syntax.bodies[&s];
  if (!body) body = std::make_shared<Body>(s);
  return body;
}

void Program::define_type(const Statement& s, FileText& text) {
  const Name& name = s.the<Name>("type");
  expect_fixed(name, "a type", session_);
  if (find_type(name.text))
    report(Rule::duplicate_name, name.range, concat("'", name.text, "' is a type of the language"));
  text.types.push_back({{name.text, name.range}, s.first<TypeExpr>(), text.file.scope.get()});
  bind_once(*text.file.scope, {name.text, name.range}, &text.types.back(), session_.diagnostics);
}

void Program::define_module(Statement& s, FileText& text) {
  const Name& name = s.the<Name>("module");
  expect_fixed(name, "a module", session_);
  text.modules.push_back(
      {{name.text, name.range}, formals_of(s), body_of(s, *text.syntax), text.file.scope.get(), false});
  bind_once(*text.file.scope, {name.text, name.range}, &text.modules.back(), session_.diagnostics);
}

void Program::define_assembly(Statement& s, FileText& text) {
  const Name& name = s.the<Name>("assembly");
  expect_fixed(name, "an assembly", session_);
  text.assemblies.push_back(
      {{name.text, name.range}, &s, body_of(s, *text.syntax), text.file.scope.get(), text.file.blocks.get()});
  text.file.assemblies.push_back(&text.assemblies.back());
  bind_once(*text.file.scope, {name.text, name.range}, &text.assemblies.back(), session_.diagnostics);
}

// A robot can be used in others like a module, unless its name is already defined as something else.
void Program::define_robot(const RobotText& robot, FileText& text) {
  text.modules.push_back({{robot.name.text, robot.name.range},
                          pointers_to(robot.formals),
                          robot.body,
                          text.file.scope.get(),
                          true});
  text.file.robots.push_back(&text.modules.back());
  const Scope& scope = *text.file.scope;
  if (scope.find_here(robot.name.text) == nullptr && !scope.announced(robot.name.text))
    text.file.scope->bind(robot.name.text, robot.name.range, &text.modules.back());
}

void Program::define_blocks(FileText& text) {
  const std::deque<Statement>& statements = text.syntax->statements;
  const bool any = std::any_of(statements.begin(), statements.end(),
                               [](const Statement& s) { return s.word() == "block"; });
  text.file.blocks = text.syntax->blocks;
  if (!any || text.file.blocks) return;
  const FileId file = statements.front().range.file;
  LowerContext c(std::string(), {file, 0, 0}, {file, 0, 0}, session_, text.file.scope.get());
  for (const Statement& s : statements)
    if (s.word() == "block")
      lower_statement(c, s.left_out ? read_again(s, context_.sources, context_.diagnostics) : s);
  auto library = std::make_shared<BlockLibraryModel>();
  library->path = text.file.path;
  library->model = finish_robot(c, {file, 0, 0});
  const std::string folder = folder_of(text.file.path);
  for (Block& block : library->model.blocks)
    if (!folder.empty()) block.folder = block.folder.empty() ? folder : concat(folder, "/", block.folder);
  std::map<std::array<std::string_view, 3>, const Block*> known;
  for (const Block& block : library->model.blocks)
    if (const auto [first, fresh] = known.try_emplace({block.id, block.name, block.tag}, &block); !fresh)
      report(Rule::block_duplicate, block.id_range,
             concat("Block '", block.id, "' is defined twice with the same name and tag"))
          .note(first->second->id_range, "the first is here");
  text.file.blocks = text.syntax->blocks = std::move(library);
}

namespace {

void announce(const Pattern& pattern, Scope& scope) {
  if (pattern.parts.empty()) scope.announce(pattern.name.text, pattern.name.range);
  for (const Pattern& part : pattern.parts) announce(part, scope);
}

}  // namespace

// --- values ------------------------------------------------------------------------------------------------

void Program::define_values(FileText& text) {
  Model spellings;
  Scope& scope = *text.file.scope;
  const Surroundings surroundings{.load = session_.load};
  Evaluator evaluator(context_.sources, context_.diagnostics, spellings, budget_, session_.lost, surroundings,
                      &scope);
  ControlFlow flow(evaluator, context_.diagnostics);
  std::vector<const Name*> missing;
  for (const Statement& s : text.syntax->statements) {
    if (const auto* pattern = s.word() == "let" ? s.first<Pattern>() : nullptr) announce(*pattern, scope);
    if (s.word() == "param") scope.announce(s.the<Name>("param").text, s.the<Name>("param").range);
  }
  for (const Statement& s : text.syntax->statements) {
    if (s.word() == "let") flow.run(s, scope, {});
    if (s.word() == "param" && !s.broken) parameters_.define(s, text, evaluator, missing);
    if (s.word() == "import" && !s.broken && s.first<Formal>() != nullptr) imports_.run(s, scope, &evaluator);
    if (s.word() == "assert") check_assertion(s, evaluator, session_);
  }
  if (text.main) parameters_.check_command_line(text);
  parameters_.report_missing(text, missing);
}

void Program::check_definitions(const FileText& text) {
  for (const Function& function : text.functions) check_formals(function.formals, "a function");
  for (const Module& module : text.modules) check_formals(module.formals, module.robot ? "a robot" : "");
  Model spellings;
  const Surroundings surroundings;
  Evaluator evaluator(context_.sources, context_.diagnostics, spellings, budget_, session_.lost, surroundings,
                      text.file.scope.get());
  for (const TypeDefinition& definition : text.types) check_type(evaluator, definition);
}

// `owner`: of what takes no statements; empty: a module.
void Program::check_formals(const std::vector<const Formal*>& formals, std::string_view owner) {
  std::set<std::string_view> names;
  for (const Formal* formal : formals) {
    if (takes_statements(*formal)) check_statements(*formal, owner);
    if (!names.insert(formal->name.text).second)
      report(Rule::duplicate_name, formal->name.range,
             concat("there are two parameters '", formal->name.text, "'"));
  }
}

// Checks a parameter that takes statements: only modules have one, and its only default is {}, no statements.
void Program::check_statements(const Formal& formal, std::string_view owner) {
  if (!owner.empty())
    report(Rule::type_mismatch, formal.type->range,
           concat(owner, " takes values; only a module takes statements"));
  const Expr* preset = formal.preset.get();
  if (preset != nullptr && (preset->kind != Expr::Kind::record || !preset->operands.empty()))
    report(Rule::type_mismatch, preset->range, "the default of statements can only be {}, which means none");
}

}  // namespace romas::language
