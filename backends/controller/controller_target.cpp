// The target of --emit=controller: makes the request from the options and kernels of the run.
#include <algorithm>

#include "backends/code/enumerators.h"
#include "backends/controller/controller.h"
#include "support/text.h"

namespace romas {

namespace {

// The link that is held or follows paths, in DynamicsModel::links: the first with a closed form, the default
// one if it is among them.
std::size_t tip_place(const Model& model, const CodeModel& code) {
  const auto& order = code.dynamics.link_order;
  const auto usual = std::find(order.begin(), order.end(), default_tip(model)) - order.begin();
  const auto& forms = code.inverse_kinematics;
  const bool known =
      std::any_of(forms.begin(), forms.end(), [&](const ClosedFormIk& form) { return form.link == usual; });
  return static_cast<std::size_t>(forms.empty() || known ? usual : forms.front().link);
}

}  // namespace

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
  ControllerRequest request;
  request.control =
      parse_control_kind(context.options.one(TargetOption::control)).value_or(ControlKind::computed_torque);
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
  std::vector<std::string> names;
  for (const LinkId link : code.dynamics.link_order) names.push_back(model.link(link).name);
  const std::vector<std::string> links = codegen::enumerators(names);
  const std::size_t tip = tip_place(model, code);
  request.tip = links[tip];
  // The closed forms are those of all joints, loops' too.
  if (!code.inverse_kinematics.empty() && request.dependent.empty()) {
    request.path_tip = links[tip];
    request.path_tip_name = names[tip];
  }
  return emit_controller(model, request);
}

}  // namespace romas
