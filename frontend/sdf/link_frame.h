// The frame of a link: SDF gives every link its own, and a Model that of the link's parent joint.
#pragma once

#include "ir/values/spatial.h"
#include "ir/values/transform_expr.h"

namespace romas::sdf {

struct LinkFrame {
  RigidTransform X_LF;  // pose of the Model's frame of the link in SDF's
  bool moved = false;   // X_LF is not the identity

  // Re-expresses a pose that is written in SDF's frame of the link.
  TransformExpr in_link(const TransformExpr& pose) const;
};

}  // namespace romas::sdf
