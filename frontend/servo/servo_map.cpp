#include "frontend/servo/servo_map.h"

#include <algorithm>

#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas {

namespace {

class Application {
 public:
  Application(const ServoMap& map, Model& model, DiagnosticEngine& diagnostics)
      : map_(map), model_(model), diagnostics_(diagnostics) {}

  std::vector<OpenServoValue> run() {
    for (const ServoMapEntry& entry : map_.joints)
      if (const JointId id = model_.find_joint(entry.joint)) apply(entry, model_.joint(id));
    for (Joint& joint : model_.joints)
      if (joint.servo) fill_in(joint);
    model_.rebuild_index();
    for (const ServoMapEntry& entry : map_.joints)
      if (const JointId id = model_.find_joint(entry.joint)) check_couplings(entry, model_.joint(id));
    return std::move(open_);
  }

 private:
  std::size_t index_of(const Joint& joint) const {
    return static_cast<std::size_t>(&joint - model_.joints.data());
  }
  bool is_open(const Joint& joint, ServoProperty property) const {
    return std::any_of(open_.begin(), open_.end(), [&](const OpenServoValue& open) {
      return open.joint == index_of(joint) && open.value.property == property;
    });
  }

  // The value for the model of this joint. A unit that does not fit the joint is reported, and gives nullopt.
  std::optional<ServoValue> fit(const ServoMapValue& value, const Joint& joint) {
    ServoValue result;
    result.property = value.property;
    result.range = value.range;
    if (const auto* flag = std::get_if<bool>(&value.value)) {
      result.value = *flag;
    } else if (const auto* text = std::get_if<std::string>(&value.value)) {
      result.value = *text;
    } else {
      const ServoPropertyInfo& info = servo_property_info(value.property);
      if (info.kind == ServoValueKind::number &&
          !check_unit(value, servo_units(info, joint.type), concat("'", info.name, "'"), joint))
        return std::nullopt;
      result.value = Number(std::get<double>(value.value));
    }
    return result;
  }

  static bool has_unit(const ServoMapValue& value, std::string_view units) {
    return !value.dimension || units.empty() || *value.dimension == *dimension_of(units);
  }

  bool check_unit(const ServoMapValue& value, std::string_view units, const std::string& what,
                  const Joint& joint) {
    if (has_unit(value, units)) return true;
    diagnostics_.report(Rule::servo_map, value.range,
                        concat(what, " of the ", to_string(joint.type), " joint '", joint.name, "' takes ",
                               describe(*dimension_of(units)), ", not ", describe(*value.dimension)));
    return false;
  }

  void apply(const ServoMapEntry& entry, Joint& joint) {
    if (!joint.servo) joint.servo.emplace();
    Servo& servo = *joint.servo;
    if (!servo.range.valid() || entry.family) servo.range = entry.joint_range;
    // A device belongs to its family: a new family discards it.
    if (entry.family && *entry.family != servo.family) {
      servo.family = *entry.family;
      servo.device.clear();
    }
    if (entry.device) servo.device = *entry.device;
    for (const ServoMapValue& value : entry.values) {
      if (value.of_register) {
        std::erase_if(servo.values, [&](const ServoValue& v) { return v.property == value.property; });
        open_.push_back({index_of(joint), value});
        continue;
      }
      auto fitting = fit(value, joint);
      if (!fitting) continue;
      const auto present = std::find_if(servo.values.begin(), servo.values.end(),
                                        [&](const ServoValue& v) { return v.property == value.property; });
      if (present == servo.values.end())
        servo.values.push_back(*std::move(fitting));
      else
        *present = *std::move(fitting);
    }
    if (entry.map) apply_map(*entry.map, joint);
    if (entry.couplings) {
      servo.couplings.clear();
      for (const auto& coupling : *entry.couplings)
        servo.couplings.push_back(
            {{coupling.joint, coupling.joint_range, {}}, coupling.gear, coupling.range});
    }
  }

  void apply_map(const std::vector<ServoMapEntry::Place>& places, Joint& joint) {
    std::vector<ServoMapPoint> map;
    for (const auto& place : places) {
      if (!check_unit(place.joint, motion_units(joint.type).position, "the joint's value in a map", joint))
        return;
      map.push_back(
          {Number(std::get<double>(place.joint.value)), Number(std::get<double>(place.angle.value))});
    }
    joint.servo->map = std::move(map);
  }

  // Fills absent values of the joint's servo with the defaults. A default whose unit does not fit the joint
  // is skipped.
  void fill_in(Joint& joint) {
    Servo& servo = *joint.servo;
    const ServoMapEntry& defaults = map_.defaults;
    if (defaults.family && !servo.family.empty() && *defaults.family != servo.family) return;
    if (defaults.family && servo.family.empty()) servo.family = *defaults.family;
    if (defaults.device && servo.device.empty()) servo.device = *defaults.device;
    for (const ServoMapValue& value : defaults.values) {
      if (servo.find(value.property) != nullptr || is_open(joint, value.property)) continue;
      if (value.of_register) {
        open_.push_back({index_of(joint), value});
        continue;
      }
      if (!has_unit(value, servo_units(servo_property_info(value.property), joint.type))) continue;
      if (auto fitting = fit(value, joint)) servo.values.push_back(*std::move(fitting));
    }
  }

  void check_couplings(const ServoMapEntry& entry, const Joint& joint) {
    if (!entry.couplings) return;
    for (const auto& coupling : *entry.couplings) {
      if (coupling.joint == joint.name)
        diagnostics_.report(
            Rule::servo_map, coupling.joint_range,
            "a servo cannot be coupled to its own joint; give that gear as the property 'gear'");
    }
  }

  const ServoMap& map_;
  Model& model_;
  DiagnosticEngine& diagnostics_;
  std::vector<OpenServoValue> open_;
};

}  // namespace

std::vector<OpenServoValue> apply_servo_map(const ServoMap& map, Model& model,
                                            DiagnosticEngine& diagnostics) {
  return Application(map, model, diagnostics).run();
}

std::vector<std::size_t> unknown_servo_joints(const ServoMap& map, const std::vector<Model>& models) {
  std::vector<std::size_t> unknown;
  for (std::size_t i = 0; i < map.joints.size(); ++i)
    if (std::none_of(models.begin(), models.end(), [&](const Model& model) {
          return static_cast<bool>(model.find_joint(map.joints[i].joint));
        }))
      unknown.push_back(i);
  return unknown;
}

void report_unknown_servo_joints(const ServoMap& map, const std::vector<std::size_t>& entries,
                                 const std::vector<Model>& models, DiagnosticEngine& diagnostics) {
  std::vector<std::string_view> names;
  for (const Model& model : models)
    for (const Joint& joint : model.joints) names.push_back(joint.name);
  constexpr std::size_t kMostSuggestions = 20;  // each compares all names
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const ServoMapEntry& entry = map.joints[entries[i]];
    auto builder = diagnostics.report(
        Rule::servo_map, entry.joint_range,
        concat(models.size() == 1 ? concat("robot '", models.front().name, "' has no joint '")
                                  : std::string("no robot has a joint '"),
               entry.joint, "'"));
    if (i < kMostSuggestions) builder.nearest(entry.joint, names);
  }
}

}  // namespace romas
