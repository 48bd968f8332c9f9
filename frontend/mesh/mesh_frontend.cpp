// The frontend of mesh files: a mesh that can be a solid body becomes a robot of one link with that shape. A
// mesh has no density, so the link has no inertial.
#include <filesystem>

#include "frontend/frontend.h"
#include "frontend/mesh/mesh_solid.h"

namespace romas {

FrontendResult parse_mesh(FileId file, FrontendContext& context) {
  FrontendResult result;
  if (!read_mesh_solid(file, context.sources, context.diagnostics)) {
    result.malformed = true;
    return result;
  }
  const std::string file_name = std::filesystem::path(context.sources.name(file)).filename().string();
  const std::string stem = file_name.substr(0, file_name.rfind('.'));
  const SourceRange place{file, 0, 0};
  const Geometry geometry{Mesh{file_name, std::nullopt, place}, place};
  Model model;
  model.name = context.options.robot_name.empty() ? stem : context.options.robot_name;
  model.range = model.name_range = place;
  Link link;
  link.name = stem;
  link.range = link.name_range = place;
  link.visuals.push_back({std::nullopt, {}, geometry, {}, place});
  link.collisions.push_back({std::nullopt, {}, geometry, place});
  model.links.push_back(std::move(link));
  model.rebuild_index();
  result.models.push_back(std::move(model));
  return result;
}

}  // namespace romas
