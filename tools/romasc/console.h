// Messages to the terminal, and exit codes.
#pragma once

#include <string>
#include <string_view>

#include "support/files/output_set.h"

namespace romas::tool {

// kDefective: --compare found errors in one of the files, and has compared nothing.
enum ExitCode : int { kSuccess = 0, kErrors = 1, kUsage = 2, kFiles = 3, kDefective = 4, kInternal = 70 };

// Writes a message to standard error and returns the exit code, which is a different one if writing fails. A
// closed standard error is not a failure: the work goes on.
int say(std::string_view text, int code);

// "romasc: error: MESSAGE", and so each line of it
int usage_error(std::string_view message);

// Writes the text that is the result of a run to standard output.
int print(std::string text, int code);

// For errors that cannot be reported as diagnostics.
int file_error(const OutputSet::Failure& failure);

}  // namespace romas::tool
