// What MJCF has no place for: kept as text in <custom> where a reader of ours can take it from there, else
// reported as lost.
#include "backends/mjcf/mjcf_document.h"
#include "backends/xml/gazebo_text.h"
#include "ir/entity.h"
#include "ir/format/collision_filters.h"
#include "ir/format/mjcf_words.h"
#include "support/text.h"

namespace romas::mjcf {

namespace {

// True for properties that geoms and joints have in MJCF.
bool is_written(GazeboProperty property) {
  return property == GazeboProperty::mu1 || property == GazeboProperty::spring_stiffness ||
         property == GazeboProperty::spring_reference;
}

// MuJoCo's friction is the same in all directions.
bool is_isotropic(const Document& document, LinkId link, const GazeboValue& mu2) {
  const GazeboValue* mu1 = document.attached.property(document.model, link, GazeboProperty::mu1);
  return mu1 != nullptr && mu1->value == mu2.value && !document.model.link(link).collisions.empty();
}

void keep_gazebo(Document& document, const Gazebo& gazebo) {
  std::vector<std::string> pairs, names;
  for (const GazeboValue& value : gazebo.values) {
    if (is_written(value.property) && (gazebo.link || gazebo.joint)) continue;
    if (value.property == GazeboProperty::mu2 && gazebo.link && is_isotropic(document, gazebo.link, value))
      continue;
    const std::string_view name = gazebo_property_info(value.property).name;
    pairs.push_back(concat(name, "=", gazebo_text(value)));
    names.push_back(concat("<", name, ">"));
  }
  if (pairs.empty()) return;
  const std::string about = gazebo.reference.value_or("");
  document.kept.emplace_back(about.empty() ? std::string(kGazeboText) : concat(kGazeboText, ".", about),
                             join(pairs, "; "));
  document.rewritten(gazebo.range, concat("MuJoCo does nothing with ", join_last(names, " and "), " of ",
                                          about.empty() ? std::string("the robot") : in_quotes(about),
                                          ", kept in <custom>"));
}

// Foreign content goes with what it belongs to, or is lost by itself.
bool is_reported_elsewhere(const Extension& extension) {
  switch (extension.owner.kind) {
    case EntityKind::transmission:
    case EntityKind::ros2_control:
    case EntityKind::force_element: return true;
    default: break;
  }
  if (extension.name == kDrakeFilterGroup && extension.tree != nullptr) return true;
  if (extension.owner.kind == EntityKind::gazebo && is_gazebo_sensor(extension)) return true;
  if (extension.kind == Extension::Kind::attribute && extension.name.starts_with("xmlns")) return true;
  return extension.text.starts_with("<?");  // an instruction for programs that read XML
}

void report_extensions_lost(const Document& document) {
  for (const Extension& extension : document.model.extensions)
    if (!is_reported_elsewhere(extension) && !is_kept(document, extension))
      document.lost(extension.range,
                    extension.kind == Extension::Kind::element
                        ? concat("<", extension.name, "> is left out of MJCF")
                        : concat("the attribute '", extension.name, "' is left out of MJCF"));
}

void report_joints_lost(const Document& document) {
  for (std::size_t i = 0; i < document.model.joints.size(); ++i) {
    const Joint& joint = document.model.joints[i];
    if (joint.servo)
      document.lost(joint.servo->range, concat("the servo of joint '", joint.name, "' has no place in MJCF"));
    const bool turns_or_slides = dof(joint.type) == 1;
    if (joint.axis && !turns_or_slides && joint.type != JointType::planar) {
      document.lost(joint.axis->range, concat("MJCF keeps no axis for the ", to_string(joint.type),
                                              " joint '", joint.name, "'"));
      document.allow(JointId(i), "axis");
    }
    if (joint.dynamics && (!moves(joint.type) || joint.type == JointType::foreign)) {
      document.lost(joint.dynamics->range, concat("MJCF keeps no damping, friction or armature for the ",
                                                  to_string(joint.type), " joint '", joint.name, "'"));
      document.allow(JointId(i), "dynamics");
    }
  }
}

void report_blocks_lost(const Document& document) {
  for (const Block& block : document.model.blocks)
    for (const auto& [what, file] : {std::pair("normal map", &block.normal), {"thumbnail", &block.thumbnail}})
      if (*file)
        document.lost(block.range, concat("the ", what, " '", **file, "' of Block '", block.name,
                                          "' has no place in MJCF"));
}

}  // namespace

void report_losses(Document& document) {
  for (const Gazebo& gazebo : document.model.gazebos) keep_gazebo(document, gazebo);
  report_joints_lost(document);
  report_blocks_lost(document);
  report_extensions_lost(document);
}

void write_custom(Document& document) {
  if (document.kept.empty()) return;
  const XmlScope section(document.xml, "custom");
  for (const auto& [name, data] : document.kept) {
    const XmlScope text(document.xml, "text");
    document.xml.attribute("name", document.names.texts.take(name));
    document.xml.attribute("data", data);
  }
}

}  // namespace romas::mjcf
