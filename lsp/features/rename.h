// Renames a link, joint, material, frame or robot in every text that says its name, and what a program names
// (rename_program.h).
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "lsp/features/code_actions.h"
#include "lsp/protocol/feature_types.h"
#include "lsp/workspace.h"

namespace romas::lsp {

// Why something cannot be renamed; a sentence.
struct CannotRename {
  std::string reason;
};

// The name under the position, and its range.
std::variant<PrepareRenameResult, CannotRename> prepare_rename(Workspace& workspace, const View& view,
                                                               Position position);

// The edits of all files. They are tried before: each robot that reads a changed file compiles to the same
// robot but for names, or nothing is changed.
std::variant<std::vector<FileEdit>, CannotRename> rename(Workspace& workspace, const View& view,
                                                         Position position, const std::string& new_name);

}  // namespace romas::lsp
