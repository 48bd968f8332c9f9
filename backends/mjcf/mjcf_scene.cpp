// --mjcf-scene: a second file with a floor, a light and a first pose, which includes the robot's file.
#include <Eigen/Geometry>
#include <algorithm>

#include "backends/mjcf/mjcf_document.h"
#include "ir/analysis/bounds.h"
#include "ir/analysis/kinematics.h"
#include "ir/analysis/mimic.h"
#include "support/text.h"

namespace romas::mjcf {

namespace {

// The position of a joint's variable in the first pose: zero, or the bound that is nearest to it.
double first_position(const Joint& joint) {
  if (!joint.limit || joint.type == JointType::continuous) return 0;
  const auto value = [](const std::optional<Number>& bound) { return bound ? bound->value() : 0.0; };
  const double lower = value(joint.limit->lower), upper = value(joint.limit->upper);
  return lower <= upper ? std::clamp(0.0, lower, upper) : 0.0;
}

// Where a joint stands in the first pose.
double first_position_of(const Model& model, JointId id) {
  const auto followed = followed_by(model, id);
  return followed ? followed->multiplier * first_position(model.joint(followed->leader)) + followed->offset
                  : first_position(model.joint(id));
}

// How far the robot reaches below its root in the first pose, in m: shapes of known size and origins of
// links.
double depth_below_root(const Document& document) {
  const Model& model = document.model;
  std::vector<double> q = neutral_position(model, document.tree);
  for (const JointId id : document.tree.joint_order())
    if (dof(model.joint(id).type) == 1)
      q[static_cast<std::size_t>(document.tree.q_index(id))] = first_position_of(model, id);
  const std::vector<RigidTransform> poses = link_poses(model, document.tree, q);
  double lowest = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    lowest = std::min(lowest, poses[i].p.z());
    for (const Collision& collision : model.links[i].collisions)
      if (const auto box = bounding_box(collision.geometry.shape, nullptr))
        lowest = std::min(lowest, expressed_in(*box, poses[i] * collision.origin.evaluate()).min().z());
  }
  return round_to_digits(-lowest, 9);  // without what is left of rounding
}

// Values of qpos, in the order in which MuJoCo counts joints: that of the bodies.
std::vector<double> first_pose(const Document& document) {
  const Model& model = document.model;
  std::vector<double> positions;
  if (!document.world && document.context.options.floating_base)
    positions = {0, 0, depth_below_root(document), 1, 0, 0, 0};
  for (const JointId id : document.tree.joint_order()) {
    const auto& freedoms = document.freedoms[id.index()];
    const Joint& joint = model.joint(id);
    for (std::size_t i = 0; i < freedoms.size(); ++i) {
      if (freedoms[i].type == "free") {
        const RigidTransform X = joint.origin.evaluate();
        const Eigen::Quaterniond q(X.R);
        positions.insert(positions.end(), {X.p.x(), X.p.y(), X.p.z(), q.w(), q.x(), q.y(), q.z()});
      } else if (freedoms[i].type == "ball") {
        positions.insert(positions.end(), {1, 0, 0, 0});
      } else {
        positions.push_back(i == 0 && dof(joint.type) == 1 ? first_position_of(model, id) : 0);
      }
    }
  }
  return positions;
}

void write_floor(XmlWriter& xml, const std::string& name) {
  const XmlScope world(xml, "worldbody");
  {
    const XmlScope light(xml, "light");
    xml.attribute("directional", "true");
    xml.attribute("pos", "0 0 3");
    xml.attribute("dir", "0 0.3 -1");
  }
  const XmlScope floor(xml, "geom");
  xml.attribute("name", name);
  xml.attribute("type", "plane");
  xml.attribute("size", "0 0 0.05");
  xml.attribute("rgba", "0.8 0.8 0.8 1");
}

}  // namespace

OutputFile write_scene(Document& document) {
  XmlWriter xml;
  {
    const XmlScope root(xml, "mujoco");
    xml.attribute("model", concat(document.model.name, " scene"));
    {
      const XmlScope robot(xml, "include");
      xml.attribute("file", document.context.options.file_name);
    }
    write_floor(xml, document.names.geoms.take("floor"));
    const std::vector<double> positions = first_pose(document);
    if (!positions.empty()) {
      const XmlScope keyframe(xml, "keyframe");
      const XmlScope key(xml, "key");
      xml.attribute("name", "home");
      xml.attribute("qpos", join(positions, " ", format_double));
    }
  }
  return {"scene.xml", xml.take(), false, true};
}

}  // namespace romas::mjcf
