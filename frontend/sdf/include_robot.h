// Included robots of other formats than SDF.
#pragma once

#include <optional>

#include "frontend/sdf/includes.h"

namespace romas::sdf {

// The robot of a URDF or xacro file as a <model>. Findings in it lead to the link, joint or robot in that
// file. `robot`: the file, seen through its include. Nothing where it has no robot, or one with errors, which
// is reported.
std::optional<XmlElement> read_robot(FileId robot, const XmlElement& include, Versions& versions,
                                     FrontendContext& context);

}  // namespace romas::sdf
