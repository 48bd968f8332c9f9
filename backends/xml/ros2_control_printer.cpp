#include "backends/xml/ros2_control_printer.h"

namespace romas {

namespace {

class Ros2ControlPrinter {
 public:
  explicit Ros2ControlPrinter(ElementPrinter& printer) : printer_(printer) {}

  void control(const Ros2Control& control, const Place& place) {
    printer_.begin("ros2_control", place);
    printer_.attribute("name", std::string_view(control.name));
    printer_.attribute("type", control.type);
    printer_.foreign_attributes(place);
    ElementPrinter::Children parts;
    const bool has_hardware = control.plugin || !control.hardware_parameters.empty() ||
                              printer_.has_foreign(child_place(place, Slot::hardware));
    parts.push_back({Slot::hardware, 0, !has_hardware});
    add(parts, Slot::component, control.components.size());
    printer_.children(place, parts, [&](const Child& child, const Place& at) {
      if (child.slot == Slot::hardware) hardware(control, at);
      if (child.slot == Slot::component) component(control.components[child.index], at);
    });
    printer_.end();
  }

 private:
  using Child = ElementPrinter::Child;

  static void add(ElementPrinter::Children& parts, Slot slot, std::size_t count) {
    for (std::uint32_t i = 0; i < count; ++i) parts.push_back({slot, i});
  }

  void hardware(const Ros2Control& control, const Place& place) {
    printer_.begin("hardware", place);
    printer_.foreign_attributes(place);
    ElementPrinter::Children parts;
    if (control.plugin) parts.push_back({Slot::plugin});
    add(parts, Slot::parameter, control.hardware_parameters.size());
    printer_.children(place, parts, [&](const Child& child, const Place& at) {
      if (child.slot == Slot::plugin) printer_.text_element("plugin", *control.plugin, at);
      if (child.slot == Slot::parameter) parameter(control.hardware_parameters[child.index], at);
    });
    printer_.end();
  }

  void component(const Ros2Component& component, const Place& place) {
    constexpr std::string_view kNames[] = {"joint", "sensor", "gpio"};
    printer_.begin(kNames[static_cast<std::size_t>(component.kind)], place);
    printer_.attribute("name", std::string_view(component.name));
    printer_.foreign_attributes(place);
    ElementPrinter::Children parts;
    add(parts, Slot::command_interface, component.command_interfaces.size());
    add(parts, Slot::state_interface, component.state_interfaces.size());
    add(parts, Slot::parameter, component.parameters.size());
    printer_.children(place, parts, [&](const Child& child, const Place& at) {
      if (child.slot == Slot::command_interface)
        interface("command_interface", component.command_interfaces[child.index], at);
      if (child.slot == Slot::state_interface)
        interface("state_interface", component.state_interfaces[child.index], at);
      if (child.slot == Slot::parameter) parameter(component.parameters[child.index], at);
    });
    printer_.end();
  }

  void interface(std::string_view element, const Ros2Interface& interface, const Place& place) {
    printer_.begin(element, place);
    printer_.attribute("name", std::string_view(interface.name));
    printer_.foreign_attributes(place);
    ElementPrinter::Children parts;
    add(parts, Slot::parameter, interface.parameters.size());
    printer_.children(place, parts, [&](const Child& child, const Place& at) {
      parameter(interface.parameters[child.index], at);
    });
    printer_.end();
  }

  void parameter(const Ros2Parameter& parameter, const Place& place) {
    printer_.begin("param", place);
    printer_.attribute("name", std::string_view(parameter.name));
    printer_.finish(place, parameter.value);
  }

  ElementPrinter& printer_;
};

}  // namespace

void print_ros2_control(std::size_t index, ElementPrinter& printer) {
  Ros2ControlPrinter(printer).control(printer.model().ros2_controls[index],
                                      entity_place(EntityKind::ros2_control, index));
}

}  // namespace romas
