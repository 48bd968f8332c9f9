// Prints a legalized model as URDF. For a model that was read from URDF: in its order, with its comments and
// foreign content.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backends/target.h"
#include "backends/uri_scheme.h"
#include "backends/xml/element_printer.h"
#include "ir/model/model.h"

namespace romas::urdf {

class UrdfPrinter : private ElementPrinter {
 public:
  using ElementPrinter::repeated_attributes;
  using ElementPrinter::xml;

  UrdfPrinter(const Model& model, const TargetOptions& options, UriScheme uri_scheme);
  void print();

 private:
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
  void value_element(std::string_view name, std::string_view value, const Place& place,
                     std::string_view attribute_name = "value");

  void robot();
  void entity(EntityKind kind, std::size_t index);

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
  void nested_wing(const Wing& wing, const Place& place);
  void nested_thrust(const Thrust& thrust, const Place& place);
  void wing(const Wing& wing, const Place& place);
  void thrust(const Thrust& thrust, const Place& place);

  // print_control.cpp
  void transmission(std::size_t index);
  void transmission_joint(const TransmissionJoint& joint, const Place& place);
  void transmission_actuator(const TransmissionActuator& actuator, const Place& place);
  void gazebo(std::size_t index);
  void gazebo_value(const GazeboValue& value, const Place& place);
  void sensor(std::size_t index);
  void sensor_parent(const Sensor& sensor, const Place& place);
  void camera(const CameraSensor& camera, const Place& place);
  void ray(const RaySensor& ray, const Place& place);
  void scan(std::string_view element, const RayScan& scan, const Place& place);

  const TargetOptions& options_;
  const UriScheme uri_scheme_;
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

}  // namespace romas::urdf
