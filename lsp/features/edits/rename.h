// Renames a link, joint, material, frame or robot in every text that says its name, and what a program names
// (rename_program.h).
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "lsp/features/edits/code_actions.h"
#include "lsp/protocol/feature_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

struct Renamed {
  std::vector<FileEdit> edits;
  // A sentence about places that keep the old name, because its meaning there is unknown; empty: there are
  // none.
  std::string left;
};

// Why something cannot be renamed; a sentence.
struct CannotRename {
  std::string reason;
};

// The name under the position, and its range.
std::variant<PrepareRenameResult, CannotRename> prepare_rename(Workspace& workspace, const View& view,
                                                               Position position);

// The edits of all files: of robots, SRDFs about them, and YAML files that belong to them. They are tried
// before: each robot and SRDF that reads a changed file is the same afterwards but for names, and an SRDF has
// the same findings, or nothing is changed.
std::variant<Renamed, CannotRename> rename(Workspace& workspace, const View& view, Position position,
                                           const std::string& new_name);

}  // namespace romas::lsp
