// --verify-diagnostics: comments of the form
//   expected-error {{text}}   expected-warning@+1 {{text}}   expected-note@-2 2 {{text}}
// must match the diagnostics of the file exactly: same line, same severity, message containing the text.
#pragma once

#include <string>
#include <vector>

#include "support/shown/diagnostic_render.h"

namespace romas {

// One sentence for each unmet expectation and each unexpected diagnostic, as "file:line: …"; empty if all
// match. `files` are the texts that are searched for expectations.
std::vector<std::string> check_expected_diagnostics(const DiagnosticReport& report,
                                                    const std::vector<FileId>& files);

}  // namespace romas
