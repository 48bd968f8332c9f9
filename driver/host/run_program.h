// Runs other programs to their end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace romas::driver {

// Runs a program whose output and messages go to a descriptor, or to kNowhere
// (support/process/child_process.h). Signals are passed on to it. Returns its exit status, or -1 if it could
// not be started.
int run_program(const std::vector<std::string>& words, int output);

struct ProgramText {
  int status = -1;   // as run_program
  std::string text;  // output and messages; empty if they are longer than what is allowed
};
// Runs a program and takes what it writes.
ProgramText text_of_program(const std::vector<std::string>& words, std::uint64_t max_bytes);

// The path of a program that belongs to this one: in a build beside it, installed in a folder of its own.
// Empty if it was not built.
std::string own_program(const std::string& name);
// Says that the program is not there, and who has it: a build with a library, by the name of its package.
std::string without_own_program(std::string_view name, std::string_view library);

}  // namespace romas::driver
