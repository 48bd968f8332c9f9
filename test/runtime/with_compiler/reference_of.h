// The runtime's reference model of a compiler's model: what generated code is tested against.
#pragma once

#include <memory>
#include <romas/reference.hpp>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/model.h"

namespace romas::test {

using ReferenceModel = reference::Model<256, 262>;
using ReferenceData = reference::Data<ReferenceModel>;

struct ReferenceOptions {
  bool floating_base = false;
  bool independent_mimics = false;
};

// Links in the order of the tree: index k is tree.order()[k]. Joints of foreign types stay fixed.
struct Reference {
  std::unique_ptr<ReferenceModel> model = std::make_unique<ReferenceModel>();
  std::unique_ptr<ReferenceData> data = std::make_unique<ReferenceData>();
  std::vector<LinkId> links;
  bool ok = false;

  int index_of(LinkId link) const {
    for (std::size_t i = 0; i < links.size(); ++i)
      if (links[i] == link) return static_cast<int>(i);
    return -1;
  }
};

inline reference::Vec3<double> plain(const Vector3& v) { return {v.x(), v.y(), v.z()}; }
inline reference::Mat3<double> plain(const Matrix3& A) {
  return {{plain(Vector3(A.row(0))), plain(Vector3(A.row(1))), plain(Vector3(A.row(2)))}};
}

inline reference::JointType reference_joint_type(JointType type) {
  switch (type) {
    case JointType::fixed:
    case JointType::foreign: return reference::JointType::fixed;
    case JointType::revolute: return reference::JointType::revolute;
    case JointType::continuous: return reference::JointType::continuous;
    case JointType::prismatic: return reference::JointType::prismatic;
    case JointType::planar: return reference::JointType::planar;
    case JointType::floating: return reference::JointType::floating;
    case JointType::ball: return reference::JointType::ball;
    case JointType::universal: return reference::JointType::universal;
    case JointType::screw: return reference::JointType::screw;
  }
  return reference::JointType::fixed;
}

// Follows mimics of mimics up to the joint that moves by itself: q = multiplier q_leader + offset.
inline void set_mimic(const Model& model, const KinematicTree& tree, const Joint& joint,
                      reference::Link<double>& link) {
  const Joint* at = &joint;
  double multiplier = 1, offset = 0;
  for (std::size_t steps = 0; at->mimic && at->mimic->joint.id && steps <= model.joints.size(); ++steps) {
    offset += multiplier * at->mimic->offset.value_or(0).value();
    multiplier *= at->mimic->multiplier.value_or(1).value();
    at = &model.joint(at->mimic->joint.id);
  }
  if (at == &joint) return;
  link.multiplier = multiplier, link.offset = offset;
  for (std::size_t k = 0; k < tree.order().size(); ++k)
    if (tree.order()[k] == at->child.id) link.mimic = static_cast<int>(k);
}

inline Reference reference_of(const Model& model, const KinematicTree& tree,
                              const ReferenceOptions& options = {}) {
  Reference made;
  for (const LinkId id : tree.order()) {
    reference::Link<double> link;
    if (const JointId joint_id = tree.parent_joint(id)) {
      const Joint& joint = model.joint(joint_id);
      link.type = reference_joint_type(joint.type);
      link.parent = made.index_of(tree.parent_link(id));
      const RigidTransform X_PC = joint.origin.evaluate();
      link.origin = {plain(X_PC.R), plain(X_PC.p)};
      link.axis = plain(joint.axis_or_default());
      link.pitch = joint.screw_pitch.value_or(0).value();
      if (!options.independent_mimics) set_mimic(model, tree, joint, link);
      if (joint.dynamics && !joint.dynamics->damping.empty())
        link.damping = joint.dynamics->damping.front().value();
      if (joint.dynamics && !joint.dynamics->friction.empty())
        link.friction = joint.dynamics->friction.front().value();
    }
    if (const auto& inertial = model.link(id).inertial) {
      const SpatialInertia inertia = inertial->spatial();
      link.mass = inertia.mass, link.com = plain(inertia.com), link.inertia = plain(inertia.tensor);
    }
    made.model->add_link(link);
    made.links.push_back(id);
  }
  made.model->set_floating_base(options.floating_base);
  made.ok = made.model->finish();
  return made;
}

}  // namespace romas::test
