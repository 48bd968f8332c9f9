// Members: of imported files, of instances, of tuples, records and poses.
#include <algorithm>

#include "frontend/language/values/forms.h"
#include "frontend/language/values/meanings.h"
#include "frontend/language/words/foreign_words.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// pose.position, pose.x, pose.yaw; nothing if a pose has no such member.
std::optional<Value> member_of_pose(const Pose& pose, const Expr& expr, bool unknown) {
  const auto* member = std::find(kPoseMembers.begin(), kPoseMembers.end(), expr.text());
  if (member == kPoseMembers.end()) return std::nullopt;
  const RigidTransform X_PF = pose.expression.evaluate();
  const auto number = [&](double value, std::string_view units) {
    return Value{computed(value, *dimension_of(units)), expr.range, unknown};
  };
  if (member == kPoseMembers.begin()) {
    std::vector<Value> position;
    for (const double value : X_PF.p) position.push_back(number(value, "m"));
    return Value{Tuple(std::move(position)), expr.range, unknown};
  }
  const auto index = member - kPoseMembers.begin() - 1;
  if (index < 3) return number(X_PF.p[index], "m");
  return number(rpy_from_rotation(X_PF.R)[index - 3], "rad");
}

// Returns the value that the instance exposes by this name, else its entity of this name.
std::optional<Value> member_of_instance(Evaluator& e, const Expr& expr, const Instance& instance) {
  if (const auto exposed = instance.exposed.find(expr.text()); exposed != instance.exposed.end())
    return exposed->second;
  if (const auto entity = instance.names.find(std::string(expr.text())); entity != instance.names.end())
    return Value{EntityRef{String(entity->second)}, expr.range};
  if (e.lost().has_entity(expr.text())) return std::nullopt;
  e.lost().add(expr.text());
  std::vector<std::string_view> known;
  for (const auto& [name, value] : instance.exposed) known.push_back(name);
  for (const auto& [name, full] : instance.names) known.push_back(name);
  std::sort(known.begin(), known.end());
  e.diagnostics()
      .report(Rule::unknown_name, expr.text_range(),
              concat("'", instance.name.text, "' has no link, joint or value '", expr.text(), "'"))
      .nearest(expr.text(), known)
      .note(instance.name.range, "it is made here");
  return std::nullopt;
}

}  // namespace

std::optional<Value> evaluate_member(Evaluator& e, const Expr& expr) {
  if (const Scope::Entry* entry = e.lookup(expr)) return meaning_as_value(e, *entry, expr);
  const Expr& owner = expr.operands.front();
  if (const Scope::Entry* head = e.lookup(owner)) {
    if (const auto* instance = std::get_if<std::shared_ptr<const Instance>>(&head->meaning))
      return member_of_instance(e, expr, **instance);
    if (const auto* file = std::get_if<const LanguageFile*>(&head->meaning)) {
      if (e.lost().has(expr.text())) return std::nullopt;
      e.lost().add(expr.text());
      report_unseen(e, **file, *head, expr.text(), expr.text_range());
      return std::nullopt;
    }
  }
  auto value = e.evaluate(owner);
  if (!value || std::holds_alternative<Anything>(value->content)) return value;
  if (const auto* record = std::get_if<Record>(&value->content))
    return member_of_record(e, *value, *record, expr.text(), expr.text_range());
  if (const auto* pose = std::get_if<Pose>(&value->content))
    if (auto part = member_of_pose(*pose, expr, value->unknown)) return part;
  const auto* member = std::find(kTupleMembers.begin(), kTupleMembers.end(), expr.text());
  const auto axis = static_cast<std::size_t>(member - kTupleMembers.begin());
  const auto* tuple = std::get_if<Tuple>(&value->content);
  if (tuple != nullptr && axis < kTupleMembers.size() && axis < tuple->size()) return (*tuple)[axis];
  const ForeignWord* foreign = find_foreign_word(WordPlace::member, expr.text());
  e.diagnostics().report(
      Rule::type_mismatch, expr.text_range(),
      concat(describe(*value), " has no member '", expr.text(), "'",
             foreign != nullptr && std::holds_alternative<List>(value->content) ? concat("; ", foreign->help)
             : tuple != nullptr ? "; a tuple has x, y and z, or an index: v[0]"
             : std::holds_alternative<Pose>(value->content)
                 ? concat("; a pose has ", join_last({kPoseMembers.begin(), kPoseMembers.end()}, " and "))
                 : std::string()));
  return std::nullopt;
}

}  // namespace romas::language
