// Prints models in the core form of the Romas language: canonical order, SI units written out, shortest
// numbers that read back exactly. Absent values are not printed. Parsing the text gives an equal model.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "backends/target.h"
#include "ir/model/fields.h"
#include "ir/model/model.h"
#include "ir/model/place_words.h"
#include "ir/model/units.h"
#include "support/text/indented_writer.h"

namespace romas {

// --- values (print_values.cpp) ---
std::string romas_name(
    std::string_view name);  // bare where it is an identifier and no reserved word, else in quotes
std::string romas_string(std::string_view text);  // in quotes, escaped
std::string romas_raw_string(std::string_view text);
std::string romas_number(const Number& number);
std::string romas_quantity(const Number& number,
                           std::string_view units);  // "1.2 kg"; no units or "1": the number alone
template <std::size_t count>
std::string romas_tuple(const std::array<Number, count>& numbers, std::string_view units);
std::string romas_axis(const Number3& direction);   // "-y" or "(1, 1, 0)"
std::string romas_pose(const TransformExpr& pose);  // (print_poses.cpp) not for absent ones

class RomasPrinter {
 public:
  // Paths of meshes, textures and Block files are rebased as the options say; without options they stay.
  RomasPrinter(const Model& model, const TargetOptions* options) : model_(model), options_(options) {}
  std::string print();

 private:
  // romas_printer.cpp
  void banner();
  std::string path(std::string_view written) const {
    return romas_string(options_ == nullptr ? std::string(written) : rebase_path(written, *options_));
  }
  // Lines of the entity in braces, or the head alone with a ';'. `body` writes the lines.
  template <class Body>
  void entity(const std::string& head, Body&& body);
  template <class Store, class Print>
  void section(const Store& store, Print&& print);
  void property(std::string_view word, std::string_view value) { out_.line(word, ' ', value, ';'); }
  void quantity(std::string_view word, const std::optional<Number>& number, std::string_view units);
  // The described numbers of a struct, a line each. The units are those of the joint that it belongs to.
  template <class Struct>
  void quantities(const Struct& object, const MotionUnits& units = {});
  void pose(const TransformExpr& pose);

  void material(const Material& material);
  void link(const Link& link);
  void inertial(const Inertial& inertial);
  void inertia(const InertiaTensor& inertia);
  void visual(const Visual& visual);
  void collision(const Collision& collision);
  std::string shape(const Shape& shape) const;

  void joint(const Joint& joint);
  void limit(const JointLimit& limit, const MotionUnits& units);
  void dynamics(const JointDynamics& dynamics, const MotionUnits& units);
  void mimic(const Joint& joint);
  void servo(const Servo& servo, JointType type);
  void safety(const JointSafetyController& safety, const MotionUnits& units);
  void calibration(const JointCalibration& calibration, const MotionUnits& units);
  void frame(const Frame& frame);
  void loop_joint(const LoopJoint& loop);
  void force_element(const ForceElement& element);
  void attachment(std::string_view word, const Attachment& attachment);

  // print_control.cpp
  void sensor(const Sensor& sensor);
  void transmission(const Transmission& transmission);
  void transmission_joint(const TransmissionJoint& joint);
  void transmission_actuator(const TransmissionActuator& actuator);
  void gazebo(const Gazebo& gazebo);
  void ros2_control(const Ros2Control& control);
  void ros2_component(const Ros2Component& component);
  void ros2_interface(std::string_view word, const Ros2Interface& interface);
  void parameter(const Ros2Parameter& parameter);

  // print_blocks.cpp
  void block(const Block& block);
  void contact(const Contact& contact);
  void part(const Part& part);
  std::string block_reference(const Part& part);
  void extensions();
  void extension(const Extension& extension, const EntityNames& names);

  const Model& model_;
  const TargetOptions* options_;
  IndentedWriter out_;
  bool first_section_ = true;
  // Number of Blocks with an id; filled on first use.
  std::unordered_map<std::string_view, std::size_t> blocks_by_id_;
};

template <class Body>
void RomasPrinter::entity(const std::string& head, Body&& body) {
  // Whether there is a body is known only when it has been written.
  IndentedWriter outer = std::move(out_);
  out_ = IndentedWriter();
  for (int i = 0; i <= outer.depth(); ++i) out_.indent();
  body();
  const std::string lines = out_.take();
  out_ = std::move(outer);
  if (lines.empty()) {
    out_.line(head, ';');
    return;
  }
  out_.line(head, " {");
  out_.raw(lines);
  out_.line('}');
}

template <class Store, class Print>
void RomasPrinter::section(const Store& store, Print&& print) {
  if (store.empty()) return;
  if (!first_section_) out_.line();
  first_section_ = false;
  for (const auto& entity : store) print(entity);
}

template <std::size_t count>
std::string romas_tuple(const std::array<Number, count>& numbers, std::string_view units) {
  std::string out = concat("(", join(numbers, ", ", romas_number), ")");
  if (!units.empty() && units != "1") out.append(" ").append(units);
  return out;
}

template <class Struct>
void RomasPrinter::quantities(const Struct& object, const MotionUnits& units) {
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    if constexpr (std::is_same_v<Type, std::optional<Number>>)
      quantity(field.word, field.of(object), units_of(field.quantity, units));
  });
}

}  // namespace romas
