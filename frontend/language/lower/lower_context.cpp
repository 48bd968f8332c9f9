#include "frontend/language/lower/lower_context.h"

#include <algorithm>

#include "frontend/language/lower/statements.h"
#include "frontend/language/values/texts.h"
#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// Finds duplicate properties in the body of an entity.
class Once {
 public:
  Once(DiagnosticEngine& diagnostics, std::string_view what, LowerContext::Words repeatable)
      : diagnostics_(diagnostics), what_(what), repeatable_(repeatable) {}

  void check(const Statement& s) {
    if (std::find(repeatable_.begin(), repeatable_.end(), s.word()) != repeatable_.end()) return;
    const auto first =
        std::find_if(seen_.begin(), seen_.end(), [&](const Seen& other) { return other.word == s.word(); });
    if (first == seen_.end()) {
      seen_.push_back({std::string(s.word()), s.word_range()});
      return;
    }
    diagnostics_.report(Rule::repeated_property, s.word_range(), concat(what_, " has '", s.word(), "' twice"))
        .note(first->range, "the first is here");
  }

 private:
  DiagnosticEngine& diagnostics_;
  std::string_view what_;
  LowerContext::Words repeatable_;
  struct Seen {  // statements of modules live no longer than they run
    std::string word;
    SourceRange range;
  };
  std::vector<Seen> seen_;
};

}  // namespace

LowerContext::LowerContext(std::string name, SourceRange name_range, SourceRange head, Session& shared,
                           const Scope* scope)
    : session(shared),
      sources(shared.sources),
      diagnostics(shared.diagnostics),
      evaluator(sources, diagnostics, model, shared.budget, shared.lost, surroundings, scope),
      values(evaluator.properties()),
      flow(evaluator, diagnostics, &uses),
      names(session, evaluator),
      references(session, evaluator, model, names),
      extensions(sources, diagnostics, model) {
  model.name = std::move(name);
  model.name_range = name_range;
  model.range = head;
  surroundings.load = session.load;
  surroundings.entity = [this](const Expr& expr) { return references.entity_or_value(expr, true); };
}

void LowerContext::report_repeated(SourceRange first, SourceRange second, std::string_view word) {
  report(Rule::repeated_property, second, concat("'", word, "' occurs twice"))
      .note(first, "the first is here");
}

void LowerContext::check_arguments(const Statement& s) {
  for (std::size_t i = 1; i < s.arguments.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (s.arguments[i].label == s.arguments[k].label) {
        report_repeated(s.arguments[k].range, s.arguments[i].range, s.arguments[i].label);
        return;
      }
}

std::optional<Number> LowerContext::number(const Statement& s, std::string_view label, std::string_view units,
                                           std::string_view what, std::size_t index) {
  const auto* expr = s.get<Expr>(label, index);
  return expr == nullptr ? std::nullopt : values.number(*expr, units, what);
}

TransformExpr LowerContext::pose(const Statement& s, std::string_view what) {
  const auto* expr = s.get<Expr>("at");
  return expr == nullptr ? TransformExpr() : values.pose(*expr, what).value_or(TransformExpr());
}

std::string LowerContext::text(const Statement& s, std::string_view label, std::size_t index) {
  const auto* written = s.get<Text>(label, index);
  if (written == nullptr) return {};
  if (written->pieces) return fill(evaluator, *written->pieces, TextUse::message);
  if (evaluator.expanding()) session.budget.spend_bytes(written->text.size(), written->range);
  return written->text;
}

std::optional<Binding> LowerContext::name(const Statement& s, std::string_view label, std::size_t index) {
  const auto* written = s.get<Name>(label, index);
  return written == nullptr ? std::nullopt : std::optional(Binding{names.text(*written), written->range});
}

void LowerContext::check_body(const Statement& entity, std::string_view what, Words repeatable) {
  Once once(diagnostics, what, repeatable);
  for (const Statement& property : entity.body) once.check(property);
}

void LowerContext::properties(const Statement& entity, const LowerProperty& lower) {
  const std::string_view where = entity.word() == "link" ? "a link" : "a joint";
  ControlFlow::Lower each;
  each = [&](const Statement& property, Scope& /*scope*/) {
    const auto used = [&](const Statement& part, Scope& inner) { flow.run(part, inner, each); };
    if (!uses.part || !uses.part(property, where, used)) lower(property);
  };
  flow.run(entity.body, nullptr, each);
}

void LowerContext::own_properties(const Statement& entity, std::string_view what, Words repeatable,
                                  const LowerProperty& lower) {
  Once once(diagnostics, what, repeatable);
  properties(entity, [&](const Statement& property) {
    const std::string_view where = entity.word() == "link" ? "a link" : "a joint";
    if (!expect_place(property, where, diagnostics)) return;
    if (!flow.doubtful()) once.check(property);
    lower(property);
  });
}

void JointQuantities::check(const Model& model, Evaluator& evaluator) const {
  for (const Quantity& one : quantities_) {
    const JointId id = model.find_joint(one.joint);
    if (!id) continue;
    const JointType type = model.joint(id).type;
    const std::string_view units =
        one.follower ? mimic_units(*one.follower, type) : motion_units(type).position;
    evaluator.properties().check_dimension(one.quantity, one.range, units, one.what);
  }
}

}  // namespace romas::language
