// The keyframes of a robot that was read from MJCF, in the joint variables of the Model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/analysis/kinematic_tree.h"
#include "ir/model.h"

namespace romas {

struct Keyframe {
  std::uint32_t extension = 0;  // of the Model, which keeps the element
  std::string name;             // empty: it has none
  // Of all joints, laid out by KinematicTree::q_index(). Absent: the keyframe says no positions, or not as
  // many as the joints have.
  std::optional<std::vector<double>> positions;
};

// In the order in which MJCF counts them. Nothing for models of other formats.
std::vector<Keyframe> keyframes_of(const Model& model, const KinematicTree& tree);
bool is_keyframe(const Model& model, const Extension& extension);
// The text of an attribute of the element that is kept; empty: it has none.
std::string_view keyframe_attribute(const Extension& keyframe, std::string_view name);

// What MJCF calls the Model's zero of a joint (ref), rad or m: positions of MJCF are those of the Model and
// this.
double reference_of(const Model& model, JointId joint);

}  // namespace romas
