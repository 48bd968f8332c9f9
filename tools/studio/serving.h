// The program's end and its work as a server, which WebAssembly does in a way of its own.
#pragma once

#include <string_view>

#include "tools/studio/options.h"

namespace romas::studio {

enum ExitCode : int { kEnded = 0, kErrors = 1, kUsage = 2, kSystem = 3, kInternal = 70 };

// Writes a message as an error of the program. Returns the code.
int fail(std::string_view message, int code);

// Answers requests until the program is ended. Returns its exit status. In WebAssembly (hosted/) it returns
// at once, and JavaScript brings the requests.
int serve(Options options);

}  // namespace romas::studio
