#include "frontend/language/expand/expander.h"

#include <algorithm>
#include <set>
#include <utility>

#include "frontend/language/expand/assertions.h"
#include "frontend/language/lower/statements.h"
#include "frontend/language/values/meanings.h"
#include "frontend/language/values/types.h"
#include "support/text/text.h"

namespace romas::language {

Expander::Expander(std::string name, SourceRange name_range, SourceRange head, Session& session,
                   const Scope* global)
    : session_(session),
      scope_(global),
      c_(std::move(name), name_range, head, session, &scope_),
      flow_(c_.evaluator, session.diagnostics, &c_.uses),
      tests_(c_, session) {
  c_.uses.given = [this](const GivenStatements& given, const std::function<void()>& run) {
    run_given(given, run);
  };
  c_.uses.part = [this](const Statement& s, std::string_view where, const Uses::Part& run) {
    return part(s, where, run);
  };
}

void Expander::run(const Statement& s) {
  flow_.run(s, scope_, [this](const Statement& other, Scope& scope) { statement(other, scope); });
}

void Expander::define_parameter(const Formal& formal, Value value) {
  if (scope_.find_here(formal.name.text) == nullptr)
    scope_.bind(formal.name.text, formal.name.range, std::move(value), ProgramName::Kind::parameter);
}

void Expander::statement(const Statement& s, Scope& scope) {
  const std::string_view word = s.word();
  c_.names.set_doubtful(evaluator().is_checking() || flow_.doubtful());
  if (word == "use") {
    use(s, scope);
  } else if (word == "expose") {
    expose(s);
  } else if (word == "assert") {
    assertion(s);
  } else if (word == "test") {
    if (used_robots_ == 0) tests_.keep(s, instance_);  // those of a robot that is used are about that robot
  } else if (evaluator().is_checking()) {
    check_place(s);
  } else if (expect_place(s, "a robot", session_.diagnostics)) {
    lower_statement(c_, s);
  }
}

void Expander::run_given(const GivenStatements& given, const std::function<void()>& run) {
  const Names::Naming inner = c_.names.naming();
  const auto inner_instance = std::exchange(instance_, given.instance);
  c_.names.set_naming({given.prefix, given.instance.get(), given.use});
  run();
  c_.names.set_naming(inner);
  instance_ = inner_instance;
}

Model Expander::finish(SourceRange end) {
  Model model = finish_robot(c_, end);
  std::swap(c_.model, model);  // the evaluator refers to it
  check_delayed(0, 0, 0);
  tests_.run();
  return std::move(c_.model);
}

// --- assertions --------------------------------------------------------------------------------------------

// The recursion is as deep as expressions are nested.
void add_names(const Expr& expr, std::set<std::string_view>& names) {
  if (expr.kind == Expr::Kind::name) names.insert(expr.text());
  if (const TemplatePtr& pieces = expr.more().pieces)
    for (const Expr& value : pieces->values) add_names(value, names);
  for (const Expr& operand : expr.operands) add_names(operand, names);
}

std::unique_ptr<Scope> snapshot(const Scope& scope, std::set<std::string_view> names) {
  // Further names are for suggestions. Their number is limited, because each assertion has its own copy.
  constexpr std::size_t kMostSuggested = 200;
  if (scope.visible_count() <= kMostSuggested)
    for (const std::string_view name : scope.visible()) names.insert(name);
  auto copy = std::make_unique<Scope>(scope.recorder());
  for (const std::string_view name : names)
    if (const Scope::Entry* entry = scope.find(name))
      copy->bind(entry->name, entry->range, entry->meaning, entry->kind);
  return copy;
}

// Checks the delayed assertions from `first` on, about the links and joints from these indices on. Nothing is
// checked if there are errors, because the mass of the robot is not known then.
void Expander::check_delayed(std::size_t first, std::size_t first_link, std::size_t first_joint) {
  if (delayed_.size() > first && !session_.budget.exhausted() && !session_.diagnostics.has_errors()) {
    const RobotFacts known = robot_facts(c_.model, first_link, first_joint);
    c_.surroundings.facts = &known;
    for (std::size_t i = first; i < delayed_.size(); ++i) {
      const Evaluator::Within within(evaluator(), delayed_[i].scope.get());
      check_assertion(delayed_[i].statement, evaluator(), session_);
    }
    c_.surroundings.facts = nullptr;
  }
  delayed_.resize(std::min(first, delayed_.size()));
}

void Expander::assertion(const Statement& s) {
  const auto exprs = s.all<Expr>();
  if (std::any_of(exprs.begin(), exprs.end(), [](const Expr* expr) { return mentions_robot_facts(*expr); })) {
    std::set<std::string_view> names;
    for (const Expr* expr : exprs) add_names(*expr, names);
    if (!evaluator().is_checking()) delayed_.push_back({s, snapshot(*evaluator().scope(), std::move(names))});
    return;
  }
  check_assertion(s, evaluator(), session_);
}

// --- what others may use -----------------------------------------------------------------------------------

// expose NAME = ENTITY or VALUE
void Expander::expose(const Statement& s) {
  const Name& name = s.the<Name>("expose");
  const auto value = c_.references.entity_or_value(s.the_first<Expr>(), false);
  Instance* instance = c_.names.naming().instance;
  if (instance == nullptr || !value) return;
  Value exposed = *value;
  exposed.range = name.range;
  const auto [place, fresh] = instance->exposed.emplace(c_.names.text(name), exposed);
  if (!fresh)
    report(Rule::duplicate_name, name.range, concat("'", place->first, "' is exposed twice"))
        .note(place->second.range, "the first is here");
}

// --- what nothing uses -------------------------------------------------------------------------------------

namespace {

void bind_unknown(const std::vector<const Formal*>& formals, Evaluator& evaluator, Scope& scope) {
  for (const Formal* formal : formals) {
    if (takes_statements(*formal)) {
      if (scope.find_here(formal->name.text) == nullptr)
        scope.bind(formal->name.text, formal->name.range, std::make_shared<const GivenStatements>(),
                   ProgramName::Kind::parameter);
      continue;
    }
    const Type type = read_type(evaluator, formal->type.get());
    if (formal->preset)
      if (const auto value = evaluator.evaluate(*formal->preset))
        conform(evaluator, *value, type, concat("parameter '", formal->name.text, "'"));
    if (scope.find_here(formal->name.text) == nullptr)
      scope.bind(formal->name.text, formal->name.range, unknown_of(type, formal->name.range),
                 ProgramName::Kind::parameter);
  }
}

}  // namespace

void Expander::check(const Module& module, Session& session) {
  Expander expander("unused", module.name.range, module.name.range, session, module.scope);
  expander.c_.surroundings.is_check = true;
  auto instance = std::make_shared<Instance>();
  instance->name = module.name;
  expander.c_.names.set_naming({std::string(), instance.get(), module.name.range});
  bind_unknown(module.formals, expander.evaluator(), expander.scope_);
  module.body->visit(session.sources, session.diagnostics,
                     [&](const Statement& statement) { expander.run(statement); });
  expander.finish(module.name.range);
}

void Expander::check(const Function& function, Session& session) {
  Expander expander("unused", function.name.range, function.name.range, session, function.scope);
  Evaluator& evaluator = expander.evaluator();
  bind_unknown(function.formals, evaluator, expander.scope_);
  const auto value = evaluator.evaluate(*function.body);
  if (value)
    conform(evaluator, *value, read_type(evaluator, function.result),
            concat("the result of function '", function.name.text, "'"));
}

// Whether an error in front of the module's '{' may have cost it parameters.
bool Expander::has_broken_head(const Module& module) const {
  const SourceRange whole = module.body->text();
  const std::string_view text = session_.sources.text(whole);
  const auto head = static_cast<std::uint32_t>(std::min(text.find('{'), text.size()));
  return session_.diagnostics.in_doubt({whole.file, whole.begin, whole.begin + head});
}

}  // namespace romas::language
