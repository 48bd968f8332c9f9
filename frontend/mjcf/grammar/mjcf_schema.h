// The elements of MJCF and their attributes, as MuJoCo 2.2 to 3 read them, and which of the attributes a
// Model has a place for. The others are kept.
#pragma once

#include <span>
#include <string_view>

#include "frontend/xml/schema/schema.h"

namespace romas::mjcf {

// An element whose attributes are known.
struct Word {
  std::string_view name;
  ElementRow row;
  std::string_view kept = {};  // kept attributes in the place of those of the row, separated by spaces

  bool keeps(std::string_view attribute) const;
};

extern const Word kMujoco, kCompiler, kOption, kDefault, kMesh, kTexture, kMaterial, kModelAsset, kBody,
    kWorldBody, kFrame, kReplicate, kAttach, kInertial, kJoint, kFreeJoint, kFreeTypedJoint, kBallJoint,
    kGeom, kSite, kCamera, kExclude, kConnect, kWeld, kJointEquality, kKey, kTextRow;

// The actuators, which share one class entry: general, motor, position, velocity and others.
extern const std::span<const Word> kActuators;
// The quantity that a sensor of each kind reads.
const Word* find_actuator(std::string_view name);

}  // namespace romas::mjcf
