// The stage of a YAML file of controllers or planners: its robot and SRDFs are read, and its names are looked
// up there.
#pragma once

#include <vector>

#include "driver/request/input.h"
#include "driver/request/request.h"
#include "driver/request/stage.h"
#include "ir/model/parameter_name.h"

namespace romas::driver {

// The robots are the one that the request names, else Input::robots; the groups are those of
// Input::semantics. Nothing is checked if one of these cannot be read, or reads the file as data. A target
// that needs a robot is an error where no input describes one (RM1028). `file`: the text of the parameters.
void work_on_parameters(const std::vector<ParameterName>& names, const Input& input, FileId file,
                        const CompileRequest& request, Stage& stage);

}  // namespace romas::driver
