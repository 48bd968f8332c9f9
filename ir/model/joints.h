// Joints between links, and frames fixed to links.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/model/servo.h"
#include "ir/values/number.h"
#include "ir/values/provenance.h"
#include "ir/values/ref.h"
#include "ir/values/spatial.h"
#include "ir/values/transform_expr.h"
#include "support/bytes/boxed.h"
#include "support/sources/source_manager.h"

namespace romas {

enum class JointType : std::uint8_t {
  fixed,
  revolute,
  continuous,
  prismatic,
  planar,
  floating,
  ball,
  universal,
  screw,
  foreign
};
std::string_view to_string(JointType type);
std::optional<JointType> parse_joint_type(std::string_view text);  // not "foreign"

struct JointAxis {
  Number3 xyz;  // in the joint frame (the child link's frame at q = 0), as written
  Provenance range;
  Provenance xyz_range;  // of the text of the numbers alone, where it is three numbers with spaces between;
                         // what fixes replace
  friend bool operator==(const JointAxis&, const JointAxis&) = default;
};

struct JointLimit {
  std::optional<Number> lower, upper;                      // rad or m
  std::optional<Number> effort, velocity;                  // N m or N; rad/s or m/s
  std::optional<Number> acceleration, deceleration, jerk;  // URDF 1.2
  std::optional<Number> stiffness, dissipation;            // of its stops: N m/rad or N/m; N m s/rad or N s/m
  Provenance range;
  friend bool operator==(const JointLimit&, const JointLimit&) = default;
};

struct JointDynamics {
  // One value for each degree of freedom in a dialect, one in URDF. N m s/rad or N s/m; N m or N.
  std::vector<Number> damping;
  std::vector<Number> friction;
  // The inertia that the joint's drive adds along each degree of freedom: a rotor's moment of inertia times
  // the square of its gear ratio. kg m² or kg.
  std::vector<Number> armature;
  Provenance range;

  bool says_nothing() const { return damping.empty() && friction.empty() && armature.empty(); }
  friend bool operator==(const JointDynamics&, const JointDynamics&) = default;
};

// q = multiplier * q_leader + offset
struct JointMimic {
  JointRef joint;
  std::optional<Number> multiplier, offset;
  Provenance range;
  friend bool operator==(const JointMimic&, const JointMimic&) = default;
};

struct JointSafetyController {
  std::optional<Number> soft_lower_limit, soft_upper_limit, k_position, k_velocity;
  Provenance range;
  friend bool operator==(const JointSafetyController&, const JointSafetyController&) = default;
};

struct JointCalibration {
  std::optional<Number> reference_position, rising, falling;
  Provenance range;
  friend bool operator==(const JointCalibration&, const JointCalibration&) = default;
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
  Provenance range, name_range, type_range, origin_range;

  // The axis with the default (1, 0, 0) applied, as written (not normalised).
  Vector3 axis_or_default() const;
  friend bool operator==(const Joint&, const Joint&) = default;
};

// True for every type but fixed.
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
  Provenance range, name_range;
  friend bool operator==(const Frame&, const Frame&) = default;
};

}  // namespace romas
