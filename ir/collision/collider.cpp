#include "ir/collision/collider.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ir/values/vector_of.h"

namespace romas {

namespace {

Vector3 furthest_of_round(const ConvexPiece& piece, const Vector3& half, const Vector3& d) {
  if (piece.core == ConvexPiece::Core::cylinder) {
    const double across = std::hypot(d.x(), d.y());
    const double scale = across > 0 ? half.x() / across : 0;
    return {d.x() * scale, d.y() * scale, std::copysign(half.z(), d.z())};
  }
  const Vector3 scaled = half.cwiseProduct(d);
  const double length = scaled.norm();
  return length > 0 ? Vector3(half.cwiseProduct(scaled) / length) : Vector3(half.x(), 0, 0);
}

}  // namespace

void Collider::add_corners(std::initializer_list<Vector3> corners, double margin) {
  ConvexPiece piece;
  piece.first = static_cast<std::uint32_t>(corners_.size());
  piece.count = static_cast<std::uint32_t>(corners.size());
  piece.shape = shapes_;
  piece.margin = margin;
  corners_.insert(corners_.end(), corners);
  pieces_.push_back(piece);
}

bool Collider::add(const Shape& shape, const RigidTransform& X_LC, const Surface* surface) {
  if (const auto* mesh = std::get_if<Mesh>(&shape)) {
    if (surface == nullptr || surface->triangles.empty()) return false;
    const Vector3 scale = mesh->scale ? vector_of(*mesh->scale) : Vector3::Ones();
    const auto corner = [&](std::uint32_t index) {
      return X_LC * Vector3(surface->corners[index].cwiseProduct(scale));
    };
    for (const auto& [a, b, c] : surface->triangles) add_corners({corner(a), corner(b), corner(c)}, 0);
  } else if (!bounding_box(shape, nullptr)) {
    return false;
  } else if (const auto* box = std::get_if<Box>(&shape)) {
    const Vector3 h = vector_of(box->size) / 2;
    const auto corner = [&](double x, double y, double z) {
      return X_LC * Vector3(h.cwiseProduct(Vector3(x, y, z)));
    };
    add_corners({corner(-1, -1, -1), corner(-1, -1, 1), corner(-1, 1, -1), corner(-1, 1, 1),
                 corner(1, -1, -1), corner(1, -1, 1), corner(1, 1, -1), corner(1, 1, 1)},
                0);
  } else if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    add_corners({X_LC.p}, sphere->radius.value());
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    const Vector3 end(0, 0, capsule->length.value() / 2);
    add_corners({X_LC * Vector3(-end), X_LC * end}, capsule->radius.value());
  } else {
    ConvexPiece piece;
    piece.core =
        std::holds_alternative<Cylinder>(shape) ? ConvexPiece::Core::cylinder : ConvexPiece::Core::ellipsoid;
    piece.first = static_cast<std::uint32_t>(rounds_.size());
    piece.shape = shapes_;
    rounds_.push_back({X_LC, bounding_box(shape, nullptr)->sizes() / 2});
    pieces_.push_back(piece);
  }
  ++shapes_;
  return true;
}

Vector3 Collider::furthest(const ConvexPiece& piece, const Vector3& direction) const {
  if (piece.core == ConvexPiece::Core::corners) {
    const Vector3* best = &corners_[piece.first];
    double most = best->dot(direction);
    for (std::uint32_t k = 1; k < piece.count; ++k)
      if (const double value = corners_[piece.first + k].dot(direction); value > most) {
        most = value;
        best = &corners_[piece.first + k];
      }
    return *best;
  }
  const RoundCore& round = rounds_[piece.first];
  return round.X_LC * furthest_of_round(piece, round.half, round.X_LC.R.transpose() * direction);
}

Vector3 Collider::middle(const ConvexPiece& piece) const {
  if (piece.core != ConvexPiece::Core::corners) return rounds_[piece.first].X_LC.p;
  Vector3 sum = Vector3::Zero();
  for (std::uint32_t k = 0; k < piece.count; ++k) sum += corners_[piece.first + k];
  return sum / piece.count;
}

BoundingBox Collider::box_of(const ConvexPiece& piece) const {
  Vector3 low, high;
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3 direction = Vector3::Unit(axis);
    high[axis] = furthest(piece, direction)[axis] + piece.margin;
    low[axis] = furthest(piece, -direction)[axis] - piece.margin;
  }
  return {low, high};
}

void Collider::finish() {
  nodes_.clear();
  if (pieces_.empty()) return;
  std::vector<BoundingBox> boxes(pieces_.size());
  std::transform(pieces_.begin(), pieces_.end(), boxes.begin(),
                 [&](const ConvexPiece& piece) { return box_of(piece); });
  std::vector<std::uint32_t> order(pieces_.size());
  std::iota(order.begin(), order.end(), 0U);
  nodes_.push_back({.first = 0, .count = static_cast<std::uint32_t>(order.size())});
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    const std::uint32_t first = nodes_[at].first, count = nodes_[at].count;
    BoundingBox all, middles;
    for (std::uint32_t k = first; k < first + count; ++k) {
      all.extend(boxes[order[k]]);
      middles.extend(Vector3(boxes[order[k]].center()));
    }
    nodes_[at].centre = all.center();
    nodes_[at].half = all.sizes() / 2;
    if (count == 1) continue;
    Eigen::Index axis = 0;
    middles.sizes().maxCoeff(&axis);
    const std::uint32_t half = count / 2;
    const auto begin = order.begin() + first;
    // Equal places are told apart by their numbers, so that the tree is the same everywhere.
    std::nth_element(begin, begin + half, begin + count, [&](std::uint32_t a, std::uint32_t b) {
      const double x = boxes[a].center()[axis], y = boxes[b].center()[axis];
      return x < y || (x == y && a < b);
    });
    nodes_[at].child = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.first = first, .count = half});
    nodes_.push_back({.first = first + half, .count = count - half});
  }
  std::vector<ConvexPiece> sorted(pieces_.size());
  std::transform(order.begin(), order.end(), sorted.begin(), [&](std::uint32_t k) { return pieces_[k]; });
  pieces_ = std::move(sorted);
  centre_ = nodes_.front().centre;
  radius_ = nodes_.front().half.norm();
  // The ball around the corners is smaller than that around the box.
  double around = 0;
  for (const Vector3& corner : corners_) around = std::max(around, (corner - centre_).norm());
  double margin = 0;
  for (const ConvexPiece& piece : pieces_) margin = std::max(margin, piece.margin);
  for (const RoundCore& round : rounds_)
    around = std::max(around, (round.X_LC.p - centre_).norm() + round.half.norm());
  radius_ = std::min(radius_, around + margin);
}

}  // namespace romas
