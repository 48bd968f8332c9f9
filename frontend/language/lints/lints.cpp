// Names that nothing uses, and names that hide others.
#include "frontend/language/lints/lints.h"

#include <algorithm>
#include <array>
#include <utility>

#include "support/text/text.h"

namespace romas::language {

namespace {

bool is_silent(const Binding& name) { return name.text.empty() || name.text.front() == '_'; }

// Keywords in front of names of entities, which mean nothing in an expression.
bool names_entity(std::string_view word) {
  static constexpr std::array<std::string_view, 12> kWords = {"link",   "joint",        "frame",  "material",
                                                              "sensor", "loop_joint",   "wing",   "spring",
                                                              "thrust", "transmission", "expose", "block"};
  return std::ranges::find(kWords, word) != kWords.end();
}

std::string_view describe(Lints::Kind kind) {
  switch (kind) {
    case Lints::Kind::import: return "import";
    case Lints::Kind::parameter: return "parameter";
    case Lints::Kind::value: return "'let'";
    case Lints::Kind::variable: return "variable of a loop";
    case Lints::Kind::function: return "function";
    case Lints::Kind::module: return "module";
    case Lints::Kind::type: return "type";
    case Lints::Kind::instance: break;
  }
  return "instance";
}

// `use leg as leg;` hides the module on purpose.
bool is_named_alike(const Statement& use, std::string_view instance) {
  const Expr* target = use.get<Expr>("use");
  if (target != nullptr && target->kind == Expr::Kind::call) target = &target->operands.front();
  return target != nullptr && target->text() == instance;
}

}  // namespace

Lints::Lints(const SourceManager& sources, DiagnosticEngine& diagnostics)
    : sources_(sources), diagnostics_(diagnostics), frames_(1) {}

bool Lints::are_wanted(const DiagnosticEngine& diagnostics) {
  return diagnostics.enabled(Rule::unused_name) || diagnostics.enabled(Rule::shadowed_name) ||
         diagnostics.enabled(Rule::unreachable_code);
}

void Lints::report(FileId file) {
  find_unread_members();
  if (frames_.size() == 1) close();
  const auto size = static_cast<std::uint32_t>(sources_.text(file).size());
  if (diagnostics_.in_doubt({file, 0, size})) return;
  for (Finding& finding : findings_) {
    auto builder = diagnostics_.report(finding.rule, finding.range, std::move(finding.message));
    if (finding.other.valid()) builder.note(finding.other, std::string(finding.note));
    if (finding.fix.range.valid()) builder.suggest(finding.fix.range, std::move(finding.fix.replacement));
  }
}

// --- what defines names ------------------------------------------------------------------------------------

void Lints::define(Kind kind, const Binding& name, SourceRange whole, bool told) {
  frames_.front().try_emplace(name.text, Local{kind, name, whole, told && !is_silent(name), false});
}

void Lints::bind(Kind kind, const Binding& name, SourceRange whole) {
  if (name.text == "_") return;
  // A parameter has the name of a value of the file on purpose: it takes that value's place.
  if (!is_silent(name) && kind != Kind::parameter) {
    for (std::size_t i = frames_.size() - 1; i-- > 0;) {
      const auto outer = frames_[i].find(name.text);
      if (outer == frames_[i].end()) continue;
      if (outer->second.kind != Kind::type)
        findings_.push_back({Rule::shadowed_name,
                             name.range,
                             concat("'", name.text, "' hides the ", describe(outer->second.kind),
                                    " of this name; give one of them another name"),
                             outer->second.name.range,
                             "the hidden one is here",
                             {}});
      break;
    }
  }
  const bool told = kind != Kind::instance && !is_silent(name);
  frames_.back().try_emplace(name.text, Local{kind, name, whole, told, false});
}

void Lints::bind(Kind kind, const Pattern& pattern, SourceRange whole) {
  if (pattern.parts.empty()) return bind(kind, pattern.name, whole);
  for (const Pattern& part : pattern.parts) bind(kind, part, {});
}

void Lints::bind(const Formal& formal) {
  if (formal.type) type(*formal.type);
  if (formal.preset) expression(*formal.preset);
  bind(Kind::parameter, formal.name, {});
}

void Lints::close() {
  for (const auto& [name, local] : frames_.back())
    if (local.told && !local.used) add_unused(local);
  frames_.pop_back();
}

void Lints::add_unused(const Local& local) {
  const bool part = local.kind == Kind::variable || (local.kind == Kind::value && !local.whole.valid());
  const std::string_view advice = part ? "; write '_' where a value is ignored"
                                  : local.kind == Kind::parameter
                                      ? "; begin its name with '_' if this is intended"
                                      : "; remove it, or begin its name with '_'";
  Finding finding{Rule::unused_name,
                  local.name.range,
                  concat("nothing uses the ", describe(local.kind), " '", local.name.text, "'", advice),
                  {},
                  {},
                  {}};
  if (part) finding.fix = {local.name.range, "_"};
  if (!part && local.whole.valid()) finding.fix = {local.whole, ""};
  findings_.push_back(std::move(finding));
}

// --- what uses them ----------------------------------------------------------------------------------------

Lints::Local* Lints::find(std::string_view name) {
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame)
    if (const auto found = frame->find(name); found != frame->end()) return &found->second;
  return nullptr;
}

// A function that only calls itself is not used.
void Lints::use(std::string_view name) {
  Local* local = find(name);
  if (local != nullptr && local != inside_) local->used = true;
}

void Lints::name(const Name& name) {
  pieces(name.pieces);
  if (!name.pieces) use(name.text);
  if (name.path)
    for (const Name& step : *name.path) pieces(step.pieces);
}

void Lints::pieces(const TemplatePtr& pieces) {
  if (!pieces) return;
  for (const Expr& value : pieces->values) expression(value);
}

// The recursion is as deep as brackets are nested.
void Lints::type(const TypeExpr& written) {
  if (written.kind == TypeExpr::Kind::name && !written.names.empty()) use(written.names.front().text);
  for (const TypeExpr& element : written.elements) type(element);
}

// The recursion is as deep as brackets are nested.
void Lints::expression(const Expr& expr) {
  if (expr.kind == Expr::Kind::align) return;  // its operands are axes
  read_members(expr);
  if (expr.kind == Expr::Kind::name) return use(expr.text());
  if (expr.kind == Expr::Kind::let_in) return local_names(expr);
  if (expr.kind == Expr::Kind::conditional) check_choice(expr);
  pieces(expr.more().pieces);
  if (expr.kind != Expr::Kind::each || expr.operands.size() < 2) {
    for (const Expr& operand : expr.operands) expression(operand);
    return;
  }
  expression(expr.operands[1]);
  check_loop(expr.operands[1], expr.operands[0].range);
  open();
  if (expr.more().pattern) {
    goes_through(*expr.more().pattern, expr.operands[1]);
    bind(Kind::variable, *expr.more().pattern, {});
  }
  for (std::size_t i = 0; i < expr.operands.size(); ++i)
    if (i != 1) expression(expr.operands[i]);
  close();
}

// let NAMES = VALUE, … in VALUE. A name is known in the values behind its own.
void Lints::local_names(const Expr& expr) {
  const std::size_t before = frames_.size();
  std::size_t value = 0;
  for (const Locals::Local& local : expr.more().locals->all) {
    if (local.type) type(*local.type);
    expression(expr.operands[value++]);
    open();
    bind(Kind::value, local.pattern, {});
  }
  expression(expr.operands.back());
  while (frames_.size() > before) close();
}

void Lints::item(const Statement& s, const Argument& argument, const Item& item) {
  if (const auto* expr = std::get_if<Expr>(&item)) return expression(*expr);
  if (const auto* written = std::get_if<TypeExpr>(&item)) return type(*written);
  if (const auto* text = std::get_if<Text>(&item)) return pieces(text->pieces);
  if (const auto* given = std::get_if<Formal>(&item)) {
    if (given->preset) expression(*given->preset);
    all_are_read_ = true;  // by the file that is imported
    return;
  }
  const auto* named = std::get_if<Name>(&item);
  if (named == nullptr) return;
  const bool defines = argument.label == s.word() && names_entity(s.word()) && !named->path;
  if (defines || (s.word() == "use" && argument.label == "as"))
    pieces(named->pieces);
  else
    name(*named);
}

void Lints::values(const Statement& s) {
  for (const Argument& argument : s.arguments)
    for (const Item& value : argument.values) item(s, argument, value);
}

// --- statements --------------------------------------------------------------------------------------------

void Lints::body(const std::vector<Statement>& statements) {
  open();
  for (const Statement& s : statements) statement(s);
  close();
}

// The recursion is as deep as statements are nested.
void Lints::statement(const Statement& s) {
  const std::string_view word = s.word();
  if (word == "if") return condition(s);
  values(s);
  if (word == "let") return bind(Kind::value, s.the_first<Pattern>(), s.range);
  if (word == "for") {
    const SourceRange dead =
        s.body.empty() ? SourceRange{}
                       : SourceRange{s.range.file, s.body.front().range.begin, s.body.back().range.end};
    check_loop(s.the_first<Expr>(), dead);
    goes_through(s.the_first<Pattern>(), s.the_first<Expr>());
    open();
    bind(Kind::variable, s.the_first<Pattern>(), {});
    for (const Statement& inner : s.body) statement(inner);
    return close();
  }
  if (!s.body.empty()) body(s.body);
  // A `use` gives statements for parameters of its module: with NAME { … }
  for (const Statement& given : s.otherwise) body(given.body);
  const auto* as = word == "use" ? s.get<Name>("as") : nullptr;
  if (as == nullptr || as->pieces) return;
  if (is_named_alike(s, as->text))
    frames_.back().try_emplace(as->text, Local{Kind::instance, {as->text, as->range}, {}, false, false});
  else
    bind(Kind::instance, Binding{as->text, as->range}, {});
}

// A chain of `else if` is walked without recursion.
void Lints::condition(const Statement& s) {
  std::set<std::string_view> earlier;  // the conditions in front, as they are written, of which none holds
  for (const Statement* branch = &s;; branch = &branch->otherwise.front()) {
    values(*branch);
    check_branches(*branch, earlier);
    body(branch->body);
    const bool chain = branch->otherwise.size() == 1 && branch->otherwise.front().word() == "if";
    if (!chain) return body(branch->otherwise);
    earlier.insert(sources_.text(branch->the_first<Expr>().range));
  }
}

// fn NAME(…) = …, module NAME(…) { … }, param NAME = …, import "…" as NAME(…), …
void Lints::file_statement(const Statement& s, const Body* body) {
  const std::string_view word = s.word();
  const auto* defined = s.get<Name>(word);
  const bool called = word == "fn" || word == "module";
  inside_ = called && defined != nullptr ? find(defined->text) : nullptr;
  open();
  if (called)
    for (const Formal* formal : s.all<Formal>()) bind(*formal);
  for (const Argument& argument : s.arguments)
    for (const Item& value : argument.values) {
      const bool defines =
          std::holds_alternative<Name>(value) && (argument.label == word || word == "import");
      if (!defines && !(called && std::holds_alternative<Formal>(value))) item(s, argument, value);
    }
  if (body != nullptr)
    body->visit(sources_, diagnostics_, [this](const Statement& inner) { statement(inner); });
  else if (!s.body.empty())
    this->body(s.body);
  close();
  inside_ = nullptr;
}

void Lints::open_robot(const std::vector<const Formal*>& formals) {
  open();
  for (const Formal* formal : formals) bind(*formal);
}

}  // namespace romas::language
