// Texts of the Romas language in their canonical style.
#pragma once

#include <optional>
#include <string>

#include "driver/stages/compile.h"

namespace romas::driver {

struct Reformatted {
  CompileResult result;             // its report; no models
  std::optional<std::string> text;  // nothing if it could not be read or has errors
  bool changed = false;             // the text differs from that of the input
  std::string difference;           // in the format of 'diff -u'; empty unless it changed
};

// Reformats one input; "-" is standard input. `checks`: report a finding at the first difference from the
// canonical style (not-canonical).
Reformatted reformat(const std::string& input, const CompileRequest& request, bool checks = false);

}  // namespace romas::driver
