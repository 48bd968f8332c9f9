// Members: of imported files, of instances, of tuples, records and poses.
#include <algorithm>
#include <span>
#include <unordered_map>

#include "frontend/language/values/evaluator.h"
#include "frontend/language/words/foreign_words.h"
#include "support/text/text.h"

namespace romas::language {

// A member of an imported file that is not there, or private.
void Evaluator::report_unseen(const LanguageFile& file, const Scope::Entry& import, std::string_view name,
                              SourceRange where) {
  if (const Scope::Entry* hidden = file.scope->find_here(name); hidden != nullptr) {
    diagnostics_.report(Rule::unknown_name, where, concat("'", name, "' is private in '", file.path, "'"))
        .note(hidden->range, "it is defined here; without 'private' other files see it");
    return;
  }
  diagnostics_
      .report(Rule::unknown_name, where, concat("'", import.name, "' has nothing called '", name, "'"))
      .nearest(name, visible_names(file))
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
      report_unseen(**file, *head, expr.text(), expr.text_range());
      return std::nullopt;
    }
  }
  auto value = evaluate(owner);
  if (!value || std::holds_alternative<Anything>(value->content)) return value;
  if (const auto* record = std::get_if<Record>(&value->content))
    return member_of_record(*value, *record, expr.text(), expr.text_range());
  if (const auto* pose = std::get_if<Pose>(&value->content))
    if (auto part = member_of_pose(*pose, expr, value->unknown)) return part;
  const auto* member = std::find(kTupleMembers.begin(), kTupleMembers.end(), expr.text());
  const auto axis = static_cast<std::size_t>(member - kTupleMembers.begin());
  const auto* tuple = std::get_if<Tuple>(&value->content);
  if (tuple != nullptr && axis < kTupleMembers.size() && axis < tuple->size()) return (*tuple)[axis];
  const ForeignWord* foreign = find_foreign_word(WordPlace::member, expr.text());
  diagnostics_.report(
      Rule::type_mismatch, expr.text_range(),
      concat(describe(*value), " has no member '", expr.text(), "'",
             foreign != nullptr && std::holds_alternative<List>(value->content) ? concat("; ", foreign->help)
             : tuple != nullptr ? "; a tuple has x, y and z, or an index: v[0]"
             : std::holds_alternative<Pose>(value->content)
                 ? concat("; a pose has ", join_last({kPoseMembers.begin(), kPoseMembers.end()}, " and "))
                 : std::string()));
  return std::nullopt;
}

// pose.position, pose.x, pose.yaw; nothing if a pose has no such member.
std::optional<Value> Evaluator::member_of_pose(const Pose& pose, const Expr& expr, bool unknown) {
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

// {a: 1, b: 2}
std::optional<Value> Evaluator::record(const Expr& expr) {
  const std::vector<Binding>& written = expr.more().names;
  std::unordered_map<std::string_view, SourceRange> known;
  std::vector<Value> values;
  bool good = true;
  for (std::size_t i = 0; i < expr.operands.size(); ++i) {
    auto value = evaluate(expr.operands[i]);
    const auto [first, fresh] = known.try_emplace(written[i].text, written[i].range);
    if (!fresh)
      diagnostics_
          .report(Rule::repeated_property, written[i].range, concat("'", written[i].text, "' is given twice"))
          .note(first->second, "the first is here");
    good = good && value && fresh;
    if (good) values.push_back(*std::move(value));
  }
  if (!good) return std::nullopt;
  return Value{Record(std::make_shared<const MemberNames>(written), std::move(values), expr.range),
               expr.range};
}

// The order of members means nothing.
std::optional<bool> Evaluator::equal_records(const Record& left, const Record& right, SourceRange where) {
  if (left.size() != right.size()) return false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Value* member = right.find(left.names()[i].text);
    const auto same = member == nullptr ? std::optional(false) : equal(left[i], *member, where);
    if (!same || !*same) return same;
  }
  return true;
}

std::optional<Value> Evaluator::member_of_record(const Value& owner, const Record& record,
                                                 std::string_view name, SourceRange where) {
  if (const Value* member = record.find(name)) {
    Value value = *member;
    value.unknown = value.unknown || owner.unknown;
    return value;
  }
  if (owner.unknown) return Value{Anything{}, where, true};
  constexpr std::size_t kMostListed = 12;
  std::vector<std::string> known;
  for (const Binding& member : std::span(record.names()).first(std::min(kMostListed, record.size())))
    known.push_back(in_quotes(member.text));
  if (record.size() > kMostListed) known.emplace_back("others");
  auto builder = diagnostics_.report(Rule::unknown_name, where,
                                     concat(shown(owner.range), " has no member '", name, "'"));
  builder.nearest(name, record.names(), &Binding::text);
  if (record.where().valid())
    builder.note(record.where(), known.empty() ? std::string("the record has no members")
                                               : concat("its members are ", join_last(known, " and ")));
  return std::nullopt;
}

// Returns the value that the instance exposes by this name, else its entity of this name.
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
