// Joints between links, and frames fixed to links.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/number.h"
#include "ir/ref.h"
#include "ir/servo.h"
#include "ir/spatial.h"
#include "ir/transform_expr.h"
#include "support/boxed.h"
#include "support/source_manager.h"

namespace romas {

enum class JointType : std::uint8_t { fixed, revolute, continuous, prismatic, planar, floating, ball, universal, screw, foreign };
std::string_view to_string(JointType type);
std::optional<JointType> parse_joint_type(std::string_view text);  // not "foreign"

struct JointAxis {
  Number3 xyz;  // in the joint frame (the child link's frame at q = 0), as written
  SourceRange range;
  SourceRange xyz_range;  // of the text of the numbers alone, where it is three numbers with spaces between; what fixes replace
  friend bool operator==(const JointAxis& a, const JointAxis& b) { return a.xyz == b.xyz; }
};

struct JointLimit {
  std::optional<Number> lower, upper;                      // rad or m
  std::optional<Number> effort, velocity;                  // N m or N; rad/s or m/s
  std::optional<Number> acceleration, deceleration, jerk;  // URDF 1.2
  SourceRange range;
  friend bool operator==(const JointLimit& a, const JointLimit& b) {
    return a.lower == b.lower && a.upper == b.upper && a.effort == b.effort && a.velocity == b.velocity && a.acceleration == b.acceleration &&
           a.deceleration == b.deceleration && a.jerk == b.jerk;
  }
};

struct JointDynamics {
  // One value for each degree of freedom in a dialect, one in URDF. N m s/rad or N s/m; N m or N.
  std::vector<Number> damping;
  std::vector<Number> friction;
  SourceRange range;
  friend bool operator==(const JointDynamics& a, const JointDynamics& b) { return a.damping == b.damping && a.friction == b.friction; }
};

// q = multiplier * q_leader + offset
struct JointMimic {
  JointRef joint;
  std::optional<Number> multiplier, offset;
  SourceRange range;
  friend bool operator==(const JointMimic& a, const JointMimic& b) {
    return a.joint == b.joint && a.multiplier == b.multiplier && a.offset == b.offset;
  }
};

struct JointSafetyController {
  std::optional<Number> soft_lower_limit, soft_upper_limit, k_position, k_velocity;
  SourceRange range;
  friend bool operator==(const JointSafetyController& a, const JointSafetyController& b) {
    return a.soft_lower_limit == b.soft_lower_limit && a.soft_upper_limit == b.soft_upper_limit && a.k_position == b.k_position &&
           a.k_velocity == b.k_velocity;
  }
};

struct JointCalibration {
  std::optional<Number> reference_position, rising, falling;
  SourceRange range;
  friend bool operator==(const JointCalibration& a, const JointCalibration& b) {
    return a.reference_position == b.reference_position && a.rising == b.rising && a.falling == b.falling;
  }
};

// A degree of freedom (or none) between two links. The joint frame is the child link's frame at q = 0.
struct Joint {
  std::string name;
  JointType type = JointType::fixed;
  std::string foreign_type;  // the type's own word where type is `foreign` ("curvilinear")
  bool dialect = false;      // written as an element of Drake's dialect (<drake:joint>)
  LinkRef parent, child;
  TransformExpr origin;  // X_PC at q = 0
  Boxed<JointAxis> axis;
  Boxed<JointLimit> limit;
  Boxed<JointDynamics> dynamics;
  Boxed<JointMimic> mimic;
  Boxed<JointSafetyController> safety_controller;
  Boxed<JointCalibration> calibration;
  std::optional<Number> screw_pitch;  // metres a turn (screw joints)
  Boxed<Servo> servo;
  SourceRange range, name_range, type_range, origin_range;

  // The axis with the default (1, 0, 0) applied, as written (not normalised).
  Vector3 axis_or_default() const;
  friend bool operator==(const Joint& a, const Joint& b);
};

// Moves in some way: every type but fixed.
inline bool moves(JointType type) { return type != JointType::fixed; }
// Number of velocity variables; a foreign joint counts 0.
int dof(JointType type);
int position_count(JointType type);  // floating: 7, ball: 4

// A named frame fixed to a link: a Block's {b}, an unused contact, a lumped link, Drake's <frame>.
struct Frame {
  std::string name;
  LinkRef link;
  TransformExpr origin;  // pose of the frame in the link
  enum class Origin : std::uint8_t { written, lumped_link, block_body, contact } kind = Origin::written;
  SourceRange range, name_range;
  friend bool operator==(const Frame& a, const Frame& b) { return a.name == b.name && a.link == b.link && a.origin == b.origin && a.kind == b.kind; }
};

}  // namespace romas
