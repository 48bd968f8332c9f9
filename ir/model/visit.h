// Visits the references, poses and numbers of a model wherever they stand, so that a pass need not know every
// store. The model may be const or not; the visitors get the same constness.
#pragma once

#include <variant>

#include "ir/model/model.h"

namespace romas {

// visit(LinkRef&, EntityKind owner, std::size_t index of the owner): every reference to a link by name but
// those of <gazebo>.
template <class ModelRef, class Visit>
void for_each_link_ref(ModelRef& model, Visit&& visit) {
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    visit(model.joints[i].parent, EntityKind::joint, i);
    visit(model.joints[i].child, EntityKind::joint, i);
  }
  for (std::size_t i = 0; i < model.frames.size(); ++i) visit(model.frames[i].link, EntityKind::frame, i);
  for (std::size_t i = 0; i < model.sensors.size(); ++i)
    if (model.sensors[i].parent_link) visit(*model.sensors[i].parent_link, EntityKind::sensor, i);
  for (std::size_t i = 0; i < model.loop_joints.size(); ++i) {
    visit(model.loop_joints[i].link1.link, EntityKind::loop_joint, i);
    visit(model.loop_joints[i].link2.link, EntityKind::loop_joint, i);
  }
  for (std::size_t i = 0; i < model.force_elements.size(); ++i) {
    auto& force = model.force_elements[i].force;
    if (auto* spring = std::get_if<LinearSpringDamper>(&force)) {
      visit(spring->link1.link, EntityKind::force_element, i);
      visit(spring->link2.link, EntityKind::force_element, i);
    } else if (auto* wing = std::get_if<Wing>(&force)) {
      visit(wing->parent, EntityKind::force_element, i);
    } else if (auto* thrust = std::get_if<Thrust>(&force)) {
      visit(thrust->parent, EntityKind::force_element, i);
    }
  }
}

// visit(JointRef&, EntityKind owner, std::size_t index): every reference to a joint by name but those of
// <gazebo> and ros2_control.
template <class ModelRef, class Visit>
void for_each_joint_ref(ModelRef& model, Visit&& visit) {
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    if (model.joints[i].mimic) visit(model.joints[i].mimic->joint, EntityKind::joint, i);
    if (model.joints[i].servo)
      for (auto& coupling : model.joints[i].servo->couplings) visit(coupling.joint, EntityKind::joint, i);
  }
  for (std::size_t i = 0; i < model.sensors.size(); ++i)
    if (model.sensors[i].parent_joint) visit(*model.sensors[i].parent_joint, EntityKind::sensor, i);
  for (std::size_t i = 0; i < model.transmissions.size(); ++i)
    for (auto& joint : model.transmissions[i].joints) visit(joint.joint, EntityKind::transmission, i);
}

// visit(LinkRef&, TransformExpr&): everything but joints that is fixed to a link by a pose of its own.
template <class ModelRef, class Visit>
void for_each_attachment(ModelRef& model, Visit&& visit) {
  for (auto& frame : model.frames) visit(frame.link, frame.origin);
  for (auto& sensor : model.sensors)
    if (sensor.parent_link) visit(*sensor.parent_link, sensor.origin);
  for (auto& loop : model.loop_joints) {
    visit(loop.link1.link, loop.link1.origin);
    visit(loop.link2.link, loop.link2.origin);
  }
  for (auto& element : model.force_elements) {
    if (auto* spring = std::get_if<LinearSpringDamper>(&element.force)) {
      visit(spring->link1.link, spring->link1.origin);
      visit(spring->link2.link, spring->link2.origin);
    } else if (auto* wing = std::get_if<Wing>(&element.force)) {
      visit(wing->parent, wing->origin);
    } else if (auto* thrust = std::get_if<Thrust>(&element.force)) {
      visit(thrust->parent, thrust->origin);
    }
  }
}

// visit(TransformExpr&): every pose of the robot. Poses inside of Blocks belong to the library and are not
// visited.
template <class ModelRef, class Visit>
void for_each_pose(ModelRef& model, Visit&& visit) {
  for (auto& link : model.links) {
    if (link.inertial) visit(link.inertial->origin);
    for (auto& visual : link.visuals) visit(visual.origin);
    for (auto& collision : link.collisions) visit(collision.origin);
  }
  for (auto& joint : model.joints) visit(joint.origin);
  for_each_attachment(model, [&](auto&, auto& origin) { visit(origin); });
  for (auto& sensor : model.sensors)
    if (!sensor.parent_link) visit(sensor.origin);
}

// visit(const Number&): the numbers of one pose.
template <class Visit>
void for_each_number(const TransformExpr& pose, Visit&& visit) {
  const auto all = [&](const auto& numbers) {
    for (const Number& number : numbers) visit(number);
  };
  std::vector<const TransformExpr*> open = {&pose};
  while (!open.empty()) {
    const TransformExpr* expression = open.back();
    open.pop_back();
    if (const auto* xyz_rpy = expression->get_if<TransformExpr::XyzRpy>()) {
      if (xyz_rpy->xyz) all(*xyz_rpy->xyz);
      if (xyz_rpy->rpy) all(*xyz_rpy->rpy);
    } else if (const auto* quaternion = expression->get_if<TransformExpr::XyzQuaternion>()) {
      if (quaternion->xyz) all(*quaternion->xyz);
      all(quaternion->xyzw);
    } else if (const auto* constant = expression->get_if<TransformExpr::Constant>()) {
      for (int i = 0; i < 9; ++i) visit(Number(constant->X_PC.R(i / 3, i % 3)));
      for (int i = 0; i < 3; ++i) visit(Number(constant->X_PC.p[i]));
    } else if (const auto* composition = expression->get_if<TransformExpr::Composition>()) {
      for (const TransformExpr& factor : composition->factors) open.push_back(&factor);
    } else if (const auto* inverse = expression->get_if<TransformExpr::Inverse>()) {
      open.push_back(inverse->operand.get());
    }
  }
}

}  // namespace romas
