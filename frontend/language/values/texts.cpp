#include "frontend/language/values/texts.h"

#include <cmath>

#include "frontend/language/values/forms.h"
#include "frontend/language/values/misfits.h"
#include "frontend/language/values/units.h"
#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// A quantity with its SI unit, or as the format says: a number without a unit. False if it is of another
// kind, which is reported once for each name.
bool append_quantity(Evaluator& e, const Quantity& quantity, const Value& value, const ValueFormat& format,
                     TextUse use, std::string& out) {
  double number = quantity.value;
  std::string units = si_units(quantity.dimension);
  if (!format.unit.empty()) {
    const auto count = number_of_units(quantity, format.unit);
    if (!count && is_first_misfit(e, value.range, quantity.dimension, with_unit(1, format.unit).dimension))
      e.diagnostics().report(
          Rule::dimension_mismatch, format.unit_range,
          concat(e.shown(value.range), " is ", describe(value), ", which cannot be written in '",
                 e.sources().text(format.unit_range), "'"));
    if (!count) return false;
    number = *count;
    units.clear();
  } else if (!units.empty() && use == TextUse::name) {
    e.diagnostics().report(Rule::type_mismatch, value.range,
                           concat(e.shown(value.range), " is ", describe(value),
                                  " and cannot be part of a name; divide it by a unit, as in x / (1 mm)"));
  }
  if (!format.number) {
    append_double(out, number);
  } else if (const auto written = write_number(number, *format.number)) {
    out.append(*written);
  } else if (!value.unknown) {
    e.diagnostics().report(Rule::bad_value, format.range,
                           concat("this format is for whole numbers, but ", e.shown(value.range), " is ",
                                  format_double(number)));
  }
  if (!units.empty()) out.append(" ").append(units);
  return true;
}

}  // namespace

std::string fill(Evaluator& e, const Template& pieces, TextUse use, bool* unknown) {
  std::string out = pieces.texts.front();
  for (std::size_t i = 0; i < pieces.values.size(); ++i) {
    const auto value = e.evaluate(pieces.values[i]);
    if (value && pieces.formats[i].range.valid() && !std::holds_alternative<Quantity>(value->content) &&
        !std::holds_alternative<Anything>(value->content)) {
      e.diagnostics().report(
          Rule::type_mismatch, pieces.formats[i].range,
          concat("a format is for numbers, but ", e.shown(value->range), " is ", describe(*value)));
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
        is_lost = !append_quantity(e, *quantity, *value, pieces.formats[i], use, out) || is_lost;
      } else if (!std::holds_alternative<Anything>(value->content)) {
        e.diagnostics().report(Rule::type_mismatch, value->range,
                               concat(describe(*value), " cannot be part of a text"));
      }
    }
    if (unknown != nullptr) *unknown = *unknown || is_lost;
    if (is_lost && use == TextUse::name && e.diagnostics().has_errors()) e.lost().add_computed();
    out.append(pieces.texts[i + 1]);
    if (out.size() <= Budget::kLongestText) continue;
    e.budget().exhaust(pieces.values[i].range,
                       concat("the text becomes longer than ", Budget::kLongestText, " bytes"));
    break;
  }
  if (!pieces.values.empty()) e.budget().spend_bytes(out.size(), pieces.values.back().range);
  return out;
}

std::optional<Value> evaluate_text(Evaluator& e, const Expr& expr) {
  if (expr.more().pieces) {
    bool unknown = false;
    std::string text = fill(e, *expr.more().pieces, TextUse::message, &unknown);
    return Value{String(std::move(text)), expr.range, unknown};
  }
  if (e.expanding() && !e.budget().spend_bytes(expr.text().size(), expr.range)) return std::nullopt;
  return Value{String(std::string(expr.text())), expr.range};
}

}  // namespace romas::language
