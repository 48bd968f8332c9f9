// Formatting as Python does: format(), str.format(), and the operator %.
#pragma once

#include <string>
#include <string_view>

#include "frontend/xacro/expressions/values/value.h"

namespace romas::xacro {

class Call;
class Evaluator;

// [[fill]align][sign][z][#][0][width][grouping][.precision][type]
struct FormatSpec {
  static constexpr std::size_t kNoPrecision = static_cast<std::size_t>(-1);
  std::string fill = " ";
  char align = '\0';  // < > ^ =
  char sign = '\0';   // + - or a blank
  bool no_negative_zero = false;
  bool alternate = false;
  bool zero = false;
  char grouping = '\0';  // , or _
  std::size_t width = 0;
  std::size_t precision = kNoPrecision;
  char type = '\0';
};

// A value by the text behind the ':' of a field.
std::string format_value(const Value& value, std::string_view spec, Evaluator& evaluator);
std::string format_number(const Value& number, const FormatSpec& spec);
// A text with fill characters around it.
std::string padded(std::string text, const FormatSpec& spec, char align);
// text % values
std::string format_by_percent(const std::string& text, const Value& values, Evaluator& evaluator);
// text.format(values…) with the arguments of the call.
std::string format_fields(const std::string& text, Call& call);

// --- format_number.cpp ---
// A float by a type of e, f, g, r and their capitals, without sign. `point`: at least one digit behind the
// point.
std::string digits_of_real(double value, char type, std::size_t precision, bool alternate, bool point);

}  // namespace romas::xacro
