// Structs of plain fields, described once: readers, printers, JSON, the language, the verifier, checks and
// comparisons walk the description of a struct, so that a new field is a member and a row. Structure (what
// holds what, what refers to what) is not described here; it stands in code.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "ir/number.h"
#include "ir/units.h"

namespace romas {

// What a number measures. The units of the first group follow from the type of the joint.
enum class Quantity : std::uint8_t {
  position,  // rad or m
  velocity,
  acceleration,
  jerk,
  effort,   // N m or N
  damping,  // effort per velocity
  rate,     // velocity per position
  plain,    // a number without unit
  angle,    // rad
  length,   // m
};

// SI units as text; "1" for plain numbers. `joint` has those of the joint that a quantity belongs to.
std::string_view units_of(Quantity quantity, const MotionUnits& joint);

// The range of valid values. A value outside of it is kept and reported.
enum class ValueRange : std::uint8_t { any, not_negative };

// The part of a field's description that does not depend on the type of its member.
struct FieldInfo {
  std::string_view name;                // in XML, in JSON and in messages
  Quantity quantity = Quantity::plain;  // of numbers
  std::string_view summary = {};        // for the documentation of URDF, with units
  std::string_view word = {};           // of the core form of the language
  std::string_view noun = {};           // in its messages: "the effort"
  ValueRange range = ValueRange::any;
  double fallback = 0;    // what an absent number means, where it means one
  bool required = false;  // in URDF
  int since = 10;         // URDF's version times ten
  bool dialect = false;   // in URDF it may have a prefix
  bool is_bound = false;  // one end of "A .. B" in the language
};

// A field of Struct. The functions return a copy that says one thing more.
template <class Struct, class Value>
struct Field : FieldInfo {
  using Type = Value;
  Value Struct::*member;

  constexpr Field(std::string_view field_name, Value Struct::*pointer, Quantity measures,
                  std::string_view documentation)
      : FieldInfo{field_name, measures, documentation, field_name}, member(pointer) {}

  constexpr Field called(std::string_view text) const { return with(&FieldInfo::noun, text); }
  constexpr Field written_as(std::string_view text) const { return with(&FieldInfo::word, text); }
  constexpr Field not_negative() const { return with(&FieldInfo::range, ValueRange::not_negative); }
  constexpr Field or_else(double value) const { return with(&FieldInfo::fallback, value); }
  constexpr Field always_there() const { return with(&FieldInfo::required, true); }
  constexpr Field of_dialect(int version) const {
    return with(&FieldInfo::since, version).with(&FieldInfo::dialect, true);
  }
  constexpr Field bound() const { return with(&FieldInfo::is_bound, true); }

  const Value& of(const Struct& object) const { return object.*member; }
  Value& of(Struct& object) const { return object.*member; }

 private:
  template <class Part>
  constexpr Field with(Part FieldInfo::*part, Part value) const {
    Field copy = *this;
    copy.*part = value;
    return copy;
  }
};

// Specialised for each described struct: `static constexpr auto kAll`, a tuple of Field, in the order in
// which they are written.
template <class Struct>
struct FieldsOf;

// visit(field): each Field of the struct, in order.
template <class Struct, class Visit>
constexpr void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, FieldsOf<Struct>::kAll);
}

// visit(const Number&): every number of an object that is present.
template <class Struct, class Visit>
void for_each_field_number(const Struct& object, Visit&& visit) {
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    const auto& value = field.of(object);
    if constexpr (std::is_same_v<Type, std::optional<Number>>) {
      if (value) visit(*value);
    } else if constexpr (std::is_same_v<Type, std::vector<Number>>) {
      for (const Number& number : value) visit(number);
    }
  });
}

// visit(field): each field of numbers in which two objects differ, compared with `close(double, double)`. An
// absent number of a list counts as 0; one that is absent alone is different from every number.
template <class Struct, class Close, class Visit>
void for_each_different_field(const Struct& a, const Struct& b, Close&& close, Visit&& visit) {
  const auto differ = [&](const std::optional<Number>& x, const std::optional<Number>& y) {
    return x.has_value() != y.has_value() || (x && !close(x->value(), y->value()));
  };
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    const auto& x = field.of(a);
    const auto& y = field.of(b);
    bool different = false;
    if constexpr (std::is_same_v<Type, std::optional<Number>>) {
      different = differ(x, y);
    } else if constexpr (std::is_same_v<Type, std::vector<Number>>) {
      for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i)
        different = different || !close(i < x.size() ? x[i].value() : 0.0, i < y.size() ? y[i].value() : 0.0);
    }
    if (different) visit(field);
  });
}

}  // namespace romas
