// Joints of SDF. The pose of a joint is given relative to its parent link, so that it reads like the source.
#include <numbers>

#include "backends/sdf/sdf_document.h"
#include "ir/analysis/kinematics.h"
#include "support/text.h"

namespace romas::sdf {

namespace {

Number3 to_numbers(const Vector3& v) { return {v.x() + 0.0, v.y() + 0.0, v.z() + 0.0}; }

using Kind = DeclaredChanges::Kind;

class JointWriter {
 public:
  JointWriter(Document& document, JointId id)
      : document_(document), xml_(document.xml), id_(id), joint_(document.model.joint(id)) {}

  void write() {
    if (joint_.type == JointType::floating) return floating();
    if (joint_.type == JointType::planar) return planar();
    if (joint_.type == JointType::foreign) foreign();
    const XmlScope element(xml_, "joint");
    head(name(), to_string(joint_.type == JointType::foreign ? JointType::fixed : joint_.type),
         joint_.parent.id, joint_.child.id);
    write_pose(document_, joint_.origin, document_.frame_of(joint_.parent.id));
    if (joint_.type == JointType::screw) screw_pitch();
    if (has_axis()) axis();
    if (joint_.type == JointType::universal) universal();
    physics();
    write_sensors(document_, {}, id_);
    report_joint_losses(document_, id_);
  }

 private:
  const std::string& name() const { return document_.names.joints[id_.index()]; }
  const GazeboValue* property(GazeboProperty wanted) const { return gazebo_value(document_, id_, wanted); }

  bool has_axis() const {
    return joint_.type == JointType::revolute || joint_.type == JointType::continuous ||
           joint_.type == JointType::prismatic || joint_.type == JointType::screw;
  }

  void head(std::string_view joint_name, std::string_view type, std::string_view parent,
            std::string_view child) {
    xml_.attribute("name", joint_name);
    xml_.attribute("type", type);
    xml_.text_element("parent", parent);
    xml_.text_element("child", child);
  }
  void head(std::string_view joint_name, std::string_view type, LinkId parent, LinkId child) {
    head(joint_name, type, document_.link_name(parent), document_.link_name(child));
  }

  // A free body is a body without a joint.
  void floating() {
    document_.rewritten(joint_.name_range, concat("floating joint '", joint_.name,
                                                  "' is left out: a link without a joint is free in SDF"));
    document_.context.changes.leave_unnamed(id_);
    if (joint_.parent.id == document_.world && !document_.names_world) stands_alone();
    report_joint_losses(document_, id_);
  }

  // Where no joint names the world, a text says nothing of it: the tree begins at a free body.
  void stands_alone() {
    DeclaredChanges& changes = document_.context.changes;
    const std::string_view child = document_.link_name(joint_.child.id);
    changes.allow(EntityKind::link, document_.link_name(joint_.parent.id), Kind::structure);
    changes.allow(EntityKind::link, child, Kind::pose);
    changes.allow(EntityKind::robot, document_.model.name, Kind::total, "centre of mass");
    document_.allow(id_, Kind::structure);
  }

  // SDF up to 1.9 gives the pitch as radians a metre, counted the other way round.
  void screw_pitch() {
    if (!joint_.screw_pitch || joint_.screw_pitch->value() == 0) return;
    if (document_.version == Version::v1_9) {
      xml_.text_element("thread_pitch", format_double(-2 * std::numbers::pi / joint_.screw_pitch->value()));
    } else {
      write_number(document_, "screw_thread_pitch", *joint_.screw_pitch);
    }
  }

  void axis() {
    const XmlScope element(xml_, "axis");
    if (joint_.axis) {
      xml_.text_element("xyz", number_words(joint_.axis->xyz));
    } else {
      xml_.text_element("xyz", "1 0 0");
    }
    mimic();
    limit();
    dynamics(0);
  }

  void mimic() {
    if (!joint_.mimic) return;
    if (document_.version != Version::v1_11) {
      document_.lost(joint_.mimic->range,
                     concat("SDF ", to_string(document_.version), " has no mimic joints: '", joint_.name,
                            "' moves on its own; --sdf-version=1.11 has them"));
      document_.allow(id_, Kind::mimic);
      return;
    }
    const XmlScope element(xml_, "mimic");
    xml_.attribute("joint", document_.names.joints[joint_.mimic->joint.id.index()]);
    write_number(document_, "multiplier", joint_.mimic->multiplier.value_or(Number(1)));
    write_number(document_, "offset", joint_.mimic->offset.value_or(Number(0)));
    xml_.text_element("reference", "0");
  }

  void limit() {
    const XmlScope element(xml_, "limit");
    if (joint_.type == JointType::revolute &&
        (!joint_.limit || (!joint_.limit->lower && !joint_.limit->upper))) {
      document_.rewritten(joint_.type_range,
                          concat("the revolute joint '", joint_.name,
                                 "' has no limits; in SDF it turns without end, as a continuous one"));
      document_.allow(id_, Kind::joint_type);
    }
    if (!joint_.limit) return;
    const JointLimit& limit = *joint_.limit;
    if (joint_.type == JointType::continuous) {
      if (limit.lower || limit.upper)
        document_.rewritten(limit.range, concat("joint '", joint_.name,
                                                "' is continuous: its lower and upper limits are left out"));
      document_.allow(id_, Kind::limit, "lower");
      document_.allow(id_, Kind::limit, "upper");
    } else {
      write_number(document_, "lower", limit.lower);
      write_number(document_, "upper", limit.upper);
    }
    write_number(document_, "effort", limit.effort);
    write_number(document_, "velocity", limit.velocity);
  }

  // The values of one degree of freedom; a single value counts for all.
  void dynamics(std::size_t freedom) {
    const GazeboValue* stiffness = property(GazeboProperty::spring_stiffness);
    const GazeboValue* reference = property(GazeboProperty::spring_reference);
    if (!joint_.dynamics && stiffness == nullptr && reference == nullptr) return;
    const XmlScope element(xml_, "dynamics");
    const auto of = [&](const std::vector<Number>& values) -> std::optional<Number> {
      if (values.empty()) return std::nullopt;
      return values[values.size() > freedom ? freedom : values.size() - 1];
    };
    if (joint_.dynamics) {
      write_number(document_, "damping", of(joint_.dynamics->damping));
      write_number(document_, "friction", of(joint_.dynamics->friction));
    }
    if (reference != nullptr) xml_.text_element("spring_reference", gazebo_text(*reference));
    if (stiffness != nullptr) xml_.text_element("spring_stiffness", gazebo_text(*stiffness));
  }

  // Drake's universal joint turns about its frame's x, then y.
  void universal() {
    for (std::size_t freedom = 0; freedom < 2; ++freedom) {
      const XmlScope element(xml_, freedom == 0 ? "axis" : "axis2");
      xml_.text_element("xyz", freedom == 0 ? "1 0 0" : "0 1 0");
      { const XmlScope no_limit(xml_, "limit"); }
      dynamics(freedom);
    }
  }

  struct PhysicsRow {
    GazeboProperty property;
    std::string_view name;
  };

  void physics() {
    using enum GazeboProperty;
    constexpr std::array<PhysicsRow, 3> kOde = {{{cfm_damping, "cfm_damping"},
                                                 {implicit_spring_damper, "implicit_spring_damper"},
                                                 {fudge_factor, "fudge_factor"}}};
    constexpr std::array<PhysicsRow, 2> kStop = {{{stop_cfm, "cfm"}, {stop_erp, "erp"}}};
    const auto any = [&](const auto& rows) {
      bool found = false;
      for (const PhysicsRow& row : rows) found = found || property(row.property) != nullptr;
      return found;
    };
    const auto write = [&](const auto& rows) {
      for (const PhysicsRow& row : rows)
        if (const GazeboValue* value = property(row.property))
          xml_.text_element(row.name, gazebo_text(*value));
    };
    const GazeboValue* feedback = property(provide_feedback);
    if (!any(kOde) && !any(kStop) && feedback == nullptr) return;
    const XmlScope element(xml_, "physics");
    if (any(kOde) || any(kStop)) {
      const XmlScope ode(xml_, "ode");
      write(kOde);
      if (any(kStop)) {
        const XmlScope stop(xml_, "limit");
        write(kStop);
      }
    }
    if (feedback != nullptr) xml_.text_element("provide_feedback", gazebo_text(*feedback));
  }

  // Two prismatic joints in the plane and a revolute joint about its normal, with two massless links between
  // them.
  void planar() {
    const RigidTransform X = joint_motion_frame();
    const auto& [joint_x, link_x, joint_y, link_y] =
        document_.names.planar.at(static_cast<std::uint32_t>(id_.index()));
    document_.rewritten(joint_.name_range,
                        concat("planar joint '", joint_.name, "' becomes the prismatic joints '", joint_x,
                               "' and '", joint_y, "' and the revolute joint '", name(), "'"));
    planar_stage(joint_x, "prismatic", document_.link_name(joint_.parent.id), link_x, X.R.col(0), 0, true);
    massless_link(link_x, joint_x);
    planar_stage(joint_y, "prismatic", link_x, link_y, X.R.col(1), 1, false);
    massless_link(link_y, joint_y);
    planar_stage(name(), "continuous", link_y, document_.link_name(joint_.child.id), X.R.col(2), 2, false);
    for (const std::string* joint : {&joint_x, &joint_y})
      document_.context.changes.allow(EntityKind::joint, *joint, Kind::structure);
    for (const std::string* link : {&link_x, &link_y})
      document_.context.changes.allow(EntityKind::link, *link, Kind::structure);
    document_.allow(id_, Kind::structure, "parent");
    document_.allow(id_, Kind::joint_type);
    document_.allow(id_, Kind::dynamics);
    if (joint_.mimic)
      document_.lost(id_, joint_.mimic->range, Kind::mimic,
                     concat("SDF keeps no mimic for the planar joint '", joint_.name, "'"));
    if (joint_.limit)
      document_.lost(id_, joint_.limit->range, Kind::limit,
                     concat("the limits of planar joint '", joint_.name, "' have no place in SDF"));
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

  void planar_stage(std::string_view stage, std::string_view type, std::string_view parent,
                    std::string_view child, const Vector3& direction, std::size_t freedom, bool first) {
    const XmlScope element(xml_, "joint");
    head(stage, type, parent, child);
    if (first) {
      write_pose(document_, joint_.origin, document_.frame_of(joint_.parent.id));
    } else {
      write_pose(document_, {}, parent);
    }
    const XmlScope axis_element(xml_, "axis");
    xml_.text_element("xyz", number_words(to_numbers(direction)));
    { const XmlScope no_limit(xml_, "limit"); }
    dynamics(freedom);
  }

  void massless_link(std::string_view link_name, std::string_view joint_name) {
    const XmlScope element(xml_, "link");
    xml_.attribute("name", link_name);
    write_pose(document_, {}, joint_name);
    const XmlScope inertial(xml_, "inertial");
    xml_.text_element("mass", "0");
    const XmlScope tensor(xml_, "inertia");
    for (const std::string_view component : {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"})
      xml_.text_element(component, "0");
  }

  // Written as a fixed joint, so that the links below it keep their place.
  void foreign() {
    document_.lost(id_, joint_.type_range, Kind::joint_type,
                   concat("SDF has no joint type '", joint_.foreign_type, "': joint '", joint_.name,
                          "' is written as a fixed joint"));
  }

  Document& document_;
  XmlWriter& xml_;
  JointId id_;
  const Joint& joint_;
};

// A joint that closes a loop fits SDF if its two sides coincide where all joints are zero: SDF knows the
// joint's place on the child link alone.
void write_loop_joint(Document& document, const LoopJoint& loop, const std::vector<RigidTransform>& poses) {
  const RigidTransform side1 = poses[loop.link1.link.id.index()] * loop.link1.origin.evaluate();
  const RigidTransform side2 = poses[loop.link2.link.id.index()] * loop.link2.origin.evaluate();
  const double gap = (side1.p - side2.p).norm();
  if (gap > 1e-9 || (loop.type != JointType::continuous && loop.type != JointType::revolute &&
                     loop.type != JointType::ball)) {
    document.lost(loop.range, concat("loop joint '", loop.name, "' is left out: its two sides are ", gap,
                                     " m apart where all joints are zero, and SDF closes loops there"));
    return;
  }
  const XmlScope element(document.xml, "joint");
  document.xml.attribute("name", loop.name);
  document.xml.attribute("type", loop.type == JointType::ball ? "ball" : "revolute");
  document.xml.text_element("parent", document.link_name(loop.link1.link.id));
  document.xml.text_element("child", document.link_name(loop.link2.link.id));
  write_pose(document, loop.link1.origin, document.frame_of(loop.link1.link.id));
  if (loop.type == JointType::ball) return;
  const XmlScope axis(document.xml, "axis");
  document.xml.text_element("xyz", loop.axis ? number_words(loop.axis->xyz) : "1 0 0");
  const XmlScope no_limit(document.xml, "limit");
}

}  // namespace

void write_joints(Document& document) {
  for (std::size_t i = 0; i < document.model.joints.size(); ++i) JointWriter(document, JointId(i)).write();
  if (document.model.loop_joints.empty()) return;
  const auto poses =
      link_poses(document.model, document.tree, neutral_position(document.model, document.tree));
  for (const LoopJoint& loop : document.model.loop_joints) write_loop_joint(document, loop, poses);
}

}  // namespace romas::sdf
