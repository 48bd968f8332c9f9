#include "ir/analysis/compare.h"

#include <cmath>
#include <numbers>
#include <optional>
#include <unordered_set>

#include "ir/analysis/axis.h"
#include "ir/analysis/compare_poses.h"
#include "ir/analysis/kinematics.h"
#include "ir/edit.h"
#include "ir/entity.h"
#include "ir/joint_fields.h"
#include "support/text.h"

namespace romas {

namespace {

using Kind = ModelDifference::Kind;

class Comparison {
 public:
  Comparison(const Model& a, const Model& b, const CompareTolerances& tolerances)
      : a_(a), b_(b), tolerance_(tolerances.relative), moved_differently_(a.joints.size(), false) {}
  std::vector<ModelDifference> run();

 private:
  void compare_names();
  void compare_link_sets();
  void compare_joint_sets();
  std::string hint(std::string_view name, const Model& other);
  void compare_joint(JointId id, const Joint& ja, const Joint& jb);
  void compare_ends(const Joint& ja, const Joint& jb);
  bool compare_axes(const Joint& ja, const Joint& jb);
  void compare_limits(const Joint& ja, const Joint& jb);
  void compare_dynamics(const Joint& ja, const Joint& jb);
  void compare_mimics(const Joint& ja, const Joint& jb);
  void compare_inertias(const Link& la, const Link& lb);
  void add(Kind kind, EntityKind entity, const std::string& name, SourceRange in_a, SourceRange in_b,
           std::string message, std::string_view field = {}) {
    differences_.push_back({kind, entity, name, field, in_a, in_b, std::move(message)});
  }

  // Equal up to the tolerance, relative to the larger number.
  bool close(double x, double y) const {
    return x == y || std::abs(x - y) <= tolerance_ * std::max(std::abs(x), std::abs(y));
  }
  auto closeness() const {
    return [this](double x, double y) { return close(x, y); };
  }

  const Model& a_;
  const Model& b_;
  const double tolerance_;
  int hints_left_ = 20;                  // a hint looks at every name
  std::vector<bool> moved_differently_;  // joints of a whose motion differs
  std::vector<ModelDifference> differences_;
};

std::vector<ModelDifference> Comparison::run() {
  compare_names();
  compare_link_sets();
  compare_joint_sets();
  for (std::size_t i = 0; i < a_.joints.size(); ++i)
    if (const JointId other = b_.find_joint(a_.joints[i].name))
      compare_joint(JointId(i), a_.joints[i], b_.joint(other));
  for (const Link& link : a_.links)
    if (const LinkId other = b_.find_link(link.name)) compare_inertias(link, b_.link(other));
  for (ModelDifference& difference : compare_poses(a_, b_, moved_differently_, tolerance_))
    differences_.push_back(std::move(difference));
  return std::move(differences_);
}

void Comparison::compare_names() {
  if (a_.name != b_.name)
    add(Kind::name, EntityKind::robot, a_.name, name_place(a_), name_place(b_),
        concat("the robot is called '", a_.name, "' in the first and '", b_.name, "' in the second"));
}

std::string Comparison::hint(std::string_view name, const Model& other) {
  for (const Frame& frame : other.frames)
    if (frame.name == name) return concat("; it is a frame of link '", frame.link.name, "' there");
  const std::string_view near = nearest_name(name, other.links, &Link::name);
  return near.empty() ? std::string() : concat("; the nearest name there is '", near, "'");
}

void Comparison::compare_link_sets() {
  const auto compare = [&](const Model& here, const Model& there, std::string_view there_name,
                           bool here_is_a) {
    for (const Link& link : here.links) {
      if (there.find_link(link.name)) continue;
      std::string message = concat("the ", there_name, " has no link '", link.name, "'");
      if (hints_left_-- > 0) message += hint(link.name, there);
      add(Kind::structure, EntityKind::link, link.name, here_is_a ? name_place(link) : SourceRange(),
          here_is_a ? SourceRange() : name_place(link), std::move(message));
    }
  };
  compare(a_, b_, "second", true);
  compare(b_, a_, "first", false);
}

void Comparison::compare_joint_sets() {
  const auto compare = [&](const Model& here, const Model& there, std::string_view there_name,
                           bool here_is_a) {
    for (const Joint& joint : here.joints) {
      if (there.find_joint(joint.name)) continue;
      std::string message = concat("the ", there_name, " has no joint '", joint.name, "'");
      const std::string_view near =
          hints_left_-- > 0 ? nearest_name(joint.name, there.joints, &Joint::name) : std::string_view();
      if (!near.empty()) message += concat("; the nearest name there is '", near, "'");
      add(Kind::structure, EntityKind::joint, joint.name, here_is_a ? name_place(joint) : SourceRange(),
          here_is_a ? SourceRange() : name_place(joint), std::move(message));
    }
  };
  compare(a_, b_, "second", true);
  compare(b_, a_, "first", false);
}

void Comparison::compare_joint(JointId id, const Joint& ja, const Joint& jb) {
  compare_ends(ja, jb);
  // Revolute and continuous joints have the same motion.
  const auto motion = [](const Joint& joint) {
    return joint.type == JointType::revolute ? JointType::continuous : joint.type;
  };
  bool same_motion = motion(ja) == motion(jb);
  if (ja.type != jb.type) {
    add(Kind::joint_type, EntityKind::joint, ja.name, place_or_name(ja.type_range, ja),
        place_or_name(jb.type_range, jb),
        concat("joint '", ja.name, "' is ", to_string(ja.type), " in the first and ", to_string(jb.type),
               " in the second"));
  }
  if (same_motion) same_motion = compare_axes(ja, jb);
  moved_differently_[id.index()] = !same_motion;
  compare_limits(ja, jb);
  compare_dynamics(ja, jb);
  compare_mimics(ja, jb);
  // Most formats have no servos: a servo in one model alone is no difference.
  if (ja.servo && jb.servo && !(ja.servo == jb.servo))
    add(Kind::servo, EntityKind::joint, ja.name, ja.servo->range, jb.servo->range,
        concat("the servos of joint '", ja.name, "' differ"));
}

void Comparison::compare_ends(const Joint& ja, const Joint& jb) {
  if (ja.parent.name != jb.parent.name) {
    add(Kind::structure, EntityKind::joint, ja.name, place_or_name(ja.parent.range, ja),
        place_or_name(jb.parent.range, jb),
        concat("the parent of joint '", ja.name, "' is '", ja.parent.name, "' in the first and '",
               jb.parent.name, "' in the second"),
        "parent");
  }
  if (ja.child.name != jb.child.name) {
    add(Kind::structure, EntityKind::joint, ja.name, place_or_name(ja.child.range, ja),
        place_or_name(jb.child.range, jb),
        concat("the child of joint '", ja.name, "' is '", ja.child.name, "' in the first and '",
               jb.child.name, "' in the second"),
        "child");
  }
}

bool Comparison::compare_axes(const Joint& ja, const Joint& jb) {
  const auto place = [](const Joint& joint) {
    return place_or_name(joint.axis ? joint.axis->range : Provenance(), joint);
  };
  if (ja.type == JointType::screw &&
      !close(ja.screw_pitch.value_or(0).value(), jb.screw_pitch.value_or(0).value())) {
    add(Kind::axis, EntityKind::joint, ja.name, place(ja), place(jb),
        concat("the pitch of screw joint '", ja.name, "' is ", ja.screw_pitch.value_or(0).value(),
               " m in the first and ", jb.screw_pitch.value_or(0).value(), " m in the second"));
    return false;
  }
  if (!has_axis(ja.type)) return true;
  const Vector3 axis_a = ja.axis_or_default();
  const Vector3 axis_b = jb.axis_or_default();
  const bool zero_a = axis_a == Vector3::Zero();
  const bool zero_b = axis_b == Vector3::Zero();
  if (zero_a == zero_b &&
      (zero_a || (unit_axis(axis_a) - unit_axis(axis_b)).cwiseAbs().maxCoeff() <= tolerance_))
    return true;
  add(Kind::axis, EntityKind::joint, ja.name, place(ja), place(jb),
      concat("the axis of joint '", ja.name, "' is ", axis_text(axis_a), " in the first and ",
             axis_text(axis_b), " in the second"));
  return false;
}

std::string number_text(const std::optional<Number>& number) {
  return number ? format_double(number->value()) : std::string("absent");
}

void Comparison::compare_limits(const Joint& ja, const Joint& jb) {
  const JointLimit a = ja.limit.value_or(JointLimit());
  const JointLimit b = jb.limit.value_or(JointLimit());
  for_each_different_field(a, b, closeness(), [&](const auto& field) {
    add(Kind::limit, EntityKind::joint, ja.name, place_or_name(a.range, ja), place_or_name(b.range, jb),
        concat("the ", field.name, " limit of joint '", ja.name, "' is ", number_text(field.of(a)),
               " in the first and ", number_text(field.of(b)), " in the second"),
        field.name);
  });
}

// One value for each degree of freedom; a value that is left out is 0.
std::string numbers_text(const std::vector<Number>& numbers) {
  return numbers.empty() ? "0" : join(numbers, " ", [](const Number& number) { return number.value(); });
}

void Comparison::compare_dynamics(const Joint& ja, const Joint& jb) {
  const JointDynamics a = ja.dynamics.value_or(JointDynamics());
  const JointDynamics b = jb.dynamics.value_or(JointDynamics());
  for_each_different_field(a, b, closeness(), [&](const auto& field) {
    add(Kind::dynamics, EntityKind::joint, ja.name, place_or_name(a.range, ja), place_or_name(b.range, jb),
        concat("the ", field.name, " of joint '", ja.name, "' is ", numbers_text(field.of(a)),
               " in the first and ", numbers_text(field.of(b)), " in the second"),
        field.name);
  });
}

void Comparison::compare_mimics(const Joint& ja, const Joint& jb) {
  const auto text = [](const Joint& joint) {
    if (!joint.mimic) return std::string("follows nothing");
    return concat("follows ", value_or_default(*joint.mimic, &JointMimic::multiplier), " * '",
                  joint.mimic->joint.name, "' + ", value_or_default(*joint.mimic, &JointMimic::offset));
  };
  bool same = ja.mimic.has_value() == jb.mimic.has_value();
  if (ja.mimic && jb.mimic) {
    same = ja.mimic->joint.name == jb.mimic->joint.name;
    for_each_different_field(*ja.mimic, *jb.mimic, closeness(), [&](const auto&) { same = false; });
  }
  if (same) return;
  const auto place = [](const Joint& joint) {
    return place_or_name(joint.mimic ? joint.mimic->range : Provenance(), joint);
  };
  add(Kind::mimic, EntityKind::joint, ja.name, place(ja), place(jb),
      concat("joint '", ja.name, "' ", text(ja), " in the first and ", text(jb), " in the second"));
}

void Comparison::compare_inertias(const Link& la, const Link& lb) {
  const SpatialInertia a = la.inertial ? la.inertial->spatial() : SpatialInertia();
  const SpatialInertia b = lb.inertial ? lb.inertial->spatial() : SpatialInertia();
  const auto report = [&](std::string message) {
    add(Kind::inertia, EntityKind::link, la.name,
        place_or_name(la.inertial ? la.inertial->range : Provenance(), la),
        place_or_name(lb.inertial ? lb.inertial->range : Provenance(), lb), std::move(message));
  };
  if (!close(a.mass, b.mass))
    report(concat("the mass of link '", la.name, "' is ", a.mass, " kg in the first and ", b.mass,
                  " kg in the second"));
  const double com_scale = std::max({a.com.norm(), b.com.norm(), 1e-3});
  if ((a.mass != 0 || b.mass != 0) && (a.com - b.com).norm() > tolerance_ * com_scale) {
    report(concat("the centre of mass of link '", la.name, "' is ", axis_text(a.com), " m in the first and ",
                  axis_text(b.com), " m in the second"));
  }
  const double scale = std::max(a.tensor.cwiseAbs().maxCoeff(), b.tensor.cwiseAbs().maxCoeff());
  const double apart = (a.tensor - b.tensor).cwiseAbs().maxCoeff();
  if (apart > tolerance_ * scale)
    report(concat("the inertia tensors of link '", la.name, "' differ by ", apart,
                  " kg m², the largest entry being ", scale, " kg m²"));
}

}  // namespace

namespace {

// Formats without frames write a frame as an empty leaf link behind a fixed joint. Returns the model with
// such links turned into frames where the other model has frames; nothing if there are none.
std::optional<Model> with_frames_as_in(const Model& model, const Model& other) {
  std::unordered_set<std::string_view> frames;
  for (const Frame& frame : other.frames) frames.insert(frame.name);
  const KinematicTree tree(model);
  std::vector<bool> links(model.links.size(), false);
  std::vector<bool> joints(model.joints.size(), false);
  std::vector<Frame> made;
  for (std::size_t i = 0; i < model.links.size() && !frames.empty(); ++i) {
    const Link& link = model.links[i];
    const JointId joint = tree.parent_joint(LinkId(i));
    const bool bare = !link.inertial && link.visuals.empty() && link.collisions.empty() &&
                      tree.child_joints(LinkId(i)).empty();
    if (!bare || !joint || model.joint(joint).type != JointType::fixed || !frames.contains(link.name))
      continue;
    links[i] = joints[joint.index()] = true;
    made.push_back({link.name, model.joint(joint).parent, model.joint(joint).origin, Frame::Origin::written,
                    link.range, link.name_range});
  }
  if (made.empty()) return std::nullopt;
  Model result = model;
  Renumbering renumbering;
  renumbering.remove(EntityKind::link, links);
  renumbering.remove(EntityKind::joint, joints);
  renumber(result, renumbering);
  result.frames.insert(result.frames.end(), made.begin(), made.end());
  result.rebuild_index();
  return result;
}

}  // namespace

std::vector<ModelDifference> compare_models(const Model& a, const Model& b,
                                            const CompareTolerances& tolerances) {
  const std::optional<Model> a_with_frames = with_frames_as_in(a, b);
  const std::optional<Model> b_with_frames = with_frames_as_in(b, a);
  return Comparison(a_with_frames ? *a_with_frames : a, b_with_frames ? *b_with_frames : b, tolerances).run();
}

}  // namespace romas
