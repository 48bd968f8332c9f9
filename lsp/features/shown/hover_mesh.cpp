#include "lsp/features/shown/hover_mesh.h"

#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "frontend/frontend.h"
#include "lsp/features/texts/markdown.h"
#include "lsp/features/texts/shown_numbers.h"
#include "lsp/reading/mesh_files.h"

namespace romas::lsp {

namespace {

std::string describe_facts(const MeshFacts& facts, const Vector3& scale) {
  const Vector3 a = facts.box.min().cwiseProduct(scale), b = facts.box.max().cwiseProduct(scale);
  const Vector3 low = a.cwiseMin(b), high = a.cwiseMax(b), size = high - low;
  std::string text = concat("\n- ", facts.triangles, facts.triangles == 1 ? " triangle" : " triangles");
  if (facts.triangles > 0)
    text += concat("\n- box ", shown(size.x()), " × ", shown(size.y()), " × ", shown(size.z()), " m, from ",
                   shown(low), " to ", shown(high));
  if (facts.solid)
    text += concat("\n- volume ", shown(facts.solid->mass * std::abs(scale.prod())), " m³");
  else
    text += "\n- no volume: the surface is not closed";
  return text;
}

std::string describe_mesh(Workspace& workspace, const Reading& reading, const Mesh& mesh) {
  const std::string& root = reading.input().file;
  const FileSearch search = file_search(root, workspace.project_of(root).request.input.frontend);
  const auto path = resolve_mesh_path(mesh.filename, search);
  if (!path) return concat("**mesh** ", in_code(mesh.filename), "\n\n- the file is not found");
  std::string text = concat("**mesh** ", in_code(std::filesystem::path(*path).filename().string()), "\n");
  const auto facts = workspace.mesh_files().find(*path);
  return text + (facts ? describe_facts(*facts, scale_of(mesh))
                       : std::string("\n- no OBJ or STL file that can be measured"));
}

// visit(const Mesh&): those of a robot.
template <class Visit>
void for_each_mesh(const Model& model, Visit&& visit) {
  const auto look = [&](const auto& shapes) {
    for (const auto& shape : shapes)
      if (const auto* mesh = std::get_if<Mesh>(&shape.geometry.shape)) visit(*mesh);
  };
  for (const Link& link : model.links) {
    look(link.visuals);
    look(link.collisions);
  }
}

}  // namespace

std::optional<Hover> hover_mesh(Workspace& workspace, const View& view, Position position) {
  std::string text;
  std::optional<Range> range;
  std::set<std::string> told;
  for (const auto& reading : view.readings) {
    const FileId file = reading->file(view.key);
    if (file == 0) continue;
    const std::size_t offset = workspace.offset_in(*reading, *view.document, position);
    for (const Model& model : reading->models())
      for_each_mesh(model, [&](const Mesh& mesh) {
        if (!mesh.filename_range.valid()) return;
        const SourceRange written = reading->sources().written(mesh.filename_range);
        if (written.file != file || offset < written.begin || written.end < offset ||
            told.size() >= Workspace::kMostRoots)
          return;
        std::string facts = describe_mesh(workspace, *reading, mesh);
        if (!told.insert(facts).second) return;
        text += concat(text.empty() ? "" : "\n\n---\n\n", facts);
        range = workspace.location(*reading, mesh.filename_range).range;
      });
  }
  if (text.empty()) return std::nullopt;
  return Hover{{"markdown", std::move(text)}, range};
}

}  // namespace romas::lsp
