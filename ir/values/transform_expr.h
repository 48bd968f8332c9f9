// Poses as the source gives them. Frontends keep the source's form; the pass fold-transforms reduces it to
// one rigid transform.
#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "ir/values/number.h"
#include "ir/values/spatial.h"
#include "support/sources/source_manager.h"

namespace romas {

// An immutable expression for the pose of a child frame C in a parent frame P. Copies share their nodes.
class TransformExpr {
 public:
  enum class AngleUnit : unsigned char { radian, degree };

  // Position (metres) and roll, pitch, yaw about the fixed axes x, y, z. A part that the source leaves out is
  // absent and means zero.
  struct XyzRpy {
    std::optional<Number3> xyz;
    std::optional<Number3> rpy;
    AngleUnit unit = AngleUnit::radian;
    // Ranges of the texts of the numbers, if each is three numbers with spaces between. Fixes change them.
    SourceRange xyz_range = {}, rpy_range = {};
  };
  // Position and unit quaternion in the order x, y, z, w (URDF 1.1 and later).
  struct XyzQuaternion {
    std::optional<Number3> xyz;
    Number4 xyzw;
  };
  // An evaluated pose, the result of arithmetic.
  struct Constant {
    RigidTransform X_PC;
  };
  // first * second * …
  struct Composition {
    std::vector<TransformExpr> factors;
  };
  struct Inverse {
    std::shared_ptr<const TransformExpr> operand;
  };
  // The rotation that takes one pair of coordinate axes of C to a pair of P: R_PC * child_first =
  // parent_first and R_PC * child_second = parent_second. The two axes of a pair are never parallel.
  struct AxisAlignment {
    SignedAxis parent_first, parent_second;
    SignedAxis child_first, child_second;
  };
  using Node = std::variant<XyzRpy, XyzQuaternion, Constant, Composition, Inverse, AxisAlignment>;

  // An absent pose: the identity.
  TransformExpr() = default;
  TransformExpr(XyzRpy node) : node_(std::make_shared<const Node>(std::move(node))) {}         // NOLINT
  TransformExpr(XyzQuaternion node) : node_(std::make_shared<const Node>(std::move(node))) {}  // NOLINT
  TransformExpr(AxisAlignment node) : node_(std::make_shared<const Node>(node)) {}             // NOLINT
  explicit TransformExpr(const RigidTransform& X_PC) : node_(std::make_shared<const Node>(Constant{X_PC})) {}
  static TransformExpr compose(std::vector<TransformExpr> factors);  // no factors: absent; one: itself
  static TransformExpr inverse(TransformExpr operand);

  // True if nothing was written: the pose is the identity by default.
  bool absent() const { return node_ == nullptr; }
  // The written form. Only for expressions that are not absent.
  const Node& node() const { return *node_; }
  // The node if it is of this kind, else null.
  template <class Kind>
  const Kind* get_if() const {
    return node_ == nullptr ? nullptr : std::get_if<Kind>(node_.get());
  }

  // X_PC. Rotations by multiples of 90° are exact 0 and ±1.
  RigidTransform evaluate() const;

  // Same structure and same numbers (spellings ignored). An absent expression equals an XyzRpy with nothing
  // in it.
  friend bool operator==(const TransformExpr& a, const TransformExpr& b);

 private:
  std::shared_ptr<const Node> node_;
};

// A rigid transform as an expression whose numbers print well: an XyzRpy where the rotation is none or a
// signed permutation of the axes (both exact), absent for the identity, else a Constant.
TransformExpr plain_transform(const RigidTransform& X_PC);

// The position and roll, pitch, yaw (radians) that a target prints for an expression: the source's own
// numbers where it is an XyzRpy in radians, computed ones otherwise.
TransformExpr::XyzRpy as_xyz_rpy(const TransformExpr& expression);

}  // namespace romas
