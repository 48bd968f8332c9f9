#include "ir/collision/separation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

namespace romas {

namespace {

constexpr double kNear = 1e-9;       // m: bounds that differ by less are equal
constexpr double kRounding = 1e-14;  // of the size of the numbers, for each step of the computation
constexpr int kMostSteps = 100;

// A point of the difference a - b, from one of each.
struct Difference {
  Vector3 on_a, on_b, d;
};

// Up to four points of the difference, and the point of their hull that is nearest to the origin.
class Simplex {
 public:
  void add(const Difference& point) { points_[count_++] = point; }
  int size() const { return count_; }
  bool has(const Vector3& d) const {
    return std::any_of(points_.begin(), points_.begin() + count_,
                       [&](const Difference& point) { return point.d == d; });
  }

  // Keeps the points of the face on which the nearest point lies.
  void reduce() {
    best_ = std::numeric_limits<double>::infinity();
    chosen_ = 0;
    for (int set = 1; set < 1 << count_; ++set) try_face(set);
    int kept = 0;
    for (int k = 0; k < count_; ++k)
      if (chosen_ >> k & 1) {
        points_[kept] = points_[k];
        weights_[kept++] = chosen_weights_[k];
      }
    count_ = kept;
  }
  Vector3 nearest() const { return sum(&Difference::d); }
  Vector3 on_a() const { return sum(&Difference::on_a); }
  Vector3 on_b() const { return sum(&Difference::on_b); }

 private:
  Vector3 sum(Vector3 Difference::*part) const {
    Vector3 result = Vector3::Zero();
    for (int k = 0; k < count_; ++k) result += weights_[k] * points_[k].*part;
    return result;
  }

  // The point of the plane through these points that is nearest to the origin, if it lies between them.
  void try_face(int set) {
    std::array<int, 4> at{};
    int n = 0;
    for (int k = 0; k < count_; ++k)
      if (set >> k & 1) at[n++] = k;
    std::array<double, 4> weights{};
    const auto d = [&](int k) -> const Vector3& { return points_[at[k]].d; };
    if (n == 1) {
      weights[0] = 1;
    } else if (n == 2) {
      const Vector3 e = d(1) - d(0);
      const double length = e.squaredNorm();
      if (!(length > 0)) return;
      weights[1] = -d(0).dot(e) / length;
      weights[0] = 1 - weights[1];
    } else if (n == 3) {
      const Vector3 e = d(1) - d(0), f = d(2) - d(0), normal = e.cross(f);
      const double area = normal.squaredNorm();
      if (!(area > 0)) return;
      weights[1] = -d(0).cross(f).dot(normal) / area;
      weights[2] = -e.cross(d(0)).dot(normal) / area;
      weights[0] = 1 - weights[1] - weights[2];
    } else {
      const Vector3 e = d(1) - d(0), f = d(2) - d(0), g = d(3) - d(0);
      const double volume = e.dot(f.cross(g));
      if (!(std::abs(volume) > 0)) return;
      const Vector3 o = -d(0);
      weights[1] = o.dot(f.cross(g)) / volume;
      weights[2] = e.dot(o.cross(g)) / volume;
      weights[3] = e.dot(f.cross(o)) / volume;
      weights[0] = 1 - weights[1] - weights[2] - weights[3];
    }
    Vector3 point = Vector3::Zero();
    for (int k = 0; k < n; ++k) {
      if (!(weights[k] >= 0)) return;
      point += weights[k] * d(k);
    }
    const double length = point.squaredNorm();
    if (!(length < best_)) return;
    best_ = length;
    chosen_ = set;
    for (int k = 0; k < n; ++k) chosen_weights_[at[k]] = weights[k];
  }

  std::array<Difference, 4> points_;
  std::array<double, 4> weights_{}, chosen_weights_{};
  int count_ = 0, chosen_ = 0;
  double best_ = 0;
};

// A lower bound of the distance between the boxes of two nodes: the gap along the axes of one frame. What
// they hold is further apart.
double gap(const Collider::Node& a, const Collider::Node& b, const RigidTransform& X_AB,
           const Matrix3& turned) {
  const Vector3 between = X_AB * b.centre - a.centre;
  const Vector3 in_a = (between.cwiseAbs() - a.half - turned * b.half).cwiseMax(0);
  const Vector3 in_b =
      ((X_AB.R.transpose() * between).cwiseAbs() - b.half - turned.transpose() * a.half).cwiseMax(0);
  return std::max(in_a.norm(), in_b.norm());
}

}  // namespace

Separation separation(const Collider& a, const ConvexPiece& piece_a, const Collider& b,
                      const ConvexPiece& piece_b, const RigidTransform& X_AB) {
  const double margins = piece_a.margin + piece_b.margin;
  const auto furthest = [&](const Vector3& direction) {
    Difference point;
    point.on_a = a.furthest(piece_a, direction);
    point.on_b = X_AB * b.furthest(piece_b, -(X_AB.R.transpose() * direction));
    point.d = point.on_a - point.on_b;
    return point;
  };
  const Vector3 middles = a.middle(piece_a) - X_AB * b.middle(piece_b);
  Difference w = furthest(middles.isZero() ? Vector3(-1, 0, 0) : Vector3(-middles));
  Simplex simplex;
  Vector3 v = w.d, on_a = w.on_a, on_b = w.on_b;
  double size = X_AB.p.norm(), lower = 0, distance = v.norm();
  for (int step = 0; step < kMostSteps; ++step) {
    size = std::max(size, w.on_a.norm() + w.on_b.norm());
    simplex.add(w);
    simplex.reduce();
    const Vector3 nearest = simplex.nearest();
    // Rounding ends the progress.
    if (step > 0 && nearest.norm() >= distance) break;
    v = nearest;
    on_a = simplex.on_a();
    on_b = simplex.on_b();
    distance = v.norm();
    if (distance <= 16 * kRounding * size) {
      distance = 0;
      break;
    }
    w = furthest(-v);
    lower = std::max(lower, v.dot(w.d) / distance - kRounding * size);
    if (distance - lower <= kNear / 4 || simplex.has(w.d)) break;
  }
  Separation result;
  result.lower = distance == 0 ? -margins : lower - margins;
  result.upper = distance - margins;
  const Vector3 towards = distance > 0 ? Vector3((on_b - on_a) / distance) : Vector3::Zero();
  double from_a = piece_a.margin, from_b = distance - piece_b.margin;
  if (result.upper < 0)  // both are the middle of what the margins share
    from_a = from_b = (std::max(-piece_a.margin, from_b) + std::min(from_a, distance + piece_b.margin)) / 2;
  result.on_a = on_a + towards * from_a;
  result.on_b = on_a + towards * from_b;
  return result;
}

Separation separation(const Collider& a, const Collider& b, const RigidTransform& X_AB,
                      const SearchLimits& limits, std::size_t* work, const Separation* guess) {
  struct Pair {
    double gap;
    std::uint32_t a, b;
    // The nearest pair comes first; of equal ones the first.
    bool operator<(const Pair& other) const {
      return gap != other.gap ? gap > other.gap : a != other.a ? a > other.a : b > other.b;
    }
  };
  const Matrix3 turned = X_AB.R.cwiseAbs();
  const double size = a.centre().norm() + a.radius() + b.centre().norm() + b.radius() + X_AB.p.norm();
  const double rounding = 64 * kRounding * size;
  std::priority_queue<Pair> queue;
  Separation best;
  const auto push = [&](std::uint32_t in_a, std::uint32_t in_b) {
    const double lower = gap(a.nodes()[in_a], b.nodes()[in_b], X_AB, turned) - rounding;
    queue.push({lower, in_a, in_b});
  };
  double compared = std::numeric_limits<double>::infinity();  // the smallest lower bound of these
  std::size_t compared_pieces = 0, visits = 0;
  const auto steps = [&] { return compared_pieces + visits / 8; };
  const auto compare = [&](std::uint32_t in_a, std::uint32_t in_b) {
    const Separation found = separation(a, a.pieces()[in_a], b, b.pieces()[in_b], X_AB);
    ++compared_pieces;
    compared = std::min(compared, found.lower);
    if (found.upper >= best.upper) return;
    best = found;
    best.piece_a = in_a;
    best.piece_b = in_b;
  };
  if (guess != nullptr) compare(guess->piece_a, guess->piece_b);
  push(0, 0);
  while (!queue.empty()) {
    const Pair next = queue.top();
    if (next.gap >= std::min(best.upper, limits.enough) || best.touches() || steps() >= limits.steps) break;
    queue.pop();
    ++visits;
    const Collider::Node &in_a = a.nodes()[next.a], &in_b = b.nodes()[next.b];
    if (in_a.child == 0 && in_b.child == 0) {
      compare(in_a.first, in_b.first);
    } else if (in_b.child == 0 || (in_a.child != 0 && in_a.half.squaredNorm() >= in_b.half.squaredNorm())) {
      push(in_a.child, next.b);
      push(in_a.child + 1, next.b);
    } else {
      push(next.a, in_b.child);
      push(next.a, in_b.child + 1);
    }
  }
  best.lower = std::min(compared, queue.empty() ? compared : queue.top().gap);
  if (work != nullptr) *work += steps();
  return best;
}

}  // namespace romas
