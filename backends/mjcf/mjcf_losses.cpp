// Parts of a model that MJCF has no place for: kept as text in <custom> if a reader of ours can take them
// from there, else reported as lost.
#include <map>

#include "backends/from_blocks.h"
#include "backends/mjcf/mjcf_document.h"
#include "backends/xml/gazebo_text.h"
#include "backends/xml/ros2_control_printer.h"
#include "ir/format/collision_filters.h"
#include "ir/format/mjcf_words.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// Whether the joint is written with its spring.
bool has_spring(const Document& document, JointId joint) {
  const GazeboValue* found =
      document.attached.property(document.model, joint, GazeboProperty::spring_stiffness);
  const auto* stiffness = found == nullptr ? nullptr : std::get_if<Number>(&found->value);
  return dof(document.model.joint(joint).type) == 1 && stiffness != nullptr && stiffness->value() != 0;
}

// True for properties that geoms and joints have in MJCF.
bool is_written(const Document& document, const Gazebo& gazebo, const GazeboValue& value) {
  if (value.property == GazeboProperty::mu1) {
    const auto* number = std::get_if<Number>(&value.value);
    return gazebo.link && !document.model.link(gazebo.link).collisions.empty() && number != nullptr &&
           number->value() >= 0;
  }
  if (value.property != GazeboProperty::spring_stiffness &&
      value.property != GazeboProperty::spring_reference)
    return false;
  return gazebo.joint && has_spring(document, gazebo.joint);
}

// MuJoCo's friction is the same in all directions.
bool is_isotropic(const Document& document, LinkId link, const GazeboValue& mu2) {
  const GazeboValue* mu1 = document.attached.property(document.model, link, GazeboProperty::mu1);
  return mu1 != nullptr && mu1->value == mu2.value && !document.model.link(link).collisions.empty();
}

// The name of a text about what <gazebo> refers to.
std::string text_about(std::string_view text, const Gazebo& gazebo) {
  const std::string about = gazebo.reference.value_or("");
  return about.empty() ? std::string(text) : concat(text, ".", about);
}

void keep_gazebo(Document& document, const Gazebo& gazebo) {
  std::vector<std::string> pairs, names;
  for (const GazeboValue& value : gazebo.values) {
    if (is_written(document, gazebo, value)) {
      // MuJoCo's friction is read as that of both directions.
      if (value.property == GazeboProperty::mu1)
        document.context.changes.allow(EntityKind::gazebo, gazebo.reference.value_or(""),
                                       gazebo_property_info(GazeboProperty::mu2).name);
      continue;
    }
    if (value.property == GazeboProperty::mu2 && gazebo.link && is_isotropic(document, gazebo.link, value))
      continue;
    const std::string_view name = gazebo_property_info(value.property).name;
    pairs.push_back(concat(name, "=", gazebo_text(value)));
    names.push_back(concat("<", name, ">"));
  }
  if (pairs.empty()) return;
  const std::string about = gazebo.reference.value_or("");
  document.keep(text_about(kGazeboText, gazebo), "; ", join(pairs, "; "));
  document.rewritten(gazebo.range, concat("MuJoCo does not use ", join_last(names, " and "), " of ",
                                          about.empty() ? std::string("the robot") : in_quotes(about),
                                          ", kept in <custom>"));
}

// Whether an extension is content of a <gazebo> element for plugins. Sensors are not, because MJCF has them.
bool is_kept_content(const Extension& extension) {
  return extension.owner.kind == EntityKind::gazebo && extension.kind == Extension::Kind::element &&
         !is_gazebo_sensor(extension) && extension.text.starts_with('<') &&
         !extension.text.starts_with("<?") && !extension.text.starts_with("<!");
}

void keep_gazebo_content(Document& document, const Extension& extension) {
  const Gazebo& gazebo = document.model.gazebos[extension.owner.index];
  document.keep(text_about(kGazeboContentText, gazebo), "\n", extension.text);
  document.rewritten(extension.range, concat("MuJoCo does not use <", extension.name, "> of ",
                                             gazebo.reference ? in_quotes(*gazebo.reference) : "the robot",
                                             ", kept in <custom>"));
}

// An element that has nothing but sensors is not there when the output is read: these are sensors of links.
void allow_without_sensors(Document& document) {
  std::map<std::string_view, bool> says_more;
  for (const Gazebo& gazebo : document.model.gazebos)
    says_more[gazebo.reference ? std::string_view(*gazebo.reference) : ""] |= !gazebo.values.empty();
  for (const Extension& extension : document.model.extensions) {
    if (!is_kept_content(extension)) continue;
    const Gazebo& gazebo = document.model.gazebos[extension.owner.index];
    says_more[gazebo.reference ? std::string_view(*gazebo.reference) : ""] = true;
  }
  for (const auto& [reference, more] : says_more)
    if (!more) document.context.changes.allow(EntityKind::gazebo, reference);
}

// In the words of URDF, on lines of its own.
std::string element_text(const Model& model, std::size_t control) {
  ElementPrinter printer(model, false);
  print_ros2_control(control, printer);
  return std::string(trim(printer.xml().take()));
}

void keep_ros2_controls(Document& document) {
  const std::vector<Ros2Control>& controls = document.model.ros2_controls;
  for (std::size_t i = 0; i < controls.size(); ++i) {
    document.kept.emplace_back(concat(kRos2ControlText, controls[i].name), element_text(document.model, i));
    document.rewritten(controls[i].range, concat("MuJoCo does not use <ros2_control> '", controls[i].name,
                                                 "', kept in <custom>"));
  }
  for (const Actuator& actuator : document.actuators)
    if (actuator.of_ros2_control) document.keep(std::string(kRos2ActuatorsText), "\n", actuator.name);
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
    if (!is_reported_elsewhere(extension) && !is_kept_content(extension) && !is_kept(document, extension))
      document.lost(extension.range,
                    extension.kind == Extension::Kind::element
                        ? concat("<", extension.name, "> is left out of MJCF")
                        : concat("the attribute '", extension.name, "' is left out of MJCF"));
}

void report_joints_lost(const Document& document) {
  for (std::size_t i = 0; i < document.model.joints.size(); ++i) {
    const Joint& joint = document.model.joints[i];
    if (joint.servo)
      document.lost(joint.servo->range,
                    concat("the servo of joint '", joint.name, "' cannot be expressed in MJCF"));
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

}  // namespace

void report_losses(Document& document) {
  for (const Gazebo& gazebo : document.model.gazebos) keep_gazebo(document, gazebo);
  for (const Extension& extension : document.model.extensions)
    if (is_kept_content(extension)) keep_gazebo_content(document, extension);
  allow_without_sensors(document);
  keep_ros2_controls(document);
  report_joints_lost(document);
  report_losses_from_blocks(document.model, document.context, "MJCF");
  report_extensions_lost(document);
}

void Document::keep(const std::string& name, std::string_view separator, std::string_view data) {
  const auto [known, is_new] = kept_at_.try_emplace(name, kept.size());
  if (is_new)
    kept.emplace_back(name, data);
  else
    kept[known->second].second += concat(separator, data);
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
