// Which xacro files of a folder are robots, and which are parts of them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "driver/input.h"
#include "driver/result_cache.h"

namespace romas::driver {

// By its name and its text.
bool is_xacro(const std::string& path);

struct XacroRoots {
  std::vector<Input> inputs;  // what is left to compile, in the order given
  // Of each of these, if it is xacro: the further files that it reads (SourceManager::file_key).
  std::vector<std::set<std::string>> reads;
  std::vector<std::string> unreached;  // xacro files that are no robots, and that no robot reads
};

// Expands the xacro files among the inputs, each by itself. Of those that were found in a folder
// - a file that the expansion of another one reads is a part: what it needs is given there,
// - a file that makes a robot is a root,
// - a file of macros alone makes none, and neither does one that expands to no link: told as unreached,
// - so is a file that has errors and whose name others include where their arguments do not lead,
// - any other file is compiled, and its faults are told.
// Inputs that were named, and all that are not xacro, stay. Findings are told when roots are compiled.
// `cache`: what is known from earlier runs; null: nothing.
// `compiles_next`: the inputs are compiled next, with this request. What was read of robots is kept for that
// (Input::read), as far as it is what would be read again.
// `begin_file` is called before each file, by the thread that works on it.
XacroRoots find_xacro_roots(const std::vector<Input>& inputs, const CompileRequest& request, unsigned threads,
                            ResultCache* cache = nullptr, bool compiles_next = false,
                            const std::function<void()>& begin_file = {});

}  // namespace romas::driver
