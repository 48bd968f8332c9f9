// What a file defines: functions, modules, assemblies, robots, Blocks and values.
#include <array>
#include <map>
#include <set>

#include "frontend/language/encoding.h"
#include "frontend/language/expression_parser.h"
#include "frontend/language/program.h"
#include "support/text.h"

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

void Program::bind(Scope& scope, const Binding& name, Scope::Meaning meaning) {
  if (const Scope::Entry* first = scope.find_here(name.text)) {
    report(Rule::duplicate_name, name.range, concat("'", name.text, "' is defined twice"))
        .note(first->range, "the first is here");
  } else {
    scope.bind(name.text, name.range, std::move(meaning));
  }
}

// Nothing that a name could be made from is known where it is defined.
void Program::expect_fixed(const Name& name, std::string_view of) {
  if (!name.pieces) return;
  report(Rule::type_mismatch, name.range,
         concat("the name of ", of, " is fixed; nothing can be interpolated in it"));
  malformed_ = true;
}

void Program::define_function(const Statement& s, FileText& text) {
  const Name& name = s.the<Name>("fn");
  expect_fixed(name, "a function");
  text.functions.push_back(
      {{name.text, name.range}, formals_of(s), s.first<TypeExpr>(), s.first<Expr>(), text.file.scope.get()});
  bind(*text.file.scope, {name.text, name.range}, &text.functions.back());
}

void Program::define_module(Statement& s, FileText& text) {
  const Name& name = s.the<Name>("module");
  expect_fixed(name, "a module");
  text.modules.push_back(
      {{name.text, name.range}, formals_of(s), std::make_shared<Body>(s), text.file.scope.get(), false});
  bind(*text.file.scope, {name.text, name.range}, &text.modules.back());
}

void Program::define_assembly(Statement& s, FileText& text) {
  const Name& name = s.the<Name>("assembly");
  expect_fixed(name, "an assembly");
  text.assemblies.push_back({{name.text, name.range},
                             &s,
                             std::make_shared<Body>(s),
                             text.file.scope.get(),
                             text.file.blocks.get()});
  text.file.assemblies.push_back(&text.assemblies.back());
  bind(*text.file.scope, {name.text, name.range}, &text.assemblies.back());
}

// A robot can be used in others like a module, unless its name is already defined as something else.
void Program::define_robot(const RobotText& robot, FileText& text) {
  text.modules.push_back({{robot.name.text, robot.name.range}, {}, robot.body, text.file.scope.get(), true});
  text.file.robots.push_back(&text.modules.back());
  if (text.file.scope->find_here(robot.name.text) == nullptr)
    text.file.scope->bind(robot.name.text, robot.name.range, &text.modules.back());
}

void Program::define_blocks(FileText& text) {
  const bool any = std::any_of(text.statements.begin(), text.statements.end(),
                               [](const Statement& s) { return s.word() == "block"; });
  if (!any) return;
  const FileId file = text.statements.front().range.file;
  Lowering lowering(std::string(), {file, 0, 0}, {file, 0, 0}, session_, text.file.scope.get());
  for (const Statement& s : text.statements)
    if (s.word() == "block")
      lowering.add(s.left_out ? read_again(s, context_.sources, context_.diagnostics) : s);
  auto library = std::make_shared<BlockLibraryModel>();
  library->path = text.file.path;
  library->model = lowering.finish({file, 0, 0});
  const std::string folder = folder_of(text.file.path);
  for (Block& block : library->model.blocks)
    if (!folder.empty()) block.folder = block.folder.empty() ? folder : concat(folder, "/", block.folder);
  std::map<std::array<std::string_view, 3>, const Block*> known;
  for (const Block& block : library->model.blocks)
    if (const auto [first, fresh] = known.try_emplace({block.id, block.name, block.tag}, &block); !fresh)
      report(Rule::block_duplicate, block.id_range,
             concat("Block '", block.id, "' is defined twice with the same name and tag"))
          .note(first->second->id_range, "the first is here");
  text.file.blocks = std::move(library);
}

namespace {

void announce(const Pattern& pattern, Scope& scope) {
  if (pattern.parts.empty()) scope.announce(pattern.name.text, pattern.name.range);
  for (const Pattern& part : pattern.parts) announce(part, scope);
}

}  // namespace

// --- values ------------------------------------------------------------------------------------------------

void Program::define_values(FileText& text, bool main) {
  Model spellings;
  Scope& scope = *text.file.scope;
  Evaluator evaluator(context_.sources, context_.diagnostics, spellings, budget_, session_.lost, &scope);
  ControlFlow flow(evaluator, context_.diagnostics);
  std::set<std::string_view> known;
  for (const Statement& s : text.statements) {
    if (const auto* pattern = s.word() == "let" ? s.first<Pattern>() : nullptr) announce(*pattern, scope);
    if (s.word() == "param") scope.announce(s.the<Name>("param").text, s.the<Name>("param").range);
  }
  for (const Statement& s : text.statements) {
    if (s.word() == "let") flow.run(s, scope, {});
    if (s.word() == "param" && !s.broken) define_param(s, evaluator, scope, main);
    if (s.word() == "param") known.insert(s.the<Name>("param").text);
    if (s.word() == "assert") check_assertion(s, evaluator, session_);
  }
  if (!main) return;
  for (const auto& [name, value] : context_.options.definitions) {
    if (known.contains(name)) continue;
    report(Rule::parameter_value, {},
           concat("-D ", name, ": '", text.file.path, "' has no parameter '", name, "'"))
        .nearest(name, known);
  }
}

namespace {

// The type that the default of a parameter without a type implies, where a value from outside replaces it:
// the dimension of a quantity. Otherwise each use of the parameter would report the same wrong value.
Type type_of_preset(const Statement& s, Evaluator& evaluator) {
  const auto* preset = s.first<Expr>();
  const auto value = preset == nullptr ? std::nullopt : evaluator.evaluate(*preset);
  const auto* quantity = value ? std::get_if<Quantity>(&value->content) : nullptr;
  if (quantity == nullptr || quantity->dimension.plain()) return {};
  return {Type::Kind::quantity, quantity->dimension, {}};
}

}  // namespace

// param NAME [: TYPE] [= VALUE]
void Program::define_param(const Statement& s, Evaluator& evaluator, Scope& scope, bool main) {
  const Name& name = s.the<Name>("param");
  expect_fixed(name, "a parameter");
  const Binding binding{name.text, name.range};
  const auto* written = s.first<TypeExpr>();
  const Type type = evaluator.type(written);
  const std::string what = concat("parameter '", name.text, "'");
  std::optional<Value> value;
  const auto given = std::find_if(context_.options.definitions.rbegin(), context_.options.definitions.rend(),
                                  [&](const auto& d) { return d.first == name.text; });
  if (main && given != context_.options.definitions.rend()) {
    // A text needs no quotes on the command line.
    const FileId file = context_.sources.add_text(concat("-D ", name.text), given->second);
    const SourceRange range{file, 0, static_cast<std::uint32_t>(given->second.size())};
    if (!check_encoding(file, context_.sources, context_.diagnostics)) {
      value = std::nullopt;
    } else if (type.kind == Type::Kind::text && !given->second.starts_with('"')) {
      value = Value{String(given->second), range};
    } else if (const auto expr = parse_expression(range, context_.sources, context_.diagnostics)) {
      value = evaluator.evaluate(*expr);
    }
    const Type wanted = written == nullptr ? type_of_preset(s, evaluator) : type;
    // A wrong value is one mistake: it counts as unknown where the parameter is used.
    if (value && !conform(*value, wanted)) {
      evaluator.conform(*value, wanted, what);
      evaluator.define(scope, binding, unknown_of(wanted, name.range));
      return;
    }
    if (value) value = evaluator.conform(*value, wanted, what);
  } else if (const auto* preset = s.first<Expr>()) {
    value = evaluator.evaluate(*preset);
    if (value) value = evaluator.conform(*value, type, what);
  } else {
    report(Rule::parameter_value, name.range,
           concat(what, " has no value; give it one here, or with -D ", name.text, "=VALUE"));
  }
  evaluator.define(scope, binding, value ? *value : unknown_of(type, name.range));
}

void Program::check_definitions(const FileText& text) {
  const auto check = [&](const std::vector<const Formal*>& formals) {
    std::set<std::string_view> names;
    for (const Formal* formal : formals)
      if (!names.insert(formal->name.text).second)
        report(Rule::duplicate_name, formal->name.range,
               concat("there are two parameters '", formal->name.text, "'"));
  };
  for (const Function& function : text.functions) check(function.formals);
  for (const Module& module : text.modules) check(module.formals);
}

}  // namespace romas::language
