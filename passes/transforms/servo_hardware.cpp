// <ros2_control> as servos, for two drivers of DYNAMIXEL servos:
//   dynamixel_hardware/DynamixelHardware             parameters of each <joint>: id, and registers by name
//                                                    ("Position_P_Gain")
//   dynamixel_hardware_interface/DynamixelHardware   one <gpio> of type dxl a servo: ID, and registers by
//                                                    name ("Position P Gain").
//     Which joints it turns is the row of joint_to_transmission_matrix (one row a servo, one column a joint,
//     in the order of the file; the identity where absent); one servo may move a prismatic joint by the line
//     through (revolute_min, prismatic_min) and
//     (revolute_max, prismatic_max).
// Names and meanings as in the drivers' sources.
#include <algorithm>
#include <array>

#include "ir/model/child_place.h"
#include "ir/model/entity.h"
#include "ir/servo/conversion.h"
#include "passes/transforms/servo_parameters.h"
#include "passes/transforms/servo_sources.h"
#include "support/text/text.h"

namespace romas {

namespace {

const Ros2Parameter* find(const std::vector<Ros2Parameter>& parameters, std::string_view name) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const Ros2Parameter& parameter) { return parameter.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

class HardwareReader {
 public:
  HardwareReader(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}

  std::vector<ServoSource> run() {
    for (std::size_t i = 0; i < model_.ros2_controls.size(); ++i) {
      at_ = &model_.ros2_controls[i];
      what_ = describe(model_, EntityKind::ros2_control, i);
      const std::string_view plugin = at_->plugin ? trim(*at_->plugin) : std::string_view();
      if (plugin == "dynamixel_hardware/DynamixelHardware")
        joints();
      else if (plugin == "dynamixel_hardware_interface/DynamixelHardware")
        gpios();
      for (const Extension* extension : model_.extensions_at(entity_place(EntityKind::ros2_control, i)))
        if (extension->kind == Extension::Kind::element && extension->name == "transmission")
          skip(extension->range, "has a <transmission> of its own, which is not read");
    }
    return std::move(sources_);
  }

 private:
  void skip(SourceRange range, std::string_view why) {
    diagnostics_.report(Rule::servo_unclear, place_or_name(range, *at_), concat(what_, " ", why));
  }

  Servo bus_servo(SourceRange range, std::string_view port) {
    Servo servo;
    servo.family = "dynamixel";
    servo.range = range;
    if (const Ros2Parameter* parameter = find(at_->hardware_parameters, port))
      servo.values.push_back(
          {ServoProperty::bus, std::string(trim(parameter->value)), value_place(*parameter)});
    if (const Ros2Parameter* parameter = find(at_->hardware_parameters, "baud_rate"))
      if (const auto value = parameters_.whole(*parameter))
        set_number(servo, ServoProperty::baud, static_cast<double>(*value), value_place(*parameter));
    return servo;
  }

  // --- dynamixel_hardware ---
  void joints() {
    for (const Ros2Component& component : at_->components) {
      if (component.kind != Ros2Component::Kind::joint || !component.joint || !movable(component)) continue;
      ServoSource source{component.joint, bus_servo(component.range, "usb_port"), what_};
      if (parameters_.read_registers(component, source.servo)) sources_.push_back(std::move(source));
    }
  }

  bool movable(const Ros2Component& component) {
    const Joint& joint = model_.joint(component.joint);
    if (has_servo_motion(joint)) return true;
    skip(component.range, concat("commands joint '", joint.name, "', which is ", to_string(joint.type),
                                 "; no servo is made of it"));
    return false;
  }

  // --- dynamixel_hardware_interface ---
  void gpios() {
    std::vector<const Ros2Component*> servos, joints;
    for (const Ros2Component& component : at_->components) {
      if (component.kind == Ros2Component::Kind::joint) joints.push_back(&component);
      const Ros2Parameter* type =
          component.kind == Ros2Component::Kind::gpio ? find(component.parameters, "type") : nullptr;
      if (type != nullptr && trim(type->value) == "dxl") servos.push_back(&component);
    }
    const auto matrix = ratios(servos.size(), joints.size());
    if (!matrix) return;
    std::vector<bool> taken(joints.size(), false);
    for (std::size_t i = 0; i < servos.size(); ++i) {
      const std::vector<double>& row = (*matrix)[i];
      const auto free = [&](std::size_t j) { return j < row.size() && row[j] != 0 && !taken[j]; };
      std::size_t own = i;
      if (!free(own))
        for (own = 0; own < row.size() && !free(own); ++own) {
        }
      if (own >= row.size()) {
        skip(servos[i]->range, concat("does not say which joint its servo '", servos[i]->name, "' moves"));
        continue;
      }
      taken[own] = true;
      if (joints[own]->joint && movable(*joints[own])) servo(*servos[i], joints, own, row);
    }
  }

  void servo(const Ros2Component& component, const std::vector<const Ros2Component*>& joints, std::size_t own,
             const std::vector<double>& row) {
    ServoSource source{joints[own]->joint, bus_servo(component.range, "port_name"), what_};
    if (!parameters_.read_registers(component, source.servo)) {
      skip(component.range, concat("gives its servo '", component.name, "' no parameter 'ID'"));
      return;
    }
    const Ros2Parameter* matrix = find(at_->hardware_parameters, "joint_to_transmission_matrix");
    std::vector<ServoRatio> ratios = {{joints[own]->joint, row[own], 0}};
    for (std::size_t j = 0; j < row.size(); ++j)
      if (j != own && row[j] != 0 && joints[j]->joint && has_servo_motion(model_.joint(joints[j]->joint)))
        ratios.push_back({joints[j]->joint, row[j], 0});
    SourceRange range = matrix != nullptr ? value_place(*matrix) : SourceRange(component.range);
    const bool line = stroke(component, ratios, range);
    if (matrix != nullptr || line) {
      const bool reversed = servo_direction(source.servo) == ServoDirection::reverse;
      // Servo and ratio are both reversed: the joint turns with the reading.
      Servo turned;
      set_ratios(turned, model_, ratios, range);
      const bool negative = turned.find(ServoProperty::direction) != nullptr;
      if (negative && reversed)
        for (ServoValue& value : source.servo.values)
          if (value.property == ServoProperty::direction)
            value = direction_value(ServoDirection::forward, value.range);
      for (ServoValue& value : turned.values) {
        if (value.property != ServoProperty::direction) {
          source.servo.values.push_back(std::move(value));
        } else if (!reversed) {
          std::erase_if(source.servo.values,
                        [](const ServoValue& other) { return other.property == ServoProperty::direction; });
          source.servo.values.push_back(std::move(value));
        }
      }
      source.servo.couplings = std::move(turned.couplings);
    }
    sources_.push_back(std::move(source));
  }

  // The line of a servo that moves a prismatic joint: q = slope * angle + intercept. Changes the ratios;
  // false where it has none.
  bool stroke(const Ros2Component& component, std::vector<ServoRatio>& ratios, SourceRange& range) {
    const auto& hardware = at_->hardware_parameters;
    const Ros2Parameter* use = find(hardware, "use_revolute_to_prismatic_gripper");
    const Ros2Parameter* name = find(hardware, "revolute_to_prismatic_dxl");
    if (use == nullptr || trim(use->value) == "0" || name == nullptr || trim(name->value) != component.name)
      return false;
    std::array<double, 4> ends{};
    constexpr std::array<std::string_view, 4> kEnds = {"revolute_min", "revolute_max", "prismatic_min",
                                                       "prismatic_max"};
    for (std::size_t i = 0; i < kEnds.size(); ++i) {
      const Ros2Parameter* end = find(hardware, kEnds[i]);
      if (end == nullptr) {
        skip(value_place(*use), concat("lacks the parameter '", kEnds[i], "' that turns the angle of '",
                                       component.name, "' into a stroke"));
        return false;
      }
      const auto value = parameters_.number(*end);
      if (!value) return false;
      ends[i] = *value;
    }
    if (ends[0] == ends[1] || ends[2] == ends[3]) {
      skip(value_place(*use),
           concat("turns the angle of '", component.name, "' into a stroke along a line without length"));
      return false;
    }
    const double slope = (ends[3] - ends[2]) / (ends[1] - ends[0]);  // m/rad
    for (ServoRatio& ratio : ratios) ratio.ratio /= slope;
    ratios.front().offset = ends[2] - slope * ends[0];
    range = value_place(*use);
    return true;
  }

  // joint_to_transmission_matrix.
  std::optional<std::vector<std::vector<double>>> ratios(std::size_t servos, std::size_t joints) {
    std::vector<std::vector<double>> matrix(servos, std::vector<double>(joints, 0.0));
    const Ros2Parameter* written = find(at_->hardware_parameters, "joint_to_transmission_matrix");
    if (written == nullptr) {
      for (std::size_t i = 0; i < std::min(servos, joints); ++i) matrix[i][i] = 1;
      return matrix;
    }
    std::string text = written->value;
    std::replace(text.begin(), text.end(), ',', ' ');
    const auto words = split_words(text);
    if (words.size() != servos * joints) {
      skip(value_place(*written),
           concat("has ", words.size(), " values in joint_to_transmission_matrix instead of ", servos, " x ",
                  joints, " (servos and joints); no servos are made of it"));
      return std::nullopt;
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto value = parse_double(words[i].text);
      if (!value) {
        skip(value_place(*written),
             concat("has '", words[i].text,
                    "' in joint_to_transmission_matrix, which takes numbers; no servos are made of it"));
        return std::nullopt;
      }
      matrix[i / joints][i % joints] = *value;
    }
    return matrix;
  }

  const Model& model_;
  DiagnosticEngine& diagnostics_;
  const Ros2Control* at_ = nullptr;
  std::string what_;
  ServoParameters parameters_{[this](SourceRange range, std::string_view why) { skip(range, why); }};
  std::vector<ServoSource> sources_;
};

}  // namespace

std::vector<ServoSource> servos_of_hardware(const Model& model, DiagnosticEngine& diagnostics) {
  return HardwareReader(model, diagnostics).run();
}

}  // namespace romas
