// Joints that close loops, and force elements (Drake's dialect).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "ir/model/joints.h"
#include "ir/values/provenance.h"

namespace romas {

// One side of a loop joint or of a spring: a point (and orientation) fixed to a link.
struct Attachment {
  LinkRef link;
  TransformExpr origin;
  bool origin_is_element = false;  // <link1><origin/></link1> rather than <link1 xyz rpy/>
  Provenance range;
  friend bool operator==(const Attachment& a, const Attachment& b) {
    return a.link == b.link && a.origin == b.origin;
  }
};

struct LoopJoint {
  std::string name;
  JointType type = JointType::continuous;
  Attachment link1, link2;
  Boxed<JointAxis> axis;
  Provenance range, name_range;
  friend bool operator==(const LoopJoint&, const LoopJoint&) = default;
};

// LinearSpringDamper: link1, link2, rest_length (m), stiffness (N/m), damping (N s/m).
// Wing: parent, origin, profile, chord (m), span (m), stall_angle (degrees), nominal_speed (m/s).
// Thrust: parent, origin, direction, scale_factor (N), limits.
struct LinearSpringDamper {
  Attachment link1, link2;
  std::optional<Number> rest_length, stiffness, damping;
  bool nested = false;  // written as <linear_spring_damper rest_length=…> inside the element instead of a
                        // type attribute
  friend bool operator==(const LinearSpringDamper& a, const LinearSpringDamper& b) {
    return a.link1 == b.link1 && a.link2 == b.link2 && a.rest_length == b.rest_length &&
           a.stiffness == b.stiffness && a.damping == b.damping;
  }
};
// How a wing or thruster is written, which does not count for equality: as a type with elements, or as an
// element of Drake's own files with attributes.
struct ForceForm {
  enum class Kind : std::uint8_t { typed, nested, propellor };
  Kind kind = Kind::typed;
  friend bool operator==(const ForceForm&, const ForceForm&) { return true; }
};
struct Wing {
  LinkRef parent;
  TransformExpr origin;
  std::string profile;
  std::optional<Number> chord, span, stall_angle, nominal_speed;
  ForceForm form;
  Provenance origin_range, profile_range;
  friend bool operator==(const Wing&, const Wing&) = default;
};
struct Thrust {
  LinkRef parent;
  TransformExpr origin;
  std::optional<Number3> direction;
  std::optional<Number> scale_factor;
  std::optional<std::array<Number, 2>> limits;
  ForceForm form;
  Provenance origin_range, direction_range, limits_range;
  friend bool operator==(const Thrust&, const Thrust&) = default;
};
struct ForceElement {
  std::string name;
  std::variant<LinearSpringDamper, Wing, Thrust> force;
  Provenance range, name_range;
  friend bool operator==(const ForceElement&, const ForceElement&) = default;
};

}  // namespace romas
