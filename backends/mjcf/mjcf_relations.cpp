// <equality> and <tendon>: coordinates that follow others, joints that close loops, springs between links.
#include <Eigen/Geometry>
#include <algorithm>

#include "backends/mjcf/mjcf_document.h"
#include "ir/analysis/motion/kinematics.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// Beyond this the two sides of a loop do not meet, in m.
constexpr double kMeeting = 1e-9;

class LoopWriter {
 public:
  LoopWriter(Document& document, const LoopJoint& loop, const std::vector<RigidTransform>& poses)
      : document_(document), loop_(loop), poses_(poses) {}

  void write() {
    switch (loop_.type) {
      case JointType::fixed: return weld();
      case JointType::ball: return connect(document_.names.equalities.take(loop_.name), Vector3::Zero());
      case JointType::revolute:
      case JointType::continuous: return hinge();
      default:
        document_.lost(loop_.range,
                       concat("loop joint '", loop_.name, "' is left out: MJCF closes loops with ",
                              "welds, balls and hinges, not with ", to_string(loop_.type), " joints"));
        document_.context.changes.allow(EntityKind::loop_joint, loop_.name);
    }
  }

 private:
  // Two points of the axis, a distance of the size of robots apart, so that neither constraint dominates.
  void hinge() {
    constexpr double kApart = 0.1;  // m
    const Vector3 axis = loop_.axis ? Vector3(loop_.axis->xyz[0].value(), loop_.axis->xyz[1].value(),
                                              loop_.axis->xyz[2].value())
                                    : Vector3(1, 0, 0);
    const Vector3 step = axis.normalized() * kApart;
    document_.rewritten(loop_.range,
                        concat("loop joint '", loop_.name,
                               "' becomes two points of its axis that MuJoCo holds together softly"));
    const std::string name = document_.names.equalities.take(loop_.name);
    const std::string second = document_.names.equalities.take(concat(loop_.name, "_axis"));
    for (const std::string& point : {name, second})
      document_.context.changes.allow(EntityKind::loop_joint, point);
    connect(name, Vector3::Zero());
    connect(second, step);
  }

  // MuJoCo takes the anchor in the first body, and finds that in the second one where all joints are zero.
  void connect(const std::string& name, const Vector3& p_AX) {
    const RigidTransform X_1A = loop_.link1.origin.evaluate();
    const RigidTransform X_2B = loop_.link2.origin.evaluate();
    const Vector3 side1 = poses_[loop_.link1.link.id.index()] * (X_1A * p_AX);
    const Vector3 side2 = poses_[loop_.link2.link.id.index()] * (X_2B * p_AX);
    if ((side1 - side2).norm() > kMeeting) {
      document_.lost(
          loop_.range,
          concat("loop joint '", loop_.name, "' is left out: its two sides are ", (side1 - side2).norm(),
                 " m apart where all joints are zero, but MuJoCo closes loops there"));
      document_.context.changes.allow(EntityKind::loop_joint, loop_.name);
      return;
    }
    XmlWriter& xml = open();
    const XmlScope element(xml, "connect");
    head(name);
    const Vector3 anchor = X_1A * p_AX;
    xml.attribute("anchor", concat(anchor.x() + 0.0, " ", anchor.y() + 0.0, " ", anchor.z() + 0.0));
    kept_attributes();
  }

  void weld() {
    XmlWriter& xml = open();
    const XmlScope element(xml, "weld");
    head(document_.names.equalities.take(loop_.name));
    // The pose of the second body in the first one in which the two sides coincide.
    const RigidTransform X_2B = loop_.link2.origin.evaluate();
    const RigidTransform X_12 = loop_.link1.origin.evaluate() * X_2B.inverse();
    const Eigen::Quaterniond q(X_12.R);
    std::string numbers = concat(X_12.p.x() + 0.0, " ", X_12.p.y() + 0.0, " ", X_12.p.z() + 0.0);
    for (const double value : {q.w(), q.x(), q.y(), q.z()}) numbers += concat(" ", value + 0.0);
    xml.attribute("relpose", numbers);
    const bool is_anchored = !X_2B.p.isZero(0) && document_.version == Version::v3;
    if (is_anchored)
      xml.attribute("anchor", concat(X_2B.p.x() + 0.0, " ", X_2B.p.y() + 0.0, " ", X_2B.p.z() + 0.0));
    // A weld says how its bodies stand to each other, and not how the frames are turned in which they meet.
    if (!X_2B.R.isIdentity(0) || (!X_2B.p.isZero(0) && !is_anchored))
      for (const std::string_view side : {"link1 origin", "link2 origin"})
        document_.context.changes.allow(EntityKind::loop_joint, loop_.name, side);
    kept_attributes();
  }

  XmlWriter& open() { return document_.xml; }

  void kept_attributes() {
    const auto index = static_cast<std::uint32_t>(&loop_ - document_.model.loop_joints.data());
    write_kept_attributes(document_, {EntityKind::loop_joint, Slot::self, 0, index, 0});
  }

  void head(const std::string& name) {
    document_.xml.attribute("name", name);
    document_.xml.attribute("body1", document_.names.bodies[loop_.link1.link.id.index()]);
    document_.xml.attribute("body2", document_.names.bodies[loop_.link2.link.id.index()]);
  }

  Document& document_;
  const LoopJoint& loop_;
  const std::vector<RigidTransform>& poses_;
};

void write_joint_equality(Document& document, const JointEquality& equality) {
  const XmlScope element(document.xml, "joint");
  const Place mimic{EntityKind::joint, Slot::mimic, 0, static_cast<std::uint32_t>(equality.follower.index()),
                    0};
  const std::string* name = equality.follower ? kept_attribute(document, mimic, "name") : nullptr;
  document.xml.attribute("name", document.names.equalities.take(name != nullptr ? *name : equality.joint));
  document.xml.attribute("joint1", equality.joint);
  if (!equality.leader.empty()) document.xml.attribute("joint2", equality.leader);
  document.xml.attribute("polycoef", concat(equality.offset + 0.0, " ", equality.multiplier + 0.0, " 0 0 0"));
  for (const std::string_view kept : {"solref", "solimp"})
    if (const std::string* text = equality.follower ? kept_attribute(document, mimic, kept) : nullptr)
      document.xml.attribute(kept, *text);
}

}  // namespace

void write_equalities(Document& document) {
  const Model& model = document.model;
  if (document.equalities.empty() && model.loop_joints.empty()) return;
  const XmlScope section(document.xml, "equality");
  for (const JointEquality& equality : document.equalities) write_joint_equality(document, equality);
  if (model.loop_joints.empty()) return;
  const auto poses = link_poses(model, document.tree, neutral_position(model, document.tree));
  for (const LoopJoint& loop : model.loop_joints) LoopWriter(document, loop, poses).write();
}

void write_tendons(Document& document) {
  if (document.springs.empty()) return;
  const XmlScope section(document.xml, "tendon");
  for (const Spring& spring : document.springs) {
    const auto& force = std::get<LinearSpringDamper>(spring.force->force);
    const XmlScope tendon(document.xml, "spatial");
    document.xml.attribute("name", document.names.tendons.take(spring.force->name));
    const auto write = [&](std::string_view name, const std::optional<Number>& value) {
      if (value) document.xml.attribute(name, value->text());
    };
    write("stiffness", force.stiffness);
    write("damping", force.damping);
    write("springlength", force.rest_length);
    for (const std::string& site : spring.sites) {
      const XmlScope point(document.xml, "site");
      document.xml.attribute("site", site);
    }
  }
}

}  // namespace romas::mjcf
