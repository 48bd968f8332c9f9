// Random trees of links. One seed gives the same tree on every machine.
#pragma once

#include <random>
#include <string>

#include "support/text/text.h"
#include "test/model_helpers.h"

namespace romas::test {

struct RandomRobotOptions {
  int links = 30;
  double fixed = 0.5;       // part of the joints that are fixed
  bool attachments = true;  // frames, sensors, loop joints, springs, visuals
};

class RandomRobot {
 public:
  explicit RandomRobot(std::uint64_t seed, RandomRobotOptions options = {})
      : options_(options), random_(seed) {
    for (int i = 0; i < options_.links; ++i) add_link(i);
    if (options_.attachments) add_attachments();
    maker_.done();
  }
  Model& model() { return maker_.model(); }

 private:
  // std::uniform_real_distribution differs between libraries.
  double uniform(double from, double to) {
    return from + (to - from) * static_cast<double>(random_() >> 11U) * 0x1p-53;
  }
  int below(int count) { return static_cast<int>(uniform(0, count)); }
  TransformExpr pose() {
    return ModelMaker::at(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-3, 3), uniform(-3, 3),
                          uniform(-3, 3));
  }

  void add_link(int i) {
    Link& link = maker_.link(concat("l", i));
    if (uniform(0, 1) < 0.8) {
      // A body of point masses has a valid inertia.
      const double a = uniform(0.01, 1), b = uniform(0.01, 1), c = uniform(0.01, 1);
      link.inertial = maker_.inertial(uniform(0.1, 5), b + c, a + c, a + b);
      link.inertial->origin = pose();
    }
    if (options_.attachments) {
      for (int k = below(3); k > 0; --k)
        link.visuals.push_back({concat("v", i, "_", k), pose(), {Box{{1, 2, 3}}, {}}, {}, {}});
      for (int k = below(3); k > 0; --k)
        link.collisions.push_back({concat("c", i, "_", k), pose(), {Sphere{1}, {}}, {}});
    }
    if (i == 0) return;
    constexpr std::array kMoving = {JointType::revolute, JointType::continuous, JointType::prismatic,
                                    JointType::floating, JointType::ball,       JointType::planar,
                                    JointType::screw,    JointType::universal};
    const JointType type = uniform(0, 1) < options_.fixed
                               ? JointType::fixed
                               : kMoving[static_cast<std::size_t>(below(static_cast<int>(kMoving.size())))];
    Joint& joint = maker_.joint(concat("j", i), type, concat("l", below(i)), concat("l", i));
    joint.origin = pose();
    if (joint.axis) joint.axis = maker_.axis(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    if (type == JointType::screw) joint.screw_pitch = uniform(-0.1, 0.1);
  }

  LinkRef any_link() { return {concat("l", below(options_.links)), maker_.next_range(), {}}; }

  void add_attachments() {
    Model& model = maker_.model();
    for (int i = 0; i < options_.links / 3; ++i) {
      model.frames.push_back({concat("f", i), any_link(), pose(), Frame::Origin::written, {}, {}});
      Sensor sensor;
      sensor.name = concat("s", i);
      sensor.parent_link = any_link();
      sensor.origin = pose();
      model.sensors.push_back(std::move(sensor));
      LoopJoint loop;
      loop.name = concat("loop", i);
      loop.link1.link = any_link(), loop.link1.origin = pose();
      loop.link2.link = any_link(), loop.link2.origin = pose();
      model.loop_joints.push_back(std::move(loop));
      LinearSpringDamper spring;
      spring.link1.link = any_link(), spring.link1.origin = pose();
      spring.link2.link = any_link(), spring.link2.origin = pose();
      model.force_elements.push_back({concat("spring", i), std::move(spring), {}, {}});
    }
  }

  RandomRobotOptions options_;
  std::mt19937_64 random_;
  ModelMaker maker_;
};

}  // namespace romas::test
