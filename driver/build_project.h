// Configures and compiles a project that was written.
#pragma once

#include <string>
#include <vector>

namespace romas::driver {

// One command of a build: its words, and what it does, as in "could not WHAT the project".
struct BuildStep {
  std::vector<std::string> words;
  std::string what;
};

// The commands that build a project, in the folder "build" below it, and the program that they make.
std::vector<BuildStep> build_steps(const std::string& folder);
std::string built_program(const std::string& folder);

// Runs these commands. True, and the path of the program, on success; else what failed and where its output
// stands. A signal that ends this process also ends the commands.
bool build_project(const std::string& folder, std::string& program, std::string& problem);

}  // namespace romas::driver
