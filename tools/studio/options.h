// The command line of romas-studio as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/studio/workspace/workspace.h"

namespace romas::studio {

struct Options {
  enum class Action : unsigned char { serve, print, standalone };
  Action action = Action::serve;
  std::string print;       // with Action::print: the text
  std::string standalone;  // with Action::standalone: the file to write

  WorkspaceSettings workspace;
  std::uint16_t port = 0;  // 0: a free one
  bool browser = true;
};

// On a usage error returns nothing and puts one sentence into `error`.
std::optional<Options> parse_command_line(int argc, char** argv, std::string& error);

}  // namespace romas::studio
