// The options of romasc with those of its targets, and its facts for help.
#pragma once

#include <boost/program_options.hpp>

#include "tools/arguments/program_info.h"

namespace romas::tool {

const ProgramInfo& romasc_info();

// The values of a command line, response files included. Throws UsageError and program_options' own errors.
boost::program_options::variables_map split_command_line(int argc, char** argv);

}  // namespace romas::tool
