// From a name to where it is defined and used.
#pragma once

#include <optional>
#include <vector>

#include "lsp/protocol/feature_types.h"
#include "lsp/workspace.h"

namespace romas::lsp {

// The names under a position, in all readings of the view.
struct NameAt {
  std::shared_ptr<const Reading> reading;
  const NameUse* use = nullptr;
};
std::vector<NameAt> names_at(const Workspace& workspace, const View& view, Position position);

// Where the names under the position are defined; where a name is defined itself and its text comes from
// another place: that place.
std::vector<Location> definition(const Workspace& workspace, const View& view, Position position);
std::vector<Location> references(const Workspace& workspace, const View& view, Position position,
                                 bool with_definition);
// In this document alone.
std::vector<DocumentHighlight> highlight(const Workspace& workspace, const View& view, Position position);

}  // namespace romas::lsp
