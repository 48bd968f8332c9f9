// The robot's table as a model of Pinocchio, for any scalar.
#pragma once

#include <pinocchio/fwd.hpp>

#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/joint/joint-collection.hpp>
#include <pinocchio/multibody/model.hpp>
#include <stdexcept>
#include <vector>

#include "contestant.h"

namespace bench {

struct PinocchioModel {
  pinocchio::Model model;
  std::vector<int> order;                     // index in our q of each of its variables
  std::vector<pinocchio::FrameIndex> frames;  // of each link
};

// Axes along x, y and z are its own joint types, as its URDF reader has them. Links behind fixed joints are
// frames, and their inertias are lumped.
inline PinocchioModel make_pinocchio_model(const Case& robot) {
  using namespace pinocchio;
  PinocchioModel result;
  Model& model = result.model;
  model.gravity.linear(Eigen::Vector3d(0, 0, -9.81));
  const std::size_t links = robot.links.size();
  result.frames.resize(links);
  std::vector<JointIndex> joint_of(links, 0);
  std::vector<SE3> placement(links, SE3::Identity());  // of the link in its joint's frame
  for (std::size_t i = 0; i < links; ++i) {
    const LinkRow& row = robot.rows[i];
    SE3 X = SE3::Identity();
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) X.rotation()(r, c) = row.R[3 * r + c];
      X.translation()[r] = row.p[r];
    }
    const Eigen::Vector3d axis = Eigen::Vector3d(row.axis[0], row.axis[1], row.axis[2]).normalized();
    const int parent = robot.link(row.parent);
    if (row.type != "root") {
      const auto from = static_cast<std::size_t>(parent);
      const SE3 in_joint = placement[from] * X;
      if (row.type == "fixed") {
        joint_of[i] = joint_of[from], placement[i] = in_joint;
      } else {
        const auto add = [&](const auto& kind) {
          return model.addJoint(joint_of[from], kind, in_joint, row.joint);
        };
        const bool turns = row.type == "revolute";
        if (axis == Eigen::Vector3d::UnitX())
          joint_of[i] = turns ? add(JointModelRX()) : add(JointModelPX());
        else if (axis == Eigen::Vector3d::UnitY())
          joint_of[i] = turns ? add(JointModelRY()) : add(JointModelPY());
        else if (axis == Eigen::Vector3d::UnitZ())
          joint_of[i] = turns ? add(JointModelRZ()) : add(JointModelPZ());
        else
          joint_of[i] =
              turns ? add(JointModelRevoluteUnaligned(axis)) : add(JointModelPrismaticUnaligned(axis));
      }
    }
    Eigen::Matrix3d tensor;
    for (int k = 0; k < 9; ++k) tensor(k / 3, k % 3) = row.inertia[k];
    const Inertia inertia(row.mass, Eigen::Vector3d(row.com[0], row.com[1], row.com[2]), tensor);
    model.appendBodyToJoint(joint_of[i], inertia, placement[i]);
    result.frames[i] = model.addFrame(Frame(row.name, joint_of[i], placement[i], BODY), false);
  }
  result.order.assign(static_cast<std::size_t>(model.nv), -1);
  for (JointIndex j = 1; j < static_cast<JointIndex>(model.njoints); ++j)
    result.order[static_cast<std::size_t>(model.joints[j].idx_v())] = robot.joint(model.names[j]);
  if (model.nv != robot.n()) throw std::runtime_error("Pinocchio's model has other joints");
  return result;
}

}  // namespace bench
