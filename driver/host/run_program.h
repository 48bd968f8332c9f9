// Runs other programs to their end.
#pragma once

#include <string>
#include <vector>

namespace romas::driver {

// Runs a program whose output and messages go to a descriptor, or to kNowhere
// (support/process/child_process.h). Signals are passed on to it. Returns its exit status, or -1 if it could
// not be started.
int run_program(const std::vector<std::string>& words, int output);

}  // namespace romas::driver
