// Texts of YAML that are typed: project files, servo maps, parameters of controllers and planners.
#pragma once

#include <optional>
#include <vector>

#include "lsp/markup/completion/completion.h"
#include "lsp/protocol/feature_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// Keys with their meaning, and values: words, rules, profiles, names of the robots that the file is about,
// families and devices of servos, files.
std::vector<markup::CompletionItem> complete_yaml(Workspace& workspace, const View& view,
                                                  std::uint32_t offset);

// Describes a key, or a rule in a project file.
std::optional<Hover> hover_yaml(const Workspace& workspace, const View& view, Position position);

// The tables and lists of the text; of a text that cannot be read nothing.
std::vector<DocumentSymbol> yaml_symbols(const Workspace& workspace, const View& view);

}  // namespace romas::lsp
