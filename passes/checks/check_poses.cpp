// check-poses: angles that are degrees (RM1512), positions and sizes that are millimetres (RM1513), and
// multiples of π/4 with too few digits (RM1514). Checks poses that are written as a position and three
// angles, as descriptions write all of them. Angles that the language gives in degrees are fine.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "ir/analysis/tree/bounds.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/entity.h"
#include "passes/checks/rounded_angle.h"
#include "passes/checks/shape_roles.h"
#include "passes/pass/pass_functions.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::array<std::string_view, 3> kAngles = {"roll", "pitch", "yaw"};

// Beyond a full turn, a multiple of this is an angle in degrees: 15, 22.5, 90.
constexpr double kDegreeStep = 2.5;
// Beyond two turns, every number is in degrees.
constexpr double kAlwaysDegreesFrom = 4 * kPi;

// A distance is in millimetres if it is larger than this (m) and than this many times the robot's usual
// length.
constexpr double kFar = 10;
constexpr double kFarBeside = 100;
// Upper bound of a robot's usual length (m): beyond it, the whole robot is in millimetres.
constexpr double kFarForAll = 20;

// A primitive shape is in millimetres if it is that far larger than this (m), and no floor, wall or rail,
// whose shortest edge is less than this part of the longest. Beside nothing but its like, a building may be
// that large.
constexpr double kLarge = 20;
constexpr double kLargeForAll = 100;
constexpr double kThin = 1.0 / 50;

constexpr std::string_view kOfCollision = "a collision of link";

// A pose and its owner: "a visual of link", "arm".
struct OwnedPose {
  const TransformExpr::XyzRpy& pose;
  std::string_view kind;
  std::string_view owner;
  SourceRange place;             // for what has no place of its own
  SourceRange whole;             // what the pose is made of
  const Joint* joint = nullptr;  // whose pose it is
  bool is_frame = false;         // it is that of a frame, which marks a place and nothing else
  std::string name() const { return concat(kind, " '", owner, "'"); }
};

bool is_ground(std::string_view link) { return link == "world" || link == "map" || link == "odom"; }

// The robot's own pose in the world, which may be far away.
bool on_ground(const OwnedPose& owned) {
  return owned.joint != nullptr && is_ground(owned.joint->parent.name);
}

// visit(OwnedPose): every pose that stands in three lengths and three angles.
template <class Visit>
void for_each_plain_pose(const Model& model, Visit&& visit) {
  const auto look = [&](const TransformExpr& origin, std::string_view kind, std::string_view owner,
                        SourceRange place, SourceRange whole, const Joint* joint = nullptr,
                        bool is_frame = false) {
    if (const auto* pose = origin.get_if<TransformExpr::XyzRpy>())
      visit(OwnedPose{*pose, kind, owner, place, whole, joint, is_frame});
  };
  const auto look_at = [&](const auto& entity, const TransformExpr& origin, std::string_view kind,
                           bool is_frame = false) {
    look(origin, kind, entity.name, name_place(entity), entity.range, nullptr, is_frame);
  };
  for (const Link& link : model.links) {
    // The pose of an inertial made of solids follows from all of them.
    if (link.inertial)
      look(link.inertial->origin, "the inertial of link", link.name,
           place_or_name(link.inertial->origin_range, link), link.range);
    for (const Visual& visual : link.visuals)
      look(visual.origin, "a visual of link", link.name, place_or_name(visual.range, link), visual.range);
    for (const Collision& collision : link.collisions)
      look(collision.origin, kOfCollision, link.name, place_or_name(collision.range, link), collision.range);
  }
  for (const Joint& joint : model.joints)
    look(joint.origin, "joint", joint.name, place_or_name(joint.origin_range, joint), joint.origin_range,
         &joint);
  for (const Frame& frame : model.frames) look_at(frame, frame.origin, "frame", true);
  for (const Sensor& sensor : model.sensors) look_at(sensor, sensor.origin, "sensor");
  for (const LoopJoint& loop : model.loop_joints) {
    look_at(loop, loop.link1.origin, "loop joint");
    look_at(loop, loop.link2.origin, "loop joint");
  }
}

// --- angles ------------------------------------------------------------------------------------------------

bool looks_like_degrees(double angle) {
  const double size = std::abs(angle);
  return size > kAlwaysDegreesFrom || (size > 2 * kPi && std::fmod(size, kDegreeStep) == 0);
}

// In radians; quarter turns give the doubles nearest to multiples of π/2.
double from_degrees(double degrees) {
  const double quarters = degrees / 90;
  return quarters == std::round(quarters) ? quarters * (kPi / 2) : degrees * (kPi / 180);
}

class PoseChecker {
 public:
  PoseChecker(const Model& model, const CheckContext& context)
      : model_(model), sources_(context.inputs.sources), diagnostics_(context.diagnostics) {}

  void run() {
    if (diagnostics_.enabled(Rule::origin_millimetres)) find_usual_length();
    find_twins();
    for_each_plain_pose(model_, [&](const OwnedPose& owned) {
      if (is_in_doubt(owned)) return;
      if (owned.kind == kOfCollision && twins_.contains(&owned.pose)) return;
      if (owned.pose.rpy && owned.pose.unit == TransformExpr::AngleUnit::radian) check_angles(owned);
      if (owned.pose.xyz && !on_ground(owned)) check_position(owned);
    });
    for (const Link& link : model_.links)
      if (!is_ground(link.name)) check_sizes(link);
  }

 private:
  bool is_in_doubt(const OwnedPose& owned) const {
    return diagnostics_.in_doubt(owned.place) || diagnostics_.in_doubt(owned.whole);
  }
  void find_twins();
  void find_usual_length();
  void check_angles(const OwnedPose& owned);
  void check_position(const OwnedPose& owned);
  void check_sizes(const Link& link);
  bool check_size(const Geometry& geometry, std::string_view role, const Link& link);
  std::string beside_others() const;
  bool marks_place(const OwnedPose& owned);
  std::optional<SourceRange> number_range(SourceRange numbers, std::size_t index, double value) const;

  const Model& model_;
  const SourceManager* sources_;
  DiagnosticEngine& diagnostics_;
  std::set<const TransformExpr::XyzRpy*> twins_;  // of collisions that one element makes with a visual
  std::optional<std::vector<bool>> shapes_from_;  // by link: it or one below it has a shape
  bool has_shapes_ = false;
  double usual_length_ = 0;  // m: the median of all distances and sizes; 0 where there are none
};

double distance(const Number3& xyz) { return math::hypot(xyz[0].value(), xyz[1].value(), xyz[2].value()); }

// A geom of MJCF that is seen and touches is a visual and a collision.
void PoseChecker::find_twins() {
  for (const Link& link : model_.links) {
    const SeenShapes seen(link);
    for (const Collision& collision : link.collisions)
      if (seen.contains(collision)) twins_.insert(collision.origin.get_if<TransformExpr::XyzRpy>());
  }
}

void PoseChecker::find_usual_length() {
  std::vector<double> lengths;
  const auto add = [&](double length) {
    if (length > 0) lengths.push_back(length);
  };
  for_each_plain_pose(model_, [&](const OwnedPose& owned) {
    if (owned.pose.xyz && !on_ground(owned) && !is_in_doubt(owned)) add(distance(*owned.pose.xyz));
  });
  const auto add_size = [&](const Geometry& geometry) {
    if (const auto box = bounding_box(geometry.shape, nullptr)) add(box->sizes().maxCoeff());
  };
  for (const Link& link : model_.links) {
    for (const Visual& visual : link.visuals) add_size(visual.geometry);
    for (const Collision& collision : link.collisions) add_size(collision.geometry);
  }
  if (lengths.empty()) return;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>((lengths.size() - 1) / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  usual_length_ = *middle;
}

// Nobody sees or touches what stands at a frame, or at a fixed joint below which a robot with shapes has
// none.
bool PoseChecker::marks_place(const OwnedPose& owned) {
  if (owned.is_frame) return true;
  if (owned.joint == nullptr || owned.joint->type != JointType::fixed || !owned.joint->child.id) return false;
  if (!shapes_from_) {
    const KinematicTree tree(model_);
    shapes_from_.emplace(model_.links.size(), false);
    const auto shown = [&](LinkId id) {
      return !model_.link(id).visuals.empty() || !model_.link(id).collisions.empty();
    };
    for (auto link = tree.order().rbegin(); link != tree.order().rend(); ++link) {
      if (!shown(*link) && !(*shapes_from_)[link->index()]) continue;
      has_shapes_ = true;
      (*shapes_from_)[link->index()] = true;
      if (tree.parent_joint(*link)) (*shapes_from_)[tree.parent_link(*link).index()] = true;
    }
  }
  return has_shapes_ && !(*shapes_from_)[owned.joint->child.id.index()];
}

void PoseChecker::check_position(const OwnedPose& owned) {
  const double length = distance(*owned.pose.xyz);
  if (usual_length_ == 0 || length <= kFar ||
      ((length <= kFarBeside * usual_length_ || marks_place(owned)) && usual_length_ <= kFarForAll))
    return;
  const SourceRange range = owned.pose.xyz_range.valid() ? owned.pose.xyz_range : owned.place;
  diagnostics_.report(
      Rule::origin_millimetres, range,
      concat("the position of ", owned.name(), " is ", round_to_digits(length, 4), " m away, and ",
             beside_others(), "; that looks like millimetres, but positions are in metres"));
}

std::string PoseChecker::beside_others() const {
  return usual_length_ <= kFarForAll
             ? concat("the robot's usual distances and sizes are ", round_to_digits(usual_length_, 2), " m")
             : std::string("so are most distances and sizes of this robot");
}

// The shapes of a link are mostly alike: one finding each.
void PoseChecker::check_sizes(const Link& link) {
  for (const Visual& visual : link.visuals)
    if (check_size(visual.geometry, "a visual", link)) return;
  for (const Collision& collision : link.collisions)
    if (check_size(collision.geometry, "a collision", link)) return;
}

// Returns whether the shape is reported.
bool PoseChecker::check_size(const Geometry& geometry, std::string_view role, const Link& link) {
  const auto box = bounding_box(geometry.shape, nullptr);
  if (!box || usual_length_ == 0) return false;
  const double longest = box->sizes().maxCoeff();
  const double most =
      usual_length_ > kFarForAll ? kLargeForAll : std::max(kLarge, kFarBeside * usual_length_);
  const SourceRange range = place_or_name(geometry.range, link);
  if (longest <= most || box->sizes().minCoeff() < kThin * longest || diagnostics_.in_doubt(link.range))
    return false;
  diagnostics_.report(
      Rule::origin_millimetres, range,
      concat(role, " of link '", link.name, "' is ", round_to_digits(longest, 4), " m large, and ",
             beside_others(), "; that looks like millimetres, but sizes are in metres"));
  return true;
}

void PoseChecker::check_angles(const OwnedPose& owned) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Number& angle = (*owned.pose.rpy)[i];
    const bool degrees = looks_like_degrees(angle.value());
    const QuarterTurn* quarter =
        degrees || !diagnostics_.enabled(Rule::rpy_truncated_pi) ? nullptr : rounded_quarter(angle);
    if (!degrees && quarter == nullptr) continue;
    const auto number = number_range(owned.pose.rpy_range, i, angle.value());
    const SourceRange range = number                         ? *number
                              : owned.pose.rpy_range.valid() ? owned.pose.rpy_range
                                                             : owned.place;
    const std::string what = concat("the ", kAngles[i], " ", angle.text(), " of ", owned.name());
    if (degrees) {
      diagnostics_.report(Rule::rpy_degrees, range,
                          concat(what, " looks like degrees, but angles are in radians: write ",
                                 from_degrees(angle.value())));
      continue;
    }
    const double exact = std::copysign(quarter->value, angle.value());
    const double missing = std::abs(exact - angle.value()) * (180 / kPi);
    auto report = diagnostics_.report(
        Rule::rpy_truncated_pi, range,
        concat(what, " is ", exact < 0 ? "-" : "", quarter->name, " with too few digits, ",
               round_to_digits(missing, 2), "° off; write ", exact));
    if (number) report.fix(*number, format_double(exact));
  }
}

// The text of one of three numbers; nothing where their text says them in another way than plain digits.
std::optional<SourceRange> PoseChecker::number_range(SourceRange numbers, std::size_t index,
                                                     double value) const {
  if (sources_ == nullptr || !numbers.valid()) return std::nullopt;
  const std::vector<Token> words = split_words(sources_->text(numbers), 4);
  if (words.size() != 3 || parse_double(words[index].text) != value) return std::nullopt;
  const auto begin = static_cast<std::uint32_t>(numbers.begin + words[index].offset);
  return SourceRange{numbers.file, begin, static_cast<std::uint32_t>(begin + words[index].text.size())};
}

}  // namespace

void check_poses(const Model& model, const CheckContext& context) { PoseChecker(model, context).run(); }

}  // namespace romas
