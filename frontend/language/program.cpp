#include "frontend/language/program.h"

#include <array>
#include <map>

#include "frontend/language/encoding.h"
#include "frontend/language/expression_parser.h"
#include "support/text.h"

namespace romas::language {

namespace {

// Words with which a file can define something outside of robots, or use it. A text without them is only
// robots of their own, which need not be kept in memory as a whole.
bool may_define(std::string_view text) {
  static constexpr std::array<std::string_view, 8> kWords = {"import", "param",    "let",   "fn",
                                                             "module", "assembly", "block", "use"};
  const auto word_character = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  for (const std::string_view word : kWords) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      if ((at == 0 || !word_character(text[at - 1])) && (end == text.size() || !word_character(text[end])))
        return true;
    }
  }
  return false;
}

std::vector<const Formal*> formals_of(const Statement& s) { return s.all<Formal>(); }

}  // namespace

Program::Program(FrontendContext& context)
    : context_(context),
      budget_(context.diagnostics),
      session_{context.sources, context.diagnostics, budget_, context.options, context.files_read, 0, {}} {}

FrontendResult Program::run(FileId main) {
  FrontendResult result;
  session_.main_file = main;
  if (context_.options.definitions.empty() && !may_define(context_.sources.text(main))) {
    stream(main, result);
  } else {
    open_.push_back({std::string(), std::string(context_.sources.name(main)), {main, 0, 0}});
    FileText& text = read(main, true);
    make_robots(text, result);
    check_unused(text);
    result.library =
        result.models.empty() && text.robots.empty() && text.assemblies.empty() && !text.statements.empty();
  }
  result.malformed = malformed_ || budget_.exhausted();
  return result;
}

// Robot after robot, statement after statement.
void Program::stream(FileId file, FrontendResult& result) {
  using Kind = Parser::Piece::Kind;
  const Scope global(nullptr);
  Parser parser(file, context_.sources, context_.diagnostics);
  std::unique_ptr<Expander> robot;
  bool incomplete = false;
  for (auto piece = parser.next(); piece.kind != Kind::file_end; piece = parser.next()) {
    switch (piece.kind) {
      case Kind::robot:
        robot = std::make_unique<Expander>(piece.robot_name.text, piece.robot_name.range, piece.range,
                                           session_, &global);
        break;
      case Kind::statements:
        for (const Statement& statement : piece.statements) robot->run(statement);
        break;
      case Kind::robot_end:
        result.models.push_back(robot->finish(piece.range));
        incomplete = incomplete || robot->incomplete();
        robot.reset();
        break;
      case Kind::file_statements:
      case Kind::file_end: break;
    }
  }
  malformed_ = parser.lost_statements() || incomplete;
}

// --- what a file defines -----------------------------------------------------------------------------------

Program::FileText& Program::read(FileId file, bool main) {
  FileText& text = files_.emplace_back();
  text.file.path = std::string(context_.sources.name(file));
  text.file.scope = std::make_shared<Scope>(nullptr);
  parse(file, text);
  define(text, main);
  return text;
}

void Program::parse(FileId file, FileText& text) {
  using Kind = Parser::Piece::Kind;
  Parser parser(file, context_.sources, context_.diagnostics);
  for (auto piece = parser.next(); piece.kind != Kind::file_end; piece = parser.next()) {
    switch (piece.kind) {
      case Kind::robot:
        text.robots.push_back({piece.robot_name, piece.range, {}, std::make_shared<Body>(piece.range)});
        break;
      case Kind::statements: add(piece.statements, *text.robots.back().body); break;
      case Kind::robot_end:
        text.robots.back().end = piece.range;
        text.robots.back().body->end_at(piece.range.end);
        break;
      case Kind::file_statements:
        if (keep(piece.statements, text)) break;
        return;
      case Kind::file_end: break;
    }
  }
  malformed_ = malformed_ || parser.lost_statements();
}

bool Program::keeps(SourceRange text) {
  constexpr std::size_t kMostKept = 128UL * 1024;  // bytes of text: programs that people write by hand
  if (kept_ + (text.end - text.begin) > kMostKept) return false;
  kept_ += text.end - text.begin;
  return true;
}

void Program::add(std::vector<Statement>& statements, Body& robot) {
  for (Statement& statement : statements) {
    if (!robot.kept()) return;
    if (keeps(statement.range))
      robot.add(std::move(statement));
    else
      robot.leave_out();
  }
}

// False where there are more definitions than a file may have.
bool Program::keep(std::vector<Statement>& statements, FileText& text) {
  for (Statement& statement : statements) {
    if (text.statements.size() == Budget::kMostNames) {
      budget_.exhaust(statement.range, concat("the file has more than ", Budget::kMostNames,
                                              " definitions; put values into lists"));
      return false;
    }
    const std::string_view word = statement.word();
    if ((word == "module" || word == "assembly" || word == "block") && !keeps(statement.range)) {
      statement.body = {};
      statement.left_out = true;
    }
    text.statements.push_back(std::move(statement));
  }
  return true;
}

// Names may be used above the place where they are defined, but for those of values.
void Program::define(FileText& text, bool main) {
  for (const Statement& s : text.statements)
    if (s.word() == "import") import_file(s, text);
  define_blocks(text);
  for (Statement& s : text.statements) {
    if (s.broken) {
      define_broken(s, *text.file.scope);
      continue;
    }
    if (s.word() == "fn") define_function(s, text);
    if (s.word() == "module") define_module(s, text);
    if (s.word() == "assembly") define_assembly(s, text);
  }
  for (const RobotText& robot : text.robots) define_robot(robot, text);
  define_values(text, main);
  check_definitions(text);
}

// The name of a definition with a syntax error: its uses are no further errors.
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

void Program::define_function(const Statement& s, FileText& text) {
  const Name& name = s.the<Name>("fn");
  text.functions.push_back(
      {{name.text, name.range}, formals_of(s), s.first<TypeExpr>(), s.first<Expr>(), text.file.scope.get()});
  bind(*text.file.scope, {name.text, name.range}, &text.functions.back());
}

void Program::define_module(Statement& s, FileText& text) {
  const Name& name = s.the<Name>("module");
  text.modules.push_back(
      {{name.text, name.range}, formals_of(s), std::make_shared<Body>(s), text.file.scope.get(), false});
  bind(*text.file.scope, {name.text, name.range}, &text.modules.back());
}

void Program::define_assembly(Statement& s, FileText& text) {
  const Name& name = s.the<Name>("assembly");
  text.assemblies.push_back({{name.text, name.range},
                             &s,
                             std::make_shared<Body>(s),
                             text.file.scope.get(),
                             text.file.blocks.get()});
  text.file.assemblies.push_back(&text.assemblies.back());
  bind(*text.file.scope, {name.text, name.range}, &text.assemblies.back());
}

// A robot can be used in others like a module. Where its name means something else already it cannot, and
// stays a robot.
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
  Evaluator evaluator(context_.sources, context_.diagnostics, spellings, budget_, &scope);
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
    const std::string_view near = nearest_name(name, known);
    report(Rule::parameter_value, {},
           concat("-D ", name, ": '", text.file.path, "' has no parameter '", name, "'",
                  near.empty() ? std::string() : concat("; did you mean '", near, "'?")));
  }
}

// param NAME [: TYPE] [= VALUE]
void Program::define_param(const Statement& s, Evaluator& evaluator, Scope& scope, bool main) {
  const Name& name = s.the<Name>("param");
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
    if (value) value = evaluator.conform(*value, type, what);
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

// --- robots ------------------------------------------------------------------------------------------------

void Program::make_robots(FileText& text, FrontendResult& result) {
  std::size_t assembly = 0;
  const auto assemblies_before = [&](std::uint32_t offset) {
    for (; assembly < text.assemblies.size() && text.assemblies[assembly].name.range.begin < offset;
         ++assembly)
      if (auto model = assemble(text.assemblies[assembly], session_))
        result.models.push_back(std::move(*model));
  };
  for (const RobotText& robot : text.robots) {
    assemblies_before(robot.head.begin);
    Expander expander(robot.name.text, robot.name.range, robot.head, session_, text.file.scope.get());
    robot.body->visit(context_.sources, context_.diagnostics,
                      [&](const Statement& statement) { expander.run(statement); });
    result.models.push_back(expander.finish(robot.end));
    malformed_ = malformed_ || expander.incomplete();
  }
  assemblies_before(static_cast<std::uint32_t>(-1));
}

// What no robot has shown to be right: looked at with values of which only the types are known.
void Program::check_unused(const FileText& text) {
  if (budget_.exhausted()) return;
  for (const Module& module : text.modules)
    if (!module.used && !module.robot) Expander::check(module, session_);
  for (const Function& function : text.functions)
    if (!function.used) Expander::check(function, session_);
}

}  // namespace romas::language
