#include "lsp/markup/changes/units.h"

#include <algorithm>
#include <numbers>
#include <utility>

#include "ir/model/units.h"
#include "lsp/markup/completion/mjcf.h"
#include "lsp/markup/tree/place.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

enum class PlaceUnit : unsigned char { length, angle, mass, motion, motion_speed, motion_effort };
struct UnitPlace {
  std::string_view element, attribute;
  PlaceUnit unit;
};
constexpr UnitPlace kUnitPlaces[] = {
#define UNIT_PLACE(element, attribute, unit) {element, attribute, PlaceUnit::unit},
#include "lsp/markup/changes/unit_places.def"
};

// How the language says these units.
constexpr std::pair<std::string_view, Unit> kLanguageUnits[] = {
    {"m", Unit::metre},
    {"rad", Unit::radian},
    {"kg", Unit::kilogram},
    {"m/s", Unit::metre_per_second},
    {"rad/s", Unit::radian_per_second},
    {"N", Unit::newton},
    {"N*m", Unit::newton_metre},
};

std::string_view joint_type_around(const Tree& tree, NodeId element) {
  for (NodeId id = tree.nodes[element].parent; id != kNone; id = tree.nodes[id].parent)
    if (tree.name(id) == "joint") return tree.value(id, "type");
  return {};
}

std::optional<Unit> unit_of(PlaceUnit unit, const Tree& tree, NodeId element) {
  switch (unit) {
    case PlaceUnit::length: return Unit::metre;
    case PlaceUnit::angle: return Unit::radian;
    case PlaceUnit::mass: return Unit::kilogram;
    default: break;
  }
  const std::string_view type = joint_type_around(tree, element);
  const bool turns = type == "revolute" || type == "continuous";
  if (!turns && type != "prismatic") return std::nullopt;
  if (unit == PlaceUnit::motion) return turns ? Unit::radian : Unit::metre;
  if (unit == PlaceUnit::motion_speed) return turns ? Unit::radian_per_second : Unit::metre_per_second;
  return turns ? Unit::newton_metre : Unit::newton;
}

// Four digits, as people compare them.
std::string shown(double value) { return format_double(round_to_digits(value, 4)); }
double degrees(double radians) { return radians * 180 / std::numbers::pi; }

}  // namespace

namespace {

// The unit of an attribute by the table of places.
std::optional<Unit> unit_by_place(const Tree& tree, NodeId element, const Attribute& attribute) {
  const auto place = std::ranges::find_if(kUnitPlaces, [&](const UnitPlace& row) {
    return row.element == tree.name(element) && row.attribute == attribute.name.of(tree.text);
  });
  return place == std::end(kUnitPlaces) ? std::nullopt : unit_of(place->unit, tree, element);
}

// Whether some default class says a type of joints: what a joint without one is, is not told by the text
// then.
bool has_type_in_class(const Tree& tree) {
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    const Node& node = tree.nodes[id];
    if (node.kind == NodeKind::element && node.parent != kNone && tree.name(id) == "joint" &&
        tree.name(node.parent) == "default" && tree.attribute(id, "type") != nullptr)
      return true;
  }
  return false;
}

std::optional<Unit> unit_in_mjcf(const Tree& tree, NodeId element, const Attribute& attribute,
                                 bool in_degrees) {
  const mjcf::AttributeInfo* info = mjcf_attribute(tree, element, attribute);
  if (info == nullptr) return std::nullopt;
  const auto angle = [&] {
    return mjcf_settings(tree).degrees.value_or(in_degrees) ? Unit::degree : Unit::radian;
  };
  switch (info->quantity) {
    case mjcf::Quantity::none: return std::nullopt;
    case mjcf::Quantity::length: return Unit::metre;
    case mjcf::Quantity::mass: return Unit::kilogram;
    case mjcf::Quantity::angle: return angle();
    case mjcf::Quantity::motion: break;
  }
  const std::string_view type = tree.value(element, "type");
  if (type == "slide") return Unit::metre;
  if (type == "hinge" || type == "ball") return angle();
  return type.empty() && !has_type_in_class(tree) ? std::optional(angle()) : std::nullopt;
}

}  // namespace

std::vector<UnitNumber> numbers_of(const Tree& tree, NodeId element, const Attribute& attribute,
                                   bool in_degrees) {
  std::vector<UnitNumber> numbers;
  const auto unit = is_mjcf(tree) ? unit_in_mjcf(tree, element, attribute, in_degrees)
                                  : unit_by_place(tree, element, attribute);
  if (!unit) return numbers;
  constexpr std::size_t kMost = 8;
  for (const romas::Token& word : split_words(attribute.value.of(tree.text), kMost)) {
    const auto value = parse_double(word.text);
    const auto begin = static_cast<std::uint32_t>(word.text.data() - tree.text.data());
    if (value)
      numbers.push_back({{begin, begin + static_cast<std::uint32_t>(word.text.size())}, *value, *unit});
  }
  return numbers;
}

std::optional<UnitNumber> number_at(const Tree& tree, std::uint32_t offset, bool in_degrees) {
  const Place place = place_at(tree, offset);
  if (place.where != Where::attribute_value || place.node == kNone || place.attribute == kNone)
    return std::nullopt;
  for (const UnitNumber& number : numbers_of(tree, place.node, tree.attributes[place.attribute], in_degrees))
    if (number.range.touches(offset)) return number;
  return std::nullopt;
}

std::string describe(const UnitNumber& number) {
  const double value = number.value;
  switch (number.unit) {
    case Unit::metre: return concat(shown(value), " m = ", shown(value * 1000), " mm");
    case Unit::degree: return concat(shown(value), "° = ", shown(value * std::numbers::pi / 180), " rad");
    case Unit::radian: return concat(shown(value), " rad = ", shown(degrees(value)), "°");
    case Unit::kilogram: return concat(shown(value), " kg = ", shown(value * 1000), " g");
    case Unit::metre_per_second: return concat(shown(value), " m/s = ", shown(value * 1000), " mm/s");
    case Unit::radian_per_second:
      return concat(shown(value), " rad/s = ", shown(degrees(value)),
                    "°/s = ", shown(value * 30 / std::numbers::pi), " rpm");
    case Unit::newton: return concat(shown(value), " N");
    case Unit::newton_metre: return concat(shown(value), " N m");
  }
  return {};
}

std::optional<UnitText> unit_text(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const auto value = parse_double(text.substr(0, space));
  UnitText found{value.value_or(0), text.substr(space + 1), std::nullopt};
  if (!value || !dimension_of(found.units)) return std::nullopt;
  for (const auto& [units, unit] : kLanguageUnits)
    if (dimension_of(units) == dimension_of(found.units)) found.unit = unit;
  return found;
}

std::string describe(const UnitText& quantity) {
  if (quantity.unit) return describe(UnitNumber{{}, quantity.value, *quantity.unit});
  return concat(shown(quantity.value), " ", quantity.units);
}

std::string in_degrees(const UnitNumber& number) {
  return number.unit == Unit::radian ? shown(degrees(number.value)) + "°" : std::string();
}

}  // namespace romas::markup
