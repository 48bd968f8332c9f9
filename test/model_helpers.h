// Models built in C++, and the findings of passes on them.
#pragma once

#include <string>
#include <vector>

#include "ir/model/model.h"
#include "passes/pass/pass_functions.h"
#include "support/findings/diagnostic.h"

namespace romas::test {

// A model with named links. Source ranges are made up: each entity gets its own, so that tests can tell where
// a finding is.
class ModelMaker {
 public:
  explicit ModelMaker(const std::string& name = "robot") {
    model_.name = name;
    model_.name_range = next_range();
  }

  Link& link(const std::string& name) {
    Link link;
    link.name = name;
    link.range = next_range();
    link.name_range = next_range();
    model_.links.push_back(std::move(link));
    return model_.links.back();
  }
  Link& link(const std::string& name, double mass, double ixx, double iyy, double izz) {
    Link& made = link(name);
    made.inertial = inertial(mass, ixx, iyy, izz);
    return made;
  }
  Inertial inertial(double mass, double ixx, double iyy, double izz) {
    Inertial made;
    made.mass = mass;
    made.inertia = {ixx, 0, 0, iyy, 0, izz, next_range()};
    made.range = next_range();
    made.mass_range = next_range();
    return made;
  }
  // The limits are valid; tests remove or change them.
  Joint& joint(const std::string& name, JointType type, const std::string& parent, const std::string& child) {
    Joint joint;
    joint.name = name;
    joint.type = type;
    joint.parent = {parent, next_range(), {}};
    joint.child = {child, next_range(), {}};
    joint.range = next_range();
    joint.name_range = next_range();
    if (has_axis_by_default(type)) joint.axis = axis(0, 0, 1);
    if (type == JointType::revolute || type == JointType::prismatic)
      joint.limit = limit(-1, 2, 10, 3 + static_cast<double>(model_.joints.size()));
    model_.joints.push_back(std::move(joint));
    return model_.joints.back();
  }
  JointAxis axis(double x, double y, double z) { return {{x, y, z}, next_range(), next_range()}; }
  JointLimit limit(double lower, double upper, double effort, double velocity) {
    JointLimit made;
    made.lower = lower, made.upper = upper, made.effort = effort, made.velocity = velocity;
    made.range = next_range();
    return made;
  }
  JointMimic mimic(const std::string& leader, double multiplier = 1, double offset = 0) {
    return {{leader, next_range(), {}}, Number(multiplier), Number(offset), next_range()};
  }
  SourceRange next_range() {
    position_ += 10;
    return {1, position_, position_ + 5};
  }
  static TransformExpr at(double x, double y, double z, double roll = 0, double pitch = 0, double yaw = 0) {
    return TransformExpr::XyzRpy{Number3{x, y, z}, Number3{roll, pitch, yaw},
                                 TransformExpr::AngleUnit::radian};
  }

  Model& model() { return model_; }
  // The finished model, with references resolved.
  Model& done() {
    model_.rebuild_index();
    return model_;
  }

 private:
  static bool has_axis_by_default(JointType type) {
    return type != JointType::fixed && type != JointType::floating && type != JointType::ball;
  }
  Model model_;
  std::uint32_t position_ = 0;
};

// Two links of sound mass and a joint between them: 'base', 'arm' and joint 'shoulder'.
inline ModelMaker two_links(JointType type = JointType::revolute) {
  ModelMaker maker;
  maker.link("base", 2, 0.02, 0.02, 0.02);
  maker.link("arm", 3, 0.03, 0.02, 0.02);
  maker.joint("shoulder", type, "base", "arm");
  maker.done();
  return maker;
}

// Returns the findings of a check, notes included, in the order of the source.
inline std::vector<Diagnostic> findings(CheckFunction check, Model& model) {
  model.rebuild_index();
  SeverityPolicy policy;
  policy.apply("everything");
  DiagnosticEngine diagnostics(policy);
  check(model, {diagnostics, {}});
  return diagnostics.sorted();
}

// The same as slugs.
inline std::vector<std::string> slugs(CheckFunction check, Model& model) {
  std::vector<std::string> result;
  for (const Diagnostic& diagnostic : findings(check, model))
    result.emplace_back(rule_info(diagnostic.rule).slug);
  return result;
}
inline std::vector<std::string> slugs(CheckFunction check, ModelMaker& maker) {
  return slugs(check, maker.model());
}

// Runs one transform; says whether it changed the model.
struct RunResult {
  bool changed = false;
  std::map<std::string, std::size_t> statistics;
  std::vector<Diagnostic> diagnostics;
};
inline RunResult run_pass(TransformFunction pass, Model& model, const PassOptions& options = {}) {
  DiagnosticEngine diagnostics;
  RunResult result;
  TransformContext context{diagnostics, options, result.statistics};
  result.changed = pass(model, context);
  result.diagnostics = diagnostics.sorted();
  return result;
}

// Runs any pass, without options.
inline void run_pass(const PassInfo& pass, Model& model) {
  DiagnosticEngine diagnostics;
  run_pipeline(model, {{&pass, {}}}, diagnostics);
}

}  // namespace romas::test
