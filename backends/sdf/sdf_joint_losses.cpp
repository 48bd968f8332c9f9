// Properties of joints that SDF lacks: reported, and declared as differences.
#include "backends/sdf/sdf_document.h"
#include "ir/model/joint_fields.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace {

class JointLosses {
 public:
  JointLosses(const Document& document, JointId id)
      : document_(document), id_(id), joint_(document.model.joint(id)) {}

  void report() {
    if (joint_.safety_controller)
      document_.lost(joint_.safety_controller->range,
                     concat("the safety controller of joint '", joint_.name, "' cannot be expressed in SDF"));
    if (joint_.servo)
      document_.lost(joint_.servo->range,
                     concat("the servo of joint '", joint_.name, "' cannot be expressed in SDF"));
    if (joint_.calibration)
      document_.lost(joint_.calibration->range,
                     concat("the calibration of joint '", joint_.name, "' cannot be expressed in SDF"));
    report_limits_of_dialects();
    if (joint_.type == JointType::fixed || joint_.type == JointType::ball ||
        joint_.type == JointType::universal || joint_.type == JointType::floating ||
        joint_.type == JointType::foreign)
      motionless_data();
  }

 private:
  // SDF knows the limits of URDF 1.0 alone.
  void report_limits_of_dialects() {
    if (!joint_.limit) return;
    bool found = false;
    std::vector<std::string> names;
    for_each_field<JointLimit>([&](const auto& field) {
      if (!field.dialect) return;
      found = found || field.of(*joint_.limit);
      names.emplace_back(field.name);
    });
    if (!found) return;
    for (const std::string& name : names) document_.allow(id_, concat("limit ", name));
    document_.lost(joint_.limit->range, concat("the limits of ", join_last(names, " and "), " of joint '",
                                               joint_.name, "' cannot be expressed in SDF"));
  }

  // A joint without an axis element cannot have the data of an axis. All of it is one loss.
  void motionless_data() {
    const bool has_axis = joint_.type == JointType::universal;
    std::vector<std::string> lost;
    SourceRange place;
    const auto note = [&](std::string_view field, std::initializer_list<const char*> words,
                          SourceRange range) {
      if (lost.empty()) place = range;
      lost.insert(lost.end(), words.begin(), words.end());
      document_.context.changes.allow_at(range);
      document_.allow(id_, field);
    };
    if (joint_.axis && !has_axis) note("axis", {"axis"}, joint_.axis->range);
    if (joint_.limit) note("limit", {"limits"}, joint_.limit->range);
    if (joint_.dynamics && !has_axis) note("dynamics", {"damping", "friction"}, joint_.dynamics->range);
    if (joint_.dynamics && !joint_.dynamics->armature.empty())
      note("dynamics armature", {"armature"}, joint_.dynamics->range);
    if (joint_.mimic) note("mimic", {"mimic"}, joint_.mimic->range);
    const FindProperty<JointId> find{document_, id_};
    if (!has_axis)
      for (const GazeboProperty spring : {GazeboProperty::spring_stiffness, GazeboProperty::spring_reference})
        if (const GazeboValue* value = find(spring)) {
          note("spring",
               {spring == GazeboProperty::spring_stiffness ? "spring stiffness" : "spring reference"},
               value->range);
          document_.context.changes.allow(EntityKind::gazebo, document_.names.joints[id_.index()]);
        }
    if (!lost.empty())
      document_.lost(place, concat("SDF keeps no ", join_last(lost, " or "), " for the ",
                                   to_string(joint_.type), " joint '", joint_.name, "'"));
  }

  const Document& document_;
  JointId id_;
  const Joint& joint_;
};

}  // namespace

void report_joint_losses(const Document& document, JointId joint) { JointLosses(document, joint).report(); }

}  // namespace romas::sdf
