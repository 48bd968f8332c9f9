#include "frontend/language/typing/place_words.h"

#include <array>

#include "frontend/language/words/keywords.h"
#include "ir/model/control.h"
#include "ir/model/joint_fields.h"
#include "ir/model/sensor_fields.h"
#include "ir/model/servo.h"
#include "ir/model/transmission_fields.h"
#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

struct ValueRow {
  std::uint16_t rule;
  std::string_view word;
  ValueSort sort;
  std::string_view units;
};
constexpr std::array kValues = {
#define VALUE(rule, word, sort, units) ValueRow{grammar::Rule##rule, word, ValueSort::sort, units},
#include "frontend/language/words/value_places.def"
#undef VALUE
};

struct NameRow {
  std::uint16_t rule;
  std::string_view word;
  NameSort sort;
};
constexpr std::array kNames = {
#define NAME(rule, word, sort) NameRow{grammar::Rule##rule, word, NameSort::sort},
#include "frontend/language/words/name_places.def"
#undef NAME
};

// Returns what the described field with this word takes, and nothing if there is no such field.
template <class Struct>
std::optional<ValueAt> field_value(std::string_view word, JointType joint) {
  std::optional<ValueAt> found;
  for_each_field<Struct>([&](const auto& field) {
    using Member = typename std::remove_cvref_t<decltype(field)>::Type;
    if (field.word != word || found) return;
    constexpr std::size_t kNumbers = FieldValue<Member>::kNumbers;
    const ValueSort sort = kNumbers == 0   ? ValueSort::text
                           : kNumbers == 3 ? ValueSort::number3
                                           : ValueSort::number;
    found = ValueAt{sort, std::string(units_of(field.quantity, motion_units(joint))), {}};
  });
  return found;
}

std::optional<ValueAt> described_value(std::uint16_t rule, std::string_view word, JointType joint) {
  switch (rule) {
    case grammar::RuleLimitProperty: return field_value<JointLimit>("lower", joint);
    case grammar::RuleLimitPart: return field_value<JointLimit>(word, joint);
    case grammar::RuleSafetyProperty: return field_value<JointSafetyController>("lower", joint);
    case grammar::RuleSafetyPart: return field_value<JointSafetyController>(word, joint);
    case grammar::RuleCalibrationPart: return field_value<JointCalibration>(word, joint);
    case grammar::RuleDampingProperty:
    case grammar::RuleFrictionProperty:
    case grammar::RuleArmatureProperty: return field_value<JointDynamics>(word, joint);
    case grammar::RuleMimicProperty:
      return field_value<JointMimic>(word == "*" ? "multiplier" : "offset", joint);
    case grammar::RuleCameraProperty: return field_value<CameraSensor>(word, joint);
    case grammar::RuleRayScanProperty: return field_value<RayScan>(word, joint);
    case grammar::RuleSpringProperty: return field_value<LinearSpringDamper>(word, joint);
    case grammar::RuleWingProperty: return field_value<Wing>(word, joint);
    case grammar::RuleThrustProperty:
    case grammar::RuleLimitsProperty: return field_value<Thrust>(word, joint);
    case grammar::RuleReductionProperty: return field_value<Transmission>(word, joint);
    default: return std::nullopt;
  }
}

std::optional<ValueAt> servo_value(std::string_view name, JointType joint) {
  const ServoPropertyInfo* info = find_servo_property(name);
  if (info == nullptr) return std::nullopt;
  switch (info->kind) {
    case ServoValueKind::whole: return ValueAt{ValueSort::whole, "1", {}};
    case ServoValueKind::number:
      return ValueAt{ValueSort::number, std::string(servo_units(*info, joint)), {}};
    case ServoValueKind::boolean: return ValueAt{ValueSort::boolean, {}, {}};
    case ServoValueKind::text: return ValueAt{ValueSort::text, {}, {}};
    case ServoValueKind::word: return ValueAt{ValueSort::word, {}, std::string(info->values)};
  }
  return std::nullopt;
}

std::optional<ValueAt> gazebo_value(std::string_view name) {
  const GazeboPropertyInfo* info = find_gazebo_property(name);
  if (info == nullptr) return std::nullopt;
  switch (info->type) {
    case GazeboType::boolean: return ValueAt{ValueSort::boolean, {}, {}};
    case GazeboType::number: return ValueAt{ValueSort::number, "1", {}};
    case GazeboType::vector3: return ValueAt{ValueSort::number3, "1", {}};
    case GazeboType::text: return ValueAt{ValueSort::text, {}, {}};
  }
  return std::nullopt;
}

}  // namespace

std::optional<NameSort> name_behind(std::uint16_t rule, std::string_view word) {
  for (const NameRow& row : kNames)
    if (row.rule == rule && row.word == word) return row.sort;
  return std::nullopt;
}

ValueAt value_behind(std::uint16_t rule, std::string_view word, std::string_view name, JointType joint) {
  if (rule == grammar::RuleServoProperty) return servo_value(name, joint).value_or(ValueAt());
  if (rule == grammar::RuleGazeboProperty) return gazebo_value(name).value_or(ValueAt());
  for (const std::string_view known : {word, name}) {
    for (const ValueRow& row : kValues)
      if (row.rule == rule && row.word == known) return {row.sort, std::string(row.units), {}};
    if (auto value = described_value(rule, known, joint)) return *std::move(value);
  }
  return {};
}

std::string example_of(const ValueAt& value) {
  const std::string units = value.units.empty() || value.units == "1" ? "" : concat(' ', value.units);
  switch (value.sort) {
    case ValueSort::number: return concat("0", units);
    case ValueSort::number3: return concat("(0, 0, 0)", units);
    case ValueSort::number4: return "(0.5, 0.5, 0.5, 1)";
    case ValueSort::whole: return "0";
    case ValueSort::boolean: return "true";
    case ValueSort::pose: return "xyz(0, 0, 0)";
    case ValueSort::axis: return "z";
    case ValueSort::text: return "\"\"";
    case ValueSort::word: return value.words.substr(0, value.words.find(' '));
    case ValueSort::any:
    case ValueSort::thing: break;
  }
  return "value";
}

}  // namespace romas::language
