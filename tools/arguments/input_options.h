// Reads the driver's request from the values of options, for every program that reads descriptions. An
// invalid value is a UsageError.
#pragma once

#include "driver/project/project_file.h"
#include "driver/request/request.h"
#include "tools/arguments/option_values.h"

namespace romas::tool {

// --input-format: a name of frontends.def, or "auto".
std::string input_format(const OptionValues& values);

// --input-format, --robot, -L, -I, -D, --package-path, --model-path, --name, --joint-zero, --default-limit,
// --max-input.
driver::InputRequest read_input_request(const OptionValues& values, const driver::ProjectSettings& project);

// --profile, --strict, --lossless, -W.
void read_severities(const OptionValues& values, const driver::ProjectSettings& project,
                     SeverityPolicy& severities);

}  // namespace romas::tool
