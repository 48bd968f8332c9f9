// --emit=romas --keep=structure: a xacro file as a program of the language. What is written was compiled, and
// is the robot that the file expands to.
#pragma once

#include <optional>
#include <string>

#include "backends/target_options.h"
#include "driver/request.h"
#include "driver/stage.h"
#include "ir/model.h"

namespace romas::driver {

// Whether the request asks for it, for this target.
bool keeps_structure(const EmitRequest& request, std::string_view target);

// The program for an input that was read as `model`, whose text is `source`. What is not kept is reported
// where it stands, as feature-dropped. Nothing, and reported, if the input is no xacro file of a URDF, or if
// no program could be made that is the same robot.
std::optional<std::string> kept_structure(const Model& model, FileId source, const CompileRequest& request,
                                          const TargetOptions& options, Stage& stage);

}  // namespace romas::driver
