// The attributes and elements that no row of SchemaReader knows.
#include <algorithm>

#include "frontend/xml/schema/misnamed.h"
#include "frontend/xml/schema/schema_reader.h"
#include "frontend/xml/schema/unknown_element.h"
#include "frontend/xml/schema/xacro_words.h"
#include "support/text/look_alikes.h"

namespace romas {

namespace {

// The required attribute of an element for which only one may stand, if the value could be its: <axis
// value="0 0 1"/>. Empty if there are several.
std::string_view only_required(const ElementRow& row, std::string_view value) {
  const auto is_required = [](const AttributeRow& attribute) { return attribute.required; };
  if (std::ranges::count_if(row.attributes, is_required) != 1) return {};
  const AttributeRow& attribute = *std::ranges::find_if(row.attributes, is_required);
  const auto words = split_words(value);
  const auto are_numbers = [&](std::size_t count) {
    return words.size() == count &&
           std::ranges::all_of(words, [](const Token& word) { return parse_double(word.text).has_value(); });
  };
  switch (attribute.type) {
    case XmlValueType::text: return words.size() == 1 ? attribute.name : std::string_view();
    case XmlValueType::number: return are_numbers(1) ? attribute.name : std::string_view();
    case XmlValueType::vector2: return are_numbers(2) ? attribute.name : std::string_view();
    case XmlValueType::vector3: return are_numbers(3) ? attribute.name : std::string_view();
    case XmlValueType::vector4: return are_numbers(4) ? attribute.name : std::string_view();
    default: return {};
  }
}

bool is_xacro_word(const XmlElement& element) {
  return element.expanded && xacro::word_without_prefix(element) != nullptr;
}

}  // namespace

// --- attributes --------------------------------------------------------------------------------------------

bool SchemaReader::is_unknown_attribute(const XmlElement& element, const XmlAttribute& attribute,
                                        const ElementRow& row) {
  const bool foreign =
      attribute.name == "xmlns" || !attribute.prefix().empty() || row.open || leaves_unknown_attributes_;
  return !foreign && !count_dialect(element.name, attribute.name, attribute.name_range, true);
}

std::vector<std::string_view> SchemaReader::report_unknown_attributes(
    const XmlElement& element, const ElementRow& row, const Place& place,
    const std::vector<const XmlAttribute*>& unknown) {
  if (unknown.empty()) return {};
  std::vector<std::string_view> names;
  for (const XmlAttribute* attribute : unknown) names.push_back(attribute->name);
  std::vector<KnownName> known;
  for (const AttributeRow& each : row.attributes)
    known.push_back({each.name, attribute(element, each.name) == nullptr, each.required});
  std::vector<std::string_view> meant = meant_names(names, known);
  if (element.attributes.size() == 1 && meant.front().empty())
    meant.front() = only_required(row, unknown.front()->value.text);
  std::vector<std::string> others;
  SourceRange place_of_others;
  const auto report_others = [&] {
    if (!others.empty())
      report(Rule::unknown_attribute, place_of_others,
             concat("<", element.name, "> has no attribute", others.size() == 1 ? " " : "s ",
                    join_last(others, " and ")));
    others.clear();
  };
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    const SourceRange range = unknown[i]->name_range;
    if (meant[i].empty()) {
      // An author who writes one word of another program writes others beside it, so they are one finding.
      constexpr std::size_t kMostTogether = 10;
      if (!is_new(element.name, names[i])) continue;
      if (others.empty()) place_of_others = range;
      others.push_back(quote(names[i]));
      if (others.size() == kMostTogether) report_others();
    } else if (row.attribute(meant[i])->required) {
      report(Rule::missing_attribute, range,
             concat(describe(element, place), " has no attribute '", meant[i], "'",
                    in_place_of(meant[i], names[i])))
          .suggest(range, std::string(meant[i]));
    } else {
      report(Rule::unknown_attribute, range,
             concat("<", element.name, "> has no attribute ", quote(names[i])))
          .meant(meant[i]);
    }
  }
  report_others();
  return meant;
}

// --- elements ----------------------------------------------------------------------------------------------

bool SchemaReader::is_xacro(std::string_view prefix) const {
  return !prefix.empty() && (prefix == xacro_prefix_ || prefix == "xacro");
}

bool SchemaReader::is_foreign(const XmlElement& child, const ElementRow& row) const {
  if (row.open || !child.prefix().empty()) return true;
  const auto words = split_words(row.foreign);
  return std::any_of(words.begin(), words.end(), [&](const Token& word) { return word.text == child.name; });
}

// A known element in other capitals is a slip, also where elements of other programs are expected.
bool SchemaReader::differs_in_case(const XmlElement& child, const ElementRow& row) {
  return child.prefix().empty() && std::ranges::any_of(row.children, [&](const ChildRow& known) {
           return known.name.size() == child.name.size() && to_lower(known.name) == to_lower(child.name);
         });
}

LayoutItem SchemaReader::keep_unknown(const XmlElement& child, const ElementRow& row, std::string_view parent,
                                      const Place& place) {
  if (is_unknown_element(child, row, parent))
    report_unknown(child, parent, nearest_name(child.name, row.children, &ChildRow::name));
  return keep_element(child, place);
}

bool SchemaReader::is_unknown_element(const XmlElement& child, const ElementRow& row,
                                      std::string_view parent) {
  if (!is_xacro(child.prefix()))
    return differs_in_case(child, row) ||
           (!is_foreign(child, row) && !count_dialect(parent, child.name, child.name_range, false));
  report(Rule::unexpanded_xacro, child.name_range,
         concat("<", child.name, "> is left for xacro to expand; -x xacro reads the file as xacro"));
  for (const XmlAttribute& attribute : child.attributes) check_unexpanded(attribute.value);
  return false;
}

std::vector<std::string_view> SchemaReader::report_unknown_elements(
    const XmlElement& element, const ElementRow& row, const Place& place, const SlotCounts& counts,
    const std::vector<const XmlElement*>& unknown) {
  if (unknown.empty()) return {};
  const auto is_there = [&](const ChildRow& child) {
    return counts[static_cast<std::size_t>(child.slot)].count > 0;
  };
  const bool has_choice = std::ranges::any_of(
      row.children, [&](const ChildRow& child) { return child.occurs == Occurs::choice && is_there(child); });
  std::vector<KnownName> known;
  for (const ChildRow& child : row.children) {
    const bool is_choice = child.occurs == Occurs::choice;
    const bool lacking = child.occurs == Occurs::many || !(is_choice ? has_choice : is_there(child));
    known.push_back(
        {child.name, lacking, is_choice || child.occurs == Occurs::required, child.occurs == Occurs::many});
  }
  std::vector<std::string_view> names;
  for (const XmlElement* child : unknown) names.push_back(child->name);
  std::vector<std::string_view> meant = meant_names(names, known);
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    const auto found = std::ranges::find(known, meant[i], &KnownName::name);
    if (found != known.end() && found->required && !is_xacro_word(*unknown[i])) {
      report_misnamed_element(diagnostics_, *unknown[i],
                              concat(describe(element, place), " has no <", meant[i], '>'), meant[i]);
    } else {
      report_unknown(*unknown[i], element.name, meant[i]);
      if (found != known.end() && found->required) meant[i] = {};
    }
  }
  return meant;
}

void SchemaReader::report_unknown(const XmlElement& child, std::string_view parent, std::string_view near) {
  if (!near.empty() || is_new(parent, concat('<', child.name)))
    report_unknown_element(diagnostics_, child, concat("<", parent, "> has no element <", child.name, ">"),
                           near);
  const ElementRow* misplaced = misplaced_row_ == nullptr ? nullptr : misplaced_row_(child.name);
  if (misplaced != nullptr) check_numbers(child, *misplaced);
}

void SchemaReader::report_text(const XmlElement& element, const ElementRow& row) {
  constexpr std::string_view kFullWidthLess = "\uFF1C";
  const XmlText& text = element.text;
  const bool is_tag = text.text.find(kFullWidthLess) != std::string_view::npos;
  auto finding =
      report(Rule::unknown_element, text.range,
             concat("text ", quote(text.text), " is inside <", element.name, ">, which may hold ",
                    row.children.empty() ? "nothing" : "only elements",
                    is_tag ? concat("; '", kFullWidthLess, "' is a full-width character, write '<'") : ""));
  if (is_tag && text.literal) finding.suggest(text.range, without_look_alikes(text.text)->text);
}

bool SchemaReader::is_new(std::string_view element, std::string_view word) {
  constexpr std::size_t kMostKept = 1000;  // beyond them, every one is reported
  if (unknown_words_.size() >= kMostKept) return true;
  return unknown_words_.emplace(element, word).second;
}

bool SchemaReader::count_dialect(std::string_view element, std::string_view word, SourceRange range,
                                 bool attribute) {
  const std::string_view program =
      find_dialect_ == nullptr ? std::string_view() : find_dialect_(element, word, attribute);
  if (program.empty()) return false;
  auto use = std::find_if(dialects_.begin(), dialects_.end(),
                          [&](const DialectUse& known) { return known.program == program; });
  if (use == dialects_.end())
    use = dialects_.insert(
        use, {program, attribute ? quote(word) : concat('<', word, "> in <", element, '>'), range});
  ++use->count;
  return true;
}

void SchemaReader::report_dialects() {
  for (const DialectUse& use : dialects_)
    report(Rule::foreign_dialect, use.range,
           concat("the file uses words of ", use.program, ", which other readers skip: ", use.first,
                  use.count == 1 ? std::string() : concat(", and ", use.count - 1, " more")));
}

}  // namespace romas
