// Texts: with values in braces, as messages and as names.
#include "frontend/language/evaluator.h"
#include "ir/units.h"
#include "support/text.h"

namespace romas::language {

std::optional<Value> Evaluator::text_value(const Expr& expr) {
  if (expr.more().pieces) return Value{String(fill(*expr.more().pieces, TextUse::message)), expr.range};
  if (expanding_ && !budget_.spend_bytes(expr.text().size(), expr.range)) return std::nullopt;
  return Value{String(std::string(expr.text())), expr.range};
}

std::string Evaluator::fill(const Template& pieces, TextUse use) {
  std::string out = pieces.texts.front();
  for (std::size_t i = 0; i < pieces.values.size(); ++i) {
    const auto value = evaluate(pieces.values[i]);
    const bool is_lost = !value || std::holds_alternative<Anything>(value->content);
    if (is_lost && use == TextUse::name && diagnostics_.has_errors()) lost_.add_computed();
    if (value) {
      if (const auto* text = std::get_if<String>(&value->content)) {
        out.append(**text);
      } else if (const auto* truth = std::get_if<bool>(&value->content)) {
        out.append(*truth ? "true" : "false");
      } else if (const auto* entity = std::get_if<EntityRef>(&value->content)) {
        out.append(*entity->name);
      } else if (const auto* quantity = std::get_if<Quantity>(&value->content)) {
        const std::string units = si_units(quantity->dimension);
        if (!units.empty() && use == TextUse::name)
          diagnostics_.report(Rule::type_mismatch, value->range,
                              concat(shown(value->range), " is ", describe(*value),
                                     " and cannot stand in a name; divide it by a unit, as in x / (1 mm)"));
        append_double(out, quantity->value);
        if (!units.empty()) out.append(" ").append(units);
      } else if (!std::holds_alternative<Anything>(value->content)) {
        diagnostics_.report(Rule::type_mismatch, value->range,
                            concat(describe(*value), " cannot stand in a text"));
      }
    }
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
