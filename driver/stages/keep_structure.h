// --emit=romas --keep=structure: a xacro file as a program of the language. The program has been compiled,
// and describes the same robot as the expanded file.
#pragma once

#include <optional>
#include <string>

#include "backends/target_options.h"
#include "driver/request/request.h"
#include "driver/request/stage.h"
#include "ir/model/model.h"

namespace romas::driver {

// Whether the request asks for it, for this target.
bool keeps_structure(const EmitRequest& request, std::string_view target);

// Returns the program for an input that was read as `model`, whose text is `source`. Structure that is not
// kept is reported at its place, as feature-dropped. Returns nullopt, and reports why, if the input is no
// xacro file of a URDF, or if no program describes the same robot.
std::optional<std::string> kept_structure(const Model& model, FileId source, const CompileRequest& request,
                                          const TargetOptions& options, Stage& stage);

}  // namespace romas::driver
