#include "ir/servo.h"

#include <algorithm>
#include <array>

namespace romas {

namespace {

constexpr std::array kProperties = {
#define SERVO_PROPERTY(enumerator, name, kind, values, summary) \
  ServoPropertyInfo{ServoProperty::enumerator, name, ServoValueKind::kind, values, summary},
#include "ir/servo_properties.def"
#undef SERVO_PROPERTY
};

}  // namespace

std::span<const ServoPropertyInfo> all_servo_properties() { return kProperties; }

const ServoPropertyInfo& servo_property_info(ServoProperty property) { return kProperties[static_cast<std::size_t>(property)]; }

const ServoPropertyInfo* find_servo_property(std::string_view name) {
  const auto* found = std::find_if(kProperties.begin(), kProperties.end(), [&](const auto& info) { return info.name == name; });
  return found == kProperties.end() ? nullptr : found;
}

const ServoValue* Servo::find(ServoProperty property) const {
  const auto found = std::find_if(values.begin(), values.end(), [&](const ServoValue& value) { return value.property == property; });
  return found == values.end() ? nullptr : &*found;
}

std::optional<double> Servo::number(ServoProperty property) const {
  const ServoValue* found = find(property);
  const Number* number = found == nullptr ? nullptr : std::get_if<Number>(&found->value);
  return number == nullptr ? std::nullopt : std::optional(number->value());
}

std::optional<std::int64_t> Servo::whole(ServoProperty property) const {
  const auto value = number(property);
  return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

std::optional<std::string_view> Servo::text(ServoProperty property) const {
  const ServoValue* found = find(property);
  const std::string* text = found == nullptr ? nullptr : std::get_if<std::string>(&found->value);
  return text == nullptr ? std::nullopt : std::optional<std::string_view>(*text);
}

bool Servo::flag(ServoProperty property) const {
  const ServoValue* found = find(property);
  const bool* flag = found == nullptr ? nullptr : std::get_if<bool>(&found->value);
  return flag != nullptr && *flag;
}

}  // namespace romas
