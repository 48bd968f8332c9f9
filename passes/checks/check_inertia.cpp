// check-inertia: moving links without mass (RM1401, RM1402) or with next to none (RM1409), robots that move
// and have no inertial at all (RM1415), tensors that no body has (RM1403, RM1404, RM1405), point masses
// (RM1414), inertials of links that only mark frames (RM1413), and a root with an inertia, which KDL ignores
// (RM1411). Links that are fixed together count as one body: a link without mass is fine if a link with mass
// is fixed to it.
#include <cmath>

#include "ir/analysis/mass/physical_inertia.h"
#include "ir/analysis/tree/joint_chains.h"
#include "ir/analysis/tree/moved_from_outside.h"
#include "ir/model/entity.h"
#include "passes/checks/suggest_tensor.h"
#include "passes/checks/welded_bodies.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Gazebo takes masses up to this one (kg) for 0.
constexpr double kTinyMass = 1e-6;
// MuJoCo refuses moving bodies with less, kg.
constexpr double kLeastMass = 1e-15;
// Moving links without inertial from which on a robot without any is meant so.
constexpr std::size_t kMeant = 3;

// Their volumes may be unknown here, and with them the mass that MuJoCo computes.
bool has_meshes(const Link& link) {
  const auto is_mesh = [](const auto& part) { return std::holds_alternative<Mesh>(part.geometry.shape); };
  return std::ranges::any_of(link.visuals, is_mesh) || std::ranges::any_of(link.collisions, is_mesh);
}

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
  // A finding about a mass. An error where the robot was read from MJCF and MuJoCo refuses it.
  DiagnosticBuilder report_mass(Rule rule, SourceRange range, std::string message, bool is_refused = true) {
    return is_refused && model_.layout.format == "mjcf"
               ? diagnostics_.refuse(rule, range, std::move(message))
               : diagnostics_.report(rule, range, std::move(message));
  }
  bool lacks_mass(LinkId id) const;
  void check_presence(LinkId id);
  void report_none();
  // Says what becomes of a moving link, as the end of a message.
  std::string_view without_inertial() const {
    return model_.layout.format == "mjcf" ? ": MuJoCo rejects a moving body without mass"
                                          : ": Gazebo drops it and everything below it";
  }
  void check_root(const Link& link);
  bool check_mass(LinkId id);
  void check_tensor(LinkId id, bool mass_is_told);
  void check_zero_tensor(LinkId id);
  void check_moments(LinkId id);
  void report_impossible(Rule rule, const Link& link, std::string message, bool is_refused);

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
  const bool is_refused = model_.layout.format == "mjcf" && !has_meshes(link);
  const bool meant = lacking.size() == kMeant && !is_refused;
  report_mass(meant ? Rule::inertials_absent : Rule::inertial_missing, name_place(link),
              concat("link '", link.name, "' is moved by joint '", joint.name, "' but has no inertial",
                     lacking.size() > 1 ? ", like every link of this robot" : "", without_inertial(),
                     meant ? "; --inertia-from=collision or visual takes inertials from shapes" : ""),
              is_refused);
}

void InertiaChecker::check_root(const Link& link) {
  if (!link.inertial) return;
  diagnostics_.report(
      Rule::root_inertia, place_or_name(link.inertial->range, link),
      concat("KDL ignores the inertia of the root link '", link.name,
             "'; if the robot's base moves, fix this link to a new root link without inertial"));
}

void InertiaChecker::find_massless() {
  massless_ = links_between_joints(model_, bodies_.tree());
  for (const Joint& joint : model_.joints)
    if (joint.child.id && is_moved_from_outside(model_, joint)) massless_[joint.child.id.index()] = true;
}

// It moves, and neither it nor what is fixed to it has a mass.
bool InertiaChecker::lacks_mass(LinkId id) const {
  if (!massless_.empty() && massless_[id.index()]) return false;
  if (diagnostics_.in_doubt(name_place(model_.link(id)))) return false;
  return !model_.link(id).inertial && bodies_.is_moved(id) && bodies_.mass(id) == 0;
}

void InertiaChecker::check_presence(LinkId id) {
  if (!lacks_mass(id)) return;
  const Link& link = model_.link(id);
  report_mass(
      Rule::inertial_missing, name_place(link),
      concat("link '", link.name, "' is moved by joint '", model_.joint(bodies_.tree().parent_joint(id)).name,
             "' but has no inertial", without_inertial()),
      !has_meshes(link));
}

// Returns whether there is a finding.
bool InertiaChecker::check_mass(LinkId id) {
  const Link& link = model_.link(id);
  const Inertial& inertial = *link.inertial;
  if (diagnostics_.in_doubt(inertial.mass_range) || diagnostics_.in_doubt(link.range)) return false;
  const double mass = inertial.mass.value();
  const bool is_mjcf = model_.layout.format == "mjcf";
  // Gazebo's reader of URDF drops what is that light. Its own format and MJCF keep it.
  const bool may_be_dropped = !is_mjcf && model_.layout.format != "sdf" && !bodies_.stands_still(id);
  const bool is_too_light = is_mjcf && bodies_.is_moved(id) && bodies_.mass(id) < kLeastMass;
  const auto report = [&](std::string_view problem, bool is_refused, Rule rule = Rule::mass_nonpositive) {
    const SourceRange range = inertial.mass_range.valid() ? inertial.mass_range : inertial.range;
    report_mass(rule, place_or_name(range, link), concat("link '", link.name, "' ", problem), is_refused);
  };
  if (mass < 0) {
    report(concat("has the negative mass ", mass, " kg"), bodies_.is_moved(id));
  } else if (mass == 0 && !is_zero(inertial.inertia)) {
    report("has mass 0 and an inertia tensor that is not zero",
           bodies_.is_moved(id) && bodies_.mass(id) == 0);
  } else if (mass == 0 && bodies_.is_moved(id) && bodies_.mass(id) == 0) {
    report(concat("has mass 0, but joint '", model_.joint(bodies_.tree().parent_joint(id)).name,
                  "' moves it and nothing heavier is fixed to it; simulators divide by the mass"),
           true);
  } else if (mass > 0 && bodies_.mass(id) <= kTinyMass && (may_be_dropped || is_too_light)) {
    report(concat("has a mass of ", mass,
                  is_too_light ? " kg, which is too little for MuJoCo to move it"
                               : " kg, which Gazebo takes as 0: it drops the link and everything below it"),
           is_too_light, Rule::mass_tiny);
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
                        concat("link '", link.name, "' only marks a frame, but its inertial has mass ",
                               inertial.mass.value(), " kg and nearly no inertia; remove the inertial"));
  } else if (is_zero(inertial.inertia)) {
    check_zero_tensor(id);
  } else {
    check_moments(id);
  }
}

void InertiaChecker::check_zero_tensor(LinkId id) {
  const Link& link = model_.link(id);
  const double mass = link.inertial->mass.value();
  if (mass != 0 && bodies_.stands_still(id)) return;
  if (mass > 0 && bodies_.has_inertia(id)) {
    diagnostics_.report(Rule::point_mass, tensor_place(link),
                        concat("link '", link.name, "' is a point mass of ", mass,
                               " kg; the links that it is fixed to have all of the inertia"));
    return;
  }
  report_mass(Rule::inertia_zero, tensor_place(link),
              mass == 0
                  ? concat("link '", link.name, "' has mass 0 and a zero inertia tensor; remove the inertial")
                  : concat("link '", link.name, "' has mass ", mass, " kg and a zero inertia tensor"),
              mass > 0 && bodies_.is_moved(id));
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

void InertiaChecker::check_moments(LinkId id) {
  const Link& link = model_.link(id);
  const Matrix3 I = link.inertial->inertia.matrix();
  // Scaled so that no product overflows; a power of two changes no digit.
  const double scale = std::ldexp(1.0, std::ilogb(I.cwiseAbs().maxCoeff()));
  const Matrix3 scaled = I / scale;
  if (!is_positive_definite(scaled)) {
    const Vector3 principal = principal_moments(scaled);
    report_impossible(
        Rule::inertia_not_positive_definite, link,
        concat("the inertia tensor of link '", link.name, "' is not positive definite: principal moments ",
               moments_text(principal * scale)),
        principal[0] < 0 || principal[0] + principal[1] < principal[2] || bodies_.is_moved(id));
    return;
  }
  const bool exact = model_.layout.format == "mjcf" && is_diagonal(link.inertial->inertia);  // as MuJoCo does
  const double tolerance = exact ? 0 : kTriangleTolerance;
  if (satisfies_triangle(scaled, tolerance)) return;
  Vector3 moments = is_diagonal(link.inertial->inertia) ? Vector3(I.diagonal())
                                                        : Vector3(principal_moments(scaled) * scale);
  std::sort(moments.begin(), moments.end());
  if (moments[0] + moments[1] >= moments[2] * (1 - tolerance)) return;
  report_impossible(Rule::inertia_triangle, link,
                    concat("no body has the inertia of link '", link.name, "': ", triangle_text(moments)),
                    true);
}

// Suggests the nearest tensor that a body has.
void InertiaChecker::report_impossible(Rule rule, const Link& link, std::string message, bool is_refused) {
  std::optional<NearestInertia> nearest;
  if (diagnostics_.enabled(rule) && diagnostics_.reported(rule) < DiagnosticEngine::kKeptPerRule)
    nearest = nearest_short_inertia(link.inertial->inertia.matrix());
  if (nearest)
    message += concat("; the nearest possible one is ", round_to_digits(nearest->distance, 3), " kg m² away");
  auto finding = report_mass(rule, tensor_place(link), std::move(message), is_refused);
  if (nearest && sources_ != nullptr)
    suggest_tensor(link.inertial->inertia, nearest->tensor, *sources_, finding);
}

}  // namespace

void check_inertia(const Model& model, const CheckContext& context) { InertiaChecker(model, context).run(); }

}  // namespace romas
