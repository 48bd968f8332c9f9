// The options, their help texts, and the splitting of arguments. read_options.h and invocation.cpp interpret
// the values.
#pragma once

#include <boost/program_options.hpp>
#include <string>

#include "tools/arguments/option_values.h"

namespace romas::tool {

struct OptionGroups {
  boost::program_options::options_description input{"Input"};
  boost::program_options::options_description output{"Output"};
  boost::program_options::options_description code{"Generated code"};
  boost::program_options::options_description servos{"Servos"};
  boost::program_options::options_description passes{"Passes"};
  boost::program_options::options_description diagnostics{"Diagnostics"};
  boost::program_options::options_description information{"Information"};

  OptionGroups();
  boost::program_options::options_description all() const {
    boost::program_options::options_description everything;
    everything.add(input).add(output).add(code).add(servos).add(passes).add(diagnostics).add(information);
    return everything;
  }
};

std::string help_text(const OptionGroups& groups);

// The values of a command line, response files included. Throws UsageError and program_options' own errors.
boost::program_options::variables_map split_command_line(const OptionGroups& groups, int argc, char** argv);

}  // namespace romas::tool
