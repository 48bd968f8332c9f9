// The elements of SRDF and their attributes, as the readers of srdfdom 1 and 2 know them.
#pragma once

#include "frontend/xml/schema/schema.h"

namespace romas::srdf {

extern const ElementRow kRobot, kGroup, kNamedLink, kNamedJoint, kNamedGroup, kChain, kGroupState,
    kStateJoint, kEndEffector, kVirtualJoint, kPassiveJoint, kPair, kUncheckedLink, kSpheres, kSphere,
    kJointProperty;

}  // namespace romas::srdf
