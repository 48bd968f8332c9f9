// Joints of SDF. The pose of a joint is given relative to its parent link, so that it reads like the source.
#include <algorithm>
#include <numbers>

#include "backends/sdf/sdf_document.h"
#include "ir/analysis/motion/kinematics.h"
#include "ir/model/entity.h"
#include "ir/model/joint_fields.h"
#include "ir/model/link_fields.h"
#include "ir/model/no_limit.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace {

Number3 to_numbers(const Vector3& v) { return {v.x() + 0.0, v.y() + 0.0, v.z() + 0.0}; }

class JointWriter {
 public:
  JointWriter(Document& document, JointId id)
      : document_(document), id_(id), joint_(document.model.joint(id)), find_{document, id} {}

  void write(const Element<"model">& model) {
    if (joint_.type == JointType::floating) return floating();
    if (joint_.type == JointType::planar) return planar(model);
    if (joint_.type == JointType::foreign) foreign();
    const auto element = model.open<"joint">();
    head(element, name(), to_string(joint_.type == JointType::foreign ? JointType::fixed : joint_.type),
         document_.link_name(joint_.parent.id), document_.link_name(joint_.child.id));
    element.pose(joint_.origin, document_.frame_of(joint_.parent.id));
    if (joint_.type == JointType::screw) screw_pitch(element);
    if (has_axis()) {
      axis(element.open<"axis">());
      rotor(element, 0);
    }
    if (joint_.type == JointType::universal) universal(element);
    physics(element);
    write_sensors(document_, {}, id_);
    report_foreign(document_, id_);
    report_joint_losses(document_, id_);
  }

 private:
  const std::string& name() const { return document_.names.joints[id_.index()]; }

  bool has_axis() const {
    return joint_.type == JointType::revolute || joint_.type == JointType::continuous ||
           joint_.type == JointType::prismatic || joint_.type == JointType::screw;
  }

  static void head(const Element<"joint">& element, std::string_view joint_name, std::string_view type,
                   std::string_view parent, std::string_view child) {
    element.attribute("name", joint_name);
    element.attribute("type", type);
    element.text<"parent">(parent);
    element.text<"child">(child);
  }

  // A free body has no joint in SDF.
  void floating() {
    document_.rewritten(joint_.name_range, concat("floating joint '", joint_.name,
                                                  "' is left out: a link without a joint is free in SDF"));
    document_.context.changes.leave_unnamed(id_);
    if (joint_.parent.id == document_.world && !document_.names_world) stands_alone();
    report_joint_losses(document_, id_);
  }

  // If no joint names the world, the output has no world link: the tree that is read back begins at a free
  // body.
  void stands_alone() {
    document_.context.changes.allow(EntityKind::link, document_.link_name(joint_.parent.id));
    document_.allow(id_);
  }

  // SDF up to 1.9 gives the pitch in radians per metre, with the opposite sign.
  void screw_pitch(const Element<"joint">& element) {
    if (!joint_.screw_pitch || joint_.screw_pitch->value() == 0) return;
    if (document_.version == Version::v1_9) {
      element.text<"thread_pitch">(format_double(-2 * std::numbers::pi / joint_.screw_pitch->value()));
    } else {
      element.number<"screw_thread_pitch">(*joint_.screw_pitch);
    }
  }

  // Drake's rotor that drives a degree of freedom, its ratio left at 1. A single value applies to all.
  void rotor(const Element<"joint">& element, std::size_t freedom) {
    if (!joint_.dynamics || joint_.dynamics->armature.empty()) return;
    const std::vector<Number>& armature = joint_.dynamics->armature;
    element.number<"drake:rotor_inertia">(armature[std::min(freedom, armature.size() - 1)]);
  }

  void axis(const Element<"axis">& element) {
    element.text<"xyz">(joint_.axis ? number_list_text(joint_.axis->xyz) : "1 0 0");
    mimic(element);
    limit(element.open<"limit">());
    dynamics(element, 0);
  }

  void mimic(const Element<"axis">& axis) {
    if (!joint_.mimic) return;
    if (document_.version != Version::v1_11) {
      document_.lost(joint_.mimic->range,
                     concat("SDF ", to_string(document_.version), " has no mimic joints: '", joint_.name,
                            "' moves on its own; --sdf-version=1.11 has them"));
      document_.allow(id_, "mimic");
      return;
    }
    const auto element = axis.open<"mimic">();
    element.attribute("joint", document_.names.joints[joint_.mimic->joint.id.index()]);
    element.fields(with_defaults(*joint_.mimic));
    element.text<"reference">("0");
  }

  void limit(const Element<"limit">& element) {
    if (!joint_.limit) {
      if (joint_.type == JointType::revolute) turns_without_end("has no limits");
      return;
    }
    JointLimit limit = *joint_.limit;
    if (joint_.type == JointType::continuous) {
      if (limit.lower || limit.upper)
        document_.rewritten(limit.range, concat("joint '", joint_.name,
                                                "' is continuous: its lower and upper limits are left out"));
      document_.allow(id_, "limit lower");
      document_.allow(id_, "limit upper");
      limit.lower.reset();
      limit.upper.reset();
    } else if (joint_.type != JointType::screw) {
      give_bounds(limit);
    }
    leave_out_negative(limit);
    leave_out_infinite(limit);
    element.fields(limit);
  }

  void turns_without_end(std::string_view why) {
    document_.rewritten(place_or_name(joint_.type_range, joint_),
                        concat("the revolute joint '", joint_.name, "' ", why,
                               "; in SDF it turns without end, as a continuous one"));
    document_.allow(id_, "type");
  }

  // A bound that the model's limit leaves out counts as 0, one that SDF's leaves out is infinite.
  void give_bounds(JointLimit& limit) {
    std::vector<std::string> given;
    const auto give = [&](std::optional<Number>& bound, std::string_view field) {
      if (bound) return;
      bound = Number(0);
      given.emplace_back(field);
    };
    give(limit.lower, "lower");
    give(limit.upper, "upper");
    if (given.empty()) return;
    document_.rewritten(limit.range,
                        concat("the limit of joint '", joint_.name, "' has no ", join_last(given, " and "),
                               "; 0 is written, because absent bounds count as 0"));
  }

  // In SDF a negative limit of effort or velocity means none.
  void leave_out_negative(JointLimit& limit) {
    for_each_field<JointLimit>([&](const auto& field) {
      std::optional<Number>& value = field.of(limit);
      if (field.dialect || !field.in_urdf || field.range != ValueRange::not_negative) return;
      if (!value || value->value() >= 0) return;
      document_.rewritten(limit.range, concat("the ", field.name, " limit of joint '", joint_.name, "' is ",
                                              value->value(), ", which means none in SDF; it is left out"));
      value.reset();
      document_.allow(id_, concat("limit ", field.name));
    });
  }

  // Numbers that mean "none" are what SDF's limit leaves out.
  void leave_out_infinite(JointLimit& limit) {
    std::vector<std::string> infinite;
    for_each_field<JointLimit>([&](const auto& field) {
      std::optional<Number>& value = field.of(limit);
      if (field.dialect || !field.in_urdf || !value || !means_no_limit(*value)) return;
      value.reset();
      infinite.emplace_back(field.name);
      document_.allow(id_, concat("limit ", field.name));
    });
    if (infinite.empty()) return;
    if (joint_.type == JointType::revolute && !limit.lower && !limit.upper)
      turns_without_end("has infinite limits");
    else
      document_.rewritten(limit.range,
                          concat("the infinite limit of joint '", joint_.name, "' (",
                                 join_last(infinite, " and "), ") is left out, which means the same in SDF"));
  }

  // The values of one degree of freedom; a single value applies to all.
  void dynamics(const Element<"axis">& axis, std::size_t freedom) {
    JointDynamics own = joint_.dynamics.value_or(JointDynamics());
    own.armature.clear();  // written beside the axis
    const bool only_armature = joint_.dynamics && !joint_.dynamics->armature.empty() && own.says_nothing();
    if ((!joint_.dynamics || only_armature) && !find_.any("dynamics")) return;
    const auto element = axis.open<"dynamics">();
    for_each_field<JointDynamics>([&](const auto& field) {
      std::vector<Number>& values = field.of(own);
      if (values.size() > 1) values = {values[std::min(freedom, values.size() - 1)]};
    });
    element.fields(own);
    element.properties(find_);
  }

  // Drake's universal joint turns about its frame's x, then y.
  void universal(const Element<"joint">& joint) {
    const auto write = [&](const Element<"axis">& element, std::string_view xyz, std::size_t freedom) {
      element.text<"xyz">(xyz);
      element.open<"limit">();
      dynamics(element, freedom);
    };
    write(joint.open<"axis">(), "1 0 0", 0);
    write(joint.open<"axis2", "axis">(), "0 1 0", 1);
    if (!joint_.dynamics) return;
    // One value counts for both axes; it is written at each.
    for_each_field<JointDynamics>([&](const auto& field) {
      if (field.of(*joint_.dynamics).size() == 1) document_.allow(id_, concat("dynamics ", field.name));
    });
  }

  void physics(const Element<"joint">& joint) {
    const bool has_stop = find_.any("physics/ode/limit");
    const bool has_ode = has_stop || find_.any("physics/ode");
    if (!has_ode && !find_.any("physics")) return;
    const auto element = joint.open<"physics">();
    if (has_ode) {
      const auto ode = element.open<"ode">();
      ode.properties(find_);
      if (has_stop) ode.open<"limit">().properties(find_);
    }
    element.properties(find_);
  }

  // Writes a planar joint as two prismatic joints in the plane and a revolute joint about its normal, with
  // two massless links between them.
  void planar(const Element<"model">& model) {
    const RigidTransform X = joint_motion_frame();
    const auto& [joint_x, link_x, joint_y, link_y] =
        document_.names.planar.at(static_cast<std::uint32_t>(id_.index()));
    document_.rewritten(joint_.name_range,
                        concat("planar joint '", joint_.name, "' becomes the prismatic joints '", joint_x,
                               "' and '", joint_y, "' and the revolute joint '", name(), "'"));
    stage(model, joint_x, "prismatic", document_.link_name(joint_.parent.id), link_x, X.R.col(0), 0);
    massless_link(model, link_x, joint_x);
    stage(model, joint_y, "prismatic", link_x, link_y, X.R.col(1), 1);
    massless_link(model, link_y, joint_y);
    stage(model, name(), "continuous", link_y, document_.link_name(joint_.child.id), X.R.col(2), 2);
    for (const std::string* joint : {&joint_x, &joint_y})
      document_.context.changes.allow(EntityKind::joint, *joint);
    for (const std::string* link : {&link_x, &link_y})
      document_.context.changes.allow(EntityKind::link, *link);
    document_.allow(id_, "parent");
    document_.allow(id_, "type");
    document_.allow(id_, "dynamics");
    if (joint_.mimic)
      document_.lost(id_, joint_.mimic->range, "mimic",
                     concat("SDF keeps no mimic for the planar joint '", joint_.name, "'"));
    if (joint_.limit)
      document_.lost(id_, joint_.limit->range, "limit",
                     concat("the limits of planar joint '", joint_.name, "' cannot be expressed in SDF"));
    report_joint_losses(document_, id_);
  }

  // The plane's axes by columns: x and y in the plane, z along the axis, expressed in the joint frame.
  RigidTransform joint_motion_frame() const {
    const std::array<double, 3> along_x = {1, 0, 0};
    const std::array<double, 3> along_y = {0, 1, 0};
    RigidTransform X;
    X.R.col(0) = joint_motion(joint_, along_x).p;
    X.R.col(1) = joint_motion(joint_, along_y).p;
    X.R.col(2) = joint_.axis_or_default().normalized();
    return X;
  }

  // One of the three joints that represent a planar one; the first has its pose.
  void stage(const Element<"model">& model, std::string_view stage_name, std::string_view type,
             std::string_view parent, std::string_view child, const Vector3& direction, std::size_t freedom) {
    const auto element = model.open<"joint">();
    head(element, stage_name, type, parent, child);
    if (freedom == 0) {
      element.pose(joint_.origin, document_.frame_of(joint_.parent.id));
    } else {
      element.pose({}, parent);
    }
    {
      const auto along = element.open<"axis">();
      along.numbers<"xyz">(to_numbers(direction));
      along.open<"limit">();
      dynamics(along, freedom);
    }
    rotor(element, freedom);
  }

  static void massless_link(const Element<"model">& model, std::string_view link_name,
                            std::string_view joint_name) {
    const auto element = model.open<"link">();
    element.attribute("name", link_name);
    element.pose({}, joint_name);
    const Inertial none;
    const auto inertial = element.open<"inertial">();
    inertial.fields(none);
    inertial.open<"inertia">().fields(none.inertia);
  }

  // Written as a fixed joint, so that the links below it keep their place.
  void foreign() {
    document_.lost(id_, joint_.type_range, "type",
                   concat("SDF has no joint type '", joint_.foreign_type, "': joint '", joint_.name,
                          "' is written as a fixed joint"));
  }

  Document& document_;
  JointId id_;
  const Joint& joint_;
  const FindProperty<JointId> find_;
};

// Whether a joint that is written has the link as its child.
bool hangs(const Document& document, LinkId link) {
  const JointId joint = document.tree.parent_joint(link);
  return joint && document.model.joint(joint).type != JointType::floating;
}

// A loop joint of a link without a joint makes it a part of the tree when it is read again: the frame of the
// link is that of the joint then.
void allow_as_tree_joint(const Document& document, const LoopJoint& loop, LinkId child) {
  const Model& model = document.model;
  const std::string_view name = document.link_name(child);
  document.rewritten(loop.range, concat("loop joint '", loop.name, "' is the joint of link '", name,
                                        "' in SDF, because the link has no other one"));
  DeclaredChanges& changes = document.context.changes;
  changes.allow(EntityKind::loop_joint, loop.name);
  changes.allow(EntityKind::joint, loop.name);
  changes.allow(EntityKind::link, name);
  for (std::size_t i = 0; i < model.joints.size(); ++i)
    if (model.joints[i].parent.id == child) document.allow(JointId(i), "origin");
  for (std::size_t i = 0; i < model.frames.size(); ++i)
    if (model.frames[i].link.id == child) changes.allow(EntityKind::frame, document.names.frames[i]);
  for (const Sensor& sensor : model.sensors)
    if (sensor.parent_link && sensor.parent_link->id == child) changes.allow(EntityKind::sensor, sensor.name);
}

// Why SDF has no place for a loop joint; empty: it has one. `R_12`: how its sides are turned at the zero
// position.
std::string loop_obstacle(const LoopJoint& loop, double gap, const Matrix3& R_12, bool closes_loop) {
  if (gap > 1e-9)
    return concat("its two sides are ", gap,
                  " m apart where all joints are zero, but SDF closes loops there");
  if (loop.type == JointType::ball || loop.type == JointType::continuous || loop.type == JointType::revolute)
    return {};
  if (loop.type != JointType::fixed)
    return concat("SDF closes loops by balls and hinges, but this one is ", to_string(loop.type));
  if (closes_loop) return "SDF closes loops by balls and hinges, but this one is fixed";
  return R_12.isIdentity(1e-9)
             ? std::string()
             : std::string("its two sides are turned against each other where all joints are zero");
}

// Writes a joint that closes a loop. It fits SDF only if its two sides coincide at the zero position, because
// SDF has the joint's place on the child link alone. The world can only be the parent, and of two links the
// child is one that has a joint already.
void write_loop_joint(const Document& document, const Element<"model">& model, const LoopJoint& loop,
                      const std::vector<RigidTransform>& poses) {
  const LinkId link1 = loop.link1.link.id, link2 = loop.link2.link.id;
  const RigidTransform side1 = poses[link1.index()] * loop.link1.origin.evaluate();
  const RigidTransform side2 = poses[link2.index()] * loop.link2.origin.evaluate();
  const bool swapped = link2 == document.world ||
                       (link1 != document.world && !hangs(document, link2) && hangs(document, link1));
  const LinkId parent = swapped ? link2 : link1, child = swapped ? link1 : link2;
  const bool closes_loop = hangs(document, child);
  const std::string obstacle =
      loop_obstacle(loop, (side1.p - side2.p).norm(), side1.R.transpose() * side2.R, closes_loop);
  if (!obstacle.empty()) {
    document.lost(loop.range, concat("loop joint '", loop.name, "' is left out: ", obstacle));
    document.context.changes.allow(EntityKind::loop_joint, loop.name);
    return;
  }
  const bool turns = loop.type == JointType::continuous || loop.type == JointType::revolute;
  if (turns && !side1.R.isApprox(side2.R, 1e-9)) {
    document.rewritten(loop.range, concat("loop joint '", loop.name,
                                          "' is at its zero where all joints are zero in SDF, which has the "
                                          "joint's frame on only one of its sides"));
    document.context.changes.allow(EntityKind::loop_joint, loop.name, "link2 origin");
  }
  if (!closes_loop)
    allow_as_tree_joint(document, loop, child);
  else if (swapped)
    document.context.changes.allow(EntityKind::loop_joint, loop.name);
  const auto element = model.open<"joint">();
  element.attribute("name", loop.name);
  element.attribute("type", turns ? std::string_view("revolute") : to_string(loop.type));
  element.text<"parent">(document.link_name(parent));
  element.text<"child">(document.link_name(child));
  element.pose(loop.link1.origin, document.frame_of(link1));
  if (!turns) {
    if (loop.axis)
      document.lost(loop.axis->range,
                    concat("SDF keeps no axis for the ", to_string(loop.type), " joint '", loop.name, "'"));
    return;
  }
  const auto axis = element.open<"axis">();
  Number3 xyz = loop.axis ? loop.axis->xyz : Number3{Number(1), Number(0), Number(0)};
  if (swapped)
    for (Number& number : xyz) number = Number(-number.value() + 0.0);
  axis.text<"xyz">(number_list_text(xyz));
  axis.open<"limit">();
}

}  // namespace

void write_joints(Document& document, const Element<"model">& model) {
  for (std::size_t i = 0; i < document.model.joints.size(); ++i)
    JointWriter(document, JointId(i)).write(model);
  if (document.model.loop_joints.empty()) return;
  const auto poses =
      link_poses(document.model, document.tree, neutral_position(document.model, document.tree));
  for (const LoopJoint& loop : document.model.loop_joints) write_loop_joint(document, model, loop, poses);
}

}  // namespace romas::sdf
