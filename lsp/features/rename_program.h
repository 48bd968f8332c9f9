// Renames what a program names: macros, properties, parameters, blocks and arguments of xacro; modules,
// functions, values, parameters and instances of the Romas language.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lsp/features/rename.h"

namespace romas::lsp {

// The name under the position; nothing where none of the program stands.
std::optional<PrepareRenameResult> program_name_at(const Workspace& workspace, const View& view,
                                                   Position position);

// The edits of all files. Afterwards every robot is the same and every name means what it meant, or nothing
// is changed. Refused where the name is computed, and where it also stands in a text that no robot evaluates,
// so that nobody can tell what it means there.
std::variant<std::vector<FileEdit>, CannotRename> rename_program_name(Workspace& workspace, const View& view,
                                                                      Position position,
                                                                      const std::string& new_name);

// Why no name in a file that changes can be renamed: of a robot with errors that reads the file nobody knows
// what else the name means in it.
std::optional<CannotRename> errors_of(const Reading& reading);

}  // namespace romas::lsp
