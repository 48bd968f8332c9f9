// check-inertia: moving links without mass (RM1401, RM1402) or with next to none (RM1409), robots that move
// and have no inertial at all (RM1415), tensors that no body has (RM1403, RM1404, RM1405), point masses
// (RM1414), inertials of links that only mark frames (RM1413), and a root with an inertia, which KDL ignores
// (RM1411). Links that are fixed together count as one body: a link without mass is fine if a link with mass
// is fixed to it.
#include <cmath>

#include "ir/analysis/joint_chains.h"
#include "ir/analysis/moved_from_outside.h"
#include "ir/analysis/physical_inertia.h"
#include "ir/entity.h"
#include "passes/pass_functions.h"
#include "passes/suggest_tensor.h"
#include "passes/welded_bodies.h"
#include "support/text.h"

namespace romas {

namespace {

// Gazebo takes masses up to this one (kg) for 0.
constexpr double kTinyMass = 1e-6;
// Moving links without inertial from which on a robot without any is meant so.
constexpr std::size_t kMeant = 3;

class InertiaChecker {
 public:
  InertiaChecker(const Model& model, const CheckContext& context)
      : model_(model),
        sources_(context.inputs.sources),
        diagnostics_(context.diagnostics),
        bodies_(model, context.diagnostics) {
    if (model.layout.format == "mjcf") find_massless();
  }
  void run();

 private:
  void find_massless();
  bool lacks_mass(LinkId id) const;
  void check_presence(LinkId id);
  void report_none();
  // What becomes of a moving link, as the end of a message.
  std::string_view without_inertial() const {
    return model_.layout.format == "mjcf" ? ": MuJoCo refuses a moving body without mass"
                                          : ": Gazebo drops it and everything below it";
  }
  void check_root(const Link& link);
  bool check_mass(LinkId id);
  void check_tensor(LinkId id, bool mass_is_told);
  void check_zero_tensor(LinkId id);
  void check_moments(const Link& link);
  void report_impossible(Rule rule, const Link& link, std::string message);

  const Model& model_;
  const SourceManager* sources_;
  DiagnosticEngine& diagnostics_;
  WeldedBodies bodies_;
  // By link, in MJCF: it has no mass and needs none, as it stands between the joints of a body, or is moved
  // by what MuJoCo is told (mocap).
  std::vector<bool> massless_;
};

void InertiaChecker::run() {
  const bool has_inertials = std::any_of(model_.links.begin(), model_.links.end(), [&](const Link& link) {
    return link.inertial || diagnostics_.in_doubt(link.range);
  });
  if (!has_inertials) return report_none();
  for (std::size_t i = 0; i < model_.links.size(); ++i) {
    check_presence(LinkId(i));
    if (!model_.links[i].inertial) continue;
    const bool told = check_mass(LinkId(i));
    check_tensor(LinkId(i), told);
  }
  if (!diagnostics_.enabled(Rule::root_inertia) || model_.joints.empty()) return;
  for (const LinkId root : bodies_.tree().roots()) check_root(model_.link(root));
}

// A robot without any inertial gives one finding. Nobody forgets all of three moving links: such a robot is
// meant for kinematics alone.
void InertiaChecker::report_none() {
  std::vector<LinkId> lacking;
  for (std::size_t i = 0; i < model_.links.size() && lacking.size() < kMeant; ++i)
    if (lacks_mass(LinkId(i))) lacking.emplace_back(i);
  if (lacking.empty()) return;
  const Link& link = model_.link(lacking.front());
  const Joint& joint = model_.joint(bodies_.tree().parent_joint(lacking.front()));
  const bool meant = lacking.size() == kMeant;
  diagnostics_.report(
      meant ? Rule::inertials_absent : Rule::inertial_missing, name_place(link),
      concat("link '", link.name, "' is moved by joint '", joint.name, "' and has no inertial",
             lacking.size() > 1 ? ", like every link of this robot" : "", without_inertial()));
}

void InertiaChecker::check_root(const Link& link) {
  if (!link.inertial) return;
  diagnostics_.report(
      Rule::root_inertia, place_or_name(link.inertial->range, link),
      concat("KDL ignores the inertia of the root link '", link.name,
             "'; where the robot's base moves, fix this link to a new root link without inertial"));
}

void InertiaChecker::find_massless() {
  massless_ = links_between_joints(model_, bodies_.tree());
  for (const Joint& joint : model_.joints)
    if (joint.child.id && is_moved_from_outside(model_, joint)) massless_[joint.child.id.index()] = true;
}

// It moves, and neither it nor what is fixed to it has a mass.
bool InertiaChecker::lacks_mass(LinkId id) const {
  if (!massless_.empty() && massless_[id.index()]) return false;
  return !model_.link(id).inertial && bodies_.is_moved(id) && bodies_.mass(id) == 0;
}

void InertiaChecker::check_presence(LinkId id) {
  if (!lacks_mass(id)) return;
  const Link& link = model_.link(id);
  diagnostics_.report(
      Rule::inertial_missing, name_place(link),
      concat("link '", link.name, "' is moved by joint '", model_.joint(bodies_.tree().parent_joint(id)).name,
             "' and has no inertial", without_inertial()));
}

// Returns whether there is a finding.
bool InertiaChecker::check_mass(LinkId id) {
  const Link& link = model_.link(id);
  const Inertial& inertial = *link.inertial;
  if (diagnostics_.in_doubt(inertial.mass_range) || diagnostics_.in_doubt(link.range)) return false;
  const double mass = inertial.mass.value();
  // Gazebo's reader of URDF drops what is that light. Its own format and MJCF keep it.
  const std::string& format = model_.layout.format;
  const bool may_be_dropped = format != "sdf" && format != "mjcf" && !bodies_.stands_still(id);
  const auto report = [&](std::string_view problem, Rule rule = Rule::mass_nonpositive) {
    const SourceRange range = inertial.mass_range.valid() ? inertial.mass_range : inertial.range;
    diagnostics_.report(rule, place_or_name(range, link), concat("link '", link.name, "' ", problem));
  };
  if (mass < 0) {
    report(concat("has the negative mass ", mass, " kg"));
  } else if (mass == 0 && !is_zero(inertial.inertia)) {
    report("has mass 0 and an inertia tensor that is not zero");
  } else if (mass == 0 && bodies_.is_moved(id) && bodies_.mass(id) == 0) {
    report(concat("has mass 0, but joint '", model_.joint(bodies_.tree().parent_joint(id)).name,
                  "' moves it and nothing heavier is fixed to it; simulators divide by the mass"));
  } else if (mass > 0 && bodies_.mass(id) <= kTinyMass && may_be_dropped) {
    report(concat("has a mass of ", mass,
                  " kg, which Gazebo takes for 0: it drops the link and everything below it"),
           Rule::mass_tiny);
  } else {
    return false;
  }
  return true;
}

// A wrong mass and a tensor of zeros are one mistake.
void InertiaChecker::check_tensor(LinkId id, bool mass_is_told) {
  const Link& link = model_.link(id);
  if (diagnostics_.in_doubt(link.range)) return;
  const Inertial& inertial = *link.inertial;
  if (mass_is_told && is_zero(inertial.inertia)) return;
  if (bodies_.marks_frame(id)) {
    diagnostics_.report(Rule::frame_inertial, tensor_place(link),
                        concat("link '", link.name, "' marks a frame, and its inertial has mass ",
                               inertial.mass.value(), " kg and next to no inertia; leave it out"));
  } else if (is_zero(inertial.inertia)) {
    check_zero_tensor(id);
  } else {
    check_moments(link);
  }
}

void InertiaChecker::check_zero_tensor(LinkId id) {
  const Link& link = model_.link(id);
  const double mass = link.inertial->mass.value();
  if (mass != 0 && bodies_.stands_still(id)) return;
  if (mass > 0 && bodies_.has_inertia(id)) {
    diagnostics_.report(Rule::point_mass, tensor_place(link),
                        concat("link '", link.name, "' is a point mass of ", mass,
                               " kg; what it is fixed to has all of the inertia"));
    return;
  }
  diagnostics_.report(
      Rule::inertia_zero, tensor_place(link),
      mass == 0
          ? concat("link '", link.name, "' has mass 0 and a zero inertia tensor; leave the inertial out")
          : concat("link '", link.name, "' has mass ", mass, " kg and a zero inertia tensor"));
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
    report_impossible(
        Rule::inertia_not_positive_definite, link,
        concat("the inertia tensor of link '", link.name, "' is not positive definite: principal moments ",
               moments_text(principal_moments(scaled) * scale)));
    return;
  }
  if (satisfies_triangle(scaled)) return;
  Vector3 moments = is_diagonal(link.inertial->inertia) ? Vector3(I.diagonal())
                                                        : Vector3(principal_moments(scaled) * scale);
  std::sort(moments.begin(), moments.end());
  if (moments[0] + moments[1] >= moments[2] * (1 - kTriangleTolerance)) return;
  report_impossible(Rule::inertia_triangle, link,
                    concat("no body has the inertia of link '", link.name, "': ", triangle_text(moments)));
}

// Suggests the nearest tensor that a body has.
void InertiaChecker::report_impossible(Rule rule, const Link& link, std::string message) {
  std::optional<NearestInertia> nearest;
  if (diagnostics_.enabled(rule) && diagnostics_.reported(rule) < DiagnosticEngine::kKeptPerRule)
    nearest = nearest_short_inertia(link.inertial->inertia.matrix());
  if (nearest)
    message +=
        concat("; the nearest one that a body has is ", round_to_digits(nearest->distance, 3), " kg m² away");
  auto finding = diagnostics_.report(rule, tensor_place(link), std::move(message));
  if (nearest && sources_ != nullptr)
    suggest_tensor(link.inertial->inertia, nearest->tensor, *sources_, finding);
}

}  // namespace

void check_inertia(const Model& model, const CheckContext& context) { InertiaChecker(model, context).run(); }

}  // namespace romas
