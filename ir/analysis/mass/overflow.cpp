#include "ir/analysis/mass/overflow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "ir/model/entity.h"
#include "ir/model/joint_fields.h"
#include "ir/values/vector_of.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Upper bound of results. The rest of the range is for the arithmetic of targets: sums and changes of frames.
constexpr double kMost = 1e300;
// Inertias and distances hold squares of lengths.
constexpr double kFarthest = 1e150;  // m

bool too_large(double value, double most) { return !(std::abs(value) <= most); }

// Upper bound of the distance between the two frames, in m.
double length_of(const TransformExpr& pose) {  // NOLINT(misc-no-recursion): as deep as the expression
  const auto sum = [](const auto& xyz) { return std::abs(xyz[0]) + std::abs(xyz[1]) + std::abs(xyz[2]); };
  const auto written = [&](const std::optional<Number3>& xyz) { return xyz ? sum(vector_of(*xyz)) : 0.0; };
  if (const auto* node = pose.get_if<TransformExpr::XyzRpy>()) return written(node->xyz);
  if (const auto* node = pose.get_if<TransformExpr::XyzQuaternion>()) return written(node->xyz);
  if (const auto* node = pose.get_if<TransformExpr::Constant>()) return sum(node->X_PC.p);
  if (const auto* node = pose.get_if<TransformExpr::Inverse>()) return length_of(*node->operand);
  double length = 0;
  if (const auto* node = pose.get_if<TransformExpr::Composition>())
    for (const TransformExpr& factor : node->factors) length += length_of(factor);
  return length;
}

// Range of the position of a pose, or `whole` if none is written.
SourceRange position_place(const TransformExpr& pose, SourceRange whole) {
  const auto* node = pose.get_if<TransformExpr::XyzRpy>();
  return node != nullptr && node->xyz_range.valid() ? node->xyz_range : whole;
}

class Finder {
 public:
  Finder(const Model& model, const KinematicTree& tree, double gravity)
      : model_(model),
        tree_(tree),
        gravity_(gravity),
        reach_(model.links.size(), 0),
        farthest_(model.links.size()) {}

  std::vector<Overflow> run() {
    find_far_joints();
    for (const Frame& frame : model_.frames)
      far(frame.link.id, frame.origin, name_place(frame), [&] { return concat("frame '", frame.name, "'"); });
    for (const Link& link : model_.links) check_link(link);
    for (const Joint& joint : model_.joints) check_joint(joint);
    // Sums are checked only if no part is too large by itself.
    if (found_.empty()) check_totals();
    if (found_.empty()) check_followers();
    return std::move(found_);
  }

 private:
  void add(SourceRange place, std::string message) { found_.push_back({place, std::move(message)}); }

  // Text of a finite magnitude.
  static std::string number(double value) {
    return format_double(round_to_digits(std::min(std::abs(value), std::numeric_limits<double>::max()), 3));
  }

  static constexpr const char* kLengths = "; lengths are in metres";

  template <class What>
  void far(LinkId link, const TransformExpr& pose, SourceRange whole, const What& what) {
    const double own = length_of(pose);
    if (!too_large(own, kFarthest) || (link && too_large(reach_[link.index()], kFarthest))) return;
    add(position_place(pose, whole),
        concat(what(), " is ", number(own),
               " m away from its link, and the square of that is beyond the range of a double", kLengths));
  }

  static double own_length(const Joint& joint) {
    return length_of(joint.origin) + (joint.screw_pitch ? std::abs(joint.screw_pitch->value()) : 0);
  }

  // Computes the distances of links from the root, and for each link the joint that contributes most.
  void find_far_joints() {
    std::unordered_set<std::size_t> blamed;
    for (const LinkId link : tree_.order()) {
      const JointId id = tree_.parent_joint(link);
      if (!id) continue;
      const std::size_t parent = tree_.parent_link(link).index();
      const Joint& joint = model_.joint(id);
      const double own = own_length(joint);
      JointId& farthest = farthest_[link.index()];
      farthest =
          farthest_[parent] && own_length(model_.joint(farthest_[parent])) >= own ? farthest_[parent] : id;
      reach_[link.index()] = reach_[parent] + own;
      if (!too_large(reach_[link.index()], kFarthest) || too_large(reach_[parent], kFarthest)) continue;
      const Joint& cause = model_.joint(farthest);
      if (!blamed.insert(farthest.index()).second) continue;
      add(position_place(cause.origin, place_or_name(cause.origin_range, cause)),
          concat("joint '", cause.name, "' is ", number(own_length(cause)),
                 " m away from its parent link, which puts link '", model_.link(link).name,
                 "' so far away that the square of the distance is beyond the range of a double", kLengths));
    }
  }

  void check_link(const Link& link) {
    const auto shape = [&](const auto& part, std::string_view kind) {
      const LinkId id = LinkId(static_cast<std::size_t>(&link - model_.links.data()));
      far(id, part.origin, place_or_name(part.range, link),
          [&] { return concat("a ", kind, " of link '", link.name, "'"); });
    };
    for (const Visual& visual : link.visuals) shape(visual, "visual");
    for (const Collision& collision : link.collisions) shape(collision, "collision");
    if (!link.inertial) return;
    const Inertial& inertial = *link.inertial;
    const double mass = std::abs(inertial.mass.value());
    const double arm = length_of(inertial.origin);
    const double tensor = inertial.inertia.matrix().cwiseAbs().maxCoeff();
    const bool heavy = mass > arm * arm;
    const SourceRange mass_place = inertial.mass_range.valid() ? inertial.mass_range : inertial.range;
    const SourceRange com_place = position_place(
        inertial.origin, inertial.origin_range.valid() ? inertial.origin_range : inertial.range);
    if (too_large(mass, kMost) || too_large(arm, kFarthest) || too_large(mass * arm * arm, kMost)) {
      add(place_or_name(heavy ? mass_place : com_place, link),
          concat("link '", link.name, "' has a mass of ", number(mass), " kg, ", number(arm),
                 " m away from its frame: its moments of inertia are beyond the range of a double; masses "
                 "are in kg, lengths in metres"));
    } else if (too_large(tensor, kMost)) {
      add(place_or_name(inertial.inertia.range.valid() ? inertial.inertia.range : inertial.range, link),
          concat("the inertia tensor of link '", link.name, "' holds ", number(tensor),
                 " kg m², and sums with it are beyond the range of a double"));
    }
  }

  void check_joint(const Joint& joint) {
    if (!joint.dynamics) return;
    bool found = false;
    for_each_field<JointDynamics>([&](const auto& field) {
      for (const Number& value : field.of(*joint.dynamics)) {
        if (found || !too_large(value.value(), kMost)) continue;
        found = true;
        add(place_or_name(joint.dynamics->range, joint),
            concat("the ", field.name, " of joint '", joint.name, "' is ", number(value.value()),
                   ", and sums with it are beyond the range of a double"));
      }
    });
  }

  // Returns a link's share of the moments of the whole robot about its root, kg m².
  double moment_of(std::size_t link) const {
    if (!model_.links[link].inertial) return 0;
    const Inertial& inertial = *model_.links[link].inertial;
    const double arm = reach_[link] + length_of(inertial.origin);
    return std::abs(inertial.mass.value()) * std::max({1.0, arm * arm, gravity_ * std::max(arm, 1.0)}) +
           inertial.inertia.matrix().cwiseAbs().maxCoeff();
  }

  void check_totals() {
    std::size_t largest = 0;
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
      const double moment = moment_of(i);
      total_ += moment;
      if (moment > moment_of(largest)) largest = i;
    }
    if (!too_large(total_, kMost)) return;
    const Link& link = model_.links[largest];
    const Inertial& inertial = *link.inertial;
    const double mass = std::abs(inertial.mass.value());
    const double own = length_of(inertial.origin);
    const double arm = reach_[largest] + own;
    const std::string message =
        concat("link '", link.name, "' has a mass of ", number(mass), " kg, up to ", number(arm),
               " m away from the root: the robot's moments of inertia, or its weight, are beyond the range "
               "of a double");
    const SourceRange mass_place = inertial.mass_range.valid() ? inertial.mass_range : inertial.range;
    if (gravity_ > mass && gravity_ > arm) {
      add(name_place(model_), concat("gravity is ", number(gravity_),
                                     " m/s²: the robot's weight is beyond the range of a double"));
    } else if (mass > arm * arm) {
      add(place_or_name(mass_place, link), message);
    } else if (own > reach_[largest]) {
      add(place_or_name(position_place(inertial.origin, inertial.origin_range.valid() ? inertial.origin_range
                                                                                      : inertial.range),
                        link),
          message);
    } else {
      const Joint& joint = model_.joint(farthest_[largest]);
      add(position_place(joint.origin, place_or_name(joint.origin_range, joint)), message);
    }
  }

  // A follower's inertia, damping, friction and armature reach its leader through the square of its
  // multiplier.
  void check_followers() {
    for (const Joint& joint : model_.joints) {
      if (!joint.mimic) continue;
      double rate = 1;
      double offset = 0;
      double resistance = 0;
      if (joint.dynamics)
        for_each_field_number(*joint.dynamics, [&](const Number& value) {
          resistance = std::max(resistance, std::abs(value.value()));
        });
      const Joint* at = &joint;
      const Joint* largest = &joint;
      const auto multiplier = [](const Joint& follower) {
        return follower.mimic->multiplier ? std::abs(follower.mimic->multiplier->value()) : 1.0;
      };
      // check-mimic reports cycles of followers. A chain longer than this is covered by the walks from its
      // other members.
      constexpr int kLongest = 64;
      for (int step = 0; step < kLongest && at->mimic; ++step) {
        if (at->mimic->offset) offset += rate * std::abs(at->mimic->offset->value());
        rate *= multiplier(*at);
        if (multiplier(*at) > multiplier(*largest)) largest = at;
        if (!at->mimic->joint.id) break;
        at = &model_.joint(at->mimic->joint.id);
      }
      const double most = std::max({total_, resistance, 1.0});
      if (!too_large(offset, kMost) && !too_large(rate, kFarthest) && !too_large(rate * rate * most, kMost))
        continue;
      add(place_or_name(largest->mimic->range, *largest),
          concat("joint '", joint.name, "' follows with a multiplier of ", number(rate), " and an offset of ",
                 number(offset), ": what it makes its leader feel is beyond the range of a double"));
      return;
    }
  }

  const Model& model_;
  const KinematicTree& tree_;
  const double gravity_;           // m/s²
  std::vector<double> reach_;      // by link: upper bound of its distance from the root at q = 0, m
  std::vector<JointId> farthest_;  // by link: of the joints on the way to the root
  double total_ = 0;               // kg m² and N m: bounds the robot's moments of inertia and of weight
  std::vector<Overflow> found_;
};

}  // namespace

std::vector<Overflow> find_overflows(const Model& model, const KinematicTree& tree, const Vector3& gravity) {
  return Finder(model, tree, gravity.cwiseAbs().maxCoeff()).run();
}

std::vector<Overflow> find_overflows(const Model& model) {
  return find_overflows(model, KinematicTree(model), model.gravity_or_default());
}

}  // namespace romas
