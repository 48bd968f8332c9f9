#include "frontend/mesh/convex_hull.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <unordered_map>

namespace romas {

namespace {

using Index = std::uint32_t;

class HullBuilder {
 public:
  explicit HullBuilder(const std::vector<Vector3>& points) : points_(points) {}

  std::optional<std::vector<TriangleMesh::Triangle>> run() {
    if (!begin()) return std::nullopt;
    while (!open_.empty()) {
      const Index face = open_.back();
      open_.pop_back();
      if (faces_[face].removed || faces_[face].outside.empty()) continue;
      add_corner(face);
    }
    std::vector<TriangleMesh::Triangle> triangles;
    for (const Face& face : faces_)
      if (!face.removed) triangles.push_back(face.corners);
    return triangles;
  }

 private:
  struct Face {
    TriangleMesh::Triangle corners{};
    Vector3 normal = Vector3::Zero();  // outwards; 0 for a face without area, which no point sees
    double offset = 0;
    std::vector<Index> outside;  // points in front of it that belong to no other face
    bool removed = false;
  };

  double height(const Face& face, Index point) const { return face.normal.dot(points_[point]) - face.offset; }
  bool sees(Index point, Index face) const { return height(faces_[face], point) > margin_; }

  static std::uint64_t key(Index from, Index to) { return (std::uint64_t{from} << 32U) | to; }

  Index add_face(Index a, Index b, Index c) {
    Face face;
    face.corners = {a, b, c};
    face.normal = (points_[b] - points_[a]).cross(points_[c] - points_[a]).stableNormalized();
    if (!face.normal.allFinite()) face.normal.setZero();
    face.offset = face.normal.dot(points_[a]);
    const auto index = static_cast<Index>(faces_.size());
    for (std::size_t k = 0; k < 3; ++k) edges_[key(face.corners[k], face.corners[(k + 1) % 3])] = index;
    faces_.push_back(std::move(face));
    return index;
  }

  // Hands points over to the first of some faces that each of them sees.
  void hand_over(const std::vector<Index>& points, const std::vector<Index>& faces) {
    for (const Index point : points)
      for (const Index face : faces)
        if (sees(point, face)) {
          faces_[face].outside.push_back(point);
          break;
        }
    for (const Index face : faces)
      if (!faces_[face].outside.empty()) open_.push_back(face);
  }

  // The point with the largest value of a function.
  template <class Value>
  Index farthest(const Value& value) const {
    Index best = 0;
    for (Index i = 1; i < points_.size(); ++i)
      if (value(points_[i]) > value(points_[best])) best = i;
    return best;
  }

  // A tetrahedron of points that are far apart. False if there is none.
  bool begin() {
    if (points_.size() < 4) return false;
    const Index a = farthest([](const Vector3& p) { return -p.x(); });
    const Index b = farthest([&](const Vector3& p) { return (p - points_[a]).norm(); });
    const Vector3 line = points_[b] - points_[a];
    margin_ = 1e-11 * line.norm();
    const Index c = farthest([&](const Vector3& p) { return (p - points_[a]).cross(line).norm(); });
    const Vector3 normal = line.cross(points_[c] - points_[a]).stableNormalized();
    const Index d = farthest([&](const Vector3& p) { return std::abs(normal.dot(p - points_[a])); });
    const double height = normal.dot(points_[d] - points_[a]);
    if (!(std::abs(height) > margin_)) return false;
    const Index second = height > 0 ? c : b;  // seen from d, a and these two turn clockwise
    const Index third = height > 0 ? b : c;
    const std::vector<Index> faces = {add_face(a, second, third), add_face(a, third, d),
                                      add_face(third, second, d), add_face(second, a, d)};
    std::vector<Index> others;
    for (Index i = 0; i < points_.size(); ++i)
      if (i != a && i != b && i != c && i != d) others.push_back(i);
    hand_over(others, faces);
    return true;
  }

  // The farthest point in front of a face becomes a corner, in the place of all faces that it sees.
  void add_corner(Index from) {
    const std::vector<Index>& candidates = faces_[from].outside;
    const Index corner = *std::max_element(candidates.begin(), candidates.end(), [&](Index a, Index b) {
      return height(faces_[from], a) < height(faces_[from], b);
    });
    std::vector<Index> seen = {from};
    std::vector<std::pair<Index, Index>> horizon;
    std::vector<Index> points;
    faces_[from].removed = true;
    for (std::size_t k = 0; k < seen.size(); ++k) {
      Face& face = faces_[seen[k]];
      points.insert(points.end(), face.outside.begin(), face.outside.end());
      face.outside.clear();
      for (std::size_t e = 0; e < 3; ++e) {
        const Index a = face.corners[e];
        const Index b = face.corners[(e + 1) % 3];
        const Index other = edges_.at(key(b, a));
        if (faces_[other].removed) continue;
        if (sees(corner, other)) {
          faces_[other].removed = true;
          seen.push_back(other);
        } else {
          horizon.emplace_back(a, b);
        }
      }
    }
    std::erase(points, corner);
    std::vector<Index> fresh;
    fresh.reserve(horizon.size());
    for (const auto& [a, b] : horizon) fresh.push_back(add_face(a, b, corner));
    hand_over(points, fresh);
  }

  const std::vector<Vector3>& points_;
  double margin_ = 0;
  std::vector<Face> faces_;
  std::unordered_map<std::uint64_t, Index> edges_;  // the face that passes an edge in this direction
  std::vector<Index> open_;                         // that may have points in front of them
};

}  // namespace

std::optional<std::vector<TriangleMesh::Triangle>> convex_hull(const std::vector<Vector3>& points) {
  return HullBuilder(points).run();
}

}  // namespace romas
