// romasc --init: the roots of a project, from the calls of xacro in its launch files.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/frontend.h"

namespace romas::driver {

// A call of xacro, as far as it is known before it runs.
struct XacroCall {
  std::string file;  // an existing xacro file; empty: see `problem`
  std::vector<std::pair<std::string, std::string>> arguments;
  std::vector<std::pair<std::string, std::string>> unknown;  // further arguments, and why they are not known
  std::string problem;                 // why the file is not known, as the end of a sentence
  std::string place;                   // "launch/arm.launch.py:12"
  std::set<std::string> launch_files;  // those that make the call, and those that include them
  bool needed = false;                 // an unknown argument has no default in the file
};

struct LaunchRoots {
  std::vector<XacroCall> calls;  // in the order of their places; equal ones once
  std::size_t files = 0;         // files that were looked at
};

// Reads all launch files in a folder and below it, and those that they include. `options`: where packages are
// looked for.
LaunchRoots find_launch_roots(const std::string& folder, const FrontendOptions& options);

// The project file with these roots, for `folder`. Calls whose file is not known, or lies elsewhere, are left
// out; calls that need an unknown argument are comments.
std::string project_text(const std::vector<XacroCall>& calls, const std::string& folder);

// The path of a file from a folder.
std::string path_in(const std::string& file, const std::string& folder);

// Whether the project file of a folder can have the call as a root: the file lies in the folder or below it.
bool is_root_of(const XacroCall& call, const std::string& folder);

}  // namespace romas::driver
