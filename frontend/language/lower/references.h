// References to entities by name: what they mean in an instance, and whether that is there in the end.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/language/lower/names.h"

namespace romas::language {

class References {
 public:
  // The references must outlive this.
  References(Session& session, Evaluator& evaluator, Model& model, Names& names)
      : session_(session),
        diagnostics_(session.diagnostics),
        evaluator_(evaluator),
        model_(model),
        names_(names) {}

  // The full name that a reference means: `hip`, `"{side}_hip"`, `leg.hip`. Empty if the reference is wrong,
  // which is reported. A name that means nothing in the end is reported by the rule.
  std::string resolve(const Name& reference, EntityKind kind, Rule rule = Rule::unresolved_link);
  // The same, without a check whether there is such an entity in the end.
  std::string resolve_unchecked(const Name& reference, EntityKind kind);
  // Evaluates what `expose` and parameters of type link take. A name that means nothing in the scope is that
  // of an entity; without `entity`, constants such as pi are values. With `entity`, a text in quotes names
  // one, too. Everything else is a value.
  std::optional<Value> entity_or_value(const Expr& expr, bool entity);

  std::size_t count() const { return references_.size(); }
  // Forgets references from `first` on to full names that are gone.
  void forget(std::size_t first, const std::map<std::string, SourceRange>& gone);
  // Reports the references that mean nothing in the complete model.
  void check();

 private:
  // A reference in an instance or loop: the same text may be wrong in a different way in every one of them.
  struct Reference {
    std::string full, prefix;
    EntityKind kind;
    SourceRange range, use;
    bool computed = false;  // values stand in the name
    Rule rule = Rule::unresolved_link;
  };
  struct WrongReference {
    const Reference* reference;
    std::vector<std::string> names;  // that its text gives
    std::vector<SourceRange> again;  // where the first of these names stands, too
  };
  std::optional<std::string> find(const Name& reference, EntityKind kind, Rule rule);
  std::optional<std::string> find_in_instance(const Instance& instance, const std::vector<Name>& path,
                                              SourceRange range);
  void report_wrong(const WrongReference& wrong);
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return diagnostics_.report(rule, range, std::move(message));
  }

  Session& session_;
  DiagnosticEngine& diagnostics_;
  Evaluator& evaluator_;
  Model& model_;
  Names& names_;
  std::vector<Reference> references_;
};

}  // namespace romas::language
