#include "frontend/servo/quantity_values.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas {

std::pair<std::optional<double>, std::string_view> split_quantity(std::string_view written) {
  const std::string_view text = trim(written);
  const std::size_t end = text.find_first_not_of("+-.0123456789eE");
  const std::string_view word = end == std::string_view::npos ? std::string_view() : trim(text.substr(end));
  return {parse_double(trim(text.substr(0, end))), word};
}

std::optional<YamlQuantity> QuantityValues::quantity(const YamlNode& node, std::string_view what,
                                                     std::string_view units) {
  if (!expect(node, YamlNode::Kind::scalar, what, "a number")) return std::nullopt;
  auto [number, word] = split_quantity(node.text);
  // Clocks of chips, which the language has no other use for.
  if (number && word == "MHz") *number *= 1000, word = "kHz";
  const Unit* unit = word.empty() ? nullptr : find_unit(word);
  if (!number || (!word.empty() && unit == nullptr)) {
    if (number)
      report(node.range, concat("'", word, "' in ", shown(node), " is not a unit"));
    else
      report(node.range, concat(what, " takes a number, not ", shown(node)));
    return std::nullopt;
  }
  YamlQuantity result{*number, std::nullopt};
  if (unit == nullptr) return result;
  result.dimension = unit->dimension;
  result.value =
      word == "deg" ? radians_from_degrees(*number) : *number * unit->numerator / unit->denominator;
  const auto words = split_words(units);
  if (std::any_of(words.begin(), words.end(),
                  [&](const Token& one) { return *dimension_of(one.text) == unit->dimension; }))
    return result;
  const std::string wanted =
      join(words, " or ", [](const Token& one) { return describe(*dimension_of(one.text)); });
  report(node.range, concat(what, " takes ", wanted, ", not ", describe(unit->dimension)));
  return std::nullopt;
}

}  // namespace romas
