// Renames a link, joint, material, frame or robot in every text that says its name, and what a program names
// (rename_program.h).
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "lsp/features/edits/code_actions.h"
#include "lsp/protocol/feature_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// A place in which a name is written, and what it becomes there.
struct WrittenEdit {
  std::string key;
  std::size_t begin = 0, end = 0;
  std::string text;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy takes its 0 for a pointer
  friend auto operator<=>(const WrittenEdit&, const WrittenEdit&) = default;
};

struct Renamed {
  std::vector<FileEdit> edits;
  // Other names that change because texts make them from the name, as "joint 'left_joint' to 'arm_joint'".
  // The user confirms these.
  std::vector<std::string> also;
  // A sentence about places that keep the old name, because its meaning there is unknown; empty: there are
  // none.
  std::string left;
};

// Why something cannot be renamed; a sentence.
struct CannotRename {
  std::string reason;
};

struct RenamingClient {
  bool may_ask = false;   // the editor can ask the user to confirm changes
  bool by_parts = false;  // it asks prepare_rename() for the text that the new name replaces
};

// The name under the position, and its range; `by_parts`: of a computed name, such as "${prefix}elbow", the
// part without expressions under the position.
std::variant<PrepareRenameResult, CannotRename> prepare_rename(Workspace& workspace, const View& view,
                                                               Position position, bool by_parts);

// The edits of all files: of robots, SRDFs about them, and YAML files that belong to them. They are tried
// before: each robot and SRDF that reads a changed file is the same afterwards but for names, and an SRDF has
// the same findings, or nothing is changed. If texts make other names from this one, such as "${name}_joint",
// these change too in all files; it is refused if the editor cannot ask the user. The new
// name is that of the robot or, `by_parts`, one in the place of what prepare_rename() offers.
std::variant<Renamed, CannotRename> rename(Workspace& workspace, const View& view, Position position,
                                           const std::string& new_name, RenamingClient client);

// The edits for the client; those that change other names as well are confirmed by the user.
WorkspaceEdit edit_of(const Workspace& workspace, const Renamed& renamed, bool document_changes);

}  // namespace romas::lsp
