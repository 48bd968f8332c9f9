// Lists, tuples and records: how they are made, and their elements.
#include <algorithm>
#include <span>
#include <unordered_map>

#include "frontend/language/values/forms.h"
#include "frontend/language/values/misfits.h"
#include "support/text/text.h"

namespace romas::language {

// {a: 1, b: 2}
std::optional<Value> evaluate_record(Evaluator& e, const Expr& expr) {
  const std::vector<Binding>& written = expr.more().names;
  std::unordered_map<std::string_view, SourceRange> known;
  std::vector<Value> values;
  bool good = true;
  for (std::size_t i = 0; i < expr.operands.size(); ++i) {
    auto value = e.evaluate(expr.operands[i]);
    const auto [first, fresh] = known.try_emplace(written[i].text, written[i].range);
    if (!fresh)
      e.diagnostics()
          .report(Rule::repeated_property, written[i].range, concat("'", written[i].text, "' is given twice"))
          .note(first->second, "the first is here");
    good = good && value && fresh;
    if (good) values.push_back(*std::move(value));
  }
  if (!good) return std::nullopt;
  return Value{Record(std::make_shared<const MemberNames>(written), std::move(values), expr.range),
               expr.range};
}

std::optional<Value> member_of_record(Evaluator& e, const Value& owner, const Record& record,
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
  auto builder = e.diagnostics().report(Rule::unknown_name, where,
                                        concat(e.shown(owner.range), " has no member '", name, "'"));
  builder.nearest(name, record.names(), &Binding::text);
  if (record.where().valid())
    builder.note(record.where(), known.empty() ? std::string("the record has no members")
                                               : concat("its members are ", join_last(known, " and ")));
  return std::nullopt;
}

std::optional<Value> evaluate_index(Evaluator& e, const Expr& expr) {
  const auto list = e.evaluate(expr.operands[0]);
  if (!list) return std::nullopt;
  const bool lost = std::holds_alternative<Anything>(list->content);  // a list or a record
  if (lost || std::holds_alternative<Record>(list->content)) {
    const auto key = e.evaluate(expr.operands[1]);
    if (!key || lost) return key ? list : std::nullopt;
    if (key->unknown) return Value{Anything{}, expr.range, true};
    if (const auto* name = std::get_if<String>(&key->content))
      return member_of_record(e, *list, std::get<Record>(list->content), **name, expr.operands[1].range);
    e.properties().text(expr.operands[1], "an index of a record");  // says that it is none
    return std::nullopt;
  }
  const auto at = e.properties().whole_number(expr.operands[1], "an index");
  if (!at) return std::nullopt;
  const Elements* elements = std::get_if<List>(&list->content);
  if (elements == nullptr) elements = std::get_if<Tuple>(&list->content);
  if (elements == nullptr) {
    e.diagnostics().report(Rule::type_mismatch, list->range,
                           concat("an index picks from a list, tuple or record, not from ", describe(*list)));
    return std::nullopt;
  }
  if (*at >= 0 && static_cast<std::size_t>(*at) < elements->size())
    return (*elements)[static_cast<std::size_t>(*at)];
  const bool checking = list->unknown;
  if (checking && elements->size() > 0) return (*elements)[0];
  if (elements->size() == 0) {
    e.diagnostics().report(Rule::bad_value, expr.operands[1].range, "the list is empty: it has no elements");
  } else {
    e.diagnostics().report(Rule::bad_value, expr.operands[1].range,
                           concat("there is no element ", *at, "; the ", elements->size(),
                                  " elements are numbered 0 to ", elements->size() - 1));
  }
  return std::nullopt;
}

// [element for names in list if condition]
std::optional<Value> evaluate_each(Evaluator& e, const Expr& expr) {
  const auto values = e.elements(expr.operands[1]);
  if (!values) return std::nullopt;
  const Pattern& pattern = *expr.more().pattern;
  const Evaluator::Expanding expanding(e);
  std::vector<Value> results;
  bool unknown = false;
  for (const Value& value : *values) {
    Scope scope(e.scope());
    if (!e.bind_pattern(pattern, value, scope)) return std::nullopt;
    const Evaluator::Within within(e, &scope);
    unknown = unknown || value.unknown;
    if (expr.operands.size() == 3) {
      const auto take = e.properties().boolean(expr.operands[2], "the condition of a list");
      if (!take) return std::nullopt;
      if (!*take && !value.unknown) continue;
    }
    auto result = e.evaluate(expr.operands[0]);
    if (!result) return std::nullopt;
    results.push_back(std::move(*result));
  }
  return Value{List(std::move(results)), expr.range, unknown};
}

}  // namespace romas::language
