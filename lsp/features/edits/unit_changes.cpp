// Numbers in other units: what a rule takes for degrees or millimetres, and quantities of the language.
#include <algorithm>
#include <array>

#include "frontend/language/grammar/word_classes.h"
#include "ir/model/units.h"
#include "lsp/features/edits/offers.h"
#include "lsp/markup/changes/unit_words.h"
#include "lsp/markup/tree/place.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

struct UnitRule {
  Rule rule;
  bool is_angle;
  std::string_view title;  // in front of the numbers
};
constexpr std::array kUnitRules = {UnitRule{Rule::limit_degrees, true, "turn into radians"},
                                   UnitRule{Rule::rpy_degrees, true, "turn into radians"},
                                   UnitRule{Rule::origin_millimetres, false, "turn into metres"}};

// The numbers of a text; none if anything else stands there.
std::vector<markup::Range> numbers_in(std::string_view text, markup::Range range) {
  std::vector<markup::Range> numbers;
  for (const romas::Token& word : split_words(range.of(text))) {
    const std::uint32_t begin = range.begin + static_cast<std::uint32_t>(word.offset);
    if (!parse_double(word.text)) return {};
    numbers.push_back({begin, begin + static_cast<std::uint32_t>(word.text.size())});
  }
  return numbers;
}

// The bounds in a <limit>: attributes of URDF, elements of SDF. None where one of them is computed.
std::vector<markup::Range> bounds_of(const OfferContext& context, markup::NodeId limit) {
  std::vector<markup::Range> bounds;
  bool is_literal = true;
  const auto add = [&](markup::Range range) {
    const auto numbers = numbers_in(context.tree().text, range);
    is_literal = is_literal && numbers.size() == 1;
    bounds.insert(bounds.end(), numbers.begin(), numbers.end());
  };
  for (const char* name : {"lower", "upper"}) {
    if (const markup::Attribute* attribute = context.tree().attribute(limit, name)) add(attribute->value);
    for (const markup::NodeId child : context.children(limit, name))
      add(context.tree().nodes[child].content());
  }
  return is_literal ? bounds : std::vector<markup::Range>();
}

std::vector<markup::Range> numbers_of(const OfferContext& context, const Finding& finding) {
  const markup::Range place = OfferContext::place_of(finding);
  if (place.end > context.tree().text.size()) return {};
  if (finding.diagnostic->rule != Rule::limit_degrees) return numbers_in(context.tree().text, place);
  const markup::NodeId node = markup::innermost(context.tree(), place);
  if (node == markup::kNone || context.tree().nodes[node].kind != markup::NodeKind::element ||
      context.tree().name(node) != "limit")
    return {};
  return bounds_of(context, node);
}

// Every robot that reads the text has the finding there.
bool all_have(const OfferContext& context, const Finding& finding) {
  return std::ranges::all_of(context.view.readings, [&](const auto& reading) {
    const FileId file = reading->file(context.view.key);
    if (file == 0) return true;
    if (reading->sources().text(file) != context.view.document->text) return false;
    return std::ranges::any_of(reading->result().report.diagnostics, [&](const romas::Diagnostic& other) {
      const SourceRange written = reading->sources().written(other.range);
      return other.rule == finding.diagnostic->rule && written.file == file &&
             markup::Range{written.begin, written.end} == OfferContext::place_of(finding);
    });
  });
}

}  // namespace

void offer_units(const OfferContext& context, std::vector<Offer>& offers) {
  for (const Finding& finding : context.findings) {
    const auto row = std::ranges::find(kUnitRules, finding.diagnostic->rule, &UnitRule::rule);
    const markup::Range place = OfferContext::place_of(finding);
    if (row == kUnitRules.end() || context.selected.end < place.begin || place.end < context.selected.begin ||
        !all_have(context, finding))
      continue;
    std::vector<markup::Edit> edits;
    std::vector<std::string> written;
    for (const markup::Range& number : numbers_of(context, finding)) {
      const std::string_view digits = number.of(context.tree().text);
      constexpr int kMillimetres = -3;
      const auto changed = row->is_angle ? markup::degrees_in_radians(digits)
                                         : markup::times_power_of_ten(digits, kMillimetres);
      if (!changed) return;
      written.push_back(*changed);
      edits.push_back({number, *changed});
    }
    if (!edits.empty())
      offers.push_back(
          {concat(row->title, ": ", join(written, " ")), context.file_edits(edits), {finding}, {}});
  }
}

void offer_units_of_language(const Workspace& workspace, const View& view, const Range& part,
                             std::vector<Offer>& offers) {
  const std::string_view text = view.document->text;
  const TextPositions positions(text, workspace.encoding());
  const std::size_t begin = positions.offset(part.start), end = positions.offset(part.end);
  const auto words = language::classify_words(text);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto &number = words[i], &unit = words[i + 1];
    if (number.kind != language::WordClass::number || unit.kind != language::WordClass::unit ||
        begin < number.begin || end > unit.end)
      continue;
    // A power belongs to the unit.
    if (trim(text.substr(unit.end)).starts_with('^') ||
        !trim(text.substr(number.end, unit.begin - number.end)).empty())
      continue;
    const std::string_view digits = text.substr(number.begin, number.end - number.begin);
    const std::string_view name = text.substr(unit.begin, unit.end - unit.begin);
    for (const char* other : {"deg", "rad", "mm", "m"}) {
      if (name == other) continue;
      const auto changed = markup::in_unit(digits, name, other);
      if (!changed) continue;
      const std::string quantity = concat(*changed, " ", other);
      offers.push_back({concat("write ", digits, " ", name, " as ", quantity),
                        {{view.key, {positions.range(number.begin, unit.end), quantity}}},
                        {},
                        {}});
    }
  }
}

}  // namespace romas::lsp
