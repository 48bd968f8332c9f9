#include "lsp/features/places/document_links.h"

#include <algorithm>
#include <set>
#include <variant>

#include "frontend/yaml/reader.h"
#include "ir/model/visit.h"
#include "ir/packages/file_search.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/features/texts/mjcf_files.h"
#include "lsp/reading/written_paths.h"
#include "lsp/yaml/yaml_documents.h"
#include "lsp/yaml/yaml_names.h"
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

// Files that a project file names: its roots, its baseline and the like.
void add_files_of_project(Workspace& workspace, const View& view, std::vector<DocumentLink>& links) {
  const Document& document = *view.document;
  if (!is_yaml_name(view.key) || yaml_document(view.key, document.text) != YamlDocument::project) return;
  SourceManager sources;
  DiagnosticEngine aside;
  const FileId file = sources.add_text(view.key, document.text);
  const auto root = read_yaml(file, sources, aside, Rule::bad_value, {}, YamlFeatures::all);
  if (!root) return;
  const TextPositions positions(document.text, workspace.encoding());
  FileSearch search;
  search.source_folder = view.key.substr(0, view.key.rfind('/'));
  std::vector<const YamlNode*> nodes = {&*root};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const YamlNode& node = *nodes[i];
    for (const YamlEntry& entry : node.entries) nodes.push_back(&entry.value);
    for (const YamlNode& item : node.items) nodes.push_back(&item);
    const auto path = node.text.empty() ? std::nullopt : written_path(node.text, search);
    if (path && is_file(*path))
      links.push_back(
          {positions.range(node.range.begin, node.range.end), uri_of_path(SourceManager::file_key(*path))});
  }
  std::ranges::sort(links, {}, &DocumentLink::range);
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
  add_files_of_project(workspace, view, links);
  return links;
}

}  // namespace romas::lsp
