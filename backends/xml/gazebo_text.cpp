#include "backends/xml/gazebo_text.h"

#include "backends/xml/field_printer.h"

namespace romas {

std::string gazebo_text(const GazeboValue& value) {
  if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<Number>(&value.value)) return number->text();
  if (const auto* vector = std::get_if<Number3>(&value.value)) return number_list_text(*vector);
  return std::get<std::string>(value.value);
}

}  // namespace romas
