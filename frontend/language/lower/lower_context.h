// A robot that is being made from statements of the language. The functions of words/statements.def get it.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <string>

#include "frontend/language/lower/control_flow.h"
#include "frontend/language/lower/extensions.h"
#include "frontend/language/lower/names.h"
#include "frontend/language/lower/part_references.h"
#include "frontend/language/lower/references.h"

namespace romas::language {

// Quantities whose dimensions follow from joints that may be defined after them.
class JointQuantities {
 public:
  struct Quantity {
    language::Quantity quantity;
    SourceRange range;
    std::string joint;                  // whose motion gives the unit
    std::optional<JointType> follower;  // of a mimic's multiplier
    std::string_view what;
  };
  void add(Quantity quantity) { quantities_.push_back(std::move(quantity)); }
  // Reports those of a wrong dimension in the complete model.
  void check(const Model& model, Evaluator& evaluator) const;

 private:
  std::vector<Quantity> quantities_;
};

// Names, values, loops and conditions are evaluated in the evaluator's present scope.
struct LowerContext {
  LowerContext(std::string name, SourceRange name_range, SourceRange head, Session& shared,
               const Scope* scope);
  // The evaluator refers to the model.
  LowerContext(const LowerContext&) = delete;
  LowerContext& operator=(const LowerContext&) = delete;

  Session& session;
  SourceManager& sources;
  DiagnosticEngine& diagnostics;
  Model model;
  Surroundings surroundings;
  Uses uses;  // run by those who know modules
  Evaluator evaluator;
  PropertyValues& values;  // of the evaluator
  ControlFlow flow;        // in the bodies of links and joints
  Names names;
  References references;
  Extensions extensions;
  PartReferences parts;
  JointQuantities quantities;
  std::map<std::string, SourceRange, std::less<>> single;  // statements that a robot has once, and where

  // True if names or whole entities are missing, so that references to them cannot be resolved.
  bool incomplete() const { return names.incomplete() || flow.broken(); }
  // True if both branches of an unknown condition are run.
  bool doubtful() const { return names.doubtful() || flow.doubtful(); }
  // How much the robot holds: where the entities of a part begin.
  struct Mark {
    std::array<std::size_t, kEntityKindCount> counts;
    std::size_t references, extensions;
    std::size_t of(EntityKind kind) const { return counts[static_cast<std::size_t>(kind)]; }
  };
  Mark mark() const { return {entity_counts(model), references.count(), extensions.count()}; }

  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return diagnostics.report(rule, range, std::move(message));
  }
  void report_repeated(SourceRange first, SourceRange second, std::string_view word);

  // --- what a statement says after a label ---
  std::optional<Number> number(const Statement& s, std::string_view label, std::string_view units,
                               std::string_view what, std::size_t index = 0);
  TransformExpr pose(const Statement& s, std::string_view what);  // after "at"; absent if it is not there
  std::string text(const Statement& s, std::string_view label, std::size_t index = 0);
  // A name that is no entity's own: of a type, an interface, a material.
  std::optional<Binding> name(const Statement& s, std::string_view label, std::size_t index = 0);
  template <class R>
  R ref(const Statement& s, std::string_view label, std::size_t index = 0,
        Rule rule = Rule::unresolved_link) {
    const auto* written = s.get<Name>(label, index);
    constexpr EntityKind kind = std::is_same_v<R, LinkRef> ? EntityKind::link : EntityKind::joint;
    return written == nullptr ? R{} : R{references.resolve(*written, kind, rule), written->range, {}};
  }
  // Reports duplicate keywords in a statement.
  void check_arguments(const Statement& s);

  // --- the properties in a body ---
  using Words = std::initializer_list<std::string_view>;
  using LowerProperty = std::function<void(const Statement&)>;
  // Reports duplicate properties in the body of an entity ("link 'arm'"), except those in `repeatable`.
  void check_body(const Statement& entity, std::string_view what, Words repeatable);
  // Runs the loops, conditions and uses of modules in the body of a link or joint; `lower` gets the
  // properties.
  void properties(const Statement& entity, const LowerProperty& lower);
  // … and reports duplicates, except those in `repeatable`, and properties that stand elsewhere.
  void own_properties(const Statement& entity, std::string_view what, Words repeatable,
                      const LowerProperty& lower);
};

}  // namespace romas::language
