// <equality>: joints that follow others, and loop joints.
#include <algorithm>
#include <utility>

#include "frontend/mjcf/file/kept_elements.h"
#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "frontend/mjcf/sections/section_reader.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas::mjcf {

void SectionReader::equality(const XmlElement& element, const Use& use) {
  const DefaultClass& its_class = use.file.class_of(element, use.file.classes().main());
  const XmlElement read = plain_element(element, its_class, "equality", use.file.settings());
  bool done = false;
  if (is_active(read)) {
    if (element.name == "joint") done = joint_equality(read, use);
    if (element.name == "connect" || element.name == "weld") done = loop(read, use);
  }
  if (!done) keep_in_section("equality", element, use.file, use.affix, model_);
}

// q1 - zero1 = a0 + a1 (q2 - zero2) + …, where the zeros are those of the Model.
bool SectionReader::joint_equality(const XmlElement& element, const Use& use) {
  schema_.check_attributes(element, kJointEquality.row, {});
  const std::string name = referred(element, "joint1", use), leader = referred(element, "joint2", use);
  const JointId follower = parts_.joint(name);
  for (const std::string_view attribute : {"joint1", "joint2"}) {
    const std::string said = referred(element, attribute, use);
    if (said.empty() || parts_.joint(said) || use.affix != nullptr) continue;
    schema_
        .report(Rule::unresolved_link, schema_.value_range(element, attribute),
                concat("there is no joint ", quote(said)))
        .nearest(said, NamedParts::names(parts_.joints));
    return true;
  }
  if (!follower || !parts_.joint(leader)) return false;
  std::vector<Number> a = {Number(0), Number(1)};
  if (element.attribute("polycoef") != nullptr) a = schema_.numbers(element, "polycoef");
  if (std::ranges::any_of(a.begin() + std::min<std::ptrdiff_t>(2, std::ssize(a)), a.end(),
                          [](const Number& n) { return n.value() != 0; }))
    return false;
  Joint& joint = model_.joint(follower);
  if (joint.mimic || dof(joint.type) != 1) return false;
  // Equalities may go round in a circle, mimics may not.
  const JointId last = last_leader(parts_.joint(leader));
  if (last == follower) return false;
  leaders_[follower.index()] = last;
  JointMimic mimic;
  mimic.joint.name = leader;
  mimic.joint.range = schema_.value_range(element, "joint2");
  mimic.range = element.range;
  if (!a.empty() && a[0].value() != 0) mimic.offset = a[0];
  mimic.multiplier = a.size() > 1 ? a[1] : Number(1);
  joint.mimic = std::move(mimic);
  const Place place{EntityKind::joint, Slot::mimic, 0, static_cast<std::uint32_t>(follower.index()), 0};
  keep_attributes(element, kJointEquality, place, model_);
  if (const XmlAttribute* own = element.attribute("name");
      own != nullptr && name_of(element, use, "") != joint.name)
    keep_attribute("name", name_of(element, use, ""), own->range, place, model_);
  return true;
}

// The joint at the end of the leaders of one. The way there is shortened.
JointId SectionReader::last_leader(JointId joint) {
  for (std::size_t i = leaders_.size(); i < model_.joints.size(); ++i) leaders_.emplace_back(i);
  JointId last = joint;
  while (leaders_[last.index()] != last) last = leaders_[last.index()];
  while (leaders_[joint.index()] != last && joint != last)
    joint = std::exchange(leaders_[joint.index()], last);
  return last;
}

std::optional<NamedParts::Placed> SectionReader::body_of(const XmlElement& element,
                                                         std::string_view attribute, const Use& use) {
  const std::string name =
      element.attribute(attribute) == nullptr ? std::string("world") : referred(element, attribute, use);
  if (const auto* found = NamedParts::find(parts_.bodies, name)) return *found;
  if (element.attribute(attribute) != nullptr && use.affix == nullptr)
    schema_
        .report(Rule::unresolved_link, schema_.value_range(element, attribute),
                concat("there is no body ", quote(name)))
        .nearest(name, NamedParts::names(parts_.bodies));
  return std::nullopt;
}

std::optional<NamedParts::Placed> SectionReader::site_of(const XmlElement& element,
                                                         std::string_view attribute, const Use& use) {
  const std::string name = referred(element, attribute, use);
  if (const auto* found = NamedParts::find(parts_.sites, name)) return *found;
  if (use.affix == nullptr && !name.empty())
    schema_
        .report(Rule::unresolved_link, schema_.value_range(element, attribute),
                concat("there is no site ", quote(name)))
        .nearest(name, NamedParts::names(parts_.sites));
  return std::nullopt;
}

bool SectionReader::loop(const XmlElement& element, const Use& use) {
  schema_.check_attributes(element, element.name == "weld" ? kWeld.row : kConnect.row, {});
  return element.attribute("site1") != nullptr ? loop_of_sites(element, use) : loop_of_bodies(element, use);
}

bool SectionReader::loop_of_sites(const XmlElement& element, const Use& use) {
  const auto first = site_of(element, "site1", use), second = site_of(element, "site2", use);
  if (first && second) add_loop(element, use, *first, *second);
  return first && second;
}

// The second body is held where it is while all joints are zero, unless relpose says otherwise.
bool SectionReader::loop_of_bodies(const XmlElement& element, const Use& use) {
  auto first = body_of(element, "body1", use), second = body_of(element, "body2", use);
  if (!first || !second) return false;
  const bool weld = element.name == "weld";
  const RigidTransform X_R1 = X_RL_[first->link.index()] * first->X_LF.evaluate();
  const RigidTransform X_R2 = X_RL_[second->link.index()] * second->X_LF.evaluate();
  Vector3 anchor = Vector3::Zero();
  if (element.attribute("anchor") != nullptr)
    if (const auto said = schema_.vector3(element, "anchor"))
      anchor = {(*said)[0].value(), (*said)[1].value(), (*said)[2].value()};
  if (!weld) {
    const Vector3 p_2 = X_R2.inverse() * (X_R1 * anchor);
    first->X_LF = plain_transform(first->X_LF.evaluate() * RigidTransform{Matrix3::Identity(), anchor});
    second->X_LF = plain_transform(second->X_LF.evaluate() * RigidTransform{Matrix3::Identity(), p_2});
    add_loop(element, use, *first, *second);
    return true;
  }
  RigidTransform X_12 = X_R1.inverse() * X_R2;
  if (element.attribute("relpose") != nullptr) {
    const std::vector<Number> said = schema_.numbers(element, "relpose");
    if (said.size() == 7 &&
        (said[3].value() != 0 || said[4].value() != 0 || said[5].value() != 0 || said[6].value() != 0))
      X_12 = {rotation_from_quaternion(said[4].value(), said[5].value(), said[6].value(), said[3].value()),
              {said[0].value(), said[1].value(), said[2].value()}};
  }
  // The anchor is a point of the second body, where the weld acts.
  const RigidTransform X_2A{Matrix3::Identity(), anchor};
  first->X_LF = plain_transform(first->X_LF.evaluate() * X_12 * X_2A);
  if (!anchor.isZero(0)) second->X_LF = plain_transform(second->X_LF.evaluate() * X_2A);
  add_loop(element, use, *first, *second);
  return true;
}

void SectionReader::add_loop(const XmlElement& element, const Use& use, const NamedParts::Placed& first,
                             const NamedParts::Placed& second) {
  LoopJoint loop;
  loop.name = name_of(element, use, concat("loop_", model_.loop_joints.size() + 1));
  loop.type = element.name == "weld" ? JointType::fixed : JointType::ball;
  loop.range = element.range;
  loop.name_range = element.start_tag;
  const auto side = [&](Attachment& to, const NamedParts::Placed& at) {
    to.link.name = model_.link(at.link).name;
    to.link.range = element.start_tag;
    to.origin = at.X_LF;
    to.range = element.range;
  };
  side(loop.link1, first);
  side(loop.link2, second);
  const Place place{EntityKind::loop_joint, Slot::self, 0,
                    static_cast<std::uint32_t>(model_.loop_joints.size()), 0};
  model_.loop_joints.push_back(std::move(loop));
  keep_attributes(element, element.name == "weld" ? kWeld : kConnect, place, model_);
}

}  // namespace romas::mjcf
