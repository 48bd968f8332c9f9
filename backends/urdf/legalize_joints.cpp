// Joints of models that were not read from URDF, as urdfdom 3.0 demands them. It rejects the whole file where
// a joint's <limit>, <dynamics> or <safety_controller> lacks an attribute.
#include <algorithm>

#include "backends/urdf/legalize.h"
#include "ir/model/entity.h"
#include "ir/model/joint_fields.h"
#include "ir/model/no_limit.h"
#include "support/text/text.h"

namespace romas::urdf {

namespace {

class JointLegalizer {
 public:
  JointLegalizer(Joint& joint, TargetContext& context) : joint_(joint), context_(context) {}

  void run() {
    drop_stops();
    complete_limit();
    choose_dynamics();
    complete_safety_controller();
  }

 private:
  void rewritten(SourceRange range, std::string message) {
    context_.diagnostics.report(Rule::value_approximated, place_or_name(range, joint_), std::move(message));
  }
  void allow(std::string_view field) { context_.changes.allow(EntityKind::joint, joint_.name, field); }

  void fill(std::optional<Number> JointLimit::*member, const Number& none, std::string_view name) {
    std::optional<Number>& value = (*joint_.limit).*member;
    if (value) return;
    value = none;
    filled_.emplace_back(name);
    allow(concat("limit ", name));
  }

  // The stops of URDF say nothing of stiffness and dissipation.
  void drop_stops() {
    if (!joint_.limit) return;
    const SourceRange range = joint_.limit->range;
    std::vector<std::string> lost;
    for_each_field<JointLimit>([&](const auto& field) {
      std::optional<Number>& value = field.of(*joint_.limit);
      if (field.in_urdf || !value) return;
      value.reset();
      lost.emplace_back(field.name);
      allow(concat("limit ", field.name));
    });
    if (lost.empty()) return;
    context_.diagnostics.report(Rule::feature_dropped, place_or_name(range, joint_),
                                concat("URDF has no place for the ", join_last(lost, " and "),
                                       " of the stops of joint '", joint_.name, "'; they are left out"));
    JointLimit nothing;
    nothing.range = joint_.limit->range;
    if (*joint_.limit == nothing) joint_.limit.reset();
  }

  // Bounds that a limit leaves out count as 0, here as in URDF. A joint without any limit has no bounds.
  void complete_limit() {
    const bool needed = joint_.type == JointType::revolute || joint_.type == JointType::prismatic;
    if (!joint_.limit && !needed) return;
    if (!joint_.limit) {
      joint_.limit = JointLimit{};
      fill(&JointLimit::lower, no_lower_limit(), "lower");
      fill(&JointLimit::upper, no_limit(), "upper");
    }
    fill(&JointLimit::effort, no_limit(), "effort");
    fill(&JointLimit::velocity, no_limit(), "velocity");
    if (filled_.empty()) return;
    rewritten(joint_.limit->range,
              concat("joint '", joint_.name, "' has no ", join_last(filled_, " and "),
                     " limit; readers of URDF require it, so 1e16 is written, which means none"));
  }

  // URDF has one number for all degrees of freedom, and no <dynamics> that says nothing.
  void choose_dynamics() {
    if (!joint_.dynamics) return;
    bool empty = true;
    for_each_field<JointDynamics>([&](const auto& field) {
      std::vector<Number>& values = field.of(*joint_.dynamics);
      if (values.size() > 1) reduce(values, field.name);
      empty = empty && values.empty();
    });
    if (empty) joint_.dynamics.reset();
  }

  void reduce(std::vector<Number>& values, std::string_view name) {
    allow(concat("dynamics ", name));
    const bool same =
        std::all_of(values.begin(), values.end(), [&](const Number& n) { return n == values[0]; });
    const SourceRange range = place_or_name(joint_.dynamics->range, joint_);
    if (same) {
      rewritten(range, concat("the ", name, " of joint '", joint_.name, "' is the same along all of its ",
                              values.size(), " freedoms, and is written once"));
      values.resize(1);
    } else {
      context_.diagnostics.report(Rule::feature_dropped, range,
                                  concat("URDF has one ", name, " for a joint; the ", values.size(),
                                         " values of '", joint_.name, "' are left out"));
      values.clear();
    }
  }

  void complete_safety_controller() {
    if (!joint_.safety_controller || joint_.safety_controller->k_velocity) return;
    joint_.safety_controller->k_velocity = no_limit();
    allow("safety_controller k_velocity");
    rewritten(joint_.safety_controller->range,
              concat("the safety controller of joint '", joint_.name,
                     "' has no k_velocity; readers of URDF require it, so 1e16 is written, which limits no "
                     "effort below the velocity limit"));
  }

  Joint& joint_;
  TargetContext& context_;
  std::vector<std::string> filled_;
};

}  // namespace

void legalize_joints(Model& model, TargetContext& context) {
  for (Joint& joint : model.joints)
    if (!joint.dialect) JointLegalizer(joint, context).run();
}

}  // namespace romas::urdf
