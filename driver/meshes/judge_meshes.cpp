#include "driver/meshes/judge_meshes.h"

#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "backends/target.h"
#include "frontend/mesh/mesh_bounds.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

constexpr std::size_t kMostStlFaces = 200'000;
constexpr double kLeastVolume = 1e-15, kLeastArea = 1e-15;  // mjMINVAL, in m³ and m²

struct MeshFacts {
  TriangleMesh mesh;
  std::size_t faces = 0;
  bool is_stl = false;
};

std::optional<MeshFacts> facts_of(std::optional<MeshFile> read) {
  if (!read) return std::nullopt;
  MeshFacts facts{std::move(read->mesh), 0, read->format != MeshFormat::obj};
  facts.faces = facts.mesh.triangles.size();
  weld_vertices(facts.mesh);
  return facts;
}

// The sum over the triangles, whichever way they are turned, as MuJoCo's `legacy` counts volumes.
double volume_of(const TriangleMesh& mesh, const Vector3& scale) {
  Vector3 centre = Vector3::Zero();
  double area = 0, volume = 0;
  const auto corner = [&](std::uint32_t i) -> Vector3 { return scale.cwiseProduct(mesh.vertices[i]); };
  for (const auto& [a, b, c] : mesh.triangles) {
    const double part = (corner(b) - corner(a)).cross(corner(c) - corner(a)).norm() / 2;
    centre += part * (corner(a) + corner(b) + corner(c)) / 3;
    area += part;
  }
  if (!(area > 0)) return 0;
  centre /= area;
  for (const auto& [a, b, c] : mesh.triangles)
    volume += std::abs((corner(a) - centre).dot((corner(b) - centre).cross(corner(c) - centre))) / 6;
  return volume;
}

double area_of(const TriangleMesh& mesh, const Vector3& scale) {
  double area = 0;
  const auto corner = [&](std::uint32_t i) -> Vector3 { return scale.cwiseProduct(mesh.vertices[i]); };
  for (const auto& [a, b, c] : mesh.triangles)
    area += (corner(b) - corner(a)).cross(corner(c) - corner(a)).norm() / 2;
  return area;
}

class MeshJudge {
 public:
  MeshJudge(const FileSearch& search, std::uint64_t max_bytes, const MeshesByName& made,
            DiagnosticEngine& diagnostics)
      : search_(search), max_bytes_(max_bytes), made_(made), diagnostics_(diagnostics) {}

  void look_at(const Geometry& geometry, bool collides) {
    const auto* mesh = std::get_if<Mesh>(&geometry.shape);
    if (mesh == nullptr) return;
    const SourceRange place =
        mesh->filename_range.valid() ? SourceRange(mesh->filename_range) : SourceRange(geometry.range);
    const MeshFacts* facts = find(mesh->filename, place);
    if (facts == nullptr) return;
    if (!judged_.emplace(use_of(*mesh), collides).second) return;
    const std::array<double, 3> s = use_of(*mesh).second;
    const std::string reason = reason_against(*facts, {s[0], s[1], s[2]}, collides);
    if (!reason.empty()) {
      if (told_.emplace(mesh->filename, reason).second)
        diagnostics_.report(Rule::target_refuses, place,
                            concat("MuJoCo rejects the mesh '", mesh->filename, "', which ", reason));
    } else if (volume_of(facts->mesh, {s[0], s[1], s[2]}) < kLeastVolume) {
      surfaces.insert(use_of(*mesh));
    }
  }

  std::set<MeshUse> surfaces;

 private:
  const MeshFacts* find(const std::string& name, SourceRange place) {
    const auto [known, is_new] = facts_.try_emplace(name);
    if (is_new) {
      if (const auto made = made_.find(name); made != made_.end())
        known->second = facts_of(made->second);
      else if (const auto path = resolve_mesh_path(name, search_))
        known->second = facts_of(read(*path, name, place));
    }
    return known->second ? &*known->second : nullptr;
  }

  // MuJoCo rejects malformed files, or makes other shapes of them.
  std::optional<MeshFile> read(const std::string& path, const std::string& name, SourceRange place) {
    std::string problem;
    std::optional<MeshFile> mesh = read_mesh_quietly(path, max_bytes_, &problem);
    if (!problem.empty())
      diagnostics_.report(Rule::mesh_malformed, place,
                          concat("the mesh '", name, "' cannot be read: ", problem));
    return mesh;
  }

  static std::string reason_against(const MeshFacts& facts, const Vector3& scale, bool collides) {
    if (facts.mesh.vertices.size() < 4)
      return concat("has ", facts.mesh.vertices.size(),
                    " corners, but MuJoCo needs four; make it a thin box");
    if (facts.is_stl && facts.faces > kMostStlFaces)
      return concat("has ", facts.faces,
                    " triangles, but MuJoCo reads only 200000 of an STL; simplify it, or convert it to OBJ");
    if (area_of(facts.mesh, scale) < kLeastArea)
      return "has no surface: its corners lie on a line; leave the shape out";
    const int extents = collides ? mesh_dimensions(facts.mesh, scale) : 3;
    if (extents < 3) return "is flat, but is used for collisions; use a thin box instead";
    return {};
  }

  const FileSearch& search_;
  std::uint64_t max_bytes_;
  const MeshesByName& made_;
  DiagnosticEngine& diagnostics_;
  std::map<std::string, std::optional<MeshFacts>> facts_;
  std::set<std::pair<MeshUse, bool>> judged_;
  std::set<std::pair<std::string, std::string>> told_;  // a mesh and the reason against it
};

}  // namespace

std::set<MeshUse> judge_meshes(const Model& model, const FileSearch& search, std::uint64_t max_bytes,
                               const MeshesByName& made, DiagnosticEngine& diagnostics) {
  MeshJudge judge(search, max_bytes, made, diagnostics);
  for (const Link& link : model.links) {
    for (const Collision& collision : link.collisions) judge.look_at(collision.geometry, true);
    for (const Visual& visual : link.visuals) judge.look_at(visual.geometry, false);
  }
  return std::move(judge.surfaces);
}

}  // namespace romas::driver
