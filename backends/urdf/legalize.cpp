#include "backends/urdf/legalize.h"

#include <algorithm>
#include <iterator>

#include "backends/from_blocks.h"
#include "backends/from_mjcf.h"
#include "backends/urdf/ball_joints.h"
#include "backends/urdf/frames.h"
#include "ir/format/mjcf_words.h"
#include "ir/model/entity.h"
#include "ir/model/visit.h"
#include "support/text/text.h"

namespace romas::urdf {

namespace {

constexpr std::string_view kDrakeNamespace = "http://drake.mit.edu";

void report_losses(const Model& model, TargetContext& context) {
  if (model.gravity)
    context.diagnostics.report(Rule::feature_dropped, model.name_range,
                               "URDF cannot express gravity; it is left out");
  for (const Joint& joint : model.joints)
    if (joint.servo)
      context.diagnostics.report(
          Rule::feature_dropped, joint.servo->range,
          concat("URDF has no place for the servo of joint '", joint.name, "'; it is left out"));
  for (const Extension& extension : model.extensions) {
    if (extension.owner.kind != EntityKind::block && extension.owner.kind != EntityKind::part) continue;
    context.diagnostics.report(Rule::feature_dropped, extension.range,
                               concat("URDF has no place for '", extension.name, "'; it is left out"));
  }
}

bool is_turned_about_several_axes(JointType type) {
  return type == JointType::ball || type == JointType::universal;
}

// Rewrites a model that was not read from URDF.
class Legalizer {
 public:
  Legalizer(const Model& model, TargetContext& context) : model_(model), context_(context) {}

  Model run() {
    if (model_.layout.format == "mjcf") leave_mjcf();
    declare_world();
    drop_ellipsoids();
    name_materials();
    legalize_frames(model_, frame_form(model_, context_.options), context_);
    if (splits_ball_joints(model_, context_.options)) split_ball_joints(model_, context_);
    mark_dialect_joints();
    if (legalize_armature(model_, context_)) declare_drake();
    legalize_joints(model_, context_);
    write_quaternions_as_angles();
    report_unportable(model_, context_);
    return std::move(model_);
  }

 private:
  void leave_mjcf() {
    std::vector<Extension> filters = take_collision_filters(model_, context_);
    report_losses_from_mjcf(model_, context_, "URDF");
    drop_actuators_of_ros2_control();
    std::erase_if(model_.extensions, [](const Extension& e) { return !mjcf::is_of_plugin(e); });
    if (filters.empty()) return;
    model_.extensions.insert(model_.extensions.end(), std::make_move_iterator(filters.begin()),
                             std::make_move_iterator(filters.end()));
    declare_drake();
  }

  // They are said by <ros2_control>.
  void drop_actuators_of_ros2_control() {
    const std::vector<bool> said = said_by_ros2_control(model_);
    std::vector<Transmission> rest;
    for (std::size_t i = 0; i < said.size(); ++i) {
      if (said[i])
        context_.changes.allow(EntityKind::transmission, model_.transmissions[i].name.value_or(""));
      else
        rest.push_back(std::move(model_.transmissions[i]));
    }
    model_.transmissions = std::move(rest);
  }

  void report(Rule rule, SourceRange range, std::string message) {
    context_.diagnostics.report(rule, range, std::move(message));
  }

  // Most readers reject a joint whose parent nobody declares.
  void declare_world() {
    for (Link& link : model_.links) {
      if (!link.implicit) continue;
      link.implicit = false;
      report(Rule::value_approximated, name_place(link),
             concat("the ground is written as a link '", link.name, "'"));
      context_.changes.allow(EntityKind::link, link.name, "declaration");
    }
  }

  // Only files with Drake's <drake:ellipsoid> keep ellipsoids: other readers of URDF reject them.
  void drop_ellipsoids() {
    for (Link& link : model_.links) {
      drop_shapes(link.visuals, concat("a visual of link '", link.name, "'"));
      drop_shapes(link.collisions, concat("a collision of link '", link.name, "'"));
    }
  }

  template <class Shapes>
  void drop_shapes(Shapes& shapes, const std::string& what) {
    std::erase_if(shapes, [&](const auto& shape) {
      if (!std::holds_alternative<Ellipsoid>(shape.geometry.shape)) return false;
      report(Rule::feature_dropped, shape.geometry.range.valid() ? shape.geometry.range : shape.range,
             concat("URDF has no ellipsoid; ", what, " is left out"));
      context_.changes.allow_at(shape.range);
      return true;
    });
  }

  void name_materials() {
    TakenNames taken;
    for (const Material& material : model_.materials) taken.insert(material.name);
    for (Link& link : model_.links) {
      for (Visual& visual : link.visuals) {
        if (!visual.material || (visual.material->name && !visual.material->name->empty())) continue;
        visual.material->name = unique_name(concat(link.name, "_material"), taken);
        report(Rule::value_approximated, visual.material->range,
               concat("the material is written with the name '", *visual.material->name,
                      "', because materials without a name are not allowed in URDF"));
        const std::string name = visual.name.value_or("");
        const std::string which = name.empty() ? concat(&visual - link.visuals.data() + 1) : in_quotes(name);
        context_.changes.allow(EntityKind::link, link.name, concat("visual ", which, " material name"));
      }
    }
  }

  void mark_dialect_joints() {
    bool needed = false;
    for (Joint& joint : model_.joints) {
      const bool standard = joint.type != JointType::ball && joint.type != JointType::universal &&
                            joint.type != JointType::screw && joint.type != JointType::foreign;
      if (!standard && !joint.dialect) {
        const std::string_view type =
            joint.type == JointType::foreign ? std::string_view(joint.foreign_type) : to_string(joint.type);
        report(Rule::joint_type_unsupported, place_or_name(joint.type_range, joint),
               concat("URDF has no ", type, " joint; '", joint.name,
                      "' is written in Drake's dialect, and other readers find a second root, link '",
                      joint.child.name, "', so urdfdom (ROS, Gazebo) rejects the file",
                      is_turned_about_several_axes(joint.type)
                          ? "; --ball-joints=revolute3 writes joints that all of them know"
                          : ""));
        joint.dialect = true;
      }
      needed = needed || joint.dialect;
    }
    if (needed) declare_drake();
  }

  void declare_drake() {
    const Place robot;
    const auto declares = [&](const Extension& e) { return e.owner == robot && e.name == "xmlns:drake"; };
    if (std::any_of(model_.extensions.begin(), model_.extensions.end(), declares)) return;
    Extension extension;
    extension.owner = robot;
    extension.kind = Extension::Kind::attribute;
    extension.name = "xmlns:drake";
    extension.text = kDrakeNamespace;
    model_.extensions.push_back(std::move(extension));
  }

  // Readers of URDF 1.0 skip quat_xyzw and misplace things, and many reject every other version.
  void write_quaternions_as_angles() {
    if (model_.version == "1.1" || model_.version == "1.2") return;
    std::size_t count = 0;
    for_each_pose(model_, [&](TransformExpr& pose) {
      if (pose.get_if<TransformExpr::XyzQuaternion>() == nullptr) return;
      const TransformExpr::XyzRpy angles = as_xyz_rpy(pose);
      pose = angles.xyz || angles.rpy ? TransformExpr(angles) : TransformExpr();
      ++count;
    });
    if (count == 0) return;
    report(Rule::value_approximated, name_place(model_),
           concat(count, count == 1 ? " quaternion is" : " quaternions are",
                  " written as roll, pitch and yaw, which every version of URDF has"));
  }

  Model model_;
  TargetContext& context_;
};

}  // namespace

std::string unique_name(std::string wanted, TakenNames& taken) {
  while (!taken.insert(wanted).second) wanted += "_";
  return wanted;
}

std::optional<Model> legalize(const Model& model, TargetContext& context) {
  report_losses(model, context);
  report_losses_from_blocks(model, context, "URDF");
  if (!from_urdf(model)) return Legalizer(model, context).run();
  const FrameForm form = frame_form(model, context.options);
  const bool keeps_frames = form == FrameForm::drake || model.frames.empty();
  const bool splits = splits_ball_joints(model, context.options);
  if (keeps_frames && !splits) return std::nullopt;
  Model changed = model;
  if (!keeps_frames) legalize_frames(changed, form, context);
  if (splits) split_ball_joints(changed, context);
  return changed;
}

}  // namespace romas::urdf
