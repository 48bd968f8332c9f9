// check-symmetry: links and joints on the left and right that differ (RM1410). Twins are found by their
// names, and where one of them has none, by the joint or link that twins share with it. Masses, principal
// moments, types, limits, damping and sizes need no frames. Places, axes and centres of mass are compared in
// the zero position, and only down limbs that are mirrored there: parts that are used twice without being
// mirrored pass as well.
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/axis.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/entity.h"
#include "ir/model/joint_fields.h"
#include "ir/model/no_limit.h"
#include "passes/checks/mirror_names.h"
#include "passes/pass/pass_functions.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Relative; larger than the effect of screws and cables on one side, and of mirroring by CAD programs.
constexpr double kMirrorTolerance = 0.05;
// Relative, of efforts, velocities, damping and sizes.
constexpr double kTwinTolerance = 0.01;
// For bounds, a part of the range, and the least tolerance (rad, m). Rounding to two digits passes.
constexpr double kBoundTolerance = 0.005;
constexpr double kLeastAngle = 0.002, kLeastLength = 1e-4;
// For places in the zero position, and for centres of mass, m.
constexpr double kPlaceTolerance = 0.002, kCentreTolerance = 0.004;
// For directions, the sine of the angle between them.
constexpr double kAxisTolerance = 0.02;
// The distance between a centre of mass and its mirror image above which the two can be told apart, m.
constexpr double kLeastAside = 2e-5;
// For numbers that were copied, relative to the largest of three.
constexpr double kSameNumber = 1e-3;

bool near(double a, double b, double relative) {
  return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b));
}

bool same_mass(const Inertial& a, const Inertial& b) {
  return near(a.mass.value(), b.mass.value(), kMirrorTolerance);
}

bool same_moments(const Vector3& a, const Vector3& b) {
  return (a - b).cwiseAbs().maxCoeff() <=
         kMirrorTolerance * std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
}

std::string principal_moments_text(const Vector3& moments) {
  return concat("principal moments ", round_to_digits(moments[0], 4), ", ", round_to_digits(moments[1], 4),
                ", ", round_to_digits(moments[2], 4), " kg m²");
}

// The image of the robot's other half: a plane across one of the root's axes.
struct MirrorPlane {
  int normal = 1;
  double at = 0;  // m

  Vector3 direction(Vector3 v) const {
    v[normal] = -v[normal];
    return v;
  }
  Vector3 point(Vector3 p) const {
    p[normal] = 2 * at - p[normal];
    return p;
  }
};

// Whether two places or vectors were given by the same numbers but for one of them, or but for signs, as a
// slip leaves them.
bool has_one_slip(const Vector3& a, const Vector3& b) {
  const Vector3 x = a.cwiseAbs(), y = b.cwiseAbs();
  const double slack = kSameNumber * std::max(x.maxCoeff(), y.maxCoeff());
  int equal = 0, telling = 0;
  for (int k = 0; k < 3; ++k) {
    if (std::abs(x[k] - y[k]) > slack) continue;
    ++equal;
    if (x[k] > slack) ++telling;
  }
  return equal >= 2 && telling >= 1;
}

// A finding that is kept until the twin is chosen.
struct Asymmetry {
  SourceRange place, other;
  std::string message;
};

class SymmetryChecker {
 public:
  SymmetryChecker(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model),
        diagnostics_(diagnostics),
        tree_(model),
        joint_twins_(model.joints.size()),
        link_twins_(model.links.size()),
        mirrored_(model.joints.size(), false),
        placed_(model.joints.size(), false) {}

  void run() {
    pair_links();
    pair_joints();
    pair_by_structure();
    if (std::ranges::none_of(joint_twins_, [](JointId twin) { return twin.valid(); })) pair_by_places();
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
      if (is_another_part(LinkId(i))) continue;
      check_masses(LinkId(i));
      check_shapes(LinkId(i));
    }
    for (std::size_t i = 0; i < model_.joints.size(); ++i)
      if (const JointId twin = joint_twins_[i]; twin && !in_doubt(model_.joints[i], model_.joint(twin)))
        report(compare_joints(JointId(i), twin));
    if (find_plane()) check_places();
  }

 private:
  void pair_links();
  void pair_joints();
  void pair_by_structure();
  void pair_by_places();
  std::optional<std::vector<std::pair<JointId, JointId>>> mirrored_limbs(JointId left, JointId right) const;
  void check_masses(LinkId left);
  std::vector<Asymmetry> compare_joints(JointId left, JointId right) const;
  void compare_limits(const Joint& left, const Joint& right, std::vector<Asymmetry>& found) const;
  bool find_plane();
  void check_places();
  void check_place(JointId left, JointId right);
  void check_axis(JointId left, JointId right);
  void check_sides_of_limit(JointId left, JointId right);
  int side_of_centre(LinkId left) const;
  void check_centre(LinkId left);
  void check_shapes(LinkId left);
  template <class Shapes>
  static std::optional<Asymmetry> compare_sizes(const Link& left, const Link& right, const Shapes& on_left,
                                                const Shapes& on_right, std::string_view role);
  std::vector<LinkId> twins_of(LinkId left) const;
  bool is_another_part(LinkId left) const;
  bool begins_mirrored(JointId left, JointId right) const;
  bool goes_on_mirrored(JointId left) const;

  template <class Entity>
  bool in_doubt(const Entity& left, const Entity& right) const {
    return diagnostics_.in_doubt(left.range) || diagnostics_.in_doubt(right.range);
  }
  static bool alike(const Inertial& a, const Inertial& b) {
    return same_mass(a, b) &&
           same_moments(principal_moments(a.inertia.matrix()), principal_moments(b.inertia.matrix()));
  }
  void report(const std::vector<Asymmetry>& found) {
    for (const Asymmetry& asymmetry : found)
      diagnostics_.report(Rule::mirror_asymmetry, asymmetry.place, asymmetry.message)
          .note(asymmetry.other, "the other one is here");
  }
  // "joint 'r' has …, and 'l', which it mirrors, …"
  template <class Entity>
  static Asymmetry differ(std::string_view kind, const Entity& left, SourceRange left_place,
                          const std::string& left_value, const Entity& right, SourceRange right_place,
                          const std::string& right_value, std::string_view verb = "has ") {
    return {place_or_name(right_place, right), place_or_name(left_place, left),
            concat(kind, " '", right.name, "' ", verb, right_value, ", but '", left.name,
                   "', which it mirrors, ", left_value)};
  }
  Vector3 place_of(JointId joint) const { return poses_[model_.joint(joint).child.id.index()].p; }
  // Along its axis in the zero position.
  Vector3 axis_of(JointId id) const {
    const Joint& joint = model_.joint(id);
    return poses_[joint.child.id.index()].R * unit_axis(joint.axis_or_default());
  }
  bool turns_or_slides(JointId id) const {
    const Joint& joint = model_.joint(id);
    return has_axis(joint.type) && joint.type != JointType::planar &&
           joint.axis_or_default() != Vector3::Zero();
  }
  // Both ends are links that the root reaches.
  bool stands(JointId id) const {
    const Joint& joint = model_.joint(id);
    return joint.child.id && joint.parent.id && tree_.reached(joint.child.id) &&
           tree_.parent_joint(joint.child.id) == id;
  }

  const Model& model_;
  DiagnosticEngine& diagnostics_;
  const KinematicTree tree_;
  std::vector<JointId> joint_twins_;   // of joints on the left
  std::vector<LinkId> link_twins_;     // of links on the left
  std::vector<bool> is_right_joint_;   // twins of joints on the left
  std::vector<RigidTransform> poses_;  // of links, in the zero position
  MirrorPlane plane_;
  std::vector<bool> mirrored_, placed_;  // of joints on the left: all down to it is the twin's image; it is
};

// --- twins -------------------------------------------------------------------------------------------------

void SymmetryChecker::pair_links() {
  const auto exists = [&](const std::string& name) { return model_.find_link(name).valid(); };
  for (std::size_t i = 0; i < model_.links.size(); ++i)
    for (const std::string& name : right_twin_names(model_.links[i].name, exists))
      if (const LinkId twin = model_.find_link(name); twin && !link_twins_[i]) link_twins_[i] = twin;
}

// Pairs joints by their names. If several names fit, it takes the one whose joint differs least.
void SymmetryChecker::pair_joints() {
  const auto exists = [&](const std::string& name) { return model_.find_joint(name).valid(); };
  is_right_joint_.assign(model_.joints.size(), false);
  for (std::size_t i = 0; i < model_.joints.size(); ++i) {
    std::size_t fewest = 0;
    for (const std::string& name : right_twin_names(model_.joints[i].name, exists)) {
      const JointId twin = model_.find_joint(name);
      if (!twin) continue;
      const std::size_t differences = compare_joints(JointId(i), twin).size();
      if (joint_twins_[i] && differences >= fewest) continue;
      joint_twins_[i] = twin;
      fewest = differences;
    }
    if (joint_twins_[i]) is_right_joint_[joint_twins_[i].index()] = true;
  }
}

// Joints that lead to twin links are twins, and so are links that twin joints lead to.
void SymmetryChecker::pair_by_structure() {
  for (const JointId joint : tree_.joint_order()) {
    const LinkId child = model_.joint(joint).child.id;
    const std::size_t i = joint.index();
    if (const LinkId twin = link_twins_[child.index()]; twin && !joint_twins_[i] && !is_right_joint_[i]) {
      const JointId other = tree_.reached(twin) ? tree_.parent_joint(twin) : JointId();
      if (other && other != joint && !is_right_joint_[other.index()] && !joint_twins_[other.index()]) {
        joint_twins_[i] = other;
        is_right_joint_[other.index()] = true;
      }
    }
    if (joint_twins_[i] && !link_twins_[child.index()] && stands(joint) && stands(joint_twins_[i]))
      link_twins_[child.index()] = model_.joint(joint_twins_[i]).child.id;
  }
}

// If no name tells sides, limbs are twins that hang on one link and are mirror images of each other, but
// for one joint at most: pairs of limbs with three moving joints or more, across a plane through that link.
// The plane that is searched first has left and right on its sides.
void SymmetryChecker::pair_by_places() {
  constexpr std::array<int, 2> kNormals = {1, 0};
  constexpr std::size_t kMostLimbs = 32;  // of one link: pairs take the square of the time
  poses_ = link_poses(model_, tree_, neutral_position(model_, tree_));
  for (const int normal : kNormals)
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
      if (!tree_.reached(LinkId(i))) continue;
      plane_ = {normal, poses_[i].p[normal]};
      const auto& limbs = tree_.child_joints(LinkId(i));
      if (limbs.size() > kMostLimbs) continue;
      for (const JointId left : limbs)
        for (const JointId right : limbs) {
          if (place_of(left)[normal] - plane_.at <= kPlaceTolerance || joint_twins_[left.index()] ||
              joint_twins_[right.index()] || is_right_joint_[right.index()])
            continue;
          const auto pairs = mirrored_limbs(left, right);
          if (!pairs) continue;
          for (const auto& [a, b] : *pairs) {
            joint_twins_[a.index()] = b;
            is_right_joint_[b.index()] = true;
            link_twins_[model_.joint(a).child.id.index()] = model_.joint(b).child.id;
          }
        }
    }
}

// The joints of two limbs, in pairs; nothing if the limbs are no mirror images.
std::optional<std::vector<std::pair<JointId, JointId>>> SymmetryChecker::mirrored_limbs(JointId left,
                                                                                        JointId right) const {
  std::vector<std::pair<JointId, JointId>> pairs = {{left, right}};
  int moving = 0, slips = 0;
  const auto is_image = [&](JointId a, JointId b) {
    return (plane_.point(place_of(a)) - place_of(b)).norm() <= kPlaceTolerance;
  };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    const Joint &of_left = model_.joint(a), &of_right = model_.joint(b);
    if (moves(of_left.type)) ++moving;
    if (!is_image(a, b) || of_left.type != of_right.type) ++slips;
    std::vector<JointId> below(tree_.child_joints(of_left.child.id).begin(),
                               tree_.child_joints(of_left.child.id).end());
    std::vector<JointId> other(tree_.child_joints(of_right.child.id).begin(),
                               tree_.child_joints(of_right.child.id).end());
    if (below.size() != other.size() || slips > 1) return std::nullopt;
    std::erase_if(below, [&](JointId joint) {
      const auto image =
          std::ranges::find_if(other, [&](JointId candidate) { return is_image(joint, candidate); });
      if (image == other.end()) return false;
      pairs.emplace_back(joint, *image);
      other.erase(image);
      return true;
    });
    if (below.size() > 1) return std::nullopt;
    if (!below.empty()) pairs.emplace_back(below.front(), other.front());
  }
  constexpr int kLeastMoving = 3;
  return moving >= kLeastMoving ? std::optional(pairs) : std::nullopt;
}

// --- masses ------------------------------------------------------------------------------------------------

// Returns the links that this one may mirror. If its name has two twins, the link may mirror either.
std::vector<LinkId> SymmetryChecker::twins_of(LinkId left) const {
  const auto exists = [&](const std::string& name) { return model_.find_link(name).valid(); };
  std::vector<LinkId> twins;
  for (const std::string& name : right_twin_names(model_.link(left).name, exists))
    if (const LinkId twin = model_.find_link(name)) twins.push_back(twin);
  if (twins.empty() && link_twins_[left.index()]) twins.push_back(link_twins_[left.index()]);
  return twins;
}

// A part of another mass to which the next joint has another distance differs by design, and not by a slip.
bool SymmetryChecker::is_another_part(LinkId left) const {
  const LinkId right = link_twins_[left.index()];
  if (!right) return false;
  const Link &a = model_.link(left), &b = model_.link(right);
  if (!a.inertial || !b.inertial || same_mass(*a.inertial, *b.inertial)) return false;
  return std::ranges::any_of(tree_.child_joints(left), [&](JointId below) {
    const JointId twin = joint_twins_[below.index()];
    return twin && !near(model_.joint(below).origin.evaluate().p.norm(),
                         model_.joint(twin).origin.evaluate().p.norm(), kTwinTolerance);
  });
}

void SymmetryChecker::check_masses(LinkId id) {
  const Link& link = model_.link(id);
  if (!link.inertial) return;
  std::vector<LinkId> twins = twins_of(id);
  std::erase_if(twins, [&](LinkId twin) { return !model_.link(twin).inertial; });
  if (twins.empty() || std::ranges::any_of(twins, [&](LinkId twin) {
        return in_doubt(link, model_.link(twin)) || alike(*link.inertial, *model_.link(twin).inertial);
      }))
    return;
  const Link& right = model_.link(twins.front());
  std::vector<Asymmetry> found;
  if (!same_mass(*link.inertial, *right.inertial))
    found.push_back(differ("link", link, link.inertial->mass_range,
                           concat("mass ", link.inertial->mass.value(), " kg"), right,
                           right.inertial->mass_range, concat("mass ", right.inertial->mass.value(), " kg")));
  const Vector3 left_moments = principal_moments(link.inertial->inertia.matrix());
  const Vector3 right_moments = principal_moments(right.inertial->inertia.matrix());
  if (!same_moments(left_moments, right_moments))
    found.push_back(differ("link", link, link.inertial->inertia.range, principal_moments_text(left_moments),
                           right, right.inertial->inertia.range, principal_moments_text(right_moments)));
  report(found);
}

// --- joints ------------------------------------------------------------------------------------------------

double bound_tolerance(const JointLimit& limit, bool slides) {
  return std::max(slides ? kLeastLength : kLeastAngle,
                  kBoundTolerance * std::abs(limit.upper->value() - limit.lower->value()));
}

bool has_range(const JointLimit& limit) { return limit.lower && limit.upper; }

bool same_bounds(const JointLimit& a, const JointLimit& b, bool slides) {
  const double slack = bound_tolerance(a, slides);
  return std::abs(a.lower->value() - b.lower->value()) <= slack &&
         std::abs(a.upper->value() - b.upper->value()) <= slack;
}

JointLimit mirrored_bounds(const JointLimit& limit) {
  JointLimit mirrored = limit;
  mirrored.lower = Number(-limit.upper->value() + 0.0);
  mirrored.upper = Number(-limit.lower->value() + 0.0);
  return mirrored;
}

std::string bounds_text(const JointLimit& limit, bool slides) {
  return concat(limit.lower->value(), " to ", limit.upper->value(), unit_text(Quantity::position, slides));
}

// Without frames: an axis may point either way, so that bounds are equal or mirrored.
std::vector<Asymmetry> SymmetryChecker::compare_joints(JointId left_id, JointId right_id) const {
  const Joint &left = model_.joint(left_id), &right = model_.joint(right_id);
  std::vector<Asymmetry> found;
  if (left.type != right.type) {
    found.push_back(differ("joint", left, left.type_range, std::string(to_string(left.type)), right,
                           right.type_range, std::string(to_string(right.type)), "is "));
    return found;
  }
  if (moves(left.type)) compare_limits(left, right, found);
  return found;
}

void SymmetryChecker::compare_limits(const Joint& left, const Joint& right,
                                     std::vector<Asymmetry>& found) const {
  const bool slides = left.type == JointType::prismatic;
  const JointLimit a = effective_limit(left), b = effective_limit(right);
  if (has_range(a) && has_range(b) && !same_bounds(a, b, slides) &&
      !same_bounds(mirrored_bounds(a), b, slides))
    found.push_back(differ("joint", left, a.range, bounds_text(a, slides), right, b.range,
                           concat("limits ", bounds_text(b, slides))));
  // A follower moves as its leader does, whatever its own limits say.
  if (left.mimic || right.mimic) return;
  for_each_field<JointLimit>([&](const auto& field) {
    if (field.is_bound) return;
    const std::optional<Number>&x = field.of(a), &y = field.of(b);
    if (!x || !y || near(x->value(), y->value(), kTwinTolerance)) return;
    const std::string unit = unit_text(field.quantity, slides);
    found.push_back(differ("joint", left, a.range, concat(x->value(), unit), right, b.range,
                           concat(field.name, " limit ", y->value(), unit)));
  });
  const auto value = [](const Joint& joint, const auto& field) {
    return joint.dynamics && field.of(*joint.dynamics).size() == 1 ? field.of(*joint.dynamics).front().value()
                                                                   : 0.0;
  };
  for_each_field<JointDynamics>([&](const auto& field) {
    const double x = value(left, field), y = value(right, field);
    if (near(x, y, kTwinTolerance)) return;
    const std::string unit = unit_text(field.quantity, slides);
    const auto place = [](const Joint& joint) {
      return joint.dynamics ? SourceRange(joint.dynamics->range) : name_place(joint);
    };
    found.push_back(differ("joint", left, place(left), concat(x, unit), right, place(right),
                           concat(field.name, " ", y, unit)));
  });
}

// --- places in the zero position ---------------------------------------------------------------------------

// The plane on whose sides most twins stand. One of them must be the image of the other, two pairs must have
// their middle there, and half of all: a joint that is moved takes all below it along. Returns false if there
// is none.
bool SymmetryChecker::find_plane() {
  poses_ = link_poses(model_, tree_, neutral_position(model_, tree_));
  std::vector<std::pair<Vector3, Vector3>> pairs;
  for (std::size_t i = 0; i < joint_twins_.size(); ++i)
    if (joint_twins_[i] && stands(JointId(i)) && stands(joint_twins_[i]))
      pairs.emplace_back(place_of(JointId(i)), place_of(joint_twins_[i]));
  std::pair<std::size_t, std::size_t> most = {0, 0};  // images, middles
  for (int normal = 0; normal < 3; ++normal) {
    std::vector<std::pair<double, bool>> middles;  // of a pair, and whether it is one of images
    for (const auto& [left, right] : pairs) {
      Vector3 gap = right - left;
      if (std::abs(gap[normal]) <= kPlaceTolerance) continue;
      gap[normal] = 0;
      middles.emplace_back((left[normal] + right[normal]) / 2, gap.norm() <= kPlaceTolerance);
    }
    std::ranges::sort(middles);
    for (std::size_t i = 0; i < middles.size(); ++i) {
      std::size_t end = i, images = 0;
      for (; end < middles.size() && middles[end].first <= middles[i].first + kPlaceTolerance; ++end)
        images += middles[end].second ? 1 : 0;
      if (std::pair(images, end - i) <= most) continue;
      most = {images, end - i};
      plane_ = {normal, middles[(i + end) / 2].first};
    }
  }
  return most.first >= 1 && most.second >= 2 && 2 * most.second >= pairs.size();
}

void SymmetryChecker::check_places() {
  for (const JointId left : tree_.joint_order()) {
    const JointId right = joint_twins_[left.index()];
    if (!right || !stands(right) || in_doubt(model_.joint(left), model_.joint(right))) continue;
    if (begins_mirrored(left, right)) check_place(left, right);
  }
  for (const JointId left : tree_.joint_order()) {
    if (!placed_[left.index()]) continue;
    const JointId right = joint_twins_[left.index()];
    if (mirrored_[left.index()]) {
      check_sides_of_limit(left, right);
      const LinkId a = model_.joint(left).child.id, b = model_.joint(right).child.id;
      if (link_twins_[a.index()] == b) check_centre(a);
    } else {
      check_axis(left, right);
    }
  }
}

// All above both joints is mirrored: the nearest twins above them are, or both hang on one link in the plane.
bool SymmetryChecker::begins_mirrored(JointId left, JointId right) const {
  LinkId a = model_.joint(left).parent.id, b = model_.joint(right).parent.id;
  while (a != b) {
    const JointId above = tree_.parent_joint(a);
    if (!above) return false;
    a = model_.joint(above).parent.id;
    if (!joint_twins_[above.index()]) continue;
    if (!mirrored_[above.index()]) return false;
    for (JointId other = tree_.parent_joint(b); other;
         other = tree_.parent_joint(model_.joint(other).parent.id))
      if (other == joint_twins_[above.index()]) return true;
    return false;
  }
  return std::abs(poses_[a.index()].p[plane_.normal] - plane_.at) <= kPlaceTolerance;
}

// A joint may stand anywhere along the axis that it turns about.
void SymmetryChecker::check_place(JointId left_id, JointId right_id) {
  const Joint &left = model_.joint(left_id), &right = model_.joint(right_id);
  Vector3 gap = plane_.point(place_of(left_id)) - place_of(right_id);
  const bool axes = turns_or_slides(left_id) && turns_or_slides(right_id);
  if (axes && left.type != JointType::prismatic) {
    const Vector3 along = axis_of(right_id);
    gap -= along * along.dot(gap);
  }
  placed_[left_id.index()] = gap.norm() <= kPlaceTolerance;
  if (placed_[left_id.index()]) {
    mirrored_[left_id.index()] =
        !axes || plane_.direction(axis_of(left_id)).cross(axis_of(right_id)).norm() <= kAxisTolerance;
    return;
  }
  if (!moves(left.type) || !moves(right.type) ||
      !has_one_slip(left.origin.evaluate().p, right.origin.evaluate().p))
    return;
  report({{place_or_name(right.origin_range, right), place_or_name(left.origin_range, left),
           concat("joint '", right.name, "' is ", round_to_digits(gap.norm() * 1000, 3),
                  " mm away from the mirror image of '", left.name, "'")}});
}

// Whether the twins below are where the mirror has them. False if there are none.
bool SymmetryChecker::goes_on_mirrored(JointId left) const {
  bool any = false;
  std::vector<LinkId> open = {model_.joint(left).child.id};
  while (!open.empty()) {
    const LinkId link = open.back();
    open.pop_back();
    for (const JointId below : tree_.child_joints(link)) {
      const JointId twin = joint_twins_[below.index()];
      if (!twin || !stands(twin)) {
        open.push_back(model_.joint(below).child.id);
        continue;
      }
      if ((plane_.point(place_of(below)) - place_of(twin)).norm() > kPlaceTolerance) return false;
      any = any || (place_of(below) - place_of(left)).cross(axis_of(left)).norm() > kPlaceTolerance;
    }
  }
  return any;
}

void SymmetryChecker::check_axis(JointId left_id, JointId right_id) {
  if (!goes_on_mirrored(left_id)) return;
  const Joint &left = model_.joint(left_id), &right = model_.joint(right_id);
  const auto place = [](const Joint& joint) {
    return joint.axis ? SourceRange(joint.axis->range) : name_place(joint);
  };
  const Vector3 image = plane_.direction(axis_of(left_id));
  const double sine = std::min(1.0, image.cross(axis_of(right_id)).norm());
  report({{place_or_name(place(right), right), place_or_name(place(left), left),
           concat("the axis of joint '", right.name, "' is ",
                  round_to_digits(math::asin(sine) * (180 / 3.141592653589793), 3),
                  "° off the mirror image of the axis of '", left.name, "'")}});
}

// A turn that is mirrored goes the other way round: twins have equal bounds if their axes are opposite to
// each other's images, else mirrored ones. With a slide it is the other way about.
void SymmetryChecker::check_sides_of_limit(JointId left_id, JointId right_id) {
  const Joint &left = model_.joint(left_id), &right = model_.joint(right_id);
  if (!turns_or_slides(left_id) || !turns_or_slides(right_id) || left.type != right.type) return;
  const bool slides = left.type == JointType::prismatic;
  const JointLimit a = effective_limit(left), b = effective_limit(right);
  if (!has_range(a) || !has_range(b) || same_bounds(mirrored_bounds(a), a, slides)) return;
  const double along = plane_.direction(axis_of(left_id)).dot(axis_of(right_id));
  const JointLimit wanted = (along > 0) == slides ? a : mirrored_bounds(a);
  if (same_bounds(wanted, b, slides) || !same_bounds(mirrored_bounds(wanted), b, slides) ||
      !goes_on_mirrored(left_id))
    return;
  report({{place_or_name(b.range, right), place_or_name(a.range, left),
           concat("joint '", right.name, "' has limits ", bounds_text(b, slides), ", but would mirror '",
                  left.name, "' with ", bounds_text(wanted, slides), ", because of their axes")}});
}

// Whether the centres of mass of two links are mirror images (1) or the same numbers (-1); 0: neither, or
// both stand so near to the plane through their joint that nothing tells.
int SymmetryChecker::side_of_centre(LinkId left) const {
  const LinkId right = link_twins_[left.index()];
  const JointId joint = tree_.parent_joint(left);
  if (!right || !joint || joint_twins_[joint.index()] != tree_.parent_joint(right)) return 0;
  const Link &a = model_.link(left), &b = model_.link(right);
  if (!a.inertial || !b.inertial) return 0;
  const Vector3 p = a.inertial->origin.evaluate().p, q = b.inertial->origin.evaluate().p;
  const double aside = 2 * std::abs((poses_[left.index()].R * p)[plane_.normal]);
  if (aside <= kSameNumber * p.norm() || aside <= kLeastAside) return 0;
  const double gap = (plane_.direction(poses_[left.index()].R * p) - poses_[right.index()].R * q).norm();
  if (gap <= aside / 4) return 1;
  return has_one_slip(p, q) ? -1 : 0;
}

// A part that is used twice has its products of inertia twice, too.
bool is_used_twice(const Inertial& a, const Inertial& b) {
  const Matrix3 R = a.origin.evaluate().R, S = b.origin.evaluate().R;
  const Matrix3 I = R * a.inertia.matrix() * R.transpose(), J = S * b.inertia.matrix() * S.transpose();
  const double size = I.trace();
  const Matrix3 products = I - Matrix3(I.diagonal().asDiagonal());
  return (I - J).cwiseAbs().maxCoeff() <= kSameNumber * size &&
         products.cwiseAbs().maxCoeff() > kTwinTolerance * size;
}

void SymmetryChecker::check_centre(LinkId left_id) {
  const LinkId right_id = link_twins_[left_id.index()];
  const Link &left = model_.link(left_id), &right = model_.link(right_id);
  if (!left.inertial || !right.inertial || in_doubt(left, right)) return;
  const Vector3 a = left.inertial->origin.evaluate().p, b = right.inertial->origin.evaluate().p;
  const double gap = (plane_.point(poses_[left_id.index()] * a) - poses_[right_id.index()] * b).norm();
  if (gap <= std::max(kCentreTolerance, kMirrorTolerance * a.norm()) || !has_one_slip(a, b) ||
      is_used_twice(*left.inertial, *right.inertial))
    return;
  // Limbs are made of parts that are mirrored, or of parts that are used twice.
  if (side_of_centre(tree_.parent_link(left_id)) < 0) return;
  for (const JointId below : tree_.child_joints(left_id))
    if (side_of_centre(model_.joint(below).child.id) < 0) return;
  report(
      {{place_or_name(right.inertial->origin_range, right), place_or_name(left.inertial->origin_range, left),
        concat("the centre of mass of link '", right.name, "' is ", round_to_digits(gap * 1000, 3),
               " mm away from the mirror image of that of '", left.name, "'")}});
}

// --- shapes ------------------------------------------------------------------------------------------------

// The sizes of a primitive shape in an order of their own; empty for a mesh.
std::vector<double> sizes_of(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) {
    std::vector<double> sizes = {box->size[0].value(), box->size[1].value(), box->size[2].value()};
    std::ranges::sort(sizes);
    return sizes;
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return {cylinder->radius.value(), cylinder->length.value()};
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return {sphere->radius.value()};
  if (const auto* capsule = std::get_if<Capsule>(&shape))
    return {capsule->radius.value(), capsule->length.value()};
  return {};
}

std::string shape_text(const Shape& shape) {
  constexpr std::array<std::string_view, 6> kNames = {"box",     "cylinder",  "sphere",
                                                      "capsule", "ellipsoid", "mesh"};
  std::vector<std::string> sizes;
  for (const double size : sizes_of(shape)) sizes.push_back(format_double(round_to_digits(size, 4)));
  return concat("a ", kNames[shape.index()], " of ", join_last(sizes, " and "), " m");
}

void SymmetryChecker::check_shapes(LinkId id) {
  const Link& left = model_.link(id);
  std::optional<Asymmetry> first;
  for (const LinkId twin : twins_of(id)) {
    const Link& right = model_.link(twin);
    if (in_doubt(left, right)) return;
    auto found = compare_sizes(left, right, left.collisions, right.collisions, "collision");
    if (!found) found = compare_sizes(left, right, left.visuals, right.visuals, "visual");
    if (!found) return;
    if (!first) first = std::move(found);
  }
  if (first) report({*first});
}

// The first shapes that differ, of links that have as many of the same kinds in the same order.
template <class Shapes>
std::optional<Asymmetry> SymmetryChecker::compare_sizes(const Link& left, const Link& right,
                                                        const Shapes& on_left, const Shapes& on_right,
                                                        std::string_view role) {
  if (on_left.size() != on_right.size()) return std::nullopt;
  for (std::size_t i = 0; i < on_left.size(); ++i)
    if (on_left[i].geometry.shape.index() != on_right[i].geometry.shape.index()) return std::nullopt;
  for (std::size_t i = 0; i < on_left.size(); ++i) {
    const Geometry &a = on_left[i].geometry, &b = on_right[i].geometry;
    if (!std::ranges::equal(sizes_of(a.shape), sizes_of(b.shape),
                            [](double p, double q) { return near(p, q, kTwinTolerance); }))
      return differ(concat("a ", role, " of link"), left, a.range, shape_text(a.shape), right, b.range,
                    shape_text(b.shape), "is ");
  }
  return std::nullopt;
}

}  // namespace

void check_symmetry(const Model& model, const CheckContext& context) {
  if (context.diagnostics.enabled(Rule::mirror_asymmetry)) SymmetryChecker(model, context.diagnostics).run();
}

}  // namespace romas
