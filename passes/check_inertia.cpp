// check-inertia: moving links without mass (RM1401, RM1402) or with next to none (RM1409), tensors that no
// body has (RM1403, RM1404, RM1405) or that look like a placeholder (RM1406), inertials of links that only
// mark frames (RM1413), and a root with an inertia, which KDL ignores (RM1411). Links that are fixed together
// count as one body: a link without mass is fine if a link with mass is fixed to it.
#include <Eigen/Cholesky>
#include <cmath>

#include "ir/analysis/kinematic_tree.h"
#include "ir/entity.h"
#include "passes/pass_functions.h"
#include "support/text.h"

namespace romas {

namespace {

// Tolerance of the triangle inequality for rounded digits, relative to the largest principal moment.
constexpr double kTriangleTolerance = 1e-6;
// Gazebo takes masses up to this one (kg) for 0.
constexpr double kTinyMass = 1e-6;
// Counts for a link of which something was not understood, and that may be the mass (kg).
constexpr double kUnknownMass = 1;
// What a link without shapes may have of a placeholder and still be a frame (kg; kg m²).
constexpr double kFrameMass = 1e-3, kFrameInertia = 1e-3;
// Radii of gyration (m) beyond which a round tensor is no estimate of a link.
constexpr double kSmallestRadius = 0.003, kLargestRadius = 0.3;
// Upper bound of the determinant of a singular correlation matrix with rounding errors.
constexpr double kSingular = 1e-15;

bool is_zero(const InertiaTensor& t) {
  return t.ixx == 0 && t.ixy == 0 && t.ixz == 0 && t.iyy == 0 && t.iyz == 0 && t.izz == 0;
}
bool is_diagonal(const InertiaTensor& t) { return t.ixy == 0 && t.ixz == 0 && t.iyz == 0; }

// Sylvester's criterion on the tensor scaled to a unit diagonal (a correlation matrix), which is independent
// of the unit and works for flat bodies.
bool is_positive_definite(const Matrix3& I) {
  if (I(0, 0) <= 0 || I(1, 1) <= 0 || I(2, 2) <= 0) return false;
  const Vector3 scale = I.diagonal().cwiseSqrt();
  const double a = I(1, 0) / scale[1] / scale[0];
  const double b = I(2, 0) / scale[2] / scale[0];
  const double c = I(2, 1) / scale[2] / scale[1];
  if (std::abs(a) >= 1 || std::abs(b) >= 1 || std::abs(c) >= 1) return false;
  return 1 + 2 * a * b * c - a * a - b * b - c * c > kSingular;
}

// I1 + I2 >= I3 for the principal moments, up to the tolerance. It holds exactly where trace/2 · 1 − I, the
// second moments of mass, has no negative eigenvalue; a Cholesky factorisation says so faster than the
// moments themselves, and the largest entry of the diagonal is at most I3, so that success is certain.
bool satisfies_triangle_cheaply(const Matrix3& I) {
  const double slack = kTriangleTolerance / 2 * I.diagonal().maxCoeff();
  const Matrix3 second_moments = (I.trace() / 2 + slack) * Matrix3::Identity() - I;
  return Eigen::LLT<Matrix3>(second_moments).info() == Eigen::Success;
}

// A power of ten: 1, 0.001, 100.
bool is_power_of_ten(double value) {
  if (value <= 0) return false;
  const std::string digits = format_double(value);
  const std::string_view mantissa = std::string_view(digits).substr(0, digits.find('e'));
  return std::count(mantissa.begin(), mantissa.end(), '1') == 1 &&
         std::all_of(mantissa.begin(), mantissa.end(),
                     [](char c) { return c == '0' || c == '1' || c == '.'; });
}

// The same power of ten three times on the diagonal.
bool is_placeholder(const InertiaTensor& t) {
  return is_diagonal(t) && t.ixx == t.iyy && t.iyy == t.izz && is_power_of_ten(t.ixx.value());
}

// The radius of gyration (m) of links from the size of a bead to that of an arm: a round number may be right.
bool is_usual_size(double radius) { return radius >= kSmallestRadius && radius <= kLargestRadius; }

class InertiaChecker {
 public:
  InertiaChecker(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), tree_(model), diagnostics_(diagnostics) {}
  void run();

 private:
  void find_bodies();
  void check_presence(LinkId id);
  bool has_more_missing(LinkId first) const;
  void check_root(const Link& link);
  void check_mass(LinkId id);
  bool marks_frame(LinkId id) const;
  void check_tensor(LinkId id);
  void check_moments(const Link& link);
  void check_placeholder(const Link& link);
  // A joint moves the link itself, not just something that it is fixed to. One whose type was not understood
  // may be a fixed one.
  bool is_moved(LinkId link) const {
    const JointId joint = tree_.parent_joint(link);
    return joint && moves(model_.joint(joint).type) && !diagnostics_.in_doubt(model_.joint(joint).type_range);
  }

  const Model& model_;
  KinematicTree tree_;
  DiagnosticEngine& diagnostics_;
  std::vector<LinkId> body_of_;    // the topmost of the links that are fixed together, by link
  bool has_inertials_ = false;     // some link has one
  std::size_t missing_ = 0;        // links that lack one
  std::vector<double> body_mass_;  // kg, by topmost link; negative masses count as 0
};

void InertiaChecker::run() {
  find_bodies();
  has_inertials_ = std::any_of(model_.links.begin(), model_.links.end(), [&](const Link& link) {
    return link.inertial || diagnostics_.in_doubt(link.range);
  });
  for (std::size_t i = 0; i < model_.links.size(); ++i) {
    const Link& link = model_.links[i];
    check_presence(LinkId(i));
    if (!link.inertial) continue;
    check_mass(LinkId(i));
    check_tensor(LinkId(i));
  }
  if (!diagnostics_.enabled(Rule::root_inertia) || model_.joints.empty()) return;
  for (const LinkId root : tree_.roots()) check_root(model_.link(root));
}

void InertiaChecker::check_root(const Link& link) {
  if (!link.inertial) return;
  diagnostics_.report(
      Rule::root_inertia, place_or_name(link.inertial->range, link),
      concat("KDL ignores the inertia of the root link '", link.name,
             "'; where the robot's base moves, fix this link to a new root link without inertial"));
}

void InertiaChecker::find_bodies() {
  body_of_.resize(model_.links.size());
  body_mass_.assign(model_.links.size(), 0);
  for (std::size_t i = 0; i < model_.links.size(); ++i) body_of_[i] = LinkId(i);
  for (const LinkId link : tree_.order())
    if (tree_.parent_joint(link) && !is_moved(link))
      body_of_[link.index()] = body_of_[tree_.parent_link(link).index()];
  for (std::size_t i = 0; i < model_.links.size(); ++i) {
    const Link& link = model_.links[i];
    if (link.inertial)
      body_mass_[body_of_[i].index()] += std::max(link.inertial->mass.value(), 0.0);
    else if (diagnostics_.in_doubt(link.range))
      body_mass_[body_of_[i].index()] += kUnknownMass;
  }
}

// A robot without any inertial is meant for kinematics alone, which is one finding.
void InertiaChecker::check_presence(LinkId id) {
  const Link& link = model_.link(id);
  if (link.inertial || !is_moved(id) || body_mass_[id.index()] > 0) return;
  if (++missing_ > 1 && !has_inertials_) return;
  const Joint& joint = model_.joint(tree_.parent_joint(id));
  diagnostics_.report(
      Rule::inertial_missing, name_place(link),
      concat("link '", link.name, "' is moved by joint '", joint.name, "' and has no inertial",
             has_inertials_ || !has_more_missing(id) ? "" : ", like every link of this robot",
             ": Gazebo drops it and everything below it"));
}

// Whether a joint behind the first one moves a link, too.
bool InertiaChecker::has_more_missing(LinkId first) const {
  for (std::size_t i = first.index() + 1; i < model_.links.size(); ++i)
    if (is_moved(LinkId(i)) && body_mass_[i] == 0) return true;
  return false;
}

void InertiaChecker::check_mass(LinkId id) {
  const Link& link = model_.link(id);
  const Inertial& inertial = *link.inertial;
  const double mass = inertial.mass.value();
  const auto report = [&](std::string_view problem, Rule rule = Rule::mass_nonpositive) {
    const SourceRange range = inertial.mass_range.valid() ? inertial.mass_range : inertial.range;
    diagnostics_.report(rule, place_or_name(range, link), concat("link '", link.name, "' ", problem));
  };
  if (mass < 0) {
    report(concat("has the negative mass ", mass, " kg"));
  } else if (mass == 0 && !is_zero(inertial.inertia)) {
    report("has mass 0 and an inertia tensor that is not zero");
  } else if (mass == 0 && is_moved(id) && body_mass_[id.index()] == 0) {
    report(concat("has mass 0, but joint '", model_.joint(tree_.parent_joint(id)).name,
                  "' moves it and nothing heavier is fixed to it; simulators divide by the mass"));
  } else if (mass > 0 && body_mass_[body_of_[id.index()].index()] <= kTinyMass) {
    report(concat("has a mass of ", mass,
                  " kg, which Gazebo takes for 0: it drops the link and everything below it"),
           Rule::mass_tiny);
  }
}

SourceRange tensor_place(const Link& link) {
  return place_or_name(
      link.inertial->inertia.range.valid() ? link.inertial->inertia.range : link.inertial->range, link);
}

// A link that no joint moves, with an inertial of nothing, or of what counts for nothing where it has no
// shape either.
bool InertiaChecker::marks_frame(LinkId id) const {
  const Link& link = model_.link(id);
  const InertiaTensor& tensor = link.inertial->inertia;
  const double mass = link.inertial->mass.value();
  if (is_moved(id) || mass < 0) return false;
  if (is_zero(tensor)) return mass == 0;
  return mass <= kFrameMass && link.visuals.empty() && link.collisions.empty() && is_placeholder(tensor) &&
         tensor.ixx.value() <= kFrameInertia;
}

void InertiaChecker::check_tensor(LinkId id) {
  const Link& link = model_.link(id);
  const Inertial& inertial = *link.inertial;
  if (marks_frame(id)) {
    diagnostics_.report(Rule::frame_inertial, tensor_place(link),
                        concat("link '", link.name, "' marks a frame, and its inertial has mass ",
                               inertial.mass.value(), " kg and next to no inertia; leave it out"));
    return;
  }
  if (is_zero(inertial.inertia)) {
    if (inertial.mass == 0 && is_moved(id) && body_mass_[id.index()] == 0) return;  // check_mass has said it
    diagnostics_.report(
        Rule::inertia_zero, tensor_place(link),
        inertial.mass == 0
            ? concat("link '", link.name, "' has mass 0 and a zero inertia tensor; leave the inertial out")
            : concat("link '", link.name, "' has mass ", inertial.mass.value(),
                     " kg and a zero inertia tensor"));
    return;
  }
  check_moments(link);
  check_placeholder(link);
}

// Hides the rounding errors of eigenvalues.
double rounded(double value) { return round_to_digits(value, 6); }

std::string moments_text(const Vector3& moments) {
  if (!moments.allFinite()) return "beyond the range of a double";
  return concat(rounded(moments[0]), ", ", rounded(moments[1]), ", ", rounded(moments[2]), " kg m²");
}

// "principal moments 0.1, 0.2, 0.5 kg m², but 0.1 + 0.2 < 0.5", with all digits if six do not show the
// violation.
std::string triangle_text(const Vector3& moments) {
  const bool visible =
      rounded(moments[0]) + rounded(moments[1]) < rounded(moments[2]) * (1 - kTriangleTolerance);
  const auto text = [&](int i) { return format_double(visible ? rounded(moments[i]) : moments[i]); };
  return concat("principal moments ", text(0), ", ", text(1), ", ", text(2), " kg m², but ", text(0), " + ",
                text(1), " < ", text(2));
}

void InertiaChecker::check_moments(const Link& link) {
  const Matrix3 I = link.inertial->inertia.matrix();
  // Scaled so that no product overflows; a power of two changes no digit.
  const double scale = std::ldexp(1.0, std::ilogb(I.cwiseAbs().maxCoeff()));
  const Matrix3 scaled = I / scale;
  if (!is_positive_definite(scaled)) {
    diagnostics_.report(
        Rule::inertia_not_positive_definite, tensor_place(link),
        concat("the inertia tensor of link '", link.name, "' is not positive definite: principal moments ",
               moments_text(principal_moments(scaled) * scale)));
    return;
  }
  if (satisfies_triangle_cheaply(scaled)) return;
  Vector3 moments = is_diagonal(link.inertial->inertia) ? Vector3(I.diagonal())
                                                        : Vector3(principal_moments(scaled) * scale);
  std::sort(moments.begin(), moments.end());
  if (moments[0] + moments[1] >= moments[2] * (1 - kTriangleTolerance)) return;
  diagnostics_.report(Rule::inertia_triangle, tensor_place(link),
                      concat("no body has the inertia of link '", link.name, "': ", triangle_text(moments)));
}

void InertiaChecker::check_placeholder(const Link& link) {
  const InertiaTensor& t = link.inertial->inertia;
  if (!is_placeholder(t) || is_usual_size(std::sqrt(t.ixx.value() / link.inertial->mass.value()))) return;
  diagnostics_.report(Rule::inertia_placeholder, tensor_place(link),
                      concat("the inertia of link '", link.name, "' is ", t.ixx.value(),
                             " kg m² about every axis; that looks like a placeholder"));
}

}  // namespace

void check_inertia(const Model& model, const CheckContext& context) {
  InertiaChecker(model, context.diagnostics).run();
}

}  // namespace romas
