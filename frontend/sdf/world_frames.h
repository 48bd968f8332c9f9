// Worlds whose models are read one by one: their frames, and where their models stand.
#pragma once

#include <map>

#include "frontend/frontend.h"
#include "frontend/sdf/includes.h"
#include "frontend/xml/reader/make_element.h"

namespace romas::sdf {

// The poses of the models of a world in it, by their elements. Nothing where no model stands relative to
// another one or to a frame of the world, and where names in the world are wrong. Faults of the world's
// frames are reported, and frames of models' poses that are unknown or lead back to their models.
std::map<const XmlElement*, RigidTransform> read_world_frames(const XmlElement& world,
                                                              FrontendContext& context,
                                                              const Versions& versions, FileId file);

}  // namespace romas::sdf
