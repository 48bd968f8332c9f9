// Configures and compiles what a target has written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace romas::driver {

// One command of a build: its words, and what it does, as in "could not WHAT the project".
struct BuildStep {
  std::vector<std::string> words;
  std::string what;
};

// The commands that build a controller, in the folder "build" below it, and the program that they make.
std::vector<BuildStep> build_steps(const std::string& folder);
std::string built_program(const std::string& folder);

// Whether there are commands that compile what the target writes.
bool can_build(std::string_view target);

// Runs the commands of the target in its folder. True, and the path of what was made, on success; else what
// failed, and where the messages of the command are. A signal that ends this process also ends the commands.
bool build_project(std::string_view target, const std::string& folder, std::string& made,
                   std::string& problem);

}  // namespace romas::driver
