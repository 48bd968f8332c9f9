// Parts that the tables of URDF's schema share: versions, and rows of attributes that elements of several
// kinds have.
#pragma once

#include "frontend/xml/schema/schema.h"

namespace romas::urdf {

inline constexpr FormatVersion kQuaternions = 11;  // URDF 1.1: quat_xyzw, capsule

inline constexpr AttributeRow kRequiredName[] = {{"name", XmlValueType::text, true, "unique among its kind"}};

}  // namespace romas::urdf
