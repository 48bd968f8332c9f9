#include "frontend/language/values/misfits.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::language {

FromData::FromData(const Evaluator& e, const Value& value) {
  if (!value.data.valid() || value.data == value.range) return;
  note_.emplace(e.diagnostics(), value.data, [] { return std::string("the value is read from here"); });
}

FromPart::FromPart(const Evaluator& e, const Value& whole, const Value& part) {
  if (whole.range.file == part.range.file) return;
  note_.emplace(e.diagnostics(), whole.range, [] { return std::string("it is a part of this"); });
}

bool is_first_misfit(Evaluator& e, SourceRange expression, const Dimension& found, const Dimension& wanted) {
  // Whichever side of a sum is wrong, they are apart by one quotient or its inverse.
  return is_first_misfit(e, expression, std::min(si_units(found / wanted), si_units(wanted / found)));
}

bool is_first_misfit(Evaluator& e, SourceRange expression, std::string_view as) {
  const std::string_view text = e.sources().text(expression);
  std::set<std::string> names;  // with their places, because functions have parameters of equal names
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = std::max(begin + 1, end)) {
    if (!is_word_character(text[begin])) continue;
    end = begin;
    while (end < text.size() && is_word_character(text[end])) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    const Scope::Entry* entry = e.scope() == nullptr ? nullptr : e.scope()->find(word);
    if (entry == nullptr || !std::holds_alternative<Value>(entry->meaning)) continue;
    names.insert(concat(word, '@', entry->range.file, ':', entry->range.begin));
  }
  bool is_first = true;
  for (const std::string& name : names) is_first = e.lost().is_first_misfit(name, as) && is_first;
  return is_first;
}

namespace {

bool begins_with_digit(const Value& value) {
  const auto* text = std::get_if<String>(&value.content);
  return text != nullptr && !(*text)->empty() && is_digit((*text)->front());
}

}  // namespace

bool expect_quantity(Evaluator& e, Value& value, std::string_view what) {
  if (std::holds_alternative<Anything>(value.content)) {
    Quantity quantity = computed(1, {});
    quantity.bare_zero = true;  // fits every dimension
    value.content = quantity;
  }
  if (std::holds_alternative<Quantity>(value.content)) return true;
  if (!is_first_misfit(e, value.range, describe_kind(value))) return false;
  e.diagnostics().report(Rule::type_mismatch, value.range,
                         concat(what, " takes a number, not ", describe(value),
                                begins_with_digit(value) ? "; write numbers without quotes" : ""));
  return false;
}

std::optional<Value> finite(Evaluator& e, Quantity quantity, SourceRange range, bool unknown) {
  if (unknown && !std::isfinite(quantity.value)) quantity.value = 1;
  if (std::isfinite(quantity.value)) return Value{quantity, range, unknown};
  e.diagnostics().report(Rule::bad_number, range,
                         concat(e.shown(range), " is too large for a number, or divides by zero"));
  return std::nullopt;
}

}  // namespace romas::language
