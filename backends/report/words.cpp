#include "backends/report/words.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::report {

namespace {

constexpr double kDust = 1e-6;

// One digit behind the point.
std::string tenths(double value) { return format_double(std::round(value * 10) / 10 + 0.0); }

std::string names_of(const RobotReport& report, const std::vector<std::size_t>& rows) {
  std::vector<std::string> names;
  for (const std::size_t row : rows)
    names.push_back(one_line(report.model.joint(report.kernels->dynamics.joints[row].joint).name));
  return join(names, ", ");
}

}  // namespace

std::string figure(double value) {
  if (std::abs(value) < kDust) return "0";
  return std::isfinite(value) ? format_double(round_to_digits(value, 3)) : "-";
}

std::string metres(double value) {
  // To millimetres; less than 100 of them to three digits.
  constexpr double kSmall = 0.1, kHuge = 1e6;
  const double size = std::abs(value);
  return concat(
      size >= kSmall && size < kHuge ? format_double(std::round(value * 1000) / 1000) : figure(value), " m");
}

std::string vector_words(const Vector3& v) {
  std::vector<std::string> parts;
  for (int k = 0; k < 3; ++k)
    parts.push_back(format_double(std::abs(v[k]) < 5e-4 ? 0.0 : std::round(v[k] * 1000) / 1000));
  return concat("(", join(parts, ", "), ")");
}

std::string position_words(double value, bool slides) {
  if (!std::isfinite(value)) return "-";
  return slides ? concat(tenths(value * 1000), " mm") : concat(tenths(value * 180 / std::numbers::pi), "°");
}

std::string effort_words(double value, bool slides) { return concat(figure(value), slides ? " N" : " N m"); }

std::string share_words(double share) {
  return std::isfinite(share) ? concat(format_double(std::round(share * 100)), " %") : std::string("-");
}

std::string mass_words(double mass) {
  return std::isfinite(mass) ? concat(figure(mass), " kg") : std::string("unlimited");
}

std::string plural(std::size_t count, std::string_view noun) {
  return concat(count, " ", noun, count == 1 ? "" : "s");
}

const JointVariables& row_of(const RobotFigures& figures, std::size_t variable) {
  const auto& rows = figures.dynamics.joints;
  return *std::find_if(rows.begin(), rows.end(), [&](const JointVariables& row) {
    return static_cast<int>(variable) >= row.q && static_cast<int>(variable) < row.q + row.n_q;
  });
}

bool slides(const Model& model, const JointVariables& row) {
  return model.joint(row.joint).type == JointType::prismatic;
}

std::string variable_name(const RobotReport& report, std::size_t variable) {
  const JointVariables& row = row_of(report.figures, variable);
  const std::string name = one_line(report.model.joint(row.joint).name);
  return row.n_q == 1 ? name : concat(name, "[", variable - static_cast<std::size_t>(row.q), "]");
}

std::string posture_words(const RobotReport& report, const std::vector<double>& q,
                          const std::vector<std::size_t>& variables) {
  std::vector<std::string> parts;
  for (const std::size_t variable : variables)
    parts.push_back(
        concat(variable_name(report, variable), " ",
               position_words(q[variable], slides(report.model, row_of(report.figures, variable)))));
  return join(parts, ", ");
}

std::string posture_name(const RobotReport& report, const NamedPosture& posture) {
  const std::string more = posture.in_limits ? "" : " (beyond the limits)";
  switch (posture.source) {
    case NamedPosture::Source::zero: {
      const bool zero = posture.q == neutral_position(report.figures.dynamics);
      return zero ? "zero" : "nearest to zero";
    }
    case NamedPosture::Source::middle: return "middle of the limits";
    case NamedPosture::Source::keyframe:
      return concat("keyframe", posture.name.empty() ? "" : " ", one_line(posture.name), more);
    case NamedPosture::Source::state: return concat("state ", one_line(posture.name), more);
  }
  return {};
}

std::string limited_by(const RobotReport& report, const Payload& payload) {
  if (!payload.joint) return "no joint with an effort limit carries it";
  const std::string name =
      one_line(report.model.joint(report.figures.dynamics.joints[*payload.joint].joint).name);
  return payload.overloaded ? concat(name, ", which does not hold the robot itself") : name;
}

const ClosedFormIk* closed_form(const RobotReport& report, const LimbFigures& limb) {
  if (report.kernels == nullptr) return nullptr;
  for (const ClosedFormIk& ik : report.kernels->inverse_kinematics)
    if (report.kernels->dynamics.link_order[static_cast<std::size_t>(ik.link)] == limb.chain.link) return &ik;
  return nullptr;
}

std::string ik_words(const RobotReport& report, const LimbFigures& limb) {
  if (const ClosedFormIk* ik = closed_form(report, limb)) {
    std::string text = concat("In closed form, up to ", plural(std::size_t{1} << ik->signs, "solution"), ": ",
                              ik->structure, ".");
    if (ik->swivel) text += " The swivel angle of the elbow is given.";
    if (!ik->free.empty()) text += concat(" Given: ", names_of(report, ik->free), ".");
    if (!ik->whole_pose) text += " Positions are reached, and a part of the orientation.";
    return text;
  }
  std::string_view why = report.why_no_kernels;
  if (report.kernels != nullptr)
    for (const NoClosedForm& none : report.kernels->no_closed_forms)
      if (report.kernels->dynamics.link_order[static_cast<std::size_t>(none.link)] == limb.chain.link)
        why = none.reason;
  return concat("No closed form is known: ", why, ". A numerical solver is needed.");
}

std::string lost_words(const LimbFigures& limb, const SingularPostures& group) {
  // A direction that is nearly pure is called so.
  constexpr double kPure = 0.99;
  if (group.turn.isZero(0) && group.shift.isZero(0)) return "one direction";
  if (!limb.counts_turns || group.shift.norm() > kPure)
    return concat("moving along ", vector_words(group.shift.normalized()));
  if (group.turn.norm() > kPure) return concat("turning about ", vector_words(group.turn.normalized()));
  return concat("turning about ", vector_words(group.turn.normalized()), " while moving along ",
                vector_words(group.shift.normalized()));
}

}  // namespace romas::report
