// --inertia-from: links without inertial get that of their shapes, filled with one density.
#pragma once

#include "driver/request/input.h"
#include "driver/request/request.h"
#include "driver/request/stage.h"
#include "ir/model/model.h"

namespace romas::driver {

// Reports each inertial (RM1902), with a fix that writes it into a URDF. A link with a shape whose volume is
// not known gets none, which is reported.
void fill_inertias(Model& model, const Input& input, const CompileRequest& request, Stage& stage);

}  // namespace romas::driver
