// The target "srdf": what a robot's links and joints mean to MoveIt.
#include "backends/srdf/said_semantics.h"
#include "backends/target.h"
#include "backends/xml/finish_xml.h"
#include "backends/xml/xml_writer.h"
#include "support/text/text.h"

namespace romas {

namespace {

class SrdfWriter {
 public:
  explicit SrdfWriter(const Semantics& said) : said_(said) {}

  XmlWriter& xml() { return xml_; }

  void write(std::string_view banner) {
    xml_.declaration();
    if (!banner.empty()) xml_.comment(concat(" ", banner, " "));
    {
      const XmlScope robot(xml_, "robot");
      xml_.attribute("name", said_.robot.text);
      for (const VirtualJoint& joint : said_.virtual_joints)
        element("virtual_joint", {{"name", joint.name.text},
                                  {"type", to_string(joint.type)},
                                  {"parent_frame", joint.parent_frame},
                                  {"child_link", joint.child_link.text}});
      for (const SemanticGroup& group : said_.groups) write_group(group);
      for (const GroupState& state : said_.states) write_state(state);
      for (const EndEffector& tool : said_.end_effectors) write_end_effector(tool);
      for (const SemanticName& joint : said_.passive_joints) element("passive_joint", {{"name", joint.text}});
      for (const JointProperty& property : said_.joint_properties)
        element("joint_property", {{"joint_name", property.joint.text},
                                   {"property_name", property.name},
                                   {"value", property.value}});
      for (const SphereApproximation& spheres : said_.spheres) write_spheres(spheres);
      for (const SemanticName& link : said_.unchecked_links)
        element("disable_default_collisions", {{"link", link.text}});
      for (const CollisionPair& pair : said_.collision_pairs) write_pair(pair);
    }
  }

 private:
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  void element(std::string_view name, Attributes attributes) {
    const XmlScope scope(xml_, name);
    for (const auto& [key, value] : attributes) xml_.attribute(key, value);
  }

  void write_group(const SemanticGroup& group) {
    const XmlScope scope(xml_, "group");
    xml_.attribute("name", group.name.text);
    for (const SemanticName& link : group.links) element("link", {{"name", link.text}});
    for (const SemanticName& joint : group.joints) element("joint", {{"name", joint.text}});
    for (const SemanticChain& chain : group.chains)
      element("chain", {{"base_link", chain.base.text}, {"tip_link", chain.tip.text}});
    for (const SemanticName& subgroup : group.subgroups) element("group", {{"name", subgroup.text}});
  }

  void write_state(const GroupState& state) {
    const XmlScope scope(xml_, "group_state");
    xml_.attribute("name", state.name.text);
    xml_.attribute("group", state.group.text);
    for (const JointValues& joint : state.joints)
      element("joint", {{"name", joint.joint.text}, {"value", join(joint.values, " ", format_double)}});
  }

  void write_end_effector(const EndEffector& tool) {
    const XmlScope scope(xml_, "end_effector");
    xml_.attribute("name", tool.name.text);
    xml_.attribute("parent_link", tool.parent_link.text);
    xml_.attribute("group", tool.group.text);
    if (tool.parent_group) xml_.attribute("parent_group", tool.parent_group->text);
  }

  void write_spheres(const SphereApproximation& approximation) {
    const XmlScope scope(xml_, "link_sphere_approximation");
    xml_.attribute("link", approximation.link.text);
    for (const SemanticSphere& sphere : approximation.spheres)
      element("sphere", {{"center", join(sphere.center, " ", format_double)},
                         {"radius", format_double(sphere.radius)}});
  }

  void write_pair(const CollisionPair& pair) {
    const XmlScope scope(xml_, pair.enabled ? "enable_collisions" : "disable_collisions");
    xml_.attribute("link1", pair.link1.text);
    xml_.attribute("link2", pair.link2.text);
    if (!pair.reason.empty()) xml_.attribute("reason", pair.reason);
  }

  const Semantics& said_;
  XmlWriter xml_;
};

bool says_nothing(const Semantics& said) {
  Semantics nothing;
  nothing.robot = said.robot;
  return said == nothing;
}

}  // namespace

std::string emit_srdf(const Model& model, TargetContext& context) {
  const Semantics said = said_semantics(model, context);
  if (says_nothing(said)) {
    context.diagnostics.report(Rule::no_robot, model.name_range,
                               concat("robot '", model.name,
                                      "' has no groups, states or pairs of links, so there is no SRDF to "
                                      "write; also give an SRDF of this robot"));
    return {};
  }
  SrdfWriter writer(said);
  writer.write(context.options.banner);
  return finish_xml(writer.xml(), model, context.diagnostics);
}

}  // namespace romas
