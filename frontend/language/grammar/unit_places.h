// Tells the names of units that stand for units from those that are names: `30 N*m` and `2 * m`.
#pragma once

#include <cstdint>
#include <string_view>

namespace romas::language {

// A unit stands right behind a number or a ')', or is joined to such a unit by '*' or '/'. A joined name that
// goes on like a value, with '.', '[', '(' or an exponent that is no number, is no unit.
class UnitPlaces {
 public:
  // The text must live as long.
  explicit UnitPlaces(std::string_view text) : text_(text) {}
  // The type of the next token, comments left out: UNIT for an IDENT that is a unit.
  std::uint16_t read(std::uint16_t type, std::uint32_t begin, std::uint32_t end);

 private:
  bool goes_on_as_value(std::uint32_t behind) const;

  std::string_view text_;
  // The token in front: another one, a number or ')', a unit, the sign that joins a further unit, or '^'.
  enum class Before : std::uint8_t { other, value, unit, joined, power } before_ = Before::other;
};

}  // namespace romas::language
