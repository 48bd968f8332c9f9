#include "frontend/mesh/mesh_shells.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "support/math/functions.h"

namespace romas {

namespace {

constexpr double kNothing = 1e-9;  // of the volume of all shells: the two sides of a wall without thickness
// Triangles that are looked at, and what a pair of shells costs beside them.
constexpr std::size_t kMostWork = 100'000'000, kPair = 2000;
constexpr std::size_t kMostAround = 64;  // triangles of an edge that are told apart
constexpr double kTouching =
    1e-6;  // of the size of the mesh: surfaces so near neither lie in each other nor cross

class TriangleSets {
 public:
  explicit TriangleSets(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }
  std::uint32_t of(std::uint32_t triangle) {
    while (parents_[triangle] != triangle) triangle = parents_[triangle] = parents_[parents_[triangle]];
    return triangle;
  }
  // The first triangle of a set stands for it.
  void join(std::uint32_t a, std::uint32_t b) {
    const auto [low, high] = std::minmax({of(a), of(b)});
    parents_[high] = low;
  }

 private:
  std::vector<std::uint32_t> parents_;
};

// Which of the closed pieces a triangle is part of that follow each other in the file: most programs write
// one body after the other.
std::vector<std::uint32_t> pieces_of(const TriangleMesh& mesh) {
  std::unordered_map<std::uint64_t, int> open;  // edges that triangles pass more often in one direction
  std::vector<std::uint32_t> pieces;
  std::uint32_t piece = 0;
  for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
    pieces.push_back(piece);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax({triangle[k], triangle[(k + 1) % 3]});
      if (low == high) continue;
      const auto edge = open.try_emplace(std::uint64_t{low} << 32U | high, 0).first;
      edge->second += triangle[k] == low ? 1 : -1;
      if (edge->second == 0) open.erase(edge);
    }
    if (open.empty()) ++piece;
  }
  return pieces;
}

// Joins each ascending triangle of an edge with the nearest descending one, turned about the edge towards the
// inside; of triangles in one place, those that stand near to each other in the file.
void join_around(const TriangleMesh& mesh, const MeshEdge* begin, const MeshEdge* end,
                 const std::vector<std::uint32_t>& pieces, TriangleSets& sets) {
  const Vector3 origin = mesh.vertices[begin->low];
  const Vector3 axis = (mesh.vertices[begin->high] - origin).normalized();
  const Vector3 across = axis.unitOrthogonal();
  const auto angle = [&](const MeshEdge& edge) {
    Vector3 apex = Vector3::Zero();
    for (const std::uint32_t corner : mesh.triangles[edge.triangle])
      if (corner != edge.low && corner != edge.high) apex = mesh.vertices[corner] - origin;
    return math::atan2(axis.cross(across).dot(apex), across.dot(apex));
  };
  struct Pair {
    double turn = 0;
    std::uint32_t distance = 0;
    const MeshEdge *up = nullptr, *down = nullptr;
  };
  std::vector<Pair> pairs;
  for (const MeshEdge* up = begin; up != end; ++up) {
    if (!up->ascending) continue;
    for (const MeshEdge* down = begin; down != end; ++down) {
      if (down->ascending || pieces[up->triangle] != pieces[down->triangle]) continue;
      double turn = angle(*up) - angle(*down);
      if (turn < kTouching) turn += 2 * M_PI;
      const auto [low, high] = std::minmax(up->triangle, down->triangle);
      pairs.push_back({turn, high - low, up, down});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    if (std::abs(a.turn - b.turn) > kTouching) return a.turn < b.turn;
    return a.distance < b.distance;
  });
  std::vector<const MeshEdge*> done;
  for (const Pair& pair : pairs) {
    if (std::find(done.begin(), done.end(), pair.up) != done.end() ||
        std::find(done.begin(), done.end(), pair.down) != done.end())
      continue;
    sets.join(pair.up->triangle, pair.down->triangle);
    done.insert(done.end(), {pair.up, pair.down});
  }
}

// How often a shell encloses points, by the triangles that a ray along x passes.
class Enclosure {
 public:
  Enclosure(const TriangleMesh& mesh, const MeshShell& shell, double near)
      : mesh_(mesh), low_(shell.box.min()), near_(near) {
    cells_ = cells_of(shell);
    step_ = (shell.box.sizes() / static_cast<double>(cells_)).cwiseMax(near);
    grid_.resize(cells_ * cells_);
    for (const std::uint32_t triangle : shell.triangles) {
      BoundingBox box;
      for (const std::uint32_t corner : mesh.triangles[triangle]) box.extend(mesh.vertices[corner]);
      for (std::size_t i = cell(box.min(), 1); i <= cell(box.max(), 1); ++i)
        for (std::size_t k = cell(box.min(), 2); k <= cell(box.max(), 2); ++k)
          grid_[i * cells_ + k].push_back(triangle);
    }
  }

  // Nothing where the ray begins on the surface, or passes an edge.
  std::optional<int> around(const Vector3& point, std::size_t& work) const {
    int times = 0;
    const auto& triangles = grid_[cell(point, 1) * cells_ + cell(point, 2)];
    work += triangles.size();
    for (const std::uint32_t triangle : triangles) {
      const auto passed = passes(mesh_.triangles[triangle], point);
      if (!passed) return std::nullopt;
      times += *passed;
    }
    return times;
  }

 private:
  // So many on a side that a cell has few triangles, and a triangle few cells.
  std::size_t cells_of(const MeshShell& shell) const {
    const double count = static_cast<double>(shell.triangles.size());
    auto cells = std::clamp<std::size_t>(static_cast<std::size_t>(std::sqrt(count / 2)), 1, 512);
    const Vector3 sizes = shell.box.sizes().cwiseMax(near_);
    for (; cells > 1; cells /= 2) {
      double entries = 0;
      for (const std::uint32_t triangle : shell.triangles) {
        BoundingBox box;
        for (const std::uint32_t corner : mesh_.triangles[triangle]) box.extend(mesh_.vertices[corner]);
        const Vector3 share = box.sizes().cwiseQuotient(sizes) * static_cast<double>(cells);
        entries += (share.y() + 2) * (share.z() + 2);
      }
      if (entries <= 20 * count) break;
    }
    return cells;
  }

  std::size_t cell(const Vector3& point, int axis) const {
    const double at = std::floor((point[axis] - low_[axis]) / step_[axis]);
    return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(cells_ - 1)));
  }

  std::optional<int> passes(const TriangleMesh::Triangle& triangle, const Vector3& point) const {
    std::array<double, 3>
        areas{};  // twice, of the triangles between the ray and the edge opposite to each corner
    double least = INFINITY, most = -INFINITY;  // distances of the ray from the edges, by their side
    double x = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3 a = mesh_.vertices[triangle[(i + 1) % 3]] - point;
      const Vector3 b = mesh_.vertices[triangle[(i + 2) % 3]] - point;
      areas[i] = a.y() * b.z() - a.z() * b.y();
      const double length = (b - a).tail<2>().norm();
      const double distance = length > 0 ? areas[i] / length : a.tail<2>().norm();
      least = std::min(least, distance);
      most = std::max(most, distance);
      x += areas[i] * mesh_.vertices[triangle[i]].x();
    }
    if (least < -near_ && most > near_) return 0;  // beside it
    const double area = areas[0] + areas[1] + areas[2];
    if (std::min(std::abs(least), std::abs(most)) <= near_ || area == 0) return beside(triangle, point);
    const double ahead = x / area - point.x();
    if (std::abs(ahead) <= near_) return std::nullopt;
    return ahead < 0 ? 0 : area > 0 ? 1 : -1;
  }

  // Judges a triangle whose edge the ray may pass, or that it may lie in.
  std::optional<int> beside(const TriangleMesh::Triangle& triangle, const Vector3& point) const {
    BoundingBox box;
    for (const std::uint32_t corner : triangle) box.extend(mesh_.vertices[corner]);
    const Vector3 low = box.min() - Vector3::Constant(near_), high = box.max() + Vector3::Constant(near_);
    const bool meets = point.x() <= high.x() && point.y() >= low.y() && point.y() <= high.y() &&
                       point.z() >= low.z() && point.z() <= high.z();
    return meets ? std::nullopt : std::optional(0);
  }

  const TriangleMesh& mesh_;
  Vector3 low_, step_;
  double near_;
  std::size_t cells_ = 1;
  std::vector<std::vector<std::uint32_t>> grid_;
};

// Points of a shell that lie in a box, spread over its surface.
std::vector<Vector3> points_on(const TriangleMesh& mesh, const MeshShell& shell, const BoundingBox& part) {
  constexpr std::size_t kPoints = 4096, kMost = 512;  // tried, and taken
  std::vector<std::uint32_t> near;
  std::vector<double> areas;
  for (const std::uint32_t triangle : shell.triangles) {
    const auto& [a, b, c] = mesh.triangles[triangle];
    BoundingBox box(mesh.vertices[a]);
    box.extend(mesh.vertices[b]).extend(mesh.vertices[c]);
    if (!box.intersects(part)) continue;
    near.push_back(triangle);
    areas.push_back((mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]).norm());
  }
  const double area = std::accumulate(areas.begin(), areas.end(), 0.0);
  const std::size_t stride = near.size() / kPoints + 1;
  std::vector<Vector3> points;
  // Two fractions that no number of points repeats: M. Roberts' sequence R2.
  double u = 0.5, v = 0.5;
  for (std::size_t i = 0; i < near.size(); i += stride) {
    const auto& [a, b, c] = mesh.triangles[near[i]];
    const double share = area > 0 ? areas[i] / area * kPoints : 0;
    for (std::size_t k = 0; k < 1 + static_cast<std::size_t>(share); ++k) {
      u = std::fmod(u + 0.7548776662466927, 1.0);
      v = std::fmod(v + 0.5698402909980532, 1.0);
      const auto [s, t] = u + v > 1 ? std::pair(1 - u, 1 - v) : std::pair(u, v);
      const Vector3 point = mesh.vertices[a] + s * (mesh.vertices[b] - mesh.vertices[a]) +
                            t * (mesh.vertices[c] - mesh.vertices[a]);
      if (part.contains(point)) points.push_back(point);
    }
  }
  const std::size_t step = points.size() / kMost + 1;
  for (std::size_t i = 0; i * step < points.size(); ++i) points[i] = points[i * step];
  points.resize((points.size() + step - 1) / step);
  return points;
}

enum class Lies : std::uint8_t { outside, inside, both };

class Nesting {
 public:
  Nesting(const TriangleMesh& mesh, const std::vector<MeshShell>& shells)
      : mesh_(mesh),
        shells_(shells),
        enclosures_(shells.size()),
        around_(shells.size()),
        inside_(shells.size()) {
    BoundingBox whole;
    for (const MeshShell& shell : shells) whole.extend(shell.box);
    near_ = kTouching * whole.diagonal().norm();
    for (const MeshShell& shell : shells) {
      signs_.push_back(shell.volume < 0 ? -1 : 1);
      nothing_ += kNothing * std::abs(shell.volume);
    }
  }

  std::vector<ShellFault> faults() {
    if (!place_all()) return {};
    std::vector<std::size_t> order(shells_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return around_[a].size() < around_[b].size(); });
    for (const std::size_t shell : order) {
      if (std::abs(shells_[shell].volume) <= nothing_) continue;
      int depth = 0;
      for (const std::size_t other : around_[shell]) depth += signs_[other];
      if (signs_[shell] < 0 && depth < 1)
        turn(shell);
      else if (signs_[shell] > 0 && depth > 0)
        faults_.push_back({ShellFault::Kind::doubled, shell, {}});
    }
    return std::move(faults_);
  }

 private:
  // Returns false where it would take too long.
  bool place_all() {
    std::vector<std::size_t> order;  // by where they begin along x
    for (std::size_t shell = 0; shell < shells_.size(); ++shell)
      if (std::abs(shells_[shell].volume) > nothing_) order.push_back(shell);
    const auto begin = [this](std::size_t shell) { return shells_[shell].box.min().x(); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return begin(a) < begin(b); });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double end = shells_[order[i]].box.max().x();
      for (std::size_t k = i + 1; k < order.size() && begin(order[k]) < end; ++k) {
        place(std::max(order[i], order[k]), std::min(order[i], order[k]));
        if (++work_ > kMostWork) return false;
      }
    }
    return true;
  }

  void place(std::size_t a, std::size_t b) {
    const BoundingBox common = shells_[a].box.intersection(shells_[b].box);
    if (common.isEmpty() || common.sizes().minCoeff() <= near_) return;
    const Lies a_in_b = lies_in(a, b), b_in_a = lies_in(b, a);
    if (a_in_b == Lies::both || b_in_a == Lies::both)
      faults_.push_back({ShellFault::Kind::crossing, a, {}});
    else if (a_in_b == Lies::inside)
      put_inside(a, b);
    else if (b_in_a == Lies::inside)
      put_inside(b, a);
  }

  Lies lies_in(std::size_t inner, std::size_t outer) {
    if (!enclosures_[outer]) enclosures_[outer].emplace(mesh_, shells_[outer], near_);
    work_ += shells_[inner].triangles.size() + kPair;
    const BoundingBox& box = shells_[outer].box;
    bool inside = false, outside = !box.contains(shells_[inner].box), known = outside;
    for (const Vector3& point : points_on(mesh_, shells_[inner], box)) {
      const auto times = enclosures_[outer]->around(point, work_);
      if (!times) continue;
      known = true;
      (*times == 0 ? outside : inside) = true;
    }
    return (inside && outside) || !known ? Lies::both : inside ? Lies::inside : Lies::outside;
  }

  // An outermost shell is turned with what lies in it: a body whose normals point inwards.
  void turn(std::size_t shell) {
    ShellFault fault{ShellFault::Kind::turned, shell, {}};
    signs_[shell] = 1;
    if (around_[shell].empty()) fault.within = inside_[shell];
    for (const std::size_t other : fault.within) signs_[other] = -signs_[other];
    faults_.push_back(std::move(fault));
  }
  void put_inside(std::size_t inner, std::size_t outer) {
    around_[inner].push_back(outer);
    inside_[outer].push_back(inner);
  }

  const TriangleMesh& mesh_;
  const std::vector<MeshShell>& shells_;
  std::vector<std::optional<Enclosure>> enclosures_;
  std::vector<std::vector<std::size_t>> around_,
      inside_;              // the shells that a shell lies in, and that lie in it
  std::vector<int> signs_;  // of volumes, after what was turned
  std::vector<ShellFault> faults_;
  double near_ = 0, nothing_ = 0;
  std::size_t work_ = 0;  // triangles that were looked at
};

}  // namespace

std::vector<MeshShell> closed_shells(const TriangleMesh& mesh) {
  const std::vector<MeshEdge> edges = sorted_edges(mesh);
  TriangleSets sets(mesh.triangles.size());
  std::vector<std::uint32_t> pieces;
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    for (end = begin;
         end < edges.size() && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high;)
      ++end;
    if (end - begin == 2 || end - begin > kMostAround || edges[begin].low == edges[begin].high)
      for (std::size_t i = begin + 1; i < end; ++i) sets.join(edges[begin].triangle, edges[i].triangle);
    else {
      if (pieces.empty()) pieces = pieces_of(mesh);
      join_around(mesh, &edges[begin], edges.data() + end, pieces, sets);
    }
  }
  std::vector<MeshShell> shells;
  std::vector<std::size_t> places(mesh.triangles.size());
  for (std::uint32_t triangle = 0; triangle < mesh.triangles.size(); ++triangle) {
    const std::uint32_t first = sets.of(triangle);
    if (first == triangle) {
      places[triangle] = shells.size();
      shells.emplace_back();
    }
    MeshShell& shell = shells[places[first]];
    shell.triangles.push_back(triangle);
    for (const std::uint32_t corner : mesh.triangles[triangle]) shell.box.extend(mesh.vertices[corner]);
  }
  for (MeshShell& shell : shells) {
    const Vector3 middle = shell.box.center();
    for (const std::uint32_t triangle : shell.triangles) {
      const auto& [a, b, c] = mesh.triangles[triangle];
      shell.volume +=
          (mesh.vertices[a] - middle).dot((mesh.vertices[b] - middle).cross(mesh.vertices[c] - middle)) / 6;
    }
  }
  return shells;
}

std::vector<ShellFault> faults_of(const TriangleMesh& mesh, const std::vector<MeshShell>& shells) {
  return Nesting(mesh, shells).faults();
}

}  // namespace romas
