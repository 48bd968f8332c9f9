// The target of --emit=controller: makes the request from the options and kernels of the run.
#include "backends/code/enumerators.h"
#include "backends/controller/controller.h"
#include "support/text.h"

namespace romas {

// A controller and its simulated plant need all of the dynamics; a robot without forward dynamics is an
// error. The kernels that --kernels names are added, but for loops and forces: the controllers command every
// joint of the open tree, and a plant with closed loops would not follow; they know no forces of the
// description.
std::optional<CodeOptions> controller_kernels(const CodeOptions& asked, const TargetOptions&) {
  CodeOptions options = asked;
  options.kernels = {KernelKind::fk,   KernelKind::jacobian, KernelKind::rnea, KernelKind::gravity,
                     KernelKind::bias, KernelKind::crba,     KernelKind::fd};
  for (const KernelKind kind : asked.kernels)
    if (!options.names(kind) && kind != KernelKind::loops && kind != KernelKind::forces)
      options.kernels.push_back(kind);
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
  const LinkId tip = default_tip(model);
  std::vector<std::string> names;
  std::size_t place = 0;
  for (const LinkId link : code.dynamics.link_order) {
    if (link == tip) place = names.size();
    names.push_back(model.link(link).name);
  }
  request.tip = codegen::enumerators(names)[place];
  return emit_controller(model, request);
}

}  // namespace romas
