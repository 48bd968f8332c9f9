// derive-servos: joints get the servos that transmissions and <ros2_control> describe. Written values stay;
// absent properties are filled in. A written value that a source contradicts is reported (RM1858), and so are
// two sources that contradict each other. A written value from another file than its joint's (--servo-map) is
// a deliberate override and no contradiction.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "ir/model/entity.h"
#include "ir/model/units.h"
#include "passes/pass/pass_functions.h"
#include "passes/transforms/servo_sources.h"
#include "support/text/text.h"

namespace romas {

namespace {

bool is_shift(const Joint& joint) { return motion_units(joint.type).position == "m"; }

// Turns for one turn, or for one metre.
double turns_of(double ratio, const Joint& joint) {
  return is_shift(joint) ? ratio / (2 * std::numbers::pi) : ratio;
}

bool close(double a, double b) {
  constexpr double kTolerance = 1e-6;  // of reductions that were written with a few digits
  return std::abs(a - b) <= kTolerance * std::max({std::abs(a), std::abs(b), kTolerance});
}

bool same(const ServoValue& a, const ServoValue& b) {
  const auto* x = std::get_if<Number>(&a.value);
  const auto* y = std::get_if<Number>(&b.value);
  return x != nullptr && y != nullptr ? close(x->value(), y->value()) : a.value == b.value;
}

std::string text_of(const ServoValue& value) {
  if (const auto* number = std::get_if<Number>(&value.value)) return number->text();
  if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
  return concat("'", std::get<std::string>(value.value), "'");
}

class Derivation {
 public:
  Derivation(Model& model, TransformContext& context)
      : model_(model), context_(context), origins_(model.joints.size()) {}

  bool run() {
    for (ServoSource& source : servos_of_hardware(model_, context_.diagnostics)) merge(source);
    for (ServoSource& source : servos_of_transmissions(model_, context_.diagnostics)) merge(source);
    if (changed_) model_.rebuild_index();
    return changed_;
  }

 private:
  // A value that this pass filled in; messages name its source.
  struct Filled {
    ServoProperty property;
    std::string origin;
  };
  struct Origins {
    bool created = false;
    std::string family;  // who said it
    std::vector<Filled> values;
    std::map<std::string, std::string> couplings;  // that this pass filled in, by joint: who said them
  };

  void merge(ServoSource& source) {
    Joint& joint = model_.joint(source.joint);
    Origins& origins = origins_[source.joint.index()];
    if (!joint.servo) {
      joint.servo.emplace();
      joint.servo->range = source.servo.range;
      origins.created = true;
      changed_ = true;
      ++context_.statistics["servos derived"];
    }
    Servo& servo = *joint.servo;
    // A map determines the conversion completely.
    const bool mapped = !servo.map.empty();
    merge_family(joint, source, origins);
    for (const ServoValue& value : source.servo.values) {
      const bool of_gear = value.property == ServoProperty::gear || value.property == ServoProperty::offset ||
                           value.property == ServoProperty::direction;
      if (!mapped || !of_gear) merge_value(joint, value, source, origins);
    }
    if (!mapped && !source.servo.couplings.empty()) merge_couplings(joint, source, origins);
  }

  // A value from a source (`origin`) is no override, whatever its file: a xacro file may be put together from
  // many.
  static bool is_override(const Joint& joint, SourceRange range, const std::string& origin) {
    return origin.empty() && range.valid() && range.file != joint.range.file;
  }

  void merge_family(const Joint& joint, const ServoSource& source, Origins& origins) {
    Servo& servo = *model_.joint(source.joint).servo;
    if (source.servo.family.empty()) return;
    if (servo.family.empty()) {
      servo.family = source.servo.family;
      origins.family = source.origin;
      changed_ = true;
    } else if (servo.family != source.servo.family && !is_override(joint, servo.range, origins.family)) {
      conflict(joint, servo.range, origins.family, "the family", concat("'", servo.family, "'"), source,
               source.servo.range, concat("'", source.servo.family, "'"));
    }
  }

  void merge_value(const Joint& joint, const ServoValue& value, const ServoSource& source, Origins& origins) {
    Servo& servo = *model_.joint(source.joint).servo;
    const ServoValue* present = servo.find(value.property);
    if (present == nullptr) {
      servo.values.push_back(value);
      origins.values.push_back({value.property, source.origin});
      changed_ = true;
      return;
    }
    const auto filled = std::find_if(origins.values.begin(), origins.values.end(),
                                     [&](const Filled& f) { return f.property == value.property; });
    const std::string origin = filled == origins.values.end() ? std::string() : filled->origin;
    if (same(*present, value) || is_override(joint, present->range, origin)) return;
    conflict(joint, present->range, origin, concat("'", servo_property_info(value.property).name, "'"),
             text_of(*present), source, value.range, text_of(value));
  }

  void merge_couplings(const Joint& joint, const ServoSource& source, Origins& origins) {
    Servo& servo = *model_.joint(source.joint).servo;
    for (const ServoCoupling& coupling : source.servo.couplings) {
      const auto present =
          std::find_if(servo.couplings.begin(), servo.couplings.end(),
                       [&](const ServoCoupling& other) { return other.joint.name == coupling.joint.name; });
      if (present == servo.couplings.end()) {
        servo.couplings.push_back(coupling);
        origins.couplings[coupling.joint.name] = source.origin;
        changed_ = true;
        continue;
      }
      const std::string& origin = origins.couplings[coupling.joint.name];
      if (!close(present->gear.value(), coupling.gear.value()) &&
          !is_override(joint, present->range, origin)) {
        conflict(joint, present->range, origin, concat("the coupling to joint '", coupling.joint.name, "'"),
                 present->gear.text(), source, coupling.range, coupling.gear.text());
      }
    }
  }

  void conflict(const Joint& joint, SourceRange place, const std::string& origin, const std::string& what,
                const std::string& written, const ServoSource& source, SourceRange source_place,
                const std::string& said) {
    context_.diagnostics
        .report(Rule::servo_conflict, place_or_name(place, joint),
                concat("the servo of joint '", joint.name, "': ", what, " is ", written,
                       origin.empty() ? std::string() : concat(" in ", origin), ", but ", said, " in ",
                       source.origin, "; the former is used"))
        .note(place_or_name(source_place, joint), concat(source.origin, " gives ", said));
  }

  Model& model_;
  TransformContext& context_;
  std::vector<Origins> origins_;  // by joint
  bool changed_ = false;
};

}  // namespace

bool has_servo_motion(const Joint& joint) {
  return joint.type == JointType::revolute || joint.type == JointType::continuous ||
         joint.type == JointType::prismatic;
}

ServoValue direction_value(ServoDirection direction, SourceRange range) {
  return {ServoProperty::direction, std::string(to_string(direction)), range};
}

void set_number(Servo& servo, ServoProperty property, Number value, SourceRange range) {
  servo.values.push_back({property, value, range});
}

void set_ratios(Servo& servo, const Model& model, const std::vector<ServoRatio>& ratios, SourceRange range) {
  const ServoRatio& own = ratios.front();
  const bool reverse = own.ratio < 0;
  set_number(servo, ServoProperty::gear, turns_of(std::abs(own.ratio), model.joint(own.joint)), range);
  if (reverse) servo.values.push_back(direction_value(ServoDirection::reverse, range));
  double offset = own.offset;
  for (std::size_t i = 1; i < ratios.size(); ++i) {
    const Joint& other = model.joint(ratios[i].joint);
    offset += ratios[i].offset * ratios[i].ratio / own.ratio;
    const double gear = turns_of(reverse ? -ratios[i].ratio : ratios[i].ratio, other);
    servo.couplings.push_back({{other.name, range, ratios[i].joint}, gear, range});
  }
  if (offset != 0) set_number(servo, ServoProperty::offset, offset, range);
}

bool derive_servos(Model& model, TransformContext& context) { return Derivation(model, context).run(); }

}  // namespace romas
