#include "frontend/mesh/mesh_solid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include <Eigen/LU>

#include "frontend/mesh/mesh_reader.h"
#include "frontend/mesh/mesh_shells.h"
#include "support/text/rounded_number.h"
#include "support/text/text.h"

namespace romas {

namespace {

class SolidReader {
 public:
  SolidReader(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics, MeshMass kind,
              const SceneReader& read_scene)
      : file_(file), sources_(sources), diagnostics_(diagnostics), kind_(kind), read_scene_(read_scene) {}

  std::optional<MeshSolid> run(const Matrix3& stretch) {
    if (!read(stretch)) return std::nullopt;
    report_degenerate();
    if (!check_closed()) return std::nullopt;
    MeshSolid solid;
    if (kind_ == MeshMass::exact) solid.body = integrate_volume(mesh_file_.mesh, 1);
    const bool subtracts = solid.body.mass > 0;  // MuJoCo takes no mesh of negative volume
    check_shells(subtracts);
    if (!subtracts) solid.body = integrate_volume(mesh_file_.mesh, 1);
    if (!check_volume(solid.body)) return std::nullopt;
    measure(mesh_file_.mesh, solid);
    return solid;
  }

  std::optional<SpatialInertia> weigh(const Matrix3& stretch) {
    if (!read(stretch)) return std::nullopt;
    const auto mass = mesh_mass(mesh_file_.mesh, kind_);
    if (!mass || !std::isfinite(mass->mass) || !mass->com.allFinite() || !mass->tensor.allFinite()) {
      report_whole(Rule::mesh_open, "the mesh encloses no volume");
      return std::nullopt;
    }
    if (kind_ == MeshMass::legacy) compare_with_volume(mass->mass);
    return mass;
  }

 private:
  bool read(const Matrix3& stretch) {
    auto read = read_mesh_file(file_, sources_, diagnostics_, read_scene_);
    if (!read) return false;
    mesh_file_ = std::move(*read);
    TriangleMesh& mesh = mesh_file_.mesh;
    for (Vector3& vertex : mesh.vertices) vertex = stretch * vertex;
    if (stretch.determinant() < 0) turn_inside_out(mesh);
    weld_vertices(mesh);
    return true;
  }

  void compare_with_volume(double legacy) {
    constexpr double kSame = 1e-6;  // relative
    const TriangleMesh& mesh = mesh_file_.mesh;
    if (!check_surface(mesh).closed()) {
      report_whole(Rule::value_approximated,
                   "the mesh does not enclose a volume; its mass is that of the tetrahedra between its "
                   "triangles and its middle, as in MuJoCo");
      return;
    }
    const double volume = std::abs(integrate_volume(mesh, 1).mass);
    if (std::abs(legacy - volume) > kSame * legacy)
      report_whole(Rule::value_approximated,
                   concat("the mesh encloses ", volume, " m³ but weighs as ", legacy,
                          " m³, because MuJoCo counts parts that overlap as seen from its middle; "
                          "inertia=\"exact\" uses the volume"));
  }

  // A finding about one triangle. Binary files and scenes have no lines to show, so the message names the
  // file and the triangle.
  DiagnosticBuilder report(Rule rule, std::size_t triangle, const std::string& message) {
    if (!has_lines(mesh_file_.format))
      return diagnostics_.report(rule, {},
                                 concat("'", sources_.name(file_), "', triangle ", triangle, ": ", message));
    const std::string_view text = sources_.text(file_);
    const std::uint32_t begin = mesh_file_.positions[triangle];
    std::size_t end = std::min(text.find('\n', begin), text.size());
    while (end > begin && (text[end - 1] == '\r' || text[end - 1] == ' ')) --end;
    return diagnostics_.report(rule, {file_, begin, static_cast<std::uint32_t>(end)}, message);
  }
  DiagnosticBuilder report_whole(Rule rule, const std::string& message) {
    if (!has_lines(mesh_file_.format))
      return diagnostics_.report(rule, {}, concat("'", sources_.name(file_), "': ", message));
    return diagnostics_.report(rule, {file_, 0, 0}, message);
  }

  void report_degenerate() {
    const auto found = degenerate_triangles(mesh_file_.mesh);
    if (found.empty()) return;
    report(Rule::mesh_degenerate, found.front(),
           found.size() == 1 ? std::string("this triangle has no area")
                             : concat("this triangle and ", found.size() - 1,
                                      found.size() == 2 ? " other" : " others", " have no area"));
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

  bool check_volume(const SpatialInertia& body) {
    if (!std::isfinite(body.mass) || !body.com.allFinite() || !body.tensor.allFinite() || body.mass == 0) {
      report_whole(Rule::mesh_open, "the mesh is closed, but encloses no volume");
      return false;
    }
    return true;
  }

  // Turns the shells that are turned inwards and are no cavities, and tells of them and of shells that count
  // twice.
  void check_shells(bool subtracts) {
    const std::vector<MeshShell> shells = closed_shells(mesh_file_.mesh);
    const std::vector<ShellFault> faults = faults_of(mesh_file_.mesh, shells);
    std::vector<std::uint32_t> turned;
    std::vector<const MeshShell*> inwards;
    std::array<std::vector<const MeshShell*>, 2> twice;  // whole, and in part
    for (const ShellFault& fault : faults) {
      const MeshShell& shell = shells[fault.shell];
      if (fault.kind != ShellFault::Kind::turned) {
        twice[fault.kind == ShellFault::Kind::doubled ? 0 : 1].push_back(&shell);
        continue;
      }
      inwards.push_back(&shell);
      turned.insert(turned.end(), shell.triangles.begin(), shell.triangles.end());
      for (const std::size_t inner : fault.within)
        turned.insert(turned.end(), shells[inner].triangles.begin(), shells[inner].triangles.end());
    }
    std::sort(turned.begin(), turned.end());
    for (const std::uint32_t triangle : turned)
      std::swap(mesh_file_.mesh.triangles[triangle][1], mesh_file_.mesh.triangles[triangle][2]);
    if (!turned.empty()) {
      auto report =
          turned.size() == mesh_file_.mesh.triangles.size()
              ? report_whole(Rule::mesh_inside_out,
                             "the mesh is inside out: its triangles are clockwise when seen from outside; "
                             "its volume is taken as positive")
              : report_shells(Rule::mesh_inside_out, inwards, shells.size(),
                              concat("is inside out: its triangles are clockwise when seen from outside, and "
                                     "it is not a cavity of another part; its volume is ",
                                     subtracts ? "subtracted, as in MuJoCo" : "taken as positive"));
      turn_in_text(turned, report);
    }
    if (!twice[0].empty())
      report_shells(Rule::mesh_overlap, twice[0], shells.size(),
                    "lies inside another part, so its volume counts twice; remove it, or flip its triangles "
                    "if it is a cavity");
    if (!twice[1].empty())
      report_shells(Rule::mesh_overlap, twice[1], shells.size(),
                    "overlaps another part, so their common volume counts twice; unite them in the program "
                    "that made the mesh");
  }

  DiagnosticBuilder report_shells(Rule rule, const std::vector<const MeshShell*>& found, std::size_t count,
                                  std::string_view is) {
    const MeshShell& shell = *found.front();
    const Vector3 middle = shell.box.center();
    return report(rule, shell.triangles.front(),
                  concat("the part of the mesh around (", six_digits(middle.x()), ", ",
                         six_digits(middle.y()), ", ", six_digits(middle.z()), "), one of ", count,
                         " and of ", six_digits(std::abs(shell.volume)), " m³, ", is,
                         found.size() == 1   ? std::string()
                         : found.size() == 2 ? std::string("; likewise another part")
                                             : concat("; likewise ", found.size() - 1, " other parts")));
  }

  // Fixes that turn triangles where the mesh is a text; not of thousands, which no reader would look through.
  void turn_in_text(const std::vector<std::uint32_t>& triangles, DiagnosticBuilder& report) {
    constexpr std::size_t kMost = 2000;
    if (!has_lines(mesh_file_.format) || triangles.size() > kMost) return;
    std::set<std::uint32_t> begins;  // a face of many corners is many triangles
    for (const std::uint32_t triangle : triangles) begins.insert(mesh_file_.positions[triangle]);
    for (const std::uint32_t begin : begins) {
      if (mesh_file_.format == MeshFormat::obj)
        turn_face(begin, report);
      else
        turn_facet(begin, report);
    }
  }

  SourceRange range_of(std::string_view part) const {
    const auto begin = static_cast<std::uint32_t>(part.data() - sources_.text(file_).data());
    return {file_, begin, begin + static_cast<std::uint32_t>(part.size())};
  }

  // "f 1 2 3" becomes "f 1 3 2": the first corner stays, the others come in the opposite order.
  void turn_face(std::uint32_t begin, DiagnosticBuilder& report) const {
    const std::string_view text = sources_.text(file_);
    std::vector<std::string_view> words;
    std::string_view rest = text.substr(begin, text.find_first_of("#\\\n", begin) - begin);
    for (const Token& word : split_words(rest)) words.push_back(rest.substr(word.offset, word.text.size()));
    for (std::size_t i = 2; i < words.size(); ++i)
      report.fix(range_of(words[i]), std::string(words[words.size() + 1 - i]));
  }

  // The second and the third corner of a facet, and the signs of its normal.
  void turn_facet(std::uint32_t begin, DiagnosticBuilder& report) const {
    const std::string_view text = sources_.text(file_);
    // facet normal X Y Z outer loop vertex X Y Z vertex X Y Z vertex X Y Z
    constexpr std::size_t kNormal = 2, kSecond = 12, kThird = 16, kWords = 19;
    std::vector<std::string_view> words;
    for (std::size_t at = begin; words.size() < kWords;) {
      at = text.find_first_not_of(" \t\r\n", at);
      const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
      words.push_back(text.substr(at, end - at));
      at = end;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string_view normal = words[kNormal + i];
      report.fix(range_of(normal),
                 normal.starts_with('-') ? std::string(normal.substr(1)) : concat("-", normal));
      report.fix(range_of(words[kSecond + i]), std::string(words[kThird + i]));
      report.fix(range_of(words[kThird + i]), std::string(words[kSecond + i]));
    }
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
  MeshMass kind_;
  const SceneReader& read_scene_;
  MeshFile mesh_file_;
};

}  // namespace

std::optional<MeshSolid> read_mesh_solid(FileId file, const SourceManager& sources,
                                         DiagnosticEngine& diagnostics, const Vector3& scale,
                                         const SceneReader& read_scene) {
  return SolidReader(file, sources, diagnostics, MeshMass::solid, read_scene)
      .run(Matrix3(scale.asDiagonal()));
}

void check_solid_size(const SpatialInertia& body, MeshMass kind, const Vector3& scale, SourceRange place,
                      std::string_view is_scale, DiagnosticEngine& diagnostics) {
  constexpr double kLargest = 1;  // m³: a tonne of water
  constexpr double kWidest = 6;   // m²: the surface of a cube of that size
  const bool is_shell = kind == MeshMass::shell;
  if (scale != Vector3::Ones() || body.mass <= (is_shell ? kWidest : kLargest)) return;
  const std::string_view what = is_shell ? "surface" : kind == MeshMass::convex ? "convex hull" : "solid";
  diagnostics.report(Rule::mesh_units, place,
                     concat("the ", what, " of this mesh has ", six_digits(body.mass),
                            is_shell ? " m²" : " m³", "; if its file is in millimetres, write ", is_scale));
}

std::optional<SpatialInertia> read_mesh_mass(FileId file, const SourceManager& sources,
                                             DiagnosticEngine& diagnostics, const Matrix3& stretch,
                                             MeshMass kind, const SceneReader& read_scene) {
  SolidReader reader(file, sources, diagnostics, kind, read_scene);
  if (kind != MeshMass::exact && kind != MeshMass::solid) return reader.weigh(stretch);
  const auto solid = reader.run(stretch);
  return solid ? std::optional(solid->body) : std::nullopt;
}

std::optional<BoundingBox> read_mesh_box(FileId file, const SourceManager& sources,
                                         DiagnosticEngine& diagnostics, const Matrix3& stretch) {
  const auto read = read_mesh_file(file, sources, diagnostics);
  if (!read) return std::nullopt;
  return box_around(read->mesh.vertices, stretch);
}

BoundingBox box_around(const std::vector<Vector3>& corners, const Matrix3& stretch) {
  BoundingBox box;
  for (const Vector3& corner : corners) box.extend(Vector3(stretch * corner));
  return box;
}

}  // namespace romas
