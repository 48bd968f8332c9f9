// Joints of a body. The first turns the others: a body of several joints becomes a chain of links without
// mass, whose last one is the body.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "frontend/mjcf/bodies/mjcf_reader.h"
#include "frontend/mjcf/file/kept_elements.h"
#include "frontend/mjcf/file/mjcf_pose.h"
#include "frontend/mjcf/grammar/attribute_values.h"
#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "frontend/mjcf/sections/section_reader.h"
#include "frontend/xml/reader/make_element.h"
#include "ir/model/no_limit.h"
#include "ir/model/place.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr double kUnit = 1e-9;  // an axis whose length differs less from 1 keeps its digits

TransformExpr moved_by(const Vector3& p) { return plain_transform({Matrix3::Identity(), p}); }

Vector3 to_vector(const Number3& numbers) {
  return {numbers[0].value(), numbers[1].value(), numbers[2].value()};
}

}  // namespace

// In the unit of the file.
double MjcfReader::number_or_zero(const XmlElement& element, std::string_view name) {
  if (element.attribute(name) == nullptr) return 0;
  const auto said = schema_.number(element, name);
  return said ? said->value() : 0;
}

std::vector<MjcfReader::BodyJoint> MjcfReader::body_joints(const BodyNode& node, const std::string& body) {
  std::vector<BodyJoint> result;
  for (const Part& part : node.joints) {
    BodyJoint read;
    read.part = &part;
    const bool free = part.element->name == "freejoint";
    schema_.check_attributes(*part.element, free ? kFreeJoint.row : kJoint.row, {});
    read.element =
        free ? ClassTable::effective(*part.element, {})
             : ClassTable::effective(*part.element, part.file->class_of(*part.element, *part.nearest_class));
    const auto type =
        free ? std::optional<std::string>("free") : schema_.word(read.element, kJoint.row, "type");
    read.type = !type || *type == "hinge" ? JointType::revolute
                : *type == "slide"        ? JointType::prismatic
                : *type == "ball"         ? JointType::ball
                                          : JointType::floating;
    const auto pos = read.element.attribute("pos") == nullptr || read.type == JointType::floating
                         ? std::nullopt
                         : schema_.vector3(read.element, "pos");
    read.p_BJ = part.X_BF.evaluate() * (pos ? to_vector(*pos) : Vector3(Vector3::Zero()));
    read.name = name_of(
        part, node.joints.size() == 1 ? concat(body, "_joint") : concat(body, "_joint_", result.size() + 1),
        joint_names_);
    result.push_back(std::move(read));
  }
  // A slide goes the same way wherever it stands: with the joint behind it, else at the body's origin.
  Vector3 behind = Vector3::Zero();
  for (auto read = result.rbegin(); read != result.rend(); ++read) {
    if (read->type == JointType::prismatic) read->p_BJ = behind;
    behind = read->p_BJ;
  }
  return result;
}

void MjcfReader::add_joint(Joint joint, LinkId parent, LinkId child, bool has_name) {
  joint.parent.name = model_.link(parent).name;
  joint.child.name = model_.link(child).name;
  joint.parent.range = joint.child.range = model_.link(child).name_range;
  if (has_name) parts_.joints.emplace(joint.name, JointId(model_.joints.size()));
  model_.joints.push_back(std::move(joint));
}

MjcfReader::PlacedBody MjcfReader::connect(const BodyNode& node, const std::optional<PlacedBody>& parent,
                                           std::vector<BodyJoint>& joints, const std::string& name) {
  if (joints.empty()) {
    const PlacedBody body = add_link(node, name, {});
    if (!parent) return body;
    const bool mocap = node.part.element->attribute("mocap") != nullptr &&
                       node.part.element->attribute("mocap")->value.text == "true";
    Joint joint;
    joint.name = joint_names_.take(concat(name, "_joint"));
    joint.type = mocap ? JointType::floating : JointType::fixed;
    joint.origin = composed(parent->X_LB, node.X_PB);
    joint.range = node.part.element->range;
    joint.name_range = model_.link(body.link).name_range;
    if (mocap)
      schema_.report(Rule::feature_dropped, node.part.element->start_tag,
                     concat("body '", name, "' is moved from outside in MuJoCo (mocap); here it floats"));
    add_joint(std::move(joint), parent->link, body.link, false);
    return body;
  }
  LinkId before = parent->link;
  TransformExpr X_LB = composed(parent->X_LB, node.X_PB);  // of the body's frame in the link before
  for (std::size_t i = 0; i < joints.size(); ++i) {
    BodyJoint& read = joints[i];
    const bool last = i + 1 == joints.size();
    const TransformExpr back = moved_by(-read.p_BJ);
    const PlacedBody link =
        add_link(node, last ? name : link_names_.take(concat(name, ".", read.name)), back);
    Joint joint = joint_of(read);
    joint.origin = composed(X_LB, moved_by(read.p_BJ));
    add_joint(std::move(joint), before, link.link, is_said(*read.part->element, "name"));
    if (last) return link;
    before = link.link;
    X_LB = back;
  }
  return {};
}

Joint MjcfReader::joint_of(BodyJoint& read) {
  Joint joint;
  joint.name = read.name;
  joint.type = read.type;
  joint.range = read.part->element->range;
  const XmlAttribute* name = read.part->element->attribute("name");
  joint.name_range = name != nullptr ? name->value.range : read.part->element->start_tag;
  const Place place{EntityKind::joint, Slot::self, 0, static_cast<std::uint32_t>(model_.joints.size()), 0};
  if (read.type == JointType::floating) {
    const bool plain = read.element.name == "freejoint";
    if (plain) say_alignment(read);
    keep_attributes(read.element, plain ? kFreeJoint : kFreeTypedJoint, place, model_);
    read_dynamics(read, joint);
    return joint;
  }
  if (read.type == JointType::ball) read_ball(read, place);
  if (read.type != JointType::ball) {
    read_axis(read, joint);
    read_limit(read, joint);
    read_effort(read, joint);
    read_spring(read, joint);
  }
  keep_reference(read, place);
  read_dynamics(read, joint);
  keep_attributes(read.element, kJoint, place, model_);
  return joint;
}

// The setting of <compiler> for the frames of free bodies becomes an attribute of each joint when MJCF is
// written.
void MjcfReader::say_alignment(BodyJoint& read) {
  const CompilerSettings& settings = read.part->file->settings();
  const XmlAttribute* own = read.element.attribute("align");
  if (settings.aligns_free && (own == nullptr || own->value.text == "auto"))
    set_attribute(read.element, "align", "true", settings.aligns_free_range);
}

// The Model bounds no cone. What MJCF says of one is kept, in radians.
void MjcfReader::read_ball(const BodyJoint& read, const Place& place) {
  keep_attributes(read.element, kBallJoint, place, model_);
  const CompilerSettings& settings = read.part->file->settings();
  if (!is_limited(read.element, kJoint.row, "range", "limited", settings, schema_)) return;
  const SourceRange range = schema_.value_range(read.element, "range");
  const auto said = *schema_.vector2(read.element, "range");
  if (said[0].value() != 0)
    schema_.report(
        Rule::bad_value, range,
        concat("the range of ball joint '", read.name, "' must begin at 0, not at ", said[0].value()));
  const double unit = settings.degrees ? std::numbers::pi / 180 : 1;
  keep_attribute("range", concat(said[0].value() * unit, " ", said[1].value() * unit), range, place, model_);
  keep_attribute("limited", "true", range, place, model_);
}

void MjcfReader::read_axis(const BodyJoint& read, Joint& joint) {
  JointAxis axis;
  axis.xyz = {Number(0), Number(0), Number(1)};
  axis.range = read.part->element->start_tag;
  if (read.element.attribute("axis") != nullptr) {
    if (const auto said = schema_.vector3(read.element, "axis")) axis.xyz = *said;
    axis.range = axis.xyz_range = schema_.value_range(read.element, "axis");
  }
  if (!read.part->X_BF.absent()) {
    const Vector3 turned = read.part->X_BF.evaluate().R * to_vector(axis.xyz);
    axis.xyz = {Number(turned.x()), Number(turned.y()), Number(turned.z())};
    axis.xyz_range = SourceRange();
  }
  // MuJoCo takes an axis of any length.
  Vector3 said = to_vector(axis.xyz);
  const double largest = said.cwiseAbs().maxCoeff();
  const bool can_be_squared = largest > 1e-150 && largest < 1e150;
  if (largest > 0 && !can_be_squared) said /= largest;
  const double length = said.norm();
  if (length > 0 && (!can_be_squared || std::abs(length - 1) > kUnit))
    axis.xyz = {Number(said.x() / length), Number(said.y() / length), Number(said.z() / length)};
  joint.axis = std::move(axis);
}

// MJCF's zero is `ref` away from the pose in which the body is drawn, which is the Model's zero.
void MjcfReader::read_limit(const BodyJoint& read, Joint& joint) {
  const CompilerSettings& settings = read.part->file->settings();
  const bool angle = read.type == JointType::revolute;
  const double unit = angle && settings.degrees ? std::numbers::pi / 180 : 1;
  const double reference = number_or_zero(read.element, "ref");
  const bool bounded = is_limited(read.element, kJoint.row, "range", "limited", settings, schema_);
  if (reference != 0)
    schema_.report(Rule::value_approximated, schema_.value_range(read.element, "ref"),
                   concat("the reference position of joint '", joint.name, "' is ", reference,
                          angle && settings.degrees ? "°" : "", "; here it becomes 0"));
  if (!bounded) {
    if (schema_.text(read.element, "limited").value_or("") == "true")
      schema_.report(Rule::missing_attribute, schema_.value_range(read.element, "limited"),
                     concat("joint '", joint.name, "' is limited but has no range"));
    if (angle) joint.type = JointType::continuous;
    return;
  }
  const auto bound = [&](const Number& said) {
    return unit == 1 && reference == 0 ? said : Number((said.value() - reference) * unit);
  };
  JointLimit limit;
  const auto range = schema_.vector2(read.element, "range");
  if (angle && settings.degrees && !settings.says_angle)
    hinge_ranges_[read.part->file].add(read.element, *range);
  limit.lower = bound((*range)[0]);
  limit.upper = bound((*range)[1]);
  limit.range = schema_.value_range(read.element, "range");
  joint.limit = std::move(limit);
}

void MjcfReader::HingeRanges::add(const XmlElement& joint, const std::array<Number, 2>& range) {
  if (count++ == 0) first = joint.attribute("range")->value.range;
  for (const Number& bound : range) {
    largest = std::max(largest, std::abs(bound.value()));
    whole = whole && bound.value() == std::round(bound.value());
  }
}

// Every range within a turn of radians, and some not of whole numbers: nobody says degrees so.
void MjcfReader::report_angle_units() {
  constexpr double kTurn = 6.3;
  constexpr std::size_t kFewest = 2;  // one joint may well have a small range
  for (const auto& [file, ranges] : hinge_ranges_) {
    if (ranges.count < kFewest || ranges.largest > kTurn || ranges.whole) continue;
    const SourceRange compiler = file->settings().tag_name;
    auto builder =
        schema_.report(Rule::angle_unit, ranges.first,
                       concat("the ranges of all ", ranges.count, " hinges lie within ±", ranges.largest,
                              " and count as degrees, because <compiler> gives no angle; write "
                              "angle=\"radian\" if they are radians"));
    if (compiler.valid())
      builder.note(compiler, "the settings are here")
          .suggest({compiler.file, compiler.end, compiler.end}, " angle=\"radian\"");
  }
}

// Kept, so that keyframes and controls of the file count from the same zero when MJCF is written.
void MjcfReader::keep_reference(const BodyJoint& read, const Place& place) {
  const double reference = number_or_zero(read.element, "ref");
  if (reference == 0 || read.type == JointType::ball) return;
  const bool degrees = read.type == JointType::revolute && read.part->file->settings().degrees;
  const std::string text = degrees ? concat(reference * std::numbers::pi / 180)
                                   : std::string(read.element.attribute("ref")->value.text);
  keep_attribute("ref", text, schema_.value_range(read.element, "ref"), place, model_);
}

void MjcfReader::read_effort(const BodyJoint& read, Joint& joint) {
  if (!is_limited(read.element, kJoint.row, "actuatorfrcrange", "actuatorfrclimited",
                  read.part->file->settings(), schema_))
    return;
  const auto range = schema_.vector2(read.element, "actuatorfrcrange");
  const double low = std::abs((*range)[0].value()), high = std::abs((*range)[1].value());
  if (low != high)
    schema_.report(
        Rule::value_approximated, schema_.value_range(read.element, "actuatorfrcrange"),
        concat("joint '", joint.name,
               "' has different force bounds in its two directions; the smaller one is used for both"));
  if (!joint.limit) {
    joint.limit = limit_without_bounds(joint.type);
    joint.limit->range = schema_.value_range(read.element, "actuatorfrcrange");
  }
  joint.limit->effort = low < high ? Number(low) : (*range)[1];
}

void MjcfReader::read_dynamics(const BodyJoint& read, Joint& joint) {
  JointDynamics dynamics;
  const auto first = [&](std::string_view name, std::vector<Number>& to) {
    if (read.element.attribute(name) == nullptr) return;
    const std::vector<Number> said = schema_.numbers(read.element, name);
    if (said.empty()) return;
    to = {said.front()};
    dynamics.range = schema_.value_range(read.element, name);
    if (said.size() > 1)
      schema_.report(Rule::feature_dropped, schema_.value_range(read.element, name),
                     concat("the ", name, " of joint '", joint.name,
                            "' is a polynomial; only its first coefficient is read"));
  };
  first("damping", dynamics.damping);
  first("frictionloss", dynamics.friction);
  first("armature", dynamics.armature);
  if (!dynamics.says_nothing()) joint.dynamics = std::move(dynamics);
}

// Springs of joints are properties of <gazebo>, which SDF has as well.
void MjcfReader::read_spring(const BodyJoint& read, const Joint& joint) {
  if (read.element.attribute("stiffness") == nullptr) return;
  const std::vector<Number> stiffness = schema_.numbers(read.element, "stiffness");
  if (stiffness.empty() || stiffness.front().value() == 0) return;
  if (stiffness.size() > 1)
    schema_.report(Rule::feature_dropped, schema_.value_range(read.element, "stiffness"),
                   concat("the stiffness of joint '", joint.name,
                          "' is a polynomial; only its first coefficient is read"));
  const CompilerSettings& settings = read.part->file->settings();
  const double unit = read.type == JointType::revolute && settings.degrees ? std::numbers::pi / 180 : 1;
  const double rest = number_or_zero(read.element, "springref") - number_or_zero(read.element, "ref");
  Gazebo gazebo;
  gazebo.reference = joint.name;
  gazebo.range = schema_.value_range(read.element, "stiffness");
  const auto add = [&](GazeboProperty property, const Number& value) {
    GazeboValue& added = gazebo.values.emplace_back();
    added.property = property;
    added.value = value;
    added.range = gazebo.range;
  };
  add(GazeboProperty::spring_stiffness, stiffness.front());
  if (rest != 0) add(GazeboProperty::spring_reference, Number(rest * unit));
  model_.gazebos.push_back(std::move(gazebo));
}

}  // namespace romas::mjcf
