#include "backends/urdf/ball_joints.h"

#include <algorithm>
#include <array>
#include <span>

#include "backends/urdf/legalize.h"
#include "ir/model/child_place.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas {

namespace urdf {

namespace {

constexpr std::string_view kTurning = "revolute3";

// Gazebo drops a link of 1e-6 kg or less, and all that hangs on it.
constexpr double kSmallMass = 1e-5;    // kg
constexpr double kSmallMoment = 1e-9;  // kg m²

struct Turn {
  std::string_view name;
  std::array<int, 3> axis;
};
constexpr std::array kBall = {Turn{"yaw", {0, 0, 1}}, Turn{"pitch", {0, 1, 0}}, Turn{"roll", {1, 0, 0}}};
constexpr std::array kUniversal = {Turn{"x", {1, 0, 0}}, Turn{"y", {0, 1, 0}}};

std::span<const Turn> turns_of(JointType type) {
  if (type == JointType::ball) return kBall;
  if (type == JointType::universal) return kUniversal;
  return {};
}

class JointSplitter {
 public:
  JointSplitter(Model& model, TargetContext& context) : model_(model), context_(context) {
    for (const Link& link : model_.links) {
      link_names_.insert(link.name);
      weighed_ = weighed_ || link.inertial;
    }
    for (const Joint& joint : model_.joints) joint_names_.insert(joint.name);
  }

  void run() {
    const std::size_t count = model_.joints.size();
    for (std::size_t i = 0; i < count; ++i)
      if (const auto turns = turns_of(model_.joints[i].type); !turns.empty()) split(i, turns);
    model_.rebuild_index();
  }

 private:
  void split(std::size_t index, std::span<const Turn> turns) {
    const Joint whole = model_.joints[index];
    std::vector<std::string> names;
    std::vector<std::string> links;
    std::string parent = whole.parent.name;
    for (std::size_t k = 0; k < turns.size(); ++k) {
      const bool last = k + 1 == turns.size();
      Joint joint = whole;
      joint.name = unique_name(concat(whole.name, "_", turns[k].name), joint_names_);
      joint.type = JointType::continuous;
      joint.dialect = false;
      joint.axis = JointAxis{{turns[k].axis[0], turns[k].axis[1], turns[k].axis[2]}, {}, {}};
      joint.parent = LinkRef();
      joint.parent.name = parent;
      if (k > 0) joint.origin = TransformExpr();
      if (joint.limit) joint.limit->lower.reset(), joint.limit->upper.reset();
      if (joint.dynamics) take_own(*joint.dynamics, k);
      if (!last) {
        links.push_back(add_link(whole, joint.name));
        joint.child = LinkRef();
        joint.child.name = links.back();
        parent = links.back();
      }
      names.push_back(in_quotes(joint.name));
      context_.changes.allow(EntityKind::joint, joint.name);
      if (last)
        model_.joints[index] = std::move(joint);
      else
        model_.joints.push_back(std::move(joint));
    }
    context_.changes.allow(EntityKind::joint, whole.name);
    model_.layout.prefixed_names.erase(entity_place(EntityKind::joint, index));  // <drake:joint>
    for (std::string& link : links) link = in_quotes(link);
    context_.diagnostics.report(Rule::value_approximated, place_or_name(whole.type_range, whole),
                                concat("the ", to_string(whole.type), " joint '", whole.name,
                                       "' is written as the turning joints ", join_last(names, " and "),
                                       ", with ", links.size() == 1 ? "the small link " : "the small links ",
                                       join_last(links, " and "), " between"));
  }

  std::string add_link(const Joint& whole, const std::string& joint) {
    Link link;
    link.name = unique_name(concat(joint, "_link"), link_names_);
    link.range = whole.range;
    link.name_range = whole.name_range;
    if (weighed_) {
      Inertial inertial;
      inertial.mass = kSmallMass;
      inertial.inertia.ixx = inertial.inertia.iyy = inertial.inertia.izz = kSmallMoment;
      link.inertial = inertial;
    }
    context_.changes.allow(EntityKind::link, link.name);
    model_.links.push_back(link);
    return link.name;
  }

  // One value counts for all degrees of freedom, several for one each.
  static void take_own(JointDynamics& dynamics, std::size_t freedom) {
    for (auto* values : {&dynamics.damping, &dynamics.friction, &dynamics.armature})
      if (values->size() > 1) *values = {(*values)[std::min(freedom, values->size() - 1)]};
  }

  Model& model_;
  TargetContext& context_;
  TakenNames link_names_, joint_names_;
  bool weighed_ = false;  // some link has an inertial
};

}  // namespace

bool splits_ball_joints(const Model& model, const TargetOptions& options) {
  return options.one(TargetOption::ball_joints) == kTurning &&
         std::ranges::any_of(model.joints, [](const Joint& joint) { return !turns_of(joint.type).empty(); });
}

void split_ball_joints(Model& model, TargetContext& context) { JointSplitter(model, context).run(); }

}  // namespace urdf

std::vector<std::string> ball_joint_form_names() { return {"drake", std::string(urdf::kTurning)}; }

}  // namespace romas
