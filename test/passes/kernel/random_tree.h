// Random robots of every joint type, for properties that hold for all.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"
#include "support/text/text.h"

namespace romas::test {

class RandomTree {
 public:
  explicit RandomTree(std::uint32_t seed) : engine_(seed) {}

  // `links` moving links on a root; with `simple` only joints of one variable. Every third pose has right
  // angles.
  Model make(int links, bool simple = false) {
    Model model;
    model.name = "random";
    model.links.push_back(link(0));
    for (int i = 1; i <= links; ++i) {
      model.links.push_back(link(i));
      Joint joint;
      joint.name = concat("joint", i);
      joint.type = type(simple);
      joint.parent.name = concat("link", below(2) == 0 ? i - 1 : below(i));
      joint.child.name = concat("link", i);
      joint.origin = TransformExpr(pose());
      const Vector3 axis = direction();
      joint.axis = JointAxis{{axis.x(), axis.y(), axis.z()}, {}, {}};
      if (joint.type == JointType::screw) joint.screw_pitch = Number(number(-0.5, 0.5));
      if (below(3) != 0) {
        joint.dynamics.emplace();
        joint.dynamics->armature = armature(below(2) == 0 ? dof(joint.type) : 1);
      }
      model.joints.push_back(joint);
    }
    model.rebuild_index();
    return model;
  }

  double number(double lower, double upper) {
    return lower + (upper - lower) * static_cast<double>(engine_() % 1000003) / 1000002.0;
  }
  int below(int count) { return static_cast<int>(engine_() % static_cast<std::uint32_t>(count)); }

  std::vector<double> values(int count, double size) {
    std::vector<double> result;
    result.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) result.push_back(number(-size, size));
    return result;
  }
  // With unit quaternions.
  std::vector<double> position(const DynamicsModel& model) {
    std::vector<double> q = values(model.n_q, 2);
    for (const Body& body : model.bodies) {
      if (body.motion != Motion::ball && body.motion != Motion::floating) continue;
      double* x = &q[static_cast<std::size_t>(body.q) + (body.motion == Motion::floating ? 3U : 0U)];
      const double length = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
      for (int k = 0; k < 4; ++k) x[k] /= length;
    }
    return q;
  }

 private:
  JointType type(bool simple) {
    constexpr std::array<JointType, 10> kTypes = {
        JointType::revolute, JointType::revolute, JointType::continuous, JointType::prismatic,
        JointType::screw,    JointType::fixed,    JointType::planar,     JointType::universal,
        JointType::ball,     JointType::floating};
    return kTypes[static_cast<std::size_t>(below(simple ? 6 : 10))];
  }
  std::vector<Number> armature(int count) {
    std::vector<Number> result;
    for (int i = 0; i < count; ++i) result.emplace_back(number(0.01, 0.1));
    return result;
  }
  Vector3 direction() {
    if (below(3) != 0) return unit_vector(static_cast<SignedAxis>(below(6)));
    return Vector3(number(-1, 1), number(-1, 1), number(0.1, 1)).normalized();
  }
  RigidTransform pose() {
    RigidTransform X;
    const bool square = below(3) != 0;
    const auto angle = [&] { return square ? 1.5707963267948966 * below(4) : number(-3, 3); };
    X.R = rotation_from_rpy(Vector3(angle(), angle(), angle()));
    for (int k = 0; k < 3; ++k) X.p[k] = below(3) == 0 ? 0 : number(-0.5, 0.5);
    return X;
  }
  Link link(int index) {
    Link link;
    link.name = concat("link", index);
    Inertial inertial;
    inertial.origin = TransformExpr(pose());
    inertial.mass = number(0.5, 3);
    inertial.inertia.ixx = number(0.02, 0.03);
    inertial.inertia.iyy = number(0.02, 0.03);
    inertial.inertia.izz = number(0.02, 0.03);
    if (below(2) == 0) inertial.inertia.ixy = number(-0.004, 0.004);
    link.inertial = inertial;
    return link;
  }

  std::mt19937 engine_;
};

}  // namespace romas::test
