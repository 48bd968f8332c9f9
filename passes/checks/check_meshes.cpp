// check-meshes: paths that other machines do not have (RM1504), formats that simulators do not read (RM1507),
// sizes in millimetres (RM1508) and scales that mirror (RM1509). Paths are checked by their text. Files are
// searched for only to check sizes, if the command line names package folders.
#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <vector>

#include "ir/analysis/tree/bounds.h"
#include "ir/assembly/assembly.h"
#include "ir/model/entity.h"
#include "passes/checks/foreign_paths.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Upper bound of a mesh's size (m).
constexpr double kLargestMesh = 20;

// Formats of CAD and modelling programs that are not among those of Gazebo (.dae, .obj, .stl; lately .fbx,
// .glb, .gltf), MuJoCo (.obj, .stl, .msh), Drake (.obj, .gltf, .vtk) and PyBullet (.dae, .obj, .stl). Other
// extensions are not judged.
constexpr auto kForeignFormats = std::to_array<std::string_view>(
    {".3dm",  ".3ds",   ".3mf", ".amf", ".blend", ".brep", ".c4d",    ".catpart", ".catproduct",
     ".f3d",  ".fcstd", ".iam", ".ifc", ".iges",  ".igs",  ".ipt",    ".iv",      ".jt",
     ".lwo",  ".max",   ".off", ".ply", ".prt",   ".skp",  ".sldasm", ".sldprt",  ".stp",
     ".step", ".wrl",   ".x3d", ".x_b", ".x_t",   ".xyz",  ".zpr"});

// Absolute, also as Windows and file:// URIs write it.
bool is_absolute(std::string_view path) {
  return path.starts_with("file:///") || path.starts_with('/') || is_windows_path(path);
}

// At a web address, but for the library of models from which Gazebo fetches files itself.
bool is_remote(std::string_view path) {
  const std::string lower = to_lower(path.substr(0, 40));
  const std::size_t host = lower.starts_with("http://") ? 7 : lower.starts_with("https://") ? 8 : 0;
  if (host == 0) return lower.starts_with("ftp://");
  return !lower.substr(host).starts_with("fuel.gazebosim.org") &&
         !lower.substr(host).starts_with("fuel.ignitionrobotics.org");
}

std::string_view foreign_ending(std::string_view path) {
  const std::string lower = to_lower(path.substr(path.size() - std::min<std::size_t>(path.size(), 16)));
  const auto found = std::find_if(kForeignFormats.begin(), kForeignFormats.end(),
                                  [&](std::string_view ending) { return lower.ends_with(ending); });
  return found == kForeignFormats.end() ? std::string_view() : *found;
}

class MeshChecker {
 public:
  MeshChecker(const Model& model, MeshSizes* meshes, DiagnosticEngine& diagnostics)
      : model_(model), meshes_(meshes), diagnostics_(diagnostics) {}

  void run() {
    for (const Link& link : model_.links) {
      for (const Visual& visual : link.visuals) {
        check_geometry(visual.geometry, "visual", link);
        if (visual.material && visual.material->texture)
          check_path("texture", visual.material->texture->filename, visual.material->texture->range, link);
      }
      for (const Collision& collision : link.collisions)
        check_geometry(collision.geometry, "collision", link);
      report_mirrored(link);
    }
    for (const Material& material : model_.materials)
      if (material.texture)
        check_path("texture", material.texture->filename, material.texture->range, material);
    for (const auto& [link, id] : links_of_blocks(model_)) {
      const Block& block = model_.blocks[id.index()];
      if (block.normal)
        check_path("texture", block_file(block, *block.normal), block.range, model_.link(link));
    }
  }

 private:
  void check_geometry(const Geometry& geometry, std::string_view role, const Link& link);
  void check_format(const Mesh& mesh, SourceRange place);
  void check_scale(const Mesh& mesh, SourceRange place, std::string_view role);
  void report_mirrored(const Link& link);
  void check_size(const Mesh& mesh, SourceRange place);
  template <class Entity>
  void check_path(std::string_view what, const std::string& path, SourceRange place, const Entity& owner);

  const Model& model_;
  MeshSizes* meshes_;
  DiagnosticEngine& diagnostics_;
  std::unordered_set<std::string> paths_, formats_, sizes_;  // reported once each
  // Mirrored meshes of one link: a mesh that is a visual and a collision counts once.
  struct Mirrored {
    std::string file, scale;
    SourceRange place;
    std::vector<std::string> roles;
  };
  std::vector<Mirrored> mirrored_;
};

void MeshChecker::check_geometry(const Geometry& geometry, std::string_view role, const Link& link) {
  const auto* mesh = std::get_if<Mesh>(&geometry.shape);
  if (mesh == nullptr) return;
  const SourceRange shape = place_or_name(geometry.range, link);
  const SourceRange filename = mesh->filename_range.valid() ? SourceRange(mesh->filename_range) : shape;
  if (trim(mesh->filename).empty())
    diagnostics_.report(Rule::mesh_missing, filename,
                        concat("the mesh of a ", role, " of link '", link.name, "' names no file"));
  check_path("mesh", mesh->filename, filename, link);
  check_format(*mesh, filename);
  check_scale(*mesh, shape, role);
  if (meshes_ != nullptr && diagnostics_.enabled(Rule::mesh_units)) check_size(*mesh, filename);
}

template <class Entity>
void MeshChecker::check_path(std::string_view what, const std::string& path, SourceRange place,
                             const Entity& owner) {
  if (is_remote(path) && paths_.insert(path).second)
    diagnostics_.report(Rule::mesh_remote, place_or_name(place, owner),
                        concat("the ", what, " '", path,
                               "' is at a web address, from which simulators do not fetch it; keep the file "
                               "beside the description"));
  if (!is_absolute(path) || !paths_.insert(path).second) return;
  diagnostics_.report(Rule::mesh_absolute_path, place_or_name(place, owner),
                      concat("the ", what, " '", path,
                             "' has an absolute path, which other machines do not have; write package:// and "
                             "its package, or the path from the folder of this file"));
}

void MeshChecker::check_format(const Mesh& mesh, SourceRange place) {
  const std::string_view ending = foreign_ending(mesh.filename);
  if (ending.empty() || !formats_.insert(mesh.filename).second) return;
  diagnostics_.report(Rule::mesh_format, place,
                      concat("Gazebo, MuJoCo, Drake and PyBullet do not read '", ending,
                             "' meshes; convert '", mesh.filename, "' to .stl, .obj or .dae"));
}

void MeshChecker::check_scale(const Mesh& mesh, SourceRange place, std::string_view role) {
  if (!mesh.scale) return;
  const auto& [x, y, z] = *mesh.scale;
  const auto turned = [](const Number& number) { return number.value() < 0; };
  if ((turned(x) + turned(y) + turned(z)) % 2 == 0) return;  // two of them turn it by 180 degrees
  const std::string scale = concat(x.text(), " ", y.text(), " ", z.text());
  const auto known = std::ranges::find_if(
      mirrored_, [&](const Mirrored& other) { return other.file == mesh.filename && other.scale == scale; });
  if (known == mirrored_.end())
    mirrored_.push_back({mesh.filename, scale, place, {concat("a ", role)}});
  else if (known->roles.back() != concat("a ", role))
    known->roles.push_back(concat("a ", role));
}

void MeshChecker::report_mirrored(const Link& link) {
  for (const Mirrored& mesh : mirrored_)
    diagnostics_.report(
        Rule::mesh_mirrored, mesh.place,
        concat("the scale ", mesh.scale, " mirrors the mesh of ", join(mesh.roles, " and "), " of link '",
               link.name,
               "', which some programs draw inside out and others refuse; mirror the file instead"));
  mirrored_.clear();
}

void MeshChecker::check_size(const Mesh& mesh, SourceRange place) {
  const auto box = meshes_->bounds(mesh);
  if (!box || box->sizes().maxCoeff() <= kLargestMesh) return;
  std::string key = mesh.filename;
  if (mesh.scale)
    for (const Number& number : *mesh.scale) key += concat(" ", number.value());
  if (!sizes_.insert(std::move(key)).second) return;
  const auto size = [&](int i) { return round_to_digits(box->sizes()[i], 3); };
  diagnostics_.report(
      Rule::mesh_units, place,
      concat("the mesh '", mesh.filename, "' is ", size(0), " x ", size(1), " x ", size(2),
             " m large; if its file is in millimetres, it needs scale=\"0.001 0.001 0.001\""));
}

}  // namespace

void check_meshes(const Model& model, const CheckContext& context) {
  MeshChecker(model, context.inputs.meshes, context.diagnostics).run();
}

}  // namespace romas
