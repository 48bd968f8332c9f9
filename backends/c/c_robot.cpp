#include "backends/c/c_robot.h"

#include <algorithm>

#include "ir/analysis/loads/joint_resistance.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::c {

CRobot::CRobot(const Model& robot, const CodeModel& kernels, std::string_view said)
    : model(robot),
      code(kernels),
      dynamics(kernels.dynamics),
      banner(said),
      safety(safety_rows(robot, kernels.dynamics)),
      identifiers(codegen::identify(robot, kernels.dynamics)),
      symbols(kernels, identifiers),
      dialect(kernels.options, symbols.of_robot("sincos_all")) {}

std::string CRobot::function_name(const CodeKernel& kernel) const {
  return kernel.subject == Subject::robot ? symbols.of_robot(kernel.function->name)
                                          : symbols.of_place(*kernel.function, kernel.subject, kernel.index);
}

std::string CRobot::choosing_head(const KernelFunction& function, Subject subject) const {
  const auto any = std::find_if(code.kernels.begin(), code.kernels.end(), [&](const CodeKernel& kernel) {
    return kernel.function == &function && kernel.subject == subject;
  });
  const std::string_view place = subject == Subject::frame ? "frame" : "link";
  return concat("int ", symbols.of_robot(function.name_for(subject)), "(enum ", symbols.of_robot(place), " ",
                place, ", ", dialect.parameters(any->kernel), ")");
}

std::vector<const KernelFunction*> CRobot::chosen(Subject subject) const {
  std::vector<const KernelFunction*> functions;
  for (const KernelFunction& function : kernel_functions())
    if (function.of_place && codegen::has_kernel(code, function, subject)) functions.push_back(&function);
  return functions;
}

std::string CTable::head() const { return concat("const ", type, name, "[", rows.size(), "]"); }

std::vector<CTable> c_tables(const CRobot& robot) {
  const DynamicsModel& dynamics = robot.dynamics;
  const auto number = [&](double value) { return robot.dialect.literal(value == 0 ? 0 : value); };
  const auto resistance = [&](Resistance kind) { return joint_resistance(robot.model, dynamics, kind); };
  const std::string scalar = robot.dialect.scalar() + " ";
  std::vector<CTable> tables;
  const auto add = [&](std::string_view type, std::string_view name, std::string_view comment,
                       const auto& entries, const auto& text) {
    CTable table{std::string(type), robot.symbols.of_robot(name), std::string(comment), {}};
    for (const auto& entry : entries) table.rows.push_back(text(entry));
    if (!table.rows.empty()) tables.push_back(std::move(table));
  };
  add("char *const ", "joint_names", "", dynamics.joints,
      [&](const JointVariables& row) { return c_string(robot.model.joint(row.joint).name); });
  add("int ", "q_index", "Where the variables of each joint begin in q, and in v, a and tau.",
      dynamics.joints, [](const JointVariables& row) { return concat(row.q); });
  add("int ", "v_index", "", dynamics.joints, [](const JointVariables& row) { return concat(row.v); });
  add(concat("struct ", robot.symbols.of_robot("joint_limits"), " "), "limits", "", dynamics.joints,
      [&](const JointVariables& row) {
        return concat("{", number(row.lower), ", ", number(row.upper), ", ", number(row.effort), ", ",
                      number(row.velocity), "}");
      });
  add(concat("struct ", robot.symbols.of_robot("joint_safety"), " "), "safety", "", robot.safety,
      [&](const SafetyBounds& row) {
        return concat("{", number(row.soft_lower), ", ", number(row.soft_upper), ", ", number(row.k_position),
                      ", ", number(row.k_velocity), "}");
      });
  add(scalar, "joint_damping",
      robot.code.options.described_forces
          ? "Of each velocity variable: N m s/rad or N s/m; N m or N. The dynamics have them."
          : "Of each velocity variable: N m s/rad or N s/m; N m or N. No function has them.",
      resistance(Resistance::damping), number);
  add(scalar, "joint_friction", "", resistance(Resistance::friction), number);
  add(scalar, "inertial_parameters",
      "Of each moving link: m, m c, Ixx, Ixy, Iyy, Ixz, Iyz, Izz about its origin (kg, kg m, kg m^2).",
      robot.code.inertial_parameters, number);
  const std::vector<Thruster>& thrusters = robot.code.forces.thrusters;
  add("char *const ", "input_names", "Of the thrusters, in the order of u, with the limits of their inputs.",
      thrusters, [](const Thruster& thruster) { return c_string(thruster.name); });
  add(scalar, "input_lower", "", thrusters, [&](const Thruster& thruster) { return number(thruster.lower); });
  add(scalar, "input_upper", "", thrusters, [&](const Thruster& thruster) { return number(thruster.upper); });
  add("char *const ", "link_names", "The first one is the root.", dynamics.link_order,
      [&](LinkId link) { return c_string(robot.model.link(link).name); });
  return tables;
}

}  // namespace romas::c
