#include "backends/code/robot_facts.h"

#include <algorithm>

#include "backends/code/enumerators.h"
#include "support/names/c_names.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::codegen {

namespace {

std::string options_line(const CodeOptions& options) {
  std::string said = concat("-O", options.optimization, " --snap-angles=", options.snap_tolerance);
  if (options.floating_base) said += " --floating-base";
  if (options.independent_mimics) said += " --mimic=independent";
  if (options.armature) said += " --armature";
  if (options.described_forces) said += " --forces=description";
  if (options.precision != "double") said += concat(" --precision=", options.precision);
  if (!options.kernels.empty()) said += concat(" --kernels=", join(options.kernels, ",", kernel_kind_name));
  if (!options.driven.empty()) said += concat(" --driven=", c_comment(join(options.driven, ",")));
  if (!options.derivatives.empty())
    said += concat(" --differentiate=", join(options.derivatives, ",", [](const DerivativeRequest& request) {
                     return concat(request.function, "/", request.input);
                   }));
  return said;
}

}  // namespace

RobotIdentifiers identify(const Model& model, const DynamicsModel& dynamics) {
  RobotIdentifiers identifiers;
  std::vector<std::string> names;
  for (const LinkId link : dynamics.link_order) names.push_back(model.link(link).name);
  identifiers.links = enumerators(names);
  names.clear();
  for (const Frame& frame : model.frames) names.push_back(frame.name);
  identifiers.frames = enumerators(names);
  names.clear();
  for (const Joint& joint : model.joints) names.push_back(make_identifier(joint.name));
  identifiers.joints = enumerators(names);
  return identifiers;
}

std::vector<std::string> banner_lines(const Model& model, const CodeModel& code, std::string_view banner) {
  const CodeOptions& options = code.options;
  const DynamicsModel& dynamics = code.dynamics;
  std::vector<std::string> lines = {
      concat("Kinematics and dynamics of robot '", c_comment(model.name), "'."),
      concat(banner, "; do not edit."),
      concat("Options: ", options_line(options)),
      concat("Gravity: ", dynamics.gravity.x(), ", ", dynamics.gravity.y(), ", ", dynamics.gravity.z(),
             " m/s^2 in {W}"),
  };
  if (options.described_forces) {
    lines.emplace_back(
        "Torques, accelerations and their derivatives count the forces of the description without inputs, "
        "F(q, v):");
    lines.emplace_back(
        "springs, dampers and wings, damping and dry friction of joints. Where a comment says C(q, v) v + "
        "g(q), it is");
    lines.emplace_back("C(q, v) v + g(q) - F(q, v).");
  }
  if (dynamics.snapped_angles != 0)
    lines.push_back(
        concat(dynamics.snapped_angles, " constant angle", dynamics.snapped_angles == 1 ? " was" : "s were",
               " read as multiples of 90 degrees, changed by at most ", dynamics.largest_snap, " rad."));
  for (const CodeKernel& kernel : code.kernels)
    if (kernel.subject == Subject::robot)
      lines.push_back(concat(kernel.kernel.name, ": ", operation_counts(kernel.kernel)));
  for (const std::string& remark : code.remarks) lines.push_back(c_comment(remark));
  for (std::size_t k = 0; k < code.base_parameters.size(); ++k)
    lines.push_back(concat("  beta[", k, "] = ", c_comment(code.base_parameters[k])));
  for (std::size_t k = 0; k < code.constraints.size(); ++k)
    lines.push_back(concat("  constraint ", k, ": ", c_comment(code.constraints[k])));
  const auto joint_name = [&](std::size_t i) {
    return concat("'", c_comment(model.joint(dynamics.joints[i].joint).name), "'");
  };
  for (std::size_t k = 0; k < code.planar_loops.loops.size(); ++k) {
    const PlanarLoops::Loop& loop = code.planar_loops.loops[k];
    lines.push_back(concat("  branch ", k, ": loop joint '",
                           c_comment(model.loop_joints[dynamics.closures[loop.closure].loop].name), "', ",
                           loop.structure, "; ", loop.branch, " where the description has it closed"));
  }
  for (std::size_t k = 0; k < code.planar_loops.dependents.size(); ++k)
    lines.push_back(concat("  dependent ", k, ": ", joint_name(code.planar_loops.dependents[k].joint),
                           " of branch ", code.planar_loops.dependents[k].loop));
  return lines;
}

std::vector<NamedSize> optional_sizes(const CodeModel& code) {
  std::vector<NamedSize> sizes = {
      {"n_parameters", code.inertial_parameters.size(), "of the masses of all moving links"},
      {"n_base_parameters", code.base_parameters.size(), "that torques tell of"},
      {"n_constraints", code.constraints.size(), "of the joints that close loops"},
      {"n_independent",
       code.planar_loops.empty()
           ? 0
           : static_cast<std::size_t>(code.dynamics.n_v) - code.planar_loops.dependents.size(),
       "velocity variables from which the others follow"},
      {"n_dependent", code.planar_loops.dependents.size(), "variables that loops hold"},
      {"n_branches", code.planar_loops.loops.size(), "loops with two ways of assembly each"},
      {"n_inputs", code.forces.thrusters.size(), "of the thrusters"},
      {"forces_in_dynamics", code.options.described_forces ? 1U : 0U,
       "1: the dynamics count the forces of the description without inputs"},
  };
  std::erase_if(sizes, [](const NamedSize& size) { return size.value == 0; });
  return sizes;
}

std::string units_line(const DynamicsModel& dynamics) {
  return concat("Units: m, rad, kg, s, N, N m. {W} is ",
                dynamics.floating_base ? "the world." : "the frame of the root link.");
}

std::vector<std::string> value_name_lines() {
  return {
      "Values have the names of what they are at a joint: w_… angular velocity, dw_… angular acceleration, "
      "a_… acceleration of the origin",
      "(gravity in it), f_… and n_… force and moment, h_… and S_… first and second mass moments of all that "
      "the joint carries, R_… and p_…",
      "pose in {W}, dtau_dq_R_C and dtau_dv_R_C rows and columns of derivatives; the dynamics in frames that "
      "save "
      "operations. t…: what lies between.",
  };
}

std::string operation_counts(const Kernel& kernel) {
  const OpCounts counts = count_operations(kernel);
  return concat(counts.total(), " operations (", counts.multiplications(), " multiplications, ",
                counts.additions(), " additions)");
}

std::string place_comment(const Model& model, const DynamicsModel& dynamics, const CodeKernel& kernel) {
  const auto index = static_cast<std::size_t>(kernel.index);
  if (kernel.subject == Subject::link) return c_comment(model.link(dynamics.link_order[index]).name);
  if (kernel.subject == Subject::frame) return c_comment(model.frames[index].name);
  return {};
}

bool has_kernel(const CodeModel& code, const KernelFunction& function, Subject subject) {
  return std::any_of(code.kernels.begin(), code.kernels.end(), [&](const CodeKernel& kernel) {
    return kernel.function == &function && kernel.subject == subject;
  });
}

std::string places_of_turns(const ClosedFormIk& ik) {
  constexpr std::size_t kTurns = 6;
  std::vector<std::string> places;
  for (std::size_t i = 0; i < ik.chain.size(); ++i)
    if (std::find(ik.free.begin(), ik.free.end(), ik.chain[i]) == ik.free.end()) places.push_back(concat(i));
  places.resize(kTurns, "-1");
  return join(places, ", ", [](const std::string& place) { return place; });
}

}  // namespace romas::codegen
