// A whole run of romasc, and its actions, one function each. Each returns the exit code.
#pragma once

#include "support/files/output_set.h"
#include "tools/romasc/invocation.h"
#include "tools/romasc/report.h"

namespace romas::tool {

// Reads the arguments and does what they ask for. `texts` replace the files of their names; null: none. Under
// a Capture the run writes nothing, and starts no program that shows something or compiles.
int run_command(int argc, char** argv, const SourceManager::Texts* texts = nullptr);

// Check and translate; --fix; baselines.
int run_compile(const Invocation& invocation);
// --compare A B: 0 the same robot, 1 not.
int run_compare(const Invocation& invocation);
// --reformat FILE…: writes in place, or to -o; standard input goes to standard output. Writes nothing with
// --check.
int run_reformat(const Invocation& invocation);
// --test FILE…: 0 all tests hold, 1 not.
int run_test(const Invocation& invocation);
// --init FOLDER: 0 a project file was written, 1 nothing was found for it.
int run_init(const Invocation& invocation);
// --view FILE…: becomes the romas-studio beside this program, with all arguments but --view. Returns only if
// it cannot be started.
int run_view(int argc, char** argv);

}  // namespace romas::tool
