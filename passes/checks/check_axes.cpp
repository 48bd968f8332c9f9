// check-axes: axes of joints that move along or about them: left out (RM1201), zero (RM1202), not of length 1
// (RM1203), or beside a coordinate axis by rounding noise (RM1204). The fixes replace the three numbers; loop
// joints are looked at too.
#include "ir/analysis/tree/axis.h"
#include "ir/model/entity.h"
#include "passes/pass/pass_functions.h"

namespace romas {

namespace {

// Components with six digits give a length within this tolerance of 1 (0.707107 0.707107 0 does).
constexpr double kUnitLengthTolerance = 1e-6;
// Deviation that a rounded π or a product of rotations leaves (rad). No motor is mounted at such an angle on
// purpose.
constexpr double kNoise = 1e-5;

template <class AnyJoint>
void check_axis(const AnyJoint& joint, std::string_view kind, DiagnosticEngine& diagnostics) {
  if (!joint.axis) {
    if (diagnostics.enabled(Rule::axis_missing) && !diagnostics.in_doubt(joint.range)) {
      diagnostics.report(Rule::axis_missing, name_place(joint),
                         concat(kind, " '", joint.name, "' has no axis; the default 1 0 0 applies"));
    }
    return;
  }
  const SourceRange place = joint.axis->xyz_range.valid() ? SourceRange(joint.axis->xyz_range)
                                                          : place_or_name(joint.axis->range, joint);
  const auto report = [&](Rule rule, std::string message, const Vector3& better) {
    auto builder = diagnostics.report(rule, place, std::move(message));
    if (joint.axis->xyz_range.valid() && better != Vector3::Zero())
      builder.fix(joint.axis->xyz_range, axis_text(better));
  };
  const Vector3 axis = axis_vector(*joint.axis);
  const double length = axis_length(axis);
  if (length == 0) {
    report(Rule::axis_zero, concat(kind, " '", joint.name, "' moves, but its axis is zero"), Vector3::Zero());
  } else if (std::abs(length - 1) > kUnitLengthTolerance) {
    report(Rule::axis_not_unit,
           concat("the axis of ", kind, " '", joint.name, "' has length ", length, "; write ",
                  axis_text(unit_axis(axis))),
           unit_axis(axis));
  } else if (const Vector3 cardinal = nearly_cardinal(axis, kNoise); cardinal != Vector3::Zero()) {
    report(Rule::axis_near_cardinal,
           concat("the axis of ", kind, " '", joint.name, "' differs from ", axis_text(cardinal),
                  " only by rounding noise"),
           cardinal);
  }
}

}  // namespace

void check_axes(const Model& model, const CheckContext& context) {
  for (const Joint& joint : model.joints)
    if (has_axis(joint.type)) check_axis(joint, "joint", context.diagnostics);
  for (const LoopJoint& joint : model.loop_joints)
    if (has_axis(joint.type)) check_axis(joint, "loop joint", context.diagnostics);
}

}  // namespace romas
