// The target of --emit=controller: makes the request from the options and kernels of the run.
#include <algorithm>

#include "backends/code/enumerators.h"
#include "backends/code/holding.h"
#include "backends/code/left_out.h"
#include "backends/controller/controller.h"
#include "backends/controller/model_data.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas {

namespace {

// A joint of a chain that follows from others in a loop, which no controller commands; null: there is none.
const PlanarLoops::Dependent* follower_in(const ClosedFormIk& form, const CodeModel& code) {
  const auto& dependents = code.planar_loops.dependents;
  const auto found = std::ranges::find_if(dependents, [&](const PlanarLoops::Dependent& dependent) {
    return std::ranges::find(form.chain, dependent.joint) != form.chain.end();
  });
  return found == dependents.end() ? nullptr : &*found;
}

// The links that can follow paths, in DynamicsModel::links: those with a closed form that the commanded
// joints alone move. Those of other links are reported.
std::vector<int> path_links(const Model& model, const CodeModel& code, DiagnosticEngine& diagnostics) {
  std::vector<int> links;
  for (const ClosedFormIk& form : code.inverse_kinematics) {
    const PlanarLoops::Dependent* follower = follower_in(form, code);
    if (follower == nullptr) {
      links.push_back(form.link);
      continue;
    }
    const Link& link = model.link(code.dynamics.link_order[static_cast<std::size_t>(form.link)]);
    const Joint& joint = model.joint(code.dynamics.joints[follower->joint].joint);
    diagnostics
        .report(Rule::ik_structure, name_place(link),
                concat("link '", link.name, "' cannot follow paths in this project: joint '", joint.name,
                       "', which follows from others in a loop, moves it, and the closed form is that of the "
                       "open tree; name a link before this joint with --tip"))
        .note(name_place(joint), concat("joint '", joint.name, "' is here"));
  }
  return links;
}

// The link that is held or follows paths, in DynamicsModel::links: the first of these, the default one if it
// is among them or there are none.
std::size_t tip_place(const Model& model, const CodeModel& code, const std::vector<int>& paths) {
  const auto& order = code.dynamics.link_order;
  const auto usual = std::find(order.begin(), order.end(), default_tip(model)) - order.begin();
  const bool known = std::find(paths.begin(), paths.end(), usual) != paths.end();
  return static_cast<std::size_t>(paths.empty() || known ? usual : paths.front());
}

// Motors that are said to give nothing, whose torque the controller does not cut (robot.hpp).
void report_zero_efforts(const Model& model, const ControllerRequest& request,
                         DiagnosticEngine& diagnostics) {
  constexpr std::size_t kMostNamed = 8;
  const Joint* first = nullptr;
  std::vector<std::string> names;
  std::size_t zeros = 0, commanded = 0;
  for (const Joint& joint : model.joints) {
    if (!is_independent(model, joint, request)) continue;
    ++commanded;
    if (!joint.limit || !joint.limit->effort || joint.limit->effort->value() != 0) continue;
    if (zeros++ == 0) first = &joint;
    if (names.size() < kMostNamed) names.push_back(in_quotes(joint.name));
  }
  if (first == nullptr) return;
  const std::string whose = zeros == 1 ? concat("the effort limit of joint ", names.front(), " is 0")
                            : zeros == commanded
                                ? concat("the effort limits of all ", zeros, " joints are 0")
                                : concat("the effort limits of joints ", join(names, ", "),
                                         zeros > names.size() ? " and others are 0" : " are 0");
  diagnostics.report(
      Rule::controller_effort_zero, place_or_name(first->limit->range, *first),
      concat(whose,
             ", which the controller treats as unknown: it limits torques there by an estimate from the "
             "weight; write what the drives give at the joints, after their gears"));
}

}  // namespace

// Reports parts of a robot that no interface of ros2_control holds: joints with several variables, a base
// that floats.
void report_without_interfaces(const Model& model, const ControllerRequest& request,
                               DiagnosticEngine& diagnostics) {
  constexpr std::string_view kInstead = "; --controller-host=program writes a program that has them";
  if (request.floating_base) {
    const Link& root = model.link(KinematicTree(model).roots().front());
    diagnostics.report(Rule::kernel_joint, name_place(root),
                       concat("a floating base has no interfaces in ros2_control", kInstead));
  }
  for (const Joint& joint : model.joints)
    if (is_independent(model, joint, request) && dof(joint.type) != 1)
      diagnostics.report(
          Rule::kernel_joint, joint.type_range,
          concat("joint '", joint.name, "' has several variables, for which ros2_control has no interfaces",
                 kInstead));
}

// A controller and its simulated plant need all of the dynamics; a robot without forward dynamics is an
// error. The kernels that --kernels names are added, but for forces of the description, which they do not
// know, and loops: where all of them move in planes, the controllers command the joints that move by
// themselves; else every joint of the open tree, whose plant must have no closed loops.
std::optional<CodeOptions> controller_kernels(const CodeOptions& asked, const TargetOptions&) {
  CodeOptions options = asked;
  options.kernels = {KernelKind::fk,   KernelKind::jacobian, KernelKind::rnea, KernelKind::gravity,
                     KernelKind::bias, KernelKind::crba,     KernelKind::fd};
  for (const KernelKind kind : asked.kernels)
    if (!options.names(kind) && kind != KernelKind::loops && kind != KernelKind::independent &&
        kind != KernelKind::forces)
      options.kernels.push_back(kind);
  options.planar_loops_alone = true;
  return options;
}

std::vector<OutputFile> emit_controller_project(const Model& model, TargetContext& context) {
  const CodeModel& code = *context.inputs.kernels;
  codegen::report_unwritten_name(model, code.options.name, context.diagnostics);
  codegen::report_left_out(model, code, codegen::SafetyUse::applied, "the controller", context.diagnostics);
  ControllerRequest request;
  request.control =
      parse_control_kind(context.options.one(TargetOption::control)).value_or(ControlKind::computed_torque);
  request.host = parse_controller_host(context.options.one(TargetOption::controller_host))
                     .value_or(ControllerHost::program);
  request.robot_namespace = code.options.namespaces.empty()
                                ? code.options.name
                                : concat(code.options.namespaces, "::", code.options.name);
  request.header_name = code.options.name + ".hpp";
  request.header = emit_cpp(model, context);
  request.gravity = code.dynamics.gravity;
  request.floating_base = code.options.floating_base;
  request.independent_mimics = code.options.independent_mimics;
  for (const PlanarLoops::Dependent& dependent : code.planar_loops.dependents)
    request.dependent.push_back(code.dynamics.joints[dependent.joint].joint);
  if (const ServoDeviceLibrary* library = context.inputs.servo_devices)
    for (std::size_t i = 0; i < model.joints.size(); ++i)
      if (auto noise = reading_noise(model, model.joints[i], *library))
        request.noise.insert({JointId(i), std::move(*noise)});
  if (request.host == ControllerHost::ros2) {
    report_without_interfaces(model, request, context.diagnostics);
    if (context.diagnostics.has_errors()) return {};
  }
  report_zero_efforts(model, request, context.diagnostics);
  if (!request.floating_base) codegen::report_weak_joints(model, request.gravity, context.diagnostics);
  std::vector<std::string> names;
  for (const LinkId link : code.dynamics.link_order) names.push_back(model.link(link).name);
  const std::vector<std::string> links = codegen::enumerators(names);
  const std::vector<int> paths = path_links(model, code, context.diagnostics);
  const std::size_t tip = tip_place(model, code, paths);
  request.tip = links[tip];
  if (!paths.empty()) {
    request.path_tip = links[tip];
    request.path_tip_name = names[tip];
  }
  return emit_controller(model, request);
}

}  // namespace romas
