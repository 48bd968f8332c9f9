// Identifies a request by all that a result depends on beside its input, as a text for caches.
#pragma once

#include "driver/project/project_file.h"
#include "frontend/frontend.h"
#include "tools/arguments/option_values.h"

namespace romas::tool {

// The build, the working folder, the options but for `harmless` ones, the project file with its text, and
// where packages and models are looked for. Requests that read one text differently have different ones.
std::string request_identity(const OptionValues& values, const Strings& harmless,
                             const driver::ProjectSettings& project, const FrontendOptions& options);

}  // namespace romas::tool
