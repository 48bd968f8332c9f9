// The names of ids and places in messages about our own faults and in debug output: with number and name.
// Messages to users call entities by name alone (describe() of ir/model/entity.h).
#pragma once

#include <cstddef>
#include <string>

#include "ir/model/model.h"

namespace romas {

// "joint 3 'elbow'"; "joint 3" where there is no name or no such entity; the robot has no number: "robot
// 'arm'".
std::string label(const Model& model, EntityKind kind, std::size_t index);
// The same; "no joint" for an invalid id.
std::string label(const Model& model, LinkId id);
std::string label(const Model& model, JointId id);
std::string label(const Model& model, MaterialId id);
std::string label(const Model& model, BlockId id);
// "link 2 'arm'.visual_origin[1]"
std::string label(const Model& model, const Place& place);

}  // namespace romas
