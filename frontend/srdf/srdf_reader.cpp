#include "frontend/srdf/srdf_reader.h"

#include <algorithm>
#include <array>

#include "frontend/srdf/srdf_schema.h"
#include "ir/model/child_place.h"
#include "support/text/text.h"

namespace romas::srdf {

namespace {

constexpr std::string_view kXacroUri = "/xacro";

const Place kPlace = entity_place(EntityKind::robot, 0);

}  // namespace

SrdfReader::SrdfReader(FrontendContext& context)
    : context_(context), schema_(context.sources, context.diagnostics, unknown_) {}

void SrdfReader::begin_robot(const XmlElement& root) {
  if (root.local_name() != "robot") {
    schema_.report(Rule::no_robot, root.name_range,
                   concat("the root element is <", root.name, ">; an SRDF file has <robot>"));
    return;
  }
  is_robot_ = true;
  semantics_.range = root.start_tag;
  for (const XmlAttribute& attribute : root.attributes)
    if (attribute.prefix() == "xmlns" && attribute.value.text.find(kXacroUri) != std::string_view::npos)
      schema_.set_xacro_prefix(std::string(attribute.local_name()));
  schema_.set_subject("robot", {});
  schema_.check_attributes(root, kRobot, kPlace);
  const XmlAttribute* robot = root.attribute("name");
  if (robot == nullptr || trim(robot->value.text).empty()) {
    schema_.report(Rule::robot_name, robot == nullptr ? root.start_tag : robot->value.range,
                   "the SRDF does not name its robot; write <robot name=\"…\"> with the robot's name");
    return;
  }
  semantics_.robot = name(root, "name");
}

// Limits what is read, because it stays in memory: a small file must not become large.
bool SrdfReader::within_limits(const XmlElement& child) {
  constexpr std::size_t kMaxSmallChildren = 1'000'000;
  constexpr std::size_t kBytesOfChild = 40;  // less than any pair of links takes
  constexpr std::size_t kMaxErrors = 10'000;
  if (full_) return false;
  const std::size_t file_size = context_.sources.text(child.start_tag.file).size();
  const std::size_t most_children = std::max(kMaxSmallChildren, file_size / kBytesOfChild);
  std::string what;
  if (++children_ > most_children) what = concat(most_children, " elements");
  if (context_.diagnostics.error_count() >= kMaxErrors) what = concat(kMaxErrors, " errors");
  full_ = !what.empty();
  if (full_)
    schema_.report(Rule::input_limit, child.start_tag,
                   concat("the SRDF has more than ", what, "; nothing after this place was read"));
  return !full_;
}

void SrdfReader::read_child(const XmlElement& child) {
  if (!is_robot_ || !within_limits(child)) return;
  schema_.set_subject("robot", semantics_.robot.text);
  const ChildRow* row = schema_.match(child, kRobot);
  if (row == nullptr) {
    schema_.keep_unknown(child, kRobot, "robot", kPlace);
  } else {
    using Read = void (SrdfReader::*)(const XmlElement&);
    constexpr std::array<std::pair<const ElementRow*, Read>, 9> kReaders = {{
        {&kGroup, &SrdfReader::read_group},
        {&kGroupState, &SrdfReader::read_state},
        {&kEndEffector, &SrdfReader::read_end_effector},
        {&kVirtualJoint, &SrdfReader::read_virtual_joint},
        {&kPassiveJoint, &SrdfReader::read_passive_joint},
        {&kPair, &SrdfReader::read_pair},
        {&kUncheckedLink, &SrdfReader::read_unchecked_link},
        {&kSpheres, &SrdfReader::read_spheres},
        {&kJointProperty, &SrdfReader::read_joint_property},
    }};
    const auto* reader =
        std::find_if(kReaders.begin(), kReaders.end(), [&](const auto& r) { return r.first == row->row; });
    (this->*reader->second)(child);
  }
  // Unknown elements have been reported, and no target writes them again.
  unknown_.extensions.clear();
  unknown_.layout.comments.clear();
  unknown_.layout.children.clear();
  unknown_.layout.prefixed_names.clear();
}

void SrdfReader::end_robot(const XmlElement& root) {
  if (!is_robot_) return;
  std::vector<LayoutItem> items;
  schema_.set_subject("robot", semantics_.robot.text);
  schema_.check_text(root, kRobot, kPlace, items);
}

// --- what stands in the robot ------------------------------------------------------------------------------

void SrdfReader::read_group(const XmlElement& element) {
  SemanticGroup group;
  group.name = name(element, "name");
  group.range = element.range;
  for (const KnownChild& child : open(element, kGroup, "group", group.name.text)) {
    const XmlElement& part = *child.element;
    const ElementRow* row = child.row->row;
    open(part, *row, "group", group.name.text);
    if (row == &kChain)
      group.chains.push_back({name(part, "base_link"), name(part, "tip_link"), part.range});
    else
      (row == &kNamedLink    ? group.links
       : row == &kNamedJoint ? group.joints
                             : group.subgroups)
          .push_back(name(part, "name"));
  }
  semantics_.groups.push_back(std::move(group));
}

void SrdfReader::read_state(const XmlElement& element) {
  GroupState state;
  state.name = name(element, "name");
  state.group = name(element, "group");
  state.range = element.range;
  for (const KnownChild& child : open(element, kGroupState, "group state", state.name.text)) {
    const XmlElement& part = *child.element;
    open(part, kStateJoint, "group state", state.name.text);
    JointValues joint{name(part, "name"), {}, part.range, schema_.value_range(part, "value")};
    for (const Number& value : schema_.numbers(part, "value")) joint.values.push_back(value.value());
    state.joints.push_back(std::move(joint));
  }
  semantics_.states.push_back(std::move(state));
}

void SrdfReader::read_end_effector(const XmlElement& element) {
  EndEffector tool{
      name(element, "name"), name(element, "group"), name(element, "parent_link"), {}, element.range};
  if (!text(element, "parent_group").empty()) tool.parent_group = name(element, "parent_group");
  open(element, kEndEffector, "end effector", tool.name.text);
  semantics_.end_effectors.push_back(std::move(tool));
}

void SrdfReader::read_virtual_joint(const XmlElement& element) {
  VirtualJoint joint;
  joint.name = name(element, "name");
  joint.child_link = name(element, "child_link");
  joint.parent_frame = name(element, "parent_frame").text;
  joint.range = element.range;
  open(element, kVirtualJoint, "virtual joint", joint.name.text);
  const std::string type = to_lower(text(element, "type"));
  using enum VirtualJointType;
  const std::array known = {fixed, planar, floating};
  const auto* found =
      std::find_if(known.begin(), known.end(), [&](VirtualJointType one) { return to_string(one) == type; });
  if (found != known.end())
    joint.type = *found;
  else
    schema_.word(element, kVirtualJoint, "type");  // reports it
  semantics_.virtual_joints.push_back(std::move(joint));
}

void SrdfReader::read_passive_joint(const XmlElement& element) {
  const SemanticName joint = name(element, "name");
  open(element, kPassiveJoint, "passive joint", joint.text);
  semantics_.passive_joints.push_back(joint);
}

void SrdfReader::read_pair(const XmlElement& element) {
  CollisionPair pair{name(element, "link1"), name(element, "link2"), text(element, "reason"),
                     element.local_name() == "enable_collisions", element.range};
  open(element, kPair, element.name, {});
  semantics_.collision_pairs.push_back(std::move(pair));
}

void SrdfReader::read_unchecked_link(const XmlElement& element) {
  open(element, kUncheckedLink, element.name, {});
  semantics_.unchecked_links.push_back(name(element, "link"));
}

void SrdfReader::read_spheres(const XmlElement& element) {
  SphereApproximation link;
  link.link = name(element, "link");
  for (const KnownChild& child : open(element, kSpheres, element.name, link.link.text)) {
    open(*child.element, kSphere, element.name, link.link.text);
    const auto center = schema_.vector3(*child.element, "center");
    const auto radius = schema_.number(*child.element, "radius");
    if (center && radius)
      link.spheres.push_back(
          {{(*center)[0].value(), (*center)[1].value(), (*center)[2].value()}, radius->value()});
  }
  semantics_.spheres.push_back(std::move(link));
}

void SrdfReader::read_joint_property(const XmlElement& element) {
  JointProperty property{name(element, "joint_name"), text(element, "property_name"), text(element, "value")};
  open(element, kJointProperty, "property of joint", property.joint.text);
  semantics_.joint_properties.push_back(std::move(property));
}

// --- shared pieces -----------------------------------------------------------------------------------------

std::vector<KnownChild> SrdfReader::open(const XmlElement& element, const ElementRow& row,
                                         std::string_view kind, std::string_view name) {
  schema_.set_subject(kind, name);
  return schema_.open(element, row, kPlace);
}

SemanticName SrdfReader::name(const XmlElement& element, std::string_view attribute) {
  const XmlAttribute* found = schema_.attribute(element, attribute);
  if (found == nullptr) return {{}, element.start_tag};
  const std::string_view word = trim(found->value.text);
  if (word.empty()) {
    schema_.report(Rule::missing_attribute, found->value.range,
                   concat("'", attribute, "' of <", element.name, "> is empty"));
    return {{}, found->value.range};
  }
  const auto offset = static_cast<std::size_t>(word.data() - found->value.text.data());
  return {std::string(word), found->value.part(offset, word.size())};
}

std::string SrdfReader::text(const XmlElement& element, std::string_view attribute) const {
  return std::string(trim(schema_.text(element, attribute).value_or("")));
}

}  // namespace romas::srdf
