#include "frontend/mesh/mesh_solid.h"

#include <cmath>

#include "frontend/mesh/mesh_reader.h"
#include "support/text.h"

namespace romas {

namespace {

class SolidReader {
 public:
  SolidReader(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics)
      : file_(file), sources_(sources), diagnostics_(diagnostics) {}

  std::optional<MeshSolid> run(const Vector3& scale) {
    if (!read(scale)) return std::nullopt;
    report_degenerate();
    if (!check_closed()) return std::nullopt;
    MeshSolid solid;
    solid.body = integrate_volume(mesh_file_.mesh, 1);
    if (!check_volume(solid.body)) return std::nullopt;
    measure(mesh_file_.mesh, solid);
    return solid;
  }

  std::optional<SpatialInertia> weigh(const Vector3& scale, MeshMass kind) {
    if (!read(scale)) return std::nullopt;
    const auto mass = mesh_mass(mesh_file_.mesh, kind);
    if (!mass || !std::isfinite(mass->mass) || !mass->com.allFinite() || !mass->tensor.allFinite()) {
      report_whole(Rule::mesh_open, "the mesh encloses no volume");
      return std::nullopt;
    }
    if (kind == MeshMass::legacy) compare_with_volume(mass->mass);
    return mass;
  }

 private:
  bool read(const Vector3& scale) {
    auto read = read_mesh_file(file_, sources_, diagnostics_);
    if (!read) return false;
    mesh_file_ = std::move(*read);
    TriangleMesh& mesh = mesh_file_.mesh;
    for (Vector3& vertex : mesh.vertices) vertex = vertex.cwiseProduct(scale);
    if (scale.prod() < 0) turn_inside_out(mesh);
    weld_vertices(mesh);
    return true;
  }

  void compare_with_volume(double legacy) {
    constexpr double kSame = 1e-6;  // relative
    const TriangleMesh& mesh = mesh_file_.mesh;
    if (!check_surface(mesh).closed()) {
      report_whole(Rule::value_approximated,
                   "the mesh does not enclose a volume; the tetrahedra between its triangles and its middle "
                   "weigh, as in MuJoCo");
      return;
    }
    const double volume = std::abs(integrate_volume(mesh, 1).mass);
    if (std::abs(legacy - volume) > kSame * legacy)
      report_whole(
          Rule::value_approximated,
          concat("the mesh encloses ", volume, " m³ and weighs as ", legacy,
                 " m³, as MuJoCo counts what overlaps seen from its middle; inertia=\"exact\" is the "
                 "volume"));
  }

  // A finding about one triangle. Binary files have no lines to show, so the message names the file and the
  // triangle.
  void report(Rule rule, std::size_t triangle, const std::string& message) {
    if (mesh_file_.format == MeshFormat::stl_binary) {
      diagnostics_.report(rule, {},
                          concat("'", sources_.name(file_), "', triangle ", triangle, ": ", message));
      return;
    }
    const std::string_view text = sources_.text(file_);
    const std::uint32_t begin = mesh_file_.positions[triangle];
    std::size_t end = std::min(text.find('\n', begin), text.size());
    while (end > begin && (text[end - 1] == '\r' || text[end - 1] == ' ')) --end;
    diagnostics_.report(rule, {file_, begin, static_cast<std::uint32_t>(end)}, message);
  }
  void report_whole(Rule rule, const std::string& message) {
    if (mesh_file_.format == MeshFormat::stl_binary) {
      diagnostics_.report(rule, {}, concat("'", sources_.name(file_), "': ", message));
    } else {
      diagnostics_.report(rule, {file_, 0, 0}, message);
    }
  }

  void report_degenerate() {
    const auto found = degenerate_triangles(mesh_file_.mesh);
    if (found.empty()) return;
    report(Rule::mesh_degenerate, found.front(),
           found.size() == 1 ? std::string("this triangle has no area")
                             : concat("this triangle has no area, and ", found.size() - 1,
                                      found.size() == 2 ? " other" : " others", " neither"));
  }

  bool check_closed() {
    const SurfaceCheck check = check_surface(mesh_file_.mesh);
    if (check.closed()) return true;
    const auto corner = [&](std::size_t i) {
      const Vector3& p = mesh_file_.mesh.vertices[check.first->edge[i]];
      return concat("(", p.x(), ", ", p.y(), ", ", p.z(), ")");
    };
    std::string_view what;
    switch (check.first->kind) {
      case SurfaceFault::Kind::open_edge: what = "no triangle lies on its other side"; break;
      case SurfaceFault::Kind::turned_edge:
        what = "the triangle on its other side is turned the other way round";
        break;
      case SurfaceFault::Kind::uneven_edge: what = "the triangles that meet there do not match"; break;
    }
    report(Rule::mesh_open, check.first->triangle,
           concat("the mesh does not enclose a volume: at the edge of this triangle from ", corner(0), " to ",
                  corner(1), " ", what,
                  check.faulty_edges > 1 ? concat("; ", check.faulty_edges, " edges are like that")
                                         : std::string()));
    return false;
  }

  bool check_volume(SpatialInertia& body) {
    if (!std::isfinite(body.mass) || !body.com.allFinite() || !body.tensor.allFinite() || body.mass == 0) {
      report_whole(Rule::mesh_open, "the mesh is closed and encloses no volume");
      return false;
    }
    if (body.mass > 0) return true;
    report_whole(Rule::mesh_inside_out,
                 "the mesh is turned inside out: its triangles are clockwise seen from outside; its volume "
                 "is taken as positive");
    body.mass = -body.mass;
    body.tensor = -body.tensor;
    return true;
  }

  static void measure(const TriangleMesh& mesh, MeshSolid& solid) {
    solid.low = solid.high = mesh.vertices[mesh.triangles.front()[0]];
    for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
      for (const std::uint32_t corner : triangle) {
        solid.low = solid.low.cwiseMin(mesh.vertices[corner]);
        solid.high = solid.high.cwiseMax(mesh.vertices[corner]);
      }
    }
  }

  FileId file_;
  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  MeshFile mesh_file_;
};

}  // namespace

std::optional<MeshSolid> read_mesh_solid(FileId file, const SourceManager& sources,
                                         DiagnosticEngine& diagnostics, const Vector3& scale) {
  return SolidReader(file, sources, diagnostics).run(scale);
}

std::optional<SpatialInertia> read_mesh_mass(FileId file, const SourceManager& sources,
                                             DiagnosticEngine& diagnostics, const Vector3& scale,
                                             MeshMass kind) {
  SolidReader reader(file, sources, diagnostics);
  if (kind != MeshMass::exact) return reader.weigh(scale, kind);
  const auto solid = reader.run(scale);
  return solid ? std::optional(solid->body) : std::nullopt;
}

std::optional<BoundingBox> read_mesh_box(FileId file, const SourceManager& sources,
                                         DiagnosticEngine& diagnostics, const Vector3& scale,
                                         const Matrix3& R_MP) {
  const auto read = read_mesh_file(file, sources, diagnostics);
  if (!read) return std::nullopt;
  return box_along(read->mesh.vertices, scale, R_MP);
}

BoundingBox box_along(const std::vector<Vector3>& corners, const Vector3& scale, const Matrix3& R_MP) {
  BoundingBox box;
  for (const Vector3& corner : corners) box.extend(Vector3(R_MP.transpose() * corner.cwiseProduct(scale)));
  return box;
}

}  // namespace romas
