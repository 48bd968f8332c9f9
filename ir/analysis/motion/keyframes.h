// The keyframes of a robot that was read from MJCF, in the joint variables of the Model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/model.h"

namespace romas {

struct Keyframe {
  std::uint32_t extension = 0;  // of the Model, which keeps the element
  std::string name;             // empty: it has none
  // The positions of all joints, laid out by KinematicTree::q_index(). Absent if the keyframe gives none, or
  // not as many as the joints have.
  std::optional<std::vector<double>> positions;
};

// In the order in which MJCF counts them. Nothing for models of other formats.
std::vector<Keyframe> keyframes_of(const Model& model, const KinematicTree& tree);
bool is_keyframe(const Model& model, const Extension& extension);
// The text of an attribute of the element that is kept; empty: it has none.
std::string_view keyframe_attribute(const Extension& keyframe, std::string_view name);

// Returns the position that MJCF gives to the Model's zero of a joint (ref), rad or m: a position in MJCF is
// the one in the Model plus this.
double reference_of(const Model& model, JointId joint);

}  // namespace romas
