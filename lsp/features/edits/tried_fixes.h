// Fixes are tried before they are offered.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "lsp/features/shown/diagnostics.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// Compiles the robots that read a fixed text, for at most half a second a request.
class TriedFixes {
 public:
  explicit TriedFixes(Workspace& workspace) : workspace_(workspace) {}

  // Whether the fix of a finding mends it and makes no other: in each robot the finding is gone, and there is
  // no finding that the text did not have, except the warnings that an error had kept back. Once the time is
  // over, fixes that guess are refused, and the others count as right.
  bool is_right(const Finding& finding, const std::vector<std::shared_ptr<const Reading>>& readings);

 private:
  bool is_right_in(const Reading& reading, const Finding& finding, const SourceManager::Texts& fixed);

  Workspace& workspace_;
  std::chrono::steady_clock::duration left_ = std::chrono::milliseconds(500);
};

}  // namespace romas::lsp
