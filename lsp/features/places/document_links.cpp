#include "lsp/features/places/document_links.h"

#include <set>
#include <variant>

#include "ir/model/visit.h"
#include "ir/packages/file_search.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/features/texts/mjcf_files.h"
#include "lsp/reading/written_paths.h"
#include "support/files/files.h"

namespace romas::lsp {

namespace {

// Files that xacro includes, where they exist.
void add_includes(Workspace& workspace, const View& view, std::set<Range>& seen,
                  std::vector<DocumentLink>& links) {
  if (!is_markup(*view.document)) return;
  const MarkupText text(*view.document, workspace.encoding());
  const FileSearch search =
      file_search(view.document->path, workspace.project_of(view.document->path).request.input.frontend);
  for (markup::NodeId id = 0; id < text.tree.nodes.size(); ++id) {
    if (text.tree.nodes[id].kind != markup::NodeKind::element || text.tree.name(id) != "xacro:include")
      continue;
    const markup::Attribute* name = text.tree.attribute(id, "filename");
    if (name == nullptr) continue;
    const auto path = written_path(name->value.of(text.tree.text), search);
    const Range range = text.range(name->value);
    if (path && is_file(*path) && seen.insert(range).second)
      links.push_back({range, uri_of_path(SourceManager::file_key(*path))});
  }
}

// Files that MJCF names.
void add_mjcf_files(const Workspace& workspace, const View& view, std::set<Range>& seen,
                    std::vector<DocumentLink>& links) {
  if (!is_markup(*view.document)) return;
  const MarkupText text(*view.document, workspace.encoding());
  if (!markup::is_mjcf(text.tree)) return;
  const markup::MjcfSettings settings = mjcf_settings(view, text.tree);
  for (markup::NodeId id = 0; id < text.tree.nodes.size(); ++id) {
    if (text.tree.nodes[id].kind != markup::NodeKind::element) continue;
    markup::for_each_attribute(text.tree, id, [&](const markup::Attribute& attribute) {
      const auto file = mjcf_file(view, text.tree, settings, id, attribute);
      const Range range = text.range(attribute.value);
      if (file && seen.insert(range).second)
        links.push_back({range, uri_of_path(SourceManager::file_key(*file))});
    });
  }
}

}  // namespace

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
  add_includes(workspace, view, seen, links);
  add_mjcf_files(workspace, view, seen, links);
  return links;
}

}  // namespace romas::lsp
