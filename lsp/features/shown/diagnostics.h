// Findings as diagnostics of the protocol.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lsp/protocol/feature_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// A finding of one reading. The pointers live as long as the reading.
struct Finding {
  std::shared_ptr<const Reading> reading;
  const romas::Diagnostic* diagnostic = nullptr;
};

// The findings in each file, by key. A finding of several readings is there once. A finding without a place
// belongs to the beginning of the file that was read.
std::map<std::string, std::vector<Finding>> findings_by_file(
    const std::vector<std::shared_ptr<const Reading>>& readings);

// Returns the diagnostics in the order of the text.
std::vector<Diagnostic> diagnostics_of(const Workspace& workspace, const std::vector<Finding>& findings,
                                       const std::vector<std::shared_ptr<const Reading>>& readings);

Diagnostic diagnostic_of(const Workspace& workspace, const Finding& finding);

// The errors in project files that count for open documents, by the key of the file.
std::map<std::string, std::vector<Diagnostic>> project_findings(const Workspace& workspace);

}  // namespace romas::lsp
