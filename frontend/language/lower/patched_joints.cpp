// Patches of joints.
#include <algorithm>

#include "frontend/language/lower/patches.h"
#include "frontend/language/lower/read_values.h"
#include "frontend/language/lower/statements.h"
#include "ir/model/joint_fields.h"
#include "support/text/text.h"

namespace romas::language {

template <class Struct>
void Patches::fields(const Boxed<Struct>& said, Boxed<Struct>& kept, SourceRange whole) {
  if (!said) return;
  note_change(said->range, kept && kept->range.valid() ? SourceRange(kept->range) : whole);
  if (!kept) {
    kept = said;
    return;
  }
  for_each_field<Struct>([&](const auto& field) {
    bool is_given = false;
    for_each_number_of(field.of(*said), [&](const Number& /*number*/) { is_given = true; });
    if (is_given) field.of(*kept) = field.of(*said);
  });
  kept->range = said->range;
}

// joint NAME [: TYPE] { PROPERTIES }
void Patches::joint(const Statement& s) {
  const auto index = find(EntityKind::joint, s.the<Name>("joint"));
  if (!index) return;
  Joint& joint = c_.model.joints[*index];
  const std::string what = concat("joint '", c_.names.own(joint.name), "'");
  if (const auto* type = s.get<TypeName>(":");
      type != nullptr && is_first_change(what, "type", type->range)) {
    note_change(type->range, place_or_name(joint.type_range, joint));
    joint.foreign_type.clear();
    joint.type = read_joint_type(c_, *type, joint.foreign_type);
    joint.type_range = type->range;
  }
  if (s.find(":") == nullptr && !s.has_body)
    c_.report(Rule::syntax, s.range, concat(what, " is not changed; write its patches in braces"));
  c_.properties(s, [&](const Statement& property) {
    if (!expect_patch(property, "a joint")) return;
    const bool is_removal = property.word() == "remove";
    const std::string_view word = is_removal ? property.argument_at(1).label : property.word();
    if (!is_removal) {
      if (is_first_change(what, word, property.range)) joint_property(property, joint);
      return;
    }
    // A property may be removed and then given anew, but not given and then removed.
    const bool was_given = changed_.contains({what, std::string(word)});
    if (is_first_change(what, was_given ? std::string(word) : concat("remove ", word), property.range))
      remove_joint_property(property, *index);
  });
}

// Values of a limit, the dynamics, the safety controller and the calibration that are not named stay.
void Patches::joint_property(const Statement& s, Joint& joint) {
  const std::string_view word = s.word();
  const SourceRange whole = name_place(joint);
  const auto before = [&](const auto& part) {
    return part && part->range.valid() ? SourceRange(part->range) : whole;
  };
  Joint said;
  said.name = joint.name;
  said.type = joint.type;
  lower_joint_property(c_, s, said);
  if (word == "at") {
    note_change(s.range, place_or_name(joint.origin_range, joint));
    joint.origin = said.origin;
    joint.origin_range = said.origin_range;
  } else if (word == "axis" && said.axis) {
    note_change(said.axis->range, before(joint.axis));
    joint.axis = said.axis;
  } else if (word == "mimic") {
    note_change(s.range, before(joint.mimic));
    joint.mimic = said.mimic;
  } else if (word == "pitch") {
    note_change(s.range, whole);
    joint.screw_pitch = said.screw_pitch;
  } else if (word == "servo" && said.servo) {
    note_change(s.range, before(joint.servo));
    servo(*said.servo, joint);
  }
  fields(said.limit, joint.limit, whole);
  fields(said.dynamics, joint.dynamics, whole);
  fields(said.safety_controller, joint.safety_controller, whole);
  fields(said.calibration, joint.calibration, whole);
}

// Properties that are not named stay if the patch means the same device. Another device replaces the servo.
void Patches::servo(const Servo& said, Joint& joint) {
  const bool is_same = joint.servo && joint.servo->family == said.family &&
                       (said.device.empty() || joint.servo->device == said.device);
  if (!is_same) {
    joint.servo = said;
    return;
  }
  Servo& kept = *joint.servo;
  kept.range = said.range;
  const auto put = [](auto& all, const auto& one, const auto& key) {
    const auto known = std::ranges::find(all, key(one), key);
    if (known != all.end())
      *known = one;
    else
      all.push_back(one);
  };
  for (const ServoValue& value : said.values)
    put(kept.values, value, [](const ServoValue& one) { return one.property; });
  if (!said.map.empty()) kept.map = said.map;
  for (const ServoCoupling& coupling : said.couplings)
    put(kept.couplings, coupling, [](const ServoCoupling& one) { return one.joint.name; });
}

// remove PROPERTY
void Patches::remove_joint_property(const Statement& s, std::size_t index) {
  const std::string_view word = s.argument_at(1).label;
  Joint& joint = c_.model.joints[index];
  bool was_there = false;
  const auto take = [&](auto& part, Slot slot) {
    was_there = static_cast<bool>(part);
    part.reset();
    removals_.drop({EntityKind::joint, slot, 0, static_cast<std::uint32_t>(index), 0});
  };
  const auto take_numbers = [&](std::vector<Number> JointDynamics::*numbers) {
    if (!joint.dynamics) return;
    was_there = !((*joint.dynamics).*numbers).empty();
    ((*joint.dynamics).*numbers).clear();
    const bool is_empty = was_there && joint.dynamics->says_nothing();
    if (is_empty) take(joint.dynamics, Slot::dynamics);
  };
  if (word == "at") {
    was_there = !joint.origin.absent();
    joint.origin = {};
    removals_.drop({EntityKind::joint, Slot::origin, 0, static_cast<std::uint32_t>(index), 0});
  }
  if (word == "axis") take(joint.axis, Slot::axis);
  if (word == "limit") take(joint.limit, Slot::limit);
  if (word == "damping") take_numbers(&JointDynamics::damping);
  if (word == "friction") take_numbers(&JointDynamics::friction);
  if (word == "armature") take_numbers(&JointDynamics::armature);
  if (word == "mimic") take(joint.mimic, Slot::mimic);
  if (word == "safety") take(joint.safety_controller, Slot::safety_controller);
  if (word == "calibration") take(joint.calibration, Slot::calibration);
  if (word == "pitch") take(joint.screw_pitch, Slot::screw_pitch);
  if (word == "servo") {
    was_there = joint.servo.has_value();
    joint.servo.reset();
  }
  if (!was_there)
    c_.report(Rule::unknown_property, s.argument_at(1).range,
              concat("joint '", c_.names.own(joint.name), "' has no '", word, "' to remove"))
        .note(name_place(joint), "the joint is here");
}

}  // namespace romas::language
