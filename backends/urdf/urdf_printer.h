// Prints a legalized model as URDF. For a model that was read from URDF: in its order, with its comments and
// foreign content.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "backends/target.h"
#include "backends/uri_scheme.h"
#include "backends/xml/field_printer.h"
#include "ir/child_place.h"
#include "ir/model.h"

namespace romas::urdf {

class UrdfPrinter {
 public:
  UrdfPrinter(const Model& model, const TargetOptions& options, UriScheme uri_scheme);
  std::string print();

 private:
  // What an element holds, in the canonical order.
  struct Child {
    Slot slot;
    std::uint32_t index = 0;
    bool hidden = false;  // printed only where the source had it
  };
  using Children = std::vector<Child>;
  using PrintChild = std::function<void(const Child& child, const Place& place)>;

  // Foreign attributes and elements of one place, as indices of Model::extensions.
  struct Foreign {
    std::vector<std::uint32_t> attributes, elements;
  };

  // urdf_printer.cpp: what all elements share
  void begin(std::string_view name, const Place& place);
  void foreign_attributes(const Place& place);
  void children(const Place& place, const Children& children, const PrintChild& print);
  void print_item(const LayoutItem& item, const Place& place, const Children& children,
                  std::vector<bool>& done, const PrintChild& print);
  void print_extension(std::uint32_t index);
  // An element without known children.
  void finish(const Place& place) {
    foreign_attributes(place);
    children(place, {}, {});
    xml_.end();
  }
  std::string name_at(const Place& place, std::string_view name) const;
  void attribute(std::string_view name, std::string_view value) { xml_.attribute(name, value); }
  void attribute(std::string_view name, const std::optional<std::string>& value);
  void attribute(std::string_view name, const std::optional<Number>& value);
  void attribute(std::string_view name, const Number& value) { xml_.attribute(name, text_of(value)); }
  ZeroSign zero_sign() const { return urdf_source_ ? ZeroSign::kept : ZeroSign::dropped; }
  std::string text_of(const Number& value) const { return number_text(value, zero_sign()); }
  template <class Numbers>
  void list_attribute(std::string_view name, const Numbers& values);
  // The attributes that are described fields of a struct.
  template <class Struct>
  void fields(const Struct& object, const Place& place);
  // The described fields that are child elements: add_element_fields lists the present ones, element_field
  // prints one.
  template <class Struct>
  static void add_element_fields(Children& parts, const Struct& object);
  template <class Struct, class Print>
  void element_field(const Struct& object, const Child& child, const Print& print);
  void pose_attributes(const TransformExpr& pose);
  void origin(const TransformExpr& pose, const Place& place);
  bool has_origin(const TransformExpr& pose) const;
  void text_element(std::string_view name, std::string_view text, const Place& place);
  void value_element(std::string_view name, std::string_view value, const Place& place,
                     std::string_view attribute_name = "value");

  void robot();
  void entity(EntityKind kind, std::size_t index);

  // print_links.cpp
  void link(std::size_t index);
  void inertial(const Inertial& inertial, const Place& place);
  void visual(const Visual& visual, const Place& place);
  void collision(const Collision& collision, const Place& place);
  void geometry(const Geometry& geometry, const Place& place, Slot shape_slot);
  void shape(const Geometry& geometry, const Place& place);
  void visual_material(const MaterialUse& material, const Place& place);
  void material(std::size_t index);
  void color(const Color& color, const Place& place);
  void texture(const Texture& texture, const Place& place);

  // print_joints.cpp
  void joint(std::size_t index);
  void joint_child(const Joint& joint, const Child& child, const Place& place);
  void link_reference(std::string_view element, const LinkRef& link, const Place& place);
  void axis(const JointAxis& axis, const Place& place);
  void limit(const JointLimit& limit, const Place& place);
  void dynamics(const JointDynamics& dynamics, const Place& place);
  void mimic(const JointMimic& mimic, const Place& place);
  void safety_controller(const JointSafetyController& safety, const Place& place);
  void calibration(const JointCalibration& calibration, const Place& place);

  // print_dialect.cpp
  void frame(std::size_t index);
  void loop_joint(std::size_t index);
  void attachment(std::string_view element, const Attachment& attachment, const Place& place,
                  Slot origin_slot);
  void force_element(std::size_t index);
  template <class Force>
  void force_value(const Force& force, const Child& child, const Place& place);
  void spring(const LinearSpringDamper& spring, const Place& place);
  void nested_spring(const LinearSpringDamper& spring, const Place& place);
  void wing(const Wing& wing, const Place& place);
  void thrust(const Thrust& thrust, const Place& place);

  // print_control.cpp
  void transmission(std::size_t index);
  void transmission_joint(const TransmissionJoint& joint, const Place& place);
  void transmission_actuator(const TransmissionActuator& actuator, const Place& place);
  void ros2_control(std::size_t index);
  void hardware(const Ros2Control& control, const Place& place);
  void component(const Ros2Component& component, const Place& place);
  void interface(std::string_view element, const Ros2Interface& interface, const Place& place);
  void parameter(const Ros2Parameter& parameter, const Place& place);
  void gazebo(std::size_t index);
  void gazebo_value(const GazeboValue& value, const Place& place);
  void sensor(std::size_t index);
  void sensor_parent(const Sensor& sensor, const Place& place);
  void camera(const CameraSensor& camera, const Place& place);
  void ray(const RaySensor& ray, const Place& place);
  void scan(std::string_view element, const RayScan& scan, const Place& place);

  const Model& model_;
  const TargetOptions& options_;
  const UriScheme uri_scheme_;
  const bool urdf_source_;
  XmlWriter xml_;
  std::unordered_map<Place, Foreign, PlaceHash> foreign_;
};

template <class Struct>
void UrdfPrinter::fields(const Struct& object, const Place& place) {
  const auto name_of = [&](const FieldInfo& field) {
    return field.dialect ? name_at(place, field.name) : std::string(field.name);
  };
  print_fields(xml_, object, name_of, zero_sign());
}

template <class Struct>
void UrdfPrinter::add_element_fields(Children& parts, const Struct& object) {
  for_each_field<Struct>([&](const auto& field) {
    if (!field.element.empty() && field_text(field.of(object))) parts.push_back({field.slot});
  });
}

// print(name, text, attribute): an attribute of numbers along three axes is called xyz.
template <class Struct, class Print>
void UrdfPrinter::element_field(const Struct& object, const Child& child, const Print& print) {
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    if (field.element.empty() || field.slot != child.slot) return;
    if (const auto text = field_text(field.of(object), zero_sign()))
      print(field.element, *text, FieldValue<Type>::kNumbers == 3 ? "xyz" : "value");
  });
}

template <class Numbers>
void UrdfPrinter::list_attribute(std::string_view name, const Numbers& values) {
  xml_.attribute(name, number_list_text(values, zero_sign()));
}

}  // namespace romas::urdf
