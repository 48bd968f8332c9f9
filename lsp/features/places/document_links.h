// Files that a document names.
#pragma once

#include <string>
#include <vector>

#include "lsp/workspace/workspace.h"

namespace romas::lsp {

struct DocumentLink {
  Range range;
  std::string target;
};
template <>
struct Members<DocumentLink> {
  static constexpr auto rows =
      std::tuple(member("range", &DocumentLink::range), member("target", &DocumentLink::target));
};

// Meshes and textures that exist.
std::vector<DocumentLink> document_links(Workspace& workspace, const View& view);

}  // namespace romas::lsp
