// Facts from the field tables. Internal to ir/compare.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "ir/analysis/tree/axis.h"
#include "ir/compare/facts.h"
#include "ir/model/fields.h"
#include "ir/model/units.h"

namespace romas::facts {

// Units as the tables give them; "1" is none.
inline std::string unit_for_people(std::string_view units) {
  std::string text(units == "1" ? std::string_view() : units);
  std::replace(text.begin(), text.end(), '*', ' ');
  if (text.ends_with("^2")) text.replace(text.size() - 2, 2, "²");
  return text;
}

inline FactNumbers numbers(std::vector<double> values, std::string_view units = {}) {
  return {std::move(values), unit_for_people(units), {}};
}
template <std::size_t count>
FactNumbers numbers(const std::array<Number, count>& values, std::string_view units = {}) {
  std::vector<double> plain;
  plain.reserve(count);
  for (const Number& number : values) plain.push_back(number.value());
  return numbers(std::move(plain), units);
}

// The direction of an axis alone: its length has no meaning.
inline FactNumbers direction(const Vector3& axis) {
  const Vector3 unit = axis == Vector3::Zero() ? axis : unit_axis(axis);
  return numbers({unit.x(), unit.y(), unit.z()});
}

inline void add(FactNode& node, std::string_view group, std::string_view name, Topic topic, FactValue value,
                SourceRange place, bool says_nothing = false) {
  node.facts.push_back({group, name, topic, std::move(value), place, says_nothing});
}
inline void add_text(FactNode& node, std::string_view group, std::string_view name, Topic topic,
                     const std::optional<std::string>& text, SourceRange place) {
  if (text) add(node, group, name, topic, *text, place);
}
inline void add_pose(FactNode& node, std::string_view group, Topic topic, const TransformExpr& pose,
                     SourceRange place) {
  const RigidTransform X = pose.evaluate();
  add(node, group, "origin", topic, X, place, X.is_identity());
}
// Texts in alphabetical order: their own order has no meaning.
inline void add_texts(FactNode& node, std::string_view name, Topic topic, std::vector<std::string> texts,
                      SourceRange place) {
  if (texts.empty()) return;
  std::sort(texts.begin(), texts.end());
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : ", ") + text;
  add(node, {}, name, topic, std::move(joined), place);
}

// Every field that is present. `topic_of` is a function of a field. Numbers of a list count 0 where they are
// absent; other numbers count what the table says.
template <class Struct, class TopicOf>
void add_fields(FactNode& node, std::string_view group, const Struct& object, const MotionUnits& joint,
                SourceRange place, TopicOf&& topic_of) {
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    const Type& value = field.of(object);
    if constexpr (FieldValue<Type>::kNumbers == 0) {
      if constexpr (FieldValue<Type>::kMustBeGiven)
        add(node, group, field.name, topic_of(field), std::string(value), place);
      else
        add_text(node, group, field.name, topic_of(field), value, place);
    } else {
      FactNumbers found = numbers({}, units_of(field.quantity, joint));
      for_each_number_of(value, [&](const Number& number) { found.values.push_back(number.value()); });
      if (found.values.empty()) return;
      const double absent = std::is_same_v<Type, std::vector<Number>> ? 0 : field.fallback.value_or(0);
      const bool has_default = std::is_same_v<Type, std::vector<Number>> || field.fallback.has_value();
      const bool says_nothing = has_default && std::all_of(found.values.begin(), found.values.end(),
                                                           [&](double x) { return x == absent; });
      add(node, group, field.name, topic_of(field), std::move(found), place, says_nothing);
    }
  });
}
template <class Struct>
void add_fields(FactNode& node, std::string_view group, const Struct& object, const MotionUnits& joint,
                SourceRange place, Topic topic) {
  add_fields(node, group, object, joint, place, [&](const auto&) { return topic; });
}

FactNode material(const Material& material, const FactFile& texture);
FactNode sensor(const Sensor& sensor);
FactNode transmission(const Transmission& transmission, const Model& model);
FactNode ros2_control(const Ros2Control& control);
FactNode loop_joint(const LoopJoint& loop);
FactNode force(const ForceElement& element);
FactNode servo(const Servo& servo, const Joint& joint);
// `file` finds one of the Block's own files.
FactNode block(const Block& block, const std::function<FactFile(const std::string&)>& file);
FactNode part(const Part& part, const Model& model);
// The properties that <gazebo> elements of one reference give; of one that is given again the last counts.
void add_gazebo_values(const Model& model, const std::vector<std::size_t>& gazebos, FactNode& node);

}  // namespace romas::facts
