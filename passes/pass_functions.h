// The functions of all passes; passes.def says what each one does.
#pragma once

#include "passes/pass.h"

namespace romas {

#define PASS(name, function, kind, options, summary) bool function(Model& model, PassContext& context);
#include "passes/passes.def"
#undef PASS

}  // namespace romas
