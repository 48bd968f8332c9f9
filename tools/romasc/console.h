// What a run says to the terminal, and how it ends.
#pragma once

#include <string>
#include <string_view>

#include "support/output_set.h"

namespace romas::tool {

enum ExitCode : int { kSuccess = 0, kErrors = 1, kUsage = 2, kFiles = 3, kInternal = 70 };

// Says something on standard error; returns the exit code, which is another one if it cannot be said. Who has
// closed it does not listen, and wants the rest of the work all the same.
int say(std::string_view text, int code);

// "romasc: error: MESSAGE"
int usage_error(std::string_view message);

// The result of a run that is a text on standard output.
int print(std::string text, int code);

// For what cannot go where diagnostics go.
int file_error(const OutputSet::Failure& failure);

}  // namespace romas::tool
