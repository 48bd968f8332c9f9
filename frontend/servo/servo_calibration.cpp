#include "frontend/servo/servo_calibration.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "ir/analysis/tree/mimic.h"
#include "ir/model/entity.h"
#include "ir/servo/conversion.h"
#include "ir/servo/property_checks.h"
#include "ir/servo/second_servo.h"
#include "support/text/text.h"

namespace romas {

namespace {

class Calibrator {
 public:
  Calibrator(const ServoCalibration& calibration, Model& model, const ServoDeviceLibrary& library,
             DiagnosticEngine& diagnostics)
      : calibration_(calibration),
        model_(model),
        library_(library),
        diagnostics_(diagnostics),
        pose_(model.joints.size()) {}

  void run() {
    for (const ServoCalibration::Position& position : calibration_.pose) place(position);
    std::vector<bool> met(model_.joints.size(), false);
    for (const ServoCalibration::Entry& entry : calibration_.servos)
      if (const JointId id = find(entry.joint, entry.joint_range)) {
        met[id.index()] = true;
        calibrate(entry, id);
      }
    for (std::size_t i = 0; i < met.size(); ++i)
      if (!met[i]) miss(model_.joints[i]);
  }

 private:
  using Entry = ServoCalibration::Entry;

  DiagnosticBuilder report(SourceRange range, std::string message) {
    return diagnostics_.report(Rule::servo_map, range, std::move(message));
  }
  static std::string servo_of(const Joint& joint) { return concat("the servo of joint '", joint.name, "'"); }

  JointId find(const std::string& name, SourceRange range) {
    const JointId id = model_.find_joint(name);
    if (id.valid()) return id;
    std::vector<std::string_view> names;
    for (const Joint& joint : model_.joints) names.push_back(joint.name);
    report(range, concat("robot '", model_.name, "' has no joint '", name, "'")).nearest(name, names);
    return id;
  }

  void place(const ServoCalibration::Position& position) {
    const JointId id = find(position.joint, position.joint_range);
    if (!id.valid()) return;
    const Joint& joint = model_.joint(id);
    const JointId leader = resolve_mimic(model_, id).leader;
    const std::string_view unit = motion_units(joint.type).position;
    if (unit != "rad" && unit != "m") {
      report(position.joint_range, concat("the ", to_string(joint.type), " joint '", joint.name,
                                          "' has no position that is one number"));
    } else if (leader != id) {
      report(position.joint_range,
             concat("joint '", joint.name, "' follows joint '", model_.joint(leader).name,
                    "'; give the position of '", model_.joint(leader).name, "' instead"));
    } else if (position.at.dimension && *position.at.dimension != *dimension_of(unit)) {
      report(position.range,
             concat("the position of the ", to_string(joint.type), " joint '", joint.name, "' takes ",
                    describe(*dimension_of(unit)), ", not ", describe(*position.at.dimension)));
    }
    pose_[id.index()] = position.at.value;
  }

  // Returns the position of a joint in the pose, rad or m. Reports and returns nothing if the pose leaves it
  // open.
  std::optional<double> position_of(std::size_t joint) {
    const MimicRelation mimic = resolve_mimic(model_, JointId(joint));
    const std::optional<double>& at = pose_[mimic.leader.index()];
    if (at) return mimic.multiplier * *at + mimic.offset;
    if (open_.insert(mimic.leader.index()).second)
      report(calibration_.servos_range, concat("the pose does not say where joint '",
                                               model_.joint(mimic.leader).name, "' was; add it to 'pose'"));
    return std::nullopt;
  }

  void calibrate(const Entry& entry, JointId id) {
    Joint& joint = model_.joint(id);
    if (!joint.servo) {
      report(entry.joint_range, concat("joint '", joint.name, "' has no servo"));
      return;
    }
    Servo& servo = *joint.servo;
    const ServoDevice* device = library_.find(servo.family, servo.device);
    if (device == nullptr) {
      report(entry.joint_range,
             concat("the device of ", servo_of(joint), " is unknown, so its counts have no meaning"));
      return;
    }
    if (!is_same_servo(entry, joint)) return;
    const ServoRegister* goal = device->find(KnownRegister::goal_position);
    if (goal != nullptr && goal->encoding == ServoEncoding::real) {
      report(entry.joint_range,
             concat(device->name, " counts turns as a real number, and sets its zero itself; leave it out"));
      return;
    }
    ServoConversion conversion;
    std::string error;
    if (!make_servo_conversion(model_, id.index(), *device, library_.family_of(*device), conversion, error))
      return;  // check-servos reports the reason
    if (entry.reads.value < conversion.first || entry.reads.value > conversion.last) {
      report(entry.reads.range,
             concat("'reads' ", entry.reads.value, " is beyond what ", device->name, " counts in its mode, ",
                    conversion.first, " to ", conversion.last, "; turn its horn, and calibrate again"));
      return;
    }
    std::vector<double> at;  // of the conversion's terms
    for (const ServoConversion::Term& term : conversion.terms) {
      const auto position = position_of(term.joint);
      if (!position) return;
      at.push_back(*position);
    }
    compare(entry, joint, conversion, at);
    const std::optional<double> second = zero_of_second(id, *device);
    merge(entry, servo, conversion, at);
    if (second) keep_second(entry, id, *device, *second);
  }

  // Returns the reading of the second servo on a joint where every joint is at 0; nothing if there is none.
  std::optional<double> zero_of_second(JointId id, const ServoDevice& device) const {
    const std::optional<Servo> second = second_servo(*model_.joint(id).servo);
    ServoConversion conversion;
    std::string error;
    if (!second || !make_servo_conversion(model_, id.index(), *second, device, library_.family_of(device),
                                          conversion, error))
      return std::nullopt;
    return conversion.zero;
  }

  // The second servo was not read: it is where the map says, to the nearest count, although the offset that
  // both share, or the angles of their map, are counted from the pose now.
  void keep_second(const Entry& entry, JointId id, const ServoDevice& device, double zero) {
    const std::optional<double> moved = zero_of_second(id, device);
    Servo& servo = *model_.joint(id).servo;
    const std::int64_t said =
        servo.whole(ServoProperty::second_zero).value_or(static_cast<std::int64_t>(device.centre));
    const std::int64_t more = moved ? std::llround(zero - *moved) : 0;
    if (more != 0)
      set(servo, ServoProperty::second_zero, static_cast<double>(said + more), entry.reads.range);
  }

  // Whether the file is about this joint's servo, counting as the tables count.
  bool is_same_servo(const Entry& entry, const Joint& joint) {
    const Servo& servo = *joint.servo;
    const std::int64_t id = servo.whole(ServoProperty::id).value_or(-1);
    if (id >= 0 && id != entry.id.value) {
      report(entry.id.range, concat(servo_of(joint), " has id ", id, ", but was calibrated with id ",
                                    entry.id.value, "; calibrate again"));
      return false;
    }
    const std::string_view bus = servo.text(ServoProperty::bus).value_or("");
    if (bus != entry.bus.value) {
      report(entry.bus.range.valid() ? entry.bus.range : entry.joint_range,
             concat(servo_of(joint), " is on bus '", bus, "', but was calibrated on bus '", entry.bus.value,
                    "'; calibrate again"));
      return false;
    }
    const ServoFamily* family = library_.find_family(servo.family);
    const bool reversed = servo_direction(servo) == ServoDirection::reverse && family->reversed_by_servo;
    if (entry.reversed && entry.reversed->value != reversed) {
      report(entry.reversed->range,
             concat(servo_of(joint),
                    reversed ? " reverses itself, but did not" : " no longer reverses itself, as it did",
                    " when it was read; calibrate again"));
      return false;
    }
    const auto homing = servo.whole(ServoProperty::homing_offset);
    if (entry.homing_offset && homing && *homing != entry.homing_offset->value) {
      report(entry.homing_offset->range,
             concat(servo_of(joint), " gets a homing offset of ", *homing, ", but had ",
                    entry.homing_offset->value, " when it was read; calibrate again"));
      return false;
    }
    return true;
  }

  // A zero that the description says is evidence; the middle that counts without one is none.
  void compare(const Entry& entry, const Joint& joint, const ServoConversion& conversion,
               const std::vector<double>& at) {
    const Servo& servo = *joint.servo;
    const ServoValue* said = servo.find(ServoProperty::zero);
    if (said == nullptr) said = servo.find(ServoProperty::offset);
    if (said == nullptr) return;
    double expected = conversion.count_at(at.front());
    for (std::size_t i = 1; i < at.size(); ++i) expected += conversion.terms[i].counts * at[i];
    double turns = (static_cast<double>(entry.reads.value) - expected) / conversion.counts_per_turn;
    if (conversion.wraps) turns -= std::round(turns);
    constexpr double kQuarter = 0.25;
    if (std::abs(turns) <= kQuarter) return;
    auto finding = diagnostics_.report(
        Rule::servo_conflict, entry.reads.range,
        concat(servo_of(joint), " read ", entry.reads.value, " in this pose, but its '",
               servo_property_info(said->property).name, "' gives ", std::llround(expected), ", ",
               std::llround(std::abs(turns) * 360), " degrees of the servo away; the calibration is used"));
    if (said->range.valid()) finding.note(said->range, "it is given here");
  }

  static void set(Servo& servo, ServoProperty property, double number, SourceRange range) {
    const auto present = std::find_if(servo.values.begin(), servo.values.end(),
                                      [&](const ServoValue& value) { return value.property == property; });
    if (present == servo.values.end())
      servo.values.push_back({property, Number(number), range});
    else
      *present = {property, Number(number), range};
  }

  // count = zero + c0 (q0 − offset) + Σ ck qk (ir/servo/conversion.h), which is `reads` in the pose.
  static void merge(const Entry& entry, Servo& servo, const ServoConversion& conversion,
                    const std::vector<double>& at) {
    set(servo, ServoProperty::zero, static_cast<double>(entry.reads.value), entry.reads.range);
    if (!servo.map.empty()) {
      ServoConversion angles;
      for (const ServoMapPoint& point : servo.map)
        angles.places.push_back({point.joint.value(), point.angle.value()});
      const double there = angles.count_at(at.front());
      for (ServoMapPoint& point : servo.map) point.angle = Number(point.angle.value() - there);
      return;
    }
    double offset = at.front();
    for (std::size_t i = 1; i < at.size(); ++i)
      offset += conversion.terms[i].counts / conversion.terms.front().counts * at[i];
    if (offset != 0 || servo.find(ServoProperty::offset) != nullptr)
      set(servo, ServoProperty::offset, offset, entry.reads.range);
  }

  void miss(const Joint& joint) {
    if (!joint.servo) return;
    const ServoFamily* family = library_.find_family(joint.servo->family);
    if (family == nullptr || !tells_position(*family)) return;
    report(calibration_.servos_range,
           concat("this calibration lacks ", servo_of(joint), "; calibrate all of them"));
  }

  const ServoCalibration& calibration_;
  Model& model_;
  const ServoDeviceLibrary& library_;
  DiagnosticEngine& diagnostics_;
  std::vector<std::optional<double>> pose_;  // by joint
  std::set<std::size_t> open_;               // joints that the pose leaves open, as reported
};

}  // namespace

void apply_servo_calibration(const ServoCalibration& calibration, std::vector<Model>& models,
                             const ServoDeviceLibrary& library, DiagnosticEngine& diagnostics) {
  if (models.empty()) return;
  const auto model = std::find_if(models.begin(), models.end(), [&](const Model& candidate) {
    return candidate.name == calibration.robot.value;
  });
  if (model == models.end())
    diagnostics.report(Rule::servo_map, calibration.robot.range,
                       concat("this calibration is of robot '", calibration.robot.value, "', not of '",
                              join(models, "' or '", &Model::name), "'"));
  else
    Calibrator(calibration, *model, library, diagnostics).run();
}

}  // namespace romas
