// Numbers with a unit in a text, and what they are in other units.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/markup/tree/tree.h"

namespace romas::markup {

enum class Unit : unsigned char {
  metre,
  radian,
  kilogram,
  metre_per_second,
  radian_per_second,
  newton,
  newton_metre,
  degree
};

struct UnitNumber {
  Range range;
  double value = 0;
  Unit unit = Unit::metre;
};

// The numbers that are written out in an attribute of an element; none where it has no unit, or where its
// unit depends on a joint whose type is not said. `in_degrees`: angles of MJCF are, unless the text says it.
std::vector<UnitNumber> numbers_of(const Tree& tree, NodeId element, const Attribute& attribute,
                                   bool in_degrees = true);
// The one at an offset, ends included.
std::optional<UnitNumber> number_at(const Tree& tree, std::uint32_t offset, bool in_degrees = true);

// "1.571 rad = 90°", "0.04 m = 40 mm", "2 kg = 2000 g".
std::string describe(const UnitNumber& number);
// A quantity in SI as the Romas language writes it, "0.04 m" or "3 kg*m/s": its number, and its unit if it is
// one of Unit. unit_text() returns nullopt for other texts.
struct UnitText {
  double value = 0;
  std::string_view units;  // as the language writes them
  std::optional<Unit> unit;
};
std::optional<UnitText> unit_text(std::string_view text);
// "0.04 m = 40 mm", "3 kg*m/s".
std::string describe(const UnitText& quantity);
// "90°"; empty for what is no angle.
std::string in_degrees(const UnitNumber& number);

}  // namespace romas::markup
