// Renames what a program names: macros, properties, parameters, blocks and arguments of xacro; modules,
// functions, values, parameters and instances of the Romas language.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lsp/features/edits/rename.h"

namespace romas::lsp {

// Returns the name under the position. Returns nullopt if there is no name of the program.
std::optional<PrepareRenameResult> program_name_at(const Workspace& workspace, const View& view,
                                                   Position position);

struct ProgramEdits {
  std::vector<FileEdit> edits;
  std::vector<WrittenEdit> written;  // the same
  // Names of links, joints and the like are made from the name, such as those of an instance, and change with
  // it.
  bool makes_names = false;
};

// Returns the edits of all files. Afterwards every robot is the same but for names that are made from this
// one, and every name of the program has the same meaning as before, or nothing is changed. Refuses if the
// name is computed, or if it is also in a text that no robot evaluates, because its meaning there is unknown.
std::variant<ProgramEdits, CannotRename> rename_program_name(Workspace& workspace, const View& view,
                                                             Position position, const std::string& new_name);

// Tells why no name in a changed file can be renamed: if a robot with errors reads the file, other meanings
// of the name in it are unknown.
std::optional<CannotRename> errors_of(const Reading& reading);

}  // namespace romas::lsp
