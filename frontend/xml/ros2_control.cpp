#include "frontend/xml/ros2_control.h"

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
    return control;
  }

 private:
  std::string name_of(const XmlElement& element) const { return schema_.text(element, "name").value_or(""); }

  std::string text_of(const KnownChild& child) {
    schema_.open(*child.element, *child.row->row, child.place);
    return std::string(child.element->text.text);
  }

  void hardware(const KnownChild& child, Ros2Control& control) {
    for (const KnownChild& part : schema_.open(*child.element, kHardware, child.place)) {
      if (part.row->slot == Slot::plugin) {
        control.plugin = text_of(part);
      } else {
        control.hardware_parameters.push_back(parameter(part));
      }
    }
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
    return component;
  }

  Ros2Interface interface(const KnownChild& child) {
    Ros2Interface result;
    result.name = name_of(*child.element);
    result.range = child.element->range;
    for (const KnownChild& part : schema_.open(*child.element, kInterface, child.place))
      result.parameters.push_back(parameter(part));
    return result;
  }

  Ros2Parameter parameter(const KnownChild& child) {
    return {name_of(*child.element), text_of(child), child.element->range};
  }

  SchemaReader& schema_;
};

}  // namespace

const ElementRow kRos2Control{"hardware of ros2_control", kControlAttributes, kControlChildren, false, true};

Ros2Control read_ros2_control(const XmlElement& element, const Place& place, SchemaReader& schema) {
  return ControlReader(schema).control(element, place);
}

}  // namespace romas
