#include "tools/arguments/build_facts.h"

#include <romas_build_facts.h>

#include "support/text.h"
#include "support/version.h"

namespace romas::tool {

std::string version_text(std::string_view program, bool verbose) {
  std::string text = concat(program, " ", version(), "\n");
  if (verbose)
    text +=
        concat("commit: ", ROMAS_COMMIT, "\nbuild: ", ROMAS_BUILD, "\nlibraries: ", ROMAS_LIBRARIES, "\n");
  return text;
}

}  // namespace romas::tool
