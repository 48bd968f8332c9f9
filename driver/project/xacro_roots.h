// Tells which xacro files of a folder are robots, and which are parts of them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "driver/cache/result_cache.h"
#include "driver/request/input.h"

namespace romas::driver {

// Whether a file is xacro, by its name and its text.
bool is_xacro(const std::string& path);

struct XacroRoots {
  std::vector<Input> inputs;  // left to compile, in the order given
  // For each of these, if it is xacro: the further files that it reads (SourceManager::file_key).
  std::vector<std::set<std::string>> reads;
  std::vector<std::string> unreached;  // xacro files that are no robots, and that no robot reads
  // Names of arguments without a value, which only callers give, by the number of the input. These files were
  // found, and have no other error.
  std::map<std::size_t, std::vector<std::string>> uncalled;
};

// Expands the xacro files among the inputs, each by itself. For files that were found in a folder:
// - a file that the expansion of another one reads is a part: what it needs is given there,
// - a file that makes a robot is a root,
// - a file of macros alone makes none, and neither does one that expands to no link: it counts as unreached,
// - so does a file with errors that others would include if they had other arguments,
// - any other file is compiled, and its faults are reported.
// Inputs that were named, and all that are not xacro, stay. Findings are reported when roots are compiled.
// `cache`: results of earlier runs; null: none.
// `compiles_next`: the inputs are compiled next, with this request. Readings of robots are kept for that
// (Input::read), as far as they would be the same again.
// `begin_file` is called before each file, by the thread that works on it.
XacroRoots find_xacro_roots(const std::vector<Input>& inputs, const CompileRequest& request, unsigned threads,
                            ResultCache* cache = nullptr, bool compiles_next = false,
                            const std::function<void()>& begin_file = {});

}  // namespace romas::driver
