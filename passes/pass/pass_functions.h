// The functions of all passes; passes.def says what each one does.
#pragma once

#include "passes/pass/pass.h"

namespace romas {

#define CHECK(name, function, summary) void function(const Model& model, const CheckContext& context);
#define TRANSFORM(name, function, options, summary) bool function(Model& model, TransformContext& context);
#include "passes/pass/passes.def"
#undef CHECK
#undef TRANSFORM

}  // namespace romas
