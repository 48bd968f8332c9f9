// The robot as data for the runtime's reference implementation: test/model_data.hpp of a controller's
// project.
#pragma once

#include "backends/controller/controller.h"
#include "support/text/template.h"

namespace romas {

// A joint that moves, follows no other one, and is held by no loop.
bool is_independent(const Model& model, const Joint& joint, const ControllerRequest& request);

// The values of backends/controller/project/model_data.hpp.in.
TemplateValues model_data_values(const Model& model, const ControllerRequest& request);

}  // namespace romas
