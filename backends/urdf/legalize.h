// Rewrites a model so that URDF can express it, and reports what URDF cannot.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "backends/target.h"
#include "ir/model/model.h"

namespace romas::urdf {

// Name of the format in Layout::format.
inline constexpr std::string_view kFormat = "urdf";

// True if the model was read from URDF: it is then printed in the words of its source.
inline bool from_urdf(const Model& model) { return model.layout.format == kFormat; }

using TakenNames = std::set<std::string, std::less<>>;
// The name with as many underscores behind it as make it new; it is taken then.
std::string unique_name(std::string wanted, TakenNames& taken);

// Changes to models from other formats:
//   named frames become links without mass on fixed joints (RM1902), or what --frames asks for (frames.h)
//   ball, universal and screw joints become joints of Drake's dialect (RM1216); ball and universal ones become
//     simple joints where --ball-joints asks for it (ball_joints.h)
//   materials of visuals get names (RM1902), because other readers reject a material without one
//   absent limits that readers of URDF demand become 1e16 (RM1902, see legalize_joints.cpp)
//   quaternions become roll, pitch and yaw (RM1902), unless the model names a version of URDF that has
//     quat_xyzw: many readers reject every version but 1.0
// Losses (RM1901): gravity, ellipsoids of models that were not read from URDF, foreign content of Blocks.
// Returns nothing if the model can be printed as it is. In models that were read from URDF, only frames and
// ball joints are changed, and those only if options ask for it.
std::optional<Model> legalize(const Model& model, TargetContext& context);

// The part of it that concerns limits, damping and safety controllers of joints. Joints of Drake's dialect,
// which other readers skip, stay as they are.
void legalize_joints(Model& model, TargetContext& context);

// The part of it that concerns the armature of joints: that of a joint with one actuator of its own becomes
// Drake's rotor of this actuator, else it is a loss (RM1901). True if the robot needs Drake's namespace.
bool legalize_armature(Model& model, TargetContext& context);

// Takes what a model says of links that do not collide out of its extensions. The same as elements of Drake's
// dialect; each is told (RM1045).
std::vector<Extension> take_collision_filters(Model& model, TargetContext& context);

// Reports what the output says of a legalized model and most readers of URDF skip or misread (RM1045,
// RM1216).
void report_unportable(const Model& model, TargetContext& context);

}  // namespace romas::urdf
