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

}  // namespace romas
