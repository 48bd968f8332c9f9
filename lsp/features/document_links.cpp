#include "lsp/features/document_links.h"

#include <set>
#include <variant>

#include "ir/file_search.h"
#include "ir/visit.h"

namespace romas::lsp {

std::vector<DocumentLink> document_links(Workspace& workspace, const View& view) {
  std::vector<DocumentLink> links;
  std::set<Range> seen;
  for (const auto& reading : view.readings) {
    const FileSearch search = file_search(reading->input().file,
                                          workspace.project_of(reading->input().file).request.input.frontend);
    const auto add = [&](const std::string& name, SourceRange range) {
      if (!range.valid() || reading->key(reading->sources().written(range).file) != view.key) return;
      const auto path = resolve_mesh_path(name, search);
      if (!path) return;
      const Location place = workspace.location(*reading, range);
      if (seen.insert(place.range).second)
        links.push_back({place.range, uri_of_path(SourceManager::file_key(*path))});
    };
    for (const Model& model : reading->models())
      for (const Link& link : model.links) {
        const auto add_shape = [&](const Geometry& geometry) {
          if (const auto* mesh = std::get_if<Mesh>(&geometry.shape))
            add(mesh->filename, mesh->filename_range);
        };
        for (const Visual& visual : link.visuals) add_shape(visual.geometry);
        for (const Collision& collision : link.collisions) add_shape(collision.geometry);
      }
  }
  return links;
}

}  // namespace romas::lsp
