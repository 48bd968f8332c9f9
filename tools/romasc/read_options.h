// Reads an invocation from the values of the options, one function for a group of options. An invalid value
// is a UsageError.
#pragma once

#include "driver/project/project_file.h"
#include "tools/arguments/input_options.h"
#include "tools/arguments/options.h"
#include "tools/arguments/project_options.h"
#include "tools/romasc/invocation.h"

namespace romas::tool {

// The functions are called in this order, because later ones use the results of earlier ones. The first one
// searches folders, and returns the project file of all inputs; an empty one if there is none.
driver::ProjectSettings read_inputs(const OptionValues& values, Invocation& to);
void read_output_options(const OptionValues& values, Invocation& to);
void read_pass_options(const OptionValues& values, Invocation& to);
void read_code_options(const OptionValues& values, Invocation& to);
void read_servo_options(const OptionValues& values, Invocation& to);
void read_diagnostic_options(const OptionValues& values, const driver::ProjectSettings& project,
                             Invocation& to);
void read_cache_options(const OptionValues& values, const driver::ProjectSettings& project, Invocation& to);

}  // namespace romas::tool
