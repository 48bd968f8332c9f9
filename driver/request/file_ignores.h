// Rules that a project does not want to hear of in some of its files.
#pragma once

#include <string>
#include <vector>

#include "support/files/path_pattern.h"
#include "support/shown/diagnostic_render.h"

namespace romas::driver {

struct FileIgnores {
  struct Entry {
    PathPattern files;  // negated: all files that do not match
    std::vector<Rule> rules;
  };
  std::string folder;  // the paths of the patterns begin here
  std::vector<Entry> entries;
};

// The severities to compile with. Whether a finding is in such a file is known only once it is reported, so
// that rules of `ignores` that options make errors are warnings until without_ignored() has looked at the
// places.
SeverityPolicy undecided(SeverityPolicy severities, const FileIgnores& ignores);

// The report without findings of ignored rules in the files that are meant. The other findings get their
// severities from `severities`. A finding without a place belongs to `input`.
DiagnosticReport without_ignored(DiagnosticReport report, const FileIgnores& ignores,
                                 const std::string& input, const SeverityPolicy& severities);

}  // namespace romas::driver
