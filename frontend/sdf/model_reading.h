// The parts of a model that are read after its frames, and what they are read with.
#pragma once

#include "frontend/sdf/frames.h"

namespace romas::sdf {

struct ModelReading {
  FrontendContext& context;
  Elements& elements;
  GazeboContent& gazebo;
  Frames& frames;
  Model& model;
};

void read_links(const ModelReading& reading);
// Joints that close loops are among them.
void read_joints(const ModelReading& reading);
// Gearboxes couple two joints that have been read, where the tree is known.
void read_gearboxes(const ModelReading& reading);

// Joints that close loops share the names of all others, in whichever order they stand.
void report_taken_names(const Model& model, SchemaReader& schema);

// The direction of an axis in the frame of its joint.
JointAxis read_direction(const ModelReading& reading, const XmlElement& axis, const JointEntry& entry);

}  // namespace romas::sdf
