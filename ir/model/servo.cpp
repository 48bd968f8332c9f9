#include "ir/model/servo.h"

#include <algorithm>
#include <array>

#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::array kProperties = {
#define SERVO_PROPERTY(enumerator, name, kind, values, summary) \
  ServoPropertyInfo{ServoProperty::enumerator, name, ServoValueKind::kind, values, summary},
#include "ir/words/servo_properties.def"
#undef SERVO_PROPERTY
};

}  // namespace

std::span<const ServoPropertyInfo> all_servo_properties() { return kProperties; }

const ServoPropertyInfo& servo_property_info(ServoProperty property) {
  return kProperties[static_cast<std::size_t>(property)];
}

const ServoPropertyInfo* find_servo_property(std::string_view name) {
  const auto* found = std::find_if(kProperties.begin(), kProperties.end(),
                                   [&](const auto& info) { return info.name == name; });
  return found == kProperties.end() ? nullptr : found;
}

const ServoValue* Servo::find(ServoProperty property) const {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const ServoValue& value) { return value.property == property; });
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

std::optional<ServoMapProblem> find_map_problem(std::span<const ServoMapPoint> map) {
  if (map.size() < 2) return ServoMapProblem{0, concat("a map needs at least two places, not ", map.size())};
  const double first_step = map[1].angle.value() - map[0].angle.value();
  for (std::size_t i = 1; i < map.size(); ++i) {
    if (!(map[i].joint.value() > map[i - 1].joint.value()))
      return ServoMapProblem{i, concat("the joint values of a map must rise from place to place; ",
                                       map[i].joint.text(), " is not above ", map[i - 1].joint.text())};
    const double step = map[i].angle.value() - map[i - 1].angle.value();
    if (step == 0)
      return ServoMapProblem{
          i, concat("two joint values of a map cannot have the same angle ", map[i].angle.text(), " rad")};
    if ((step > 0) != (first_step > 0))
      return ServoMapProblem{i, concat("the angles of a map must all rise or all fall; ", map[i].angle.text(),
                                       " rad turns back")};
  }
  return std::nullopt;
}

}  // namespace romas
