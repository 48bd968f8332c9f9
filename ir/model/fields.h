// Structs of plain fields, described once: readers, printers, JSON, the language, the verifier, checks and
// comparisons walk the description of a struct, so that a new field is a member and a row. Structure (what
// holds what, what refers to what) is not described here; it stands in code.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "ir/model/place.h"
#include "ir/model/units.h"
#include "ir/values/number.h"

namespace romas {

// The quantity that a number measures. The units of the first group follow from the type of the joint.
enum class Quantity : std::uint8_t {
  position,  // rad or m
  velocity,
  acceleration,
  jerk,
  effort,          // N m or N
  damping,         // effort per velocity
  rate,            // velocity per position
  armature,        // effort per acceleration
  elasticity,      // effort per position
  plain,           // a number without unit
  angle,           // rad
  length,          // m
  mass,            // kg
  inertia,         // kg m²
  degrees,         // an angle that the model, too, has in degrees
  speed,           // m/s
  force,           // N
  stiffness,       // N/m
  spring_damping,  // N s/m
};

// SI units as text; "1" for plain numbers. `joint` has those of the joint that a quantity belongs to.
std::string_view units_of(Quantity quantity, const MotionUnits& joint);
// The unit as messages show it behind a number: " N m" for the effort of a joint that turns, " N" for one
// that slides.
std::string unit_text(Quantity quantity, bool slides);

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
  std::optional<double> fallback = {};  // what an absent number means, where it means one
  bool required = false;                // in URDF
  std::string_view element = {};        // in URDF, where it is an element of its own
  Slot slot = Slot::self;               // of that element
  int since = 10;                       // URDF's version times ten
  bool dialect = false;                 // in URDF it may have a prefix
  bool is_bound = false;                // one end of "A .. B" in the language
  bool in_urdf = true;                  // false: it is no attribute and no element there
};

// The kind of value that a member of a described struct holds. A value that cannot be absent must be given.
template <class Value>
struct FieldValue {  // a text
  static constexpr std::size_t kNumbers = 0;
  static constexpr bool kMustBeGiven = true;
};
template <>
struct FieldValue<Number> {
  static constexpr std::size_t kNumbers = 1;
  static constexpr bool kMustBeGiven = true;
};
template <std::size_t count>
struct FieldValue<std::array<Number, count>> {
  static constexpr std::size_t kNumbers = count;
  static constexpr bool kMustBeGiven = true;
};
template <class Value>
struct FieldValue<std::optional<Value>> {
  static constexpr std::size_t kNumbers = FieldValue<Value>::kNumbers;
  static constexpr bool kMustBeGiven = false;
};
template <>
struct FieldValue<std::vector<Number>> {
  static constexpr std::size_t kNumbers = static_cast<std::size_t>(-1);  // any
  static constexpr bool kMustBeGiven = false;
};

// visit(const Number&): every number of a member's value that is there.
template <class Value, class Visit>
void for_each_number_of(const Value& value, Visit&& visit) {
  if constexpr (std::is_same_v<Value, Number>) {
    visit(value);
  } else if constexpr (FieldValue<Value>::kNumbers == 0) {
    return;
  } else if constexpr (requires { value.has_value(); }) {
    if (value) for_each_number_of(*value, visit);
  } else {
    for (const Number& number : value) visit(number);
  }
}

// A field of Struct. The functions return a copy that says one thing more.
template <class Struct, class Value>
struct Field : FieldInfo {
  using Type = Value;
  Value Struct::*member;

  constexpr Field(std::string_view field_name, Value Struct::*pointer, Quantity measures,
                  std::string_view documentation)
      : FieldInfo{field_name, measures, documentation, field_name}, member(pointer) {
    required = FieldValue<Value>::kMustBeGiven;
  }

  constexpr Field called(std::string_view text) const { return with(&FieldInfo::noun, text); }
  constexpr Field written_as(std::string_view text) const { return with(&FieldInfo::word, text); }
  constexpr Field not_negative() const { return with(&FieldInfo::range, ValueRange::not_negative); }
  constexpr Field or_else(double value) const {
    return with(&FieldInfo::fallback, std::optional<double>(value));
  }
  constexpr Field always_there() const { return with(&FieldInfo::required, true); }
  constexpr Field of_dialect(int version) const {
    return with(&FieldInfo::since, version).with(&FieldInfo::dialect, true);
  }
  constexpr Field in_element(std::string_view text, Slot place) const {
    return with(&FieldInfo::element, text).with(&FieldInfo::slot, place);
  }
  constexpr Field bound() const { return with(&FieldInfo::is_bound, true); }
  constexpr Field outside_urdf() const { return with(&FieldInfo::in_urdf, false); }

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
  for_each_field<Struct>([&](const auto& field) { for_each_number_of(field.of(object), visit); });
}

// The numbers of a field that are there, or its default.
template <class Struct, class Value>
std::vector<double> numbers_meant(const Field<Struct, Value>& field, const Struct& object) {
  std::vector<double> numbers;
  for_each_number_of(field.of(object), [&](const Number& number) { numbers.push_back(number.value()); });
  if (numbers.empty() && field.fallback) numbers.push_back(*field.fallback);
  return numbers;
}

// The object with the defaults of the numbers that it does not give.
template <class Struct>
Struct with_defaults(Struct object) {
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    if constexpr (std::is_same_v<Type, std::optional<Number>>)
      if (!field.of(object) && field.fallback) field.of(object) = Number(*field.fallback);
  });
  return object;
}

// The value of a number that may be absent and has a default.
template <class Struct>
double value_or_default(const Struct& object, std::optional<Number> Struct::*member) {
  double value = 0;
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    if constexpr (std::is_same_v<Type, std::optional<Number>>)
      if (field.member == member) value = numbers_meant(field, object).at(0);
  });
  return value;
}

}  // namespace romas
