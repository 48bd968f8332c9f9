// Texts: with values in braces, as messages and as names.
#include <cmath>

#include "frontend/language/values/evaluator.h"
#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::language {

std::optional<double> number_of_units(const Quantity& quantity, const std::vector<UnitFactor>& unit) {
  const Quantity one = with_unit(1, unit);
  if (!quantity.bare_zero && quantity.dimension != one.dimension) return std::nullopt;
  if (one.degrees && quantity.degrees) return *quantity.degrees;
  // 0.3 m are exactly 300 mm.
  const double inverse = std::round(1 / one.value);
  return inverse * one.value == 1 ? quantity.value * inverse : quantity.value / one.value;
}

std::optional<Value> Evaluator::text_value(const Expr& expr) {
  if (expr.more().pieces) {
    bool unknown = false;
    std::string text = fill(*expr.more().pieces, TextUse::message, &unknown);
    return Value{String(std::move(text)), expr.range, unknown};
  }
  if (expanding_ && !budget_.spend_bytes(expr.text().size(), expr.range)) return std::nullopt;
  return Value{String(std::string(expr.text())), expr.range};
}

// A quantity with its SI unit, or as the format says: a number without a unit. False if it is of another
// kind, which is reported once for each name.
bool Evaluator::append_quantity(const Quantity& quantity, const Value& value, const ValueFormat& format,
                                TextUse use, std::string& out) {
  double number = quantity.value;
  std::string units = si_units(quantity.dimension);
  if (!format.unit.empty()) {
    const auto count = number_of_units(quantity, format.unit);
    if (!count && is_first_misfit(value.range, quantity.dimension, with_unit(1, format.unit).dimension))
      diagnostics_.report(Rule::dimension_mismatch, format.unit_range,
                          concat(shown(value.range), " is ", describe(value),
                                 ", which cannot be written in '", sources_.text(format.unit_range), "'"));
    if (!count) return false;
    number = *count;
    units.clear();
  } else if (!units.empty() && use == TextUse::name) {
    diagnostics_.report(Rule::type_mismatch, value.range,
                        concat(shown(value.range), " is ", describe(value),
                               " and cannot be part of a name; divide it by a unit, as in x / (1 mm)"));
  }
  if (!format.number) {
    append_double(out, number);
  } else if (const auto written = write_number(number, *format.number)) {
    out.append(*written);
  } else if (!value.unknown) {
    diagnostics_.report(
        Rule::bad_value, format.range,
        concat("this format is for whole numbers, but ", shown(value.range), " is ", format_double(number)));
  }
  if (!units.empty()) out.append(" ").append(units);
  return true;
}

std::string Evaluator::fill(const Template& pieces, TextUse use, bool* unknown) {
  std::string out = pieces.texts.front();
  for (std::size_t i = 0; i < pieces.values.size(); ++i) {
    const auto value = evaluate(pieces.values[i]);
    if (value && pieces.formats[i].range.valid() && !std::holds_alternative<Quantity>(value->content) &&
        !std::holds_alternative<Anything>(value->content)) {
      diagnostics_.report(
          Rule::type_mismatch, pieces.formats[i].range,
          concat("a format is for numbers, but ", shown(value->range), " is ", describe(*value)));
      if (unknown != nullptr) *unknown = true;
      continue;
    }
    bool is_lost = !value || value->unknown || std::holds_alternative<Anything>(value->content);
    if (value) {
      if (const auto* text = std::get_if<String>(&value->content)) {
        out.append(**text);
      } else if (const auto* truth = std::get_if<bool>(&value->content)) {
        out.append(*truth ? "true" : "false");
      } else if (const auto* entity = std::get_if<EntityRef>(&value->content)) {
        out.append(*entity->name);
      } else if (const auto* quantity = std::get_if<Quantity>(&value->content)) {
        is_lost = !append_quantity(*quantity, *value, pieces.formats[i], use, out) || is_lost;
      } else if (!std::holds_alternative<Anything>(value->content)) {
        diagnostics_.report(Rule::type_mismatch, value->range,
                            concat(describe(*value), " cannot be part of a text"));
      }
    }
    if (unknown != nullptr) *unknown = *unknown || is_lost;
    if (is_lost && use == TextUse::name && diagnostics_.has_errors()) lost_.add_computed();
    out.append(pieces.texts[i + 1]);
    if (out.size() <= Budget::kLongestText) continue;
    budget_.exhaust(pieces.values[i].range,
                    concat("the text becomes longer than ", Budget::kLongestText, " bytes"));
    break;
  }
  if (!pieces.values.empty()) budget_.spend_bytes(out.size(), pieces.values.back().range);
  return out;
}

}  // namespace romas::language
