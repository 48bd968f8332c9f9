// Members: of imported files, of instances, and of tuples.
#include <algorithm>

#include "frontend/language/evaluator.h"
#include "support/text.h"

namespace romas::language {

// A member of an imported file that is not there, or private.
void Evaluator::report_unseen(const LanguageFile& file, const Scope::Entry& import, const Expr& member) {
  if (const Scope::Entry* hidden = file.scope->find_here(member.text()); hidden != nullptr) {
    diagnostics_
        .report(Rule::unknown_name, member.text_range(),
                concat("'", member.text(), "' is private in '", file.path, "'"))
        .note(hidden->range, "it is defined here; without 'private' other files see it");
    return;
  }
  diagnostics_
      .report(Rule::unknown_name, member.text_range(),
              concat("'", import.name, "' has nothing called '", member.text(), "'"))
      .nearest(member.text(), visible_names(file))
      .note(import.range, concat("it is the file '", file.path, "'"));
}

std::optional<Value> Evaluator::member(const Expr& expr) {
  if (const Scope::Entry* entry = lookup(expr)) return meaning_as_value(*entry, expr);
  const Expr& owner = expr.operands.front();
  if (const Scope::Entry* head = lookup(owner)) {
    if (const auto* instance = std::get_if<std::shared_ptr<const Instance>>(&head->meaning))
      return member_of_instance(expr, **instance);
    if (const auto* file = std::get_if<const LanguageFile*>(&head->meaning)) {
      if (lost_.has(expr.text())) return std::nullopt;
      lost_.add(expr.text());
      report_unseen(**file, *head, expr);
      return std::nullopt;
    }
  }
  auto value = evaluate(owner);
  if (!value || std::holds_alternative<Anything>(value->content)) return value;
  const auto* member = std::find(kTupleMembers.begin(), kTupleMembers.end(), expr.text());
  const auto axis = static_cast<std::size_t>(member - kTupleMembers.begin());
  const auto* tuple = std::get_if<Tuple>(&value->content);
  if (tuple != nullptr && axis < kTupleMembers.size() && axis < tuple->size()) return (*tuple)[axis];
  diagnostics_.report(Rule::type_mismatch, expr.text_range(),
                      concat(describe(*value), " has no member '", expr.text(), "'",
                             tuple == nullptr ? "" : "; a tuple has x, y and z, or an index: v[0]"));
  return std::nullopt;
}

// What the instance exposes; else one of its entities.
std::optional<Value> Evaluator::member_of_instance(const Expr& expr, const Instance& instance) {
  if (const auto exposed = instance.exposed.find(expr.text()); exposed != instance.exposed.end())
    return exposed->second;
  if (const auto entity = instance.names.find(std::string(expr.text())); entity != instance.names.end())
    return Value{EntityRef{String(entity->second)}, expr.range};
  if (lost_.has_entity(expr.text())) return std::nullopt;
  lost_.add(expr.text());
  std::vector<std::string_view> known;
  for (const auto& [name, value] : instance.exposed) known.push_back(name);
  for (const auto& [name, full] : instance.names) known.push_back(name);
  std::sort(known.begin(), known.end());
  diagnostics_
      .report(Rule::unknown_name, expr.text_range(),
              concat("'", instance.name.text, "' has no link, joint or value '", expr.text(), "'"))
      .nearest(expr.text(), known)
      .note(instance.name.range, "it is made here");
  return std::nullopt;
}

}  // namespace romas::language
