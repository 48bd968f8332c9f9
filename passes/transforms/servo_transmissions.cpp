// Transmissions as servos. The formulas are those of ros_control's transmission_interface (the classes
// SimpleTransmission, DifferentialTransmission and FourBarLinkageTransmission, joint to actuator position):
//   simple          a  = (q - off) · n
//   differential    a1 = ((q1 - off1) · j1 + (q2 - off2) · j2) · n1
//                   a2 = ((q1 - off1) · j1 - (q2 - off2) · j2) · n2
//   four-bar        a1 = (q1 - off1) · j1 · n1
//                   a2 = ((q1 - off1) + (q2 - off2) · j2) · n2
// n are the reductions of the actuators and j those of the joints (1 where absent). Joints and actuators are
// told apart by <role>.
#include <array>

#include "ir/model/entity.h"
#include "ir/model/transmission_fields.h"
#include "passes/transforms/servo_sources.h"
#include "support/text/text.h"

namespace romas {

namespace {

// "transmission_interface/SimpleTransmission", "pr2_mechanism_model/SimpleTransmission" and
// "SimpleTransmission" are one.
std::string_view short_type(std::string_view type) {
  type = trim(type);
  const std::size_t slash = type.find_last_of("/:");
  return slash == std::string_view::npos ? type : type.substr(slash + 1);
}

enum class TransmissionType : std::uint8_t { simple, differential, four_bar };

std::optional<TransmissionType> find_type(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, TransmissionType>, 3> kTypes = {
      {{"SimpleTransmission", TransmissionType::simple},
       {"DifferentialTransmission", TransmissionType::differential},
       {"FourBarLinkageTransmission", TransmissionType::four_bar}}};
  for (const auto& [name, known] : kTypes)
    if (name == short_type(type)) return known;
  return std::nullopt;
}

class TransmissionReader {
 public:
  TransmissionReader(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}

  std::vector<ServoSource> run() {
    for (std::size_t i = 0; i < model_.transmissions.size(); ++i) {
      at_ = &model_.transmissions[i];
      what_ = describe(model_, EntityKind::transmission, i);
      read();
    }
    return std::move(sources_);
  }

 private:
  const Transmission& t() const { return *at_; }
  void skip(SourceRange range, std::string_view why) {
    diagnostics_.report(Rule::servo_unclear, place_or_name(range, t()),
                        concat(what_, " ", why, "; no servo is made of it"));
  }

  void read() {
    if (!t().type) {
      skip({}, "has no type, so it does not say how it turns its actuators");
      return;
    }
    const std::optional<TransmissionType> type = find_type(*t().type);
    if (!type)
      skip({}, concat("is a '", trim(*t().type), "'; only its makers know how it turns its actuators"));
    else if (*type == TransmissionType::simple)
      simple();
    else
      pair(*type);
  }

  // A joint that a servo can move; otherwise nothing, which is reported unless the name is unknown:
  // check-references reports that.
  JointId joint(const TransmissionJoint& part) {
    if (!part.joint.id) return {};
    const Joint& joint = model_.joint(part.joint.id);
    if (has_servo_motion(joint)) return part.joint.id;
    skip(part.range, concat("drives joint '", joint.name, "', which is ", to_string(joint.type)));
    return {};
  }

  bool usable(const std::optional<Number>& reduction, SourceRange range) {
    if (!reduction || reduction->value() != 0) return true;
    skip(range, "has a reduction of 0");
    return false;
  }

  // ros_control writes the reduction at the actuator, ROS 2 at the joint, PR2 at the transmission.
  void simple() {
    if (t().joints.size() != 1 || t().actuators.size() > 1) {
      skip({}, concat("is simple, but has ", t().joints.size(), " joints and ", t().actuators.size(),
                      " actuators instead of one each"));
      return;
    }
    const TransmissionJoint& part = t().joints.front();
    const JointId id = joint(part);
    if (!id) return;
    std::optional<Number> reduction;
    SourceRange place;
    const auto take = [&](const std::optional<Number>& value, SourceRange range) {
      if (!value) return true;
      if (reduction && reduction->value() != value->value()) {
        skip(range, concat("gives the reductions ", reduction->text(), " and ", value->text(),
                           ", but not which one to use"));
        return false;
      }
      if (!reduction) reduction = value, place = range;
      return usable(value, range);
    };
    if (!take(t().mechanical_reduction, t().range) || !take(part.mechanical_reduction, part.range)) return;
    if (!t().actuators.empty() &&
        !take(t().actuators.front().mechanical_reduction, t().actuators.front().range))
      return;
    if (!reduction && !part.offset) return;  // it says nothing of the servo
    ServoSource source{id, {}, what_};
    source.servo.range = t().range;
    if (reduction) {
      set_ratios(source.servo, model_,
                 {{id, reduction->value(), value_or_default(part, &TransmissionJoint::offset)}}, place);
    } else {
      set_number(source.servo, ServoProperty::offset, *part.offset, part.range);
    }
    sources_.push_back(std::move(source));
  }

  // Indices by role: the first of the two has `first`, the other `second`.
  template <class Part>
  std::optional<std::array<std::size_t, 2>> by_role(const std::vector<Part>& parts, std::string_view kind) {
    const std::string first = concat(kind, "1");
    const std::string second = concat(kind, "2");
    if (parts.size() != 2) {
      skip({}, concat("has ", parts.size(), " ", kind, "s; its type takes two"));
      return std::nullopt;
    }
    const auto has = [&](std::size_t i, const std::string& role) {
      return parts[i].role && trim(*parts[i].role) == role;
    };
    if (has(0, first) && has(1, second)) return std::array<std::size_t, 2>{0, 1};
    if (has(1, first) && has(0, second)) return std::array<std::size_t, 2>{1, 0};
    skip({}, concat("does not give its ", kind, "s the roles '", first, "' and '", second, "'"));
    return std::nullopt;
  }

  void pair(TransmissionType type) {
    const auto joints = by_role(t().joints, "joint");
    const auto actuators = joints ? by_role(t().actuators, "actuator") : std::nullopt;
    if (!actuators) return;
    std::array<JointId, 2> id;
    std::array<double, 2> offset{}, j{}, n{};
    for (std::size_t i = 0; i < 2; ++i) {
      const TransmissionJoint& part = t().joints[(*joints)[i]];
      const TransmissionActuator& actuator = t().actuators[(*actuators)[i]];
      id[i] = joint(part);
      if (!id[i] || !usable(part.mechanical_reduction, part.range) ||
          !usable(actuator.mechanical_reduction, actuator.range))
        return;
      offset[i] = value_or_default(part, &TransmissionJoint::offset);
      j[i] = value_or_default(part, &TransmissionJoint::mechanical_reduction);
      if (!actuator.mechanical_reduction) {
        skip(actuator.range, concat("gives its actuator '", actuator.name,
                                    "' no mechanicalReduction, which its type requires"));
        return;
      }
      n[i] = actuator.mechanical_reduction->value();
    }
    if (id[0] == id[1]) {
      skip({}, "has the same joint twice");
      return;
    }
    const auto add = [&](std::size_t servo, std::vector<ServoRatio> ratios) {
      ServoSource source{ratios.front().joint, {}, what_};
      source.servo.range = t().range;
      set_ratios(source.servo, model_, ratios, t().actuators[(*actuators)[servo]].range);
      sources_.push_back(std::move(source));
    };
    if (type == TransmissionType::four_bar) {
      add(0, {{id[0], j[0] * n[0], offset[0]}});
      add(1, {{id[1], j[1] * n[1], offset[1]}, {id[0], n[1], offset[0]}});
    } else {
      add(0, {{id[0], j[0] * n[0], offset[0]}, {id[1], j[1] * n[0], offset[1]}});
      add(1, {{id[1], -j[1] * n[1], offset[1]}, {id[0], j[0] * n[1], offset[0]}});
    }
  }

  const Model& model_;
  DiagnosticEngine& diagnostics_;
  const Transmission* at_ = nullptr;
  std::string what_;
  std::vector<ServoSource> sources_;
};

}  // namespace

std::vector<ServoSource> servos_of_transmissions(const Model& model, DiagnosticEngine& diagnostics) {
  return TransmissionReader(model, diagnostics).run();
}

}  // namespace romas
