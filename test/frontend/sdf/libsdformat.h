// Comparison of the models that libsdformat, an independent reader, and romasc make of SDF.
#pragma once

#include <sdf/sdf.hh>
#include <string>

#include "ir/model/model.h"

namespace romas::test {

// Compares models of the same description: joints and axes where libsdformat has them, and masses, their
// centres and tensors. A joint that turns about two axes is two joints here. `tolerance`: in metres, and of
// entries of rotations.
void expect_same_model(const Model& ours, const sdf::Model& theirs, double tolerance);
// The same for a world that is read as one robot.
void expect_same_world(const Model& ours, const sdf::World& theirs, double tolerance);

// libsdformat's own words stay off the screen; it tries every text that it refuses as URDF.
void silence_libsdformat();

}  // namespace romas::test
