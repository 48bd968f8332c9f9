#include "frontend/xml/words/ros2_control.h"

#include <algorithm>
#include <array>
#include <span>

#include "frontend/xml/schema/unknown_element.h"

namespace romas {

namespace {

using enum XmlValueType;
using enum Occurs;

extern const ElementRow kHardware, kPlugin, kComponent, kInterface, kParameter;

constexpr AttributeRow kControlAttributes[] = {
    {"name", text, true, "of the hardware component"},
    {"type", word, true, "what it drives", "system actuator sensor"},
};
constexpr AttributeRow kRequiredName[] = {{"name", text, true, "unique among its kind"}};
constexpr ChildRow kControlChildren[] = {
    {"hardware", Slot::hardware, optional, &kHardware},
    {"joint", Slot::component, many, &kComponent},
    {"sensor", Slot::component, many, &kComponent},
    {"gpio", Slot::component, many, &kComponent},
};
constexpr ChildRow kHardwareChildren[] = {
    {"plugin", Slot::plugin, optional, &kPlugin},
    {"param", Slot::parameter, many, &kParameter},
};
constexpr ChildRow kComponentChildren[] = {
    {"command_interface", Slot::command_interface, many, &kInterface},
    {"state_interface", Slot::state_interface, many, &kInterface},
    {"param", Slot::parameter, many, &kParameter},
};
constexpr ChildRow kInterfaceChildren[] = {{"param", Slot::parameter, many, &kParameter}};

const ElementRow kHardware{"the driver", {}, kHardwareChildren, false, true};
const ElementRow kPlugin{"a text", {}, {}, true, true};
const ElementRow kComponent{"a joint, sensor or gpio with its interfaces", kRequiredName, kComponentChildren,
                            false, true};
const ElementRow kInterface{"something that is commanded or measured", kRequiredName, kInterfaceChildren,
                            false, true};
const ElementRow kParameter{"a parameter", kRequiredName, {}, true, true};

class ControlReader {
 public:
  explicit ControlReader(SchemaReader& schema) : schema_(schema) {}

  Ros2Control control(const XmlElement& element, const Place& place) {
    Ros2Control control;
    control.name = name_of(element);
    control.range = element.range;
    control.name_range = schema_.value_range(element, "name");
    const XmlAttribute* const name = element.attribute("name");
    schema_.set_subject("ros2_control", name == nullptr ? std::string_view() : name->value.text);
    for (const KnownChild& part : schema_.open(element, kRos2Control, place)) {
      if (part.row->slot == Slot::hardware) {
        hardware(part, control);
      } else {
        control.components.push_back(component(part));
      }
    }
    control.type = schema_.text(element, "type");
    schema_.word(element, kRos2Control, "type");
    for (const XmlElement& child : element.children) {
      if (child.name == "transmission")
        check_transmission(child, control);
      else
        check_name(child, element, kControlNames);
    }
    check_count(element, "rw_rate", 0);
    check_count(element, "thread_priority", 1);
    return control;
  }

 private:
  using Names = std::span<const std::string_view>;
  static constexpr std::array<std::string_view, 6> kControlNames = {"hardware", "joint",        "sensor",
                                                                    "gpio",     "transmission", "properties"};
  static constexpr std::array<std::string_view, 3> kHardwareNames = {"plugin", "param", "group"};
  static constexpr std::array<std::string_view, 4> kComponentNames = {"command_interface", "state_interface",
                                                                      "param", "limits"};
  static constexpr std::array<std::string_view, 2> kInterfaceNames = {"param", "limits"};

  void refused(SourceRange place, std::string message) {
    schema_.report(Rule::ros2control_refused, place, concat(message, "; the controller manager fails on it"));
  }

  // The parser of ros2_control refuses what it does not know below <ros2_control> itself. Elsewhere a driver
  // may read it, unless it is a known word misspelt.
  void check_name(const XmlElement& child, const XmlElement& parent, Names names) {
    if (std::find(names.begin(), names.end(), child.name) != names.end() || !child.prefix().empty()) return;
    const std::string_view near = nearest_name(child.name, names);
    if (names.data() == kControlNames.data())
      schema_
          .report(
              Rule::ros2control_refused, child.name_range,
              concat("<ros2_control> has no element <", child.name, ">; the controller manager fails on it"))
          .meant(near);
    else if (!near.empty())
      report_unknown_element(schema_.diagnostics(), child,
                             concat("<", parent.name, "> has no element <", child.name, ">"), near);
  }

  // An attribute that takes whole numbers from `least` on.
  void check_count(const XmlElement& element, std::string_view name, long long least) {
    const XmlAttribute* attribute = element.attribute(name);
    if (attribute == nullptr || has_unexpanded(attribute->value.text)) return;
    const auto value = parse_integer(trim(attribute->value.text));
    if (!value || *value < least)
      refused(attribute->value.range, concat("'", name, "' takes a whole number from ", least, ", not ",
                                             quote(attribute->value.text)));
  }

  void check_limits_switch(const XmlElement& element) {
    for (const XmlElement& child : element.children)
      if (child.name == "limits" && child.attribute("enable") == nullptr)
        refused(child.start_tag, "<limits> has no attribute 'enable'");
  }

  // Before ros2_control 6.5 the name is taken with the blanks, and there is no such plugin.
  void check_blanks(const XmlElement& plugin) {
    if (plugin.text.text.empty() || !plugin.text.literal || plugin.expanded || !plugin.children.empty() ||
        !plugin.comments.empty() || !plugin.end_name_range.valid())
      return;
    constexpr std::uint32_t kEndTag = 2;  // </
    const SourceRange inside{plugin.range.file, plugin.start_tag.end, plugin.end_name_range.begin - kEndTag};
    if (inside.begin == plugin.text.range.begin && inside.end == plugin.text.range.end) return;
    schema_
        .report(Rule::ros2control_hardware, plugin.text.range,
                concat("blanks surround the plugin name ", quote(plugin.text.text),
                       "; ros2_control before 6.5 takes them as part of the name"))
        .fix(inside, std::string(plugin.text.text));
  }

  // --- transmissions
  // -----------------------------------------------------------------------------------------

  struct KnownTransmission {
    std::string_view plugin;
    std::size_t joints, actuators;
  };
  static constexpr std::array<KnownTransmission, 3> kTransmissions = {
      {{"transmission_interface/SimpleTransmission", 1, 1},
       {"transmission_interface/DifferentialTransmission", 2, 2},
       {"transmission_interface/FourBarLinkageTransmission", 2, 2}}};

  void check_transmission(const XmlElement& element, const Ros2Control& control) {
    const std::string who = concat("the transmission ", quote(name_of(element)));
    if (element.attribute("name") == nullptr) refused(element.start_tag, "<transmission> has no name");
    const XmlElement* plugin = element.child("plugin");
    if (plugin == nullptr)
      refused(element.start_tag, concat(who, " has no <plugin>"));
    else
      check_blanks(*plugin);
    std::size_t joints = 0, actuators = 0;
    for (const XmlElement& child : element.children) {
      if (child.name != "joint" && child.name != "actuator") continue;
      ++(child.name == "joint" ? joints : actuators);
      for (const std::string_view name : {"name", "role"})
        if (child.attribute(name) == nullptr)
          refused(child.start_tag, concat("<", child.name, "> of ", who, " has no attribute '", name, "'"));
      if (child.name == "joint") check_joint_of(child, who, control);
      check_reduction(child, who);
    }
    if (plugin == nullptr) return;
    const std::string_view type = plugin->text.text;
    const auto* known = std::find_if(kTransmissions.begin(), kTransmissions.end(),
                                     [&](const KnownTransmission& each) { return each.plugin == type; });
    if (known == kTransmissions.end()) {
      if (type.starts_with("transmission_interface/"))
        schema_
            .report(Rule::hardware_interface, plugin->text.range,
                    concat("ros2_control has no transmission ", quote(type)))
            .nearest(type, kTransmissions, &KnownTransmission::plugin);
    } else if (joints != known->joints || (actuators != known->actuators && control.type != "actuator")) {
      refused(element.start_tag,
              concat(who, " has ", joints, " joints and ", actuators, " actuators, but a ",
                     type.substr(type.find('/') + 1), " takes ", known->joints, " and ", known->actuators));
    }
  }

  void check_joint_of(const XmlElement& joint, const std::string& who, const Ros2Control& control) {
    const XmlAttribute* name = joint.attribute("name");
    if (name == nullptr || has_unexpanded(name->value.text)) return;
    std::vector<std::string_view> names;
    for (const Ros2Component& component : control.components)
      if (component.kind == Ros2Component::Kind::joint) names.push_back(component.name);
    const std::string_view wanted = trim(name->value.text);
    if (std::find(names.begin(), names.end(), wanted) != names.end()) return;
    schema_
        .report(Rule::ros2control_refused, name->value.range,
                concat(who, " has the joint ", quote(wanted),
                       ", which is not a <joint> of its <ros2_control>; the controller manager fails on it"))
        .nearest(wanted, names);
  }

  void check_reduction(const XmlElement& element, const std::string& who) {
    for (const std::string_view name : {"mechanical_reduction", "offset"}) {
      const XmlElement* child = element.child(name);
      if (child == nullptr || has_unexpanded(child->text.text)) continue;
      const auto value = parse_double(trim(child->text.text));
      const SourceRange place = child->text.text.empty() ? child->start_tag : child->text.range;
      if (!value)
        schema_.report(Rule::ros2control_parameter, place,
                       concat("the ", name, " in ", who, " is not a number, so ",
                              name == "offset" ? "0" : "1", " is used instead"));
      else if (*value == 0 && name == "mechanical_reduction")
        refused(place, concat("the mechanical_reduction in ", who, " is 0"));
    }
  }

  std::string name_of(const XmlElement& element) const { return schema_.text(element, "name").value_or(""); }

  std::string text_of(const KnownChild& child) {
    schema_.open(*child.element, *child.row->row, child.place);
    return std::string(child.element->text.text);
  }

  void hardware(const KnownChild& child, Ros2Control& control) {
    for (const KnownChild& part : schema_.open(*child.element, kHardware, child.place)) {
      if (part.row->slot == Slot::plugin) {
        control.plugin = text_of(part);
        control.plugin_range = part.element->text.range;
        check_blanks(*part.element);
      } else {
        control.hardware_parameters.push_back(parameter(part));
      }
    }
    for (const XmlElement& part : child.element->children) check_name(part, *child.element, kHardwareNames);
  }

  Ros2Component component(const KnownChild& child) {
    Ros2Component component;
    component.kind = child.row->name == "joint"    ? Ros2Component::Kind::joint
                     : child.row->name == "sensor" ? Ros2Component::Kind::sensor
                                                   : Ros2Component::Kind::gpio;
    component.name = name_of(*child.element);
    component.range = child.element->range;
    component.name_range = schema_.value_range(*child.element, "name");
    for (const KnownChild& part : schema_.open(*child.element, kComponent, child.place)) {
      if (part.row->slot == Slot::command_interface) component.command_interfaces.push_back(interface(part));
      if (part.row->slot == Slot::state_interface) component.state_interfaces.push_back(interface(part));
      if (part.row->slot == Slot::parameter) component.parameters.push_back(parameter(part));
    }
    for (const XmlElement& part : child.element->children) check_name(part, *child.element, kComponentNames);
    check_limits_switch(*child.element);
    return component;
  }

  Ros2Interface interface(const KnownChild& child) {
    Ros2Interface result;
    result.name = name_of(*child.element);
    result.range = child.element->range;
    for (const KnownChild& part : schema_.open(*child.element, kInterface, child.place))
      result.parameters.push_back(parameter(part));
    for (const XmlElement& part : child.element->children) check_name(part, *child.element, kInterfaceNames);
    check_limits_switch(*child.element);
    check_count(*child.element, "size", 1);
    return result;
  }

  Ros2Parameter parameter(const KnownChild& child) {
    const XmlText& value = child.element->text;
    return {name_of(*child.element), text_of(child), child.element->range,
            value.text.empty() ? SourceRange() : value.range};
  }

  SchemaReader& schema_;
};

}  // namespace

const ElementRow kRos2Control{"hardware of ros2_control", kControlAttributes, kControlChildren, false, true};

Ros2Control read_ros2_control(const XmlElement& element, const Place& place, SchemaReader& schema) {
  return ControlReader(schema).control(element, place);
}

}  // namespace romas
