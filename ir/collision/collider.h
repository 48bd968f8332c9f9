// The collision shapes of a link as convex pieces in a tree of boxes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ir/analysis/tree/bounds.h"

namespace romas {

// Triangles of a mesh: corners (m) and, by three of their indices, triangles.
struct Surface {
  std::vector<Vector3> corners;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

// A convex body: all points within `margin` of the convex hull of its corners or of its round core.
struct ConvexPiece {
  enum class Core : std::uint8_t { corners, cylinder, ellipsoid } core = Core::corners;
  std::uint32_t first = 0;  // of its corners, or its round core
  std::uint32_t count = 0;  // corners
  std::uint32_t shape = 0;  // of the shape that it is a part of, in the order in which shapes were added
  double margin = 0;        // m
};

// A cylinder along z, or an ellipsoid, about the origin of its frame.
struct RoundCore {
  RigidTransform X_LC;  // in the frame of the collider
  Vector3 half;         // m: half of its extent along each axis
};

class Collider {
 public:
  // Adds a shape at X_LC. A mesh needs its surface; it collides where its triangles do, as in other
  // collision checkers. Returns false, and adds nothing, where the shape has no size or is not known.
  bool add(const Shape& shape, const RigidTransform& X_LC, const Surface* surface = nullptr);
  // Builds the tree, after the last shape. The order of pieces changes.
  void finish();

  bool empty() const { return pieces_.empty(); }
  std::size_t shapes() const { return shapes_; }
  const std::vector<ConvexPiece>& pieces() const { return pieces_; }
  // The ball around all of it, in its own frame.
  const Vector3& centre() const { return centre_; }
  double radius() const { return radius_; }

  // The point of a piece that is furthest in a direction, without the piece's margin.
  Vector3 furthest(const ConvexPiece& piece, const Vector3& direction) const;
  // A point within the piece.
  Vector3 middle(const ConvexPiece& piece) const;

  // A box around pieces [first, first + count). A leaf has one piece, an inner node two children at `child`
  // and `child` + 1.
  struct Node {
    Vector3 centre = Vector3::Zero(), half = Vector3::Zero();
    std::uint32_t child = 0;  // 0: a leaf
    std::uint32_t first = 0, count = 0;
  };
  const std::vector<Node>& nodes() const { return nodes_; }  // the first is the root

 private:
  void add_corners(std::initializer_list<Vector3> corners, double margin);
  BoundingBox box_of(const ConvexPiece& piece) const;

  std::vector<Vector3> corners_;
  std::vector<RoundCore> rounds_;
  std::vector<ConvexPiece> pieces_;
  std::vector<Node> nodes_;
  std::uint32_t shapes_ = 0;
  Vector3 centre_ = Vector3::Zero();
  double radius_ = 0;
};

}  // namespace romas
