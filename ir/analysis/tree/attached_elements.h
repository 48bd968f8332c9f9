// Which <gazebo> elements and sensors belong to a link or a joint, and the properties that they give it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/model/model.h"

namespace romas {

// Indices into Model::gazebos and Model::sensors. It is derived from the model and never patched.
class AttachedElements {
 public:
  explicit AttachedElements(const Model& model);

  std::span<const std::uint32_t> gazebos(LinkId link) const { return at(gazebos_of_link_, link.index()); }
  std::span<const std::uint32_t> gazebos(JointId joint) const { return at(gazebos_of_joint_, joint.index()); }
  std::span<const std::uint32_t> sensors(LinkId link) const { return at(sensors_of_link_, link.index()); }
  std::span<const std::uint32_t> sensors(JointId joint) const { return at(sensors_of_joint_, joint.index()); }

  // The value of a property in any <gazebo> element that refers to the link or joint; the last counts, as it
  // does for libsdformat. Null if there is none.
  template <class Id>
  const GazeboValue* property(const Model& model, Id id, GazeboProperty wanted) const {
    const GazeboValue* last = nullptr;
    for (const std::uint32_t i : gazebos(id))
      for (const GazeboValue& value : model.gazebos[i].values)
        if (value.property == wanted) last = &value;
    return last;
  }

 private:
  using Lists = std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>;
  static std::span<const std::uint32_t> at(const Lists& lists, std::size_t index) {
    const auto found = lists.find(static_cast<std::uint32_t>(index));
    return found == lists.end() ? std::span<const std::uint32_t>() : found->second;
  }
  Lists gazebos_of_link_, gazebos_of_joint_, sensors_of_link_, sensors_of_joint_;
};

// A sensor that a <gazebo> element describes in SDF's words.
bool is_gazebo_sensor(const Extension& extension);

}  // namespace romas
