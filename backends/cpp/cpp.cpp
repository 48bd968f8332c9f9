// --emit=cpp: one header with the kinematics and dynamics of one robot (docs/generated-code.md).
#include <cmath>

#include "backends/code/kernel_printer.h"
#include "backends/code/left_out.h"
#include "backends/code/robot_facts.h"
#include "backends/cpp/closed_form.h"
#include "backends/cpp/cpp_dialect.h"
#include "backends/cpp/independent_joints.h"
#include "backends/cpp/preamble.h"
#include "backends/cpp/signatures.h"
#include "backends/target.h"
#include "ir/analysis/loads/joint_resistance.h"
#include "ir/analysis/motion/safety_bounds.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

using codegen::KernelPrinter;
using codegen::operation_counts;
using cpp::arguments;
using cpp::parameters;

std::string number(double value) {
  if (std::isinf(value))
    return value < 0 ? "-std::numeric_limits<double>::infinity()" : "std::numeric_limits<double>::infinity()";
  return format_double(value == 0 ? 0 : value);
}

class HeaderPrinter {
 public:
  HeaderPrinter(const Model& model, const CodeModel& code, const TargetOptions& options)
      : model_(model),
        code_(code),
        dynamics_(code.dynamics),
        options_(options),
        safety_(safety_rows(model, dynamics_)),
        identifiers_(codegen::identify(model, dynamics_)) {}

  std::string print() {
    print_banner();
    cpp::print_preamble(code_, out_);
    open_namespaces();
    print_sizes();
    print_tables();
    print_kernels();
    for (const CodeKernel& kernel : code_.kernels)
      if (kernel.subject == Subject::robot) print_function(*kernel.function);
    print_selected(Subject::link, "Link", identifiers_.links);
    print_selected(Subject::frame, "Frame", identifiers_.frames);
    cpp::print_closed_form_solvers(model_, code_, identifiers_, namespace_, out_);
    cpp::print_independent_joints(code_, out_);
    print_robot();
    close_namespaces();
    return out_.take();
  }

 private:
  void print_banner() {
    for (const std::string& line : codegen::banner_lines(model_, code_, options_.banner))
      out_.line("// ", line);
    out_.line("//");
    out_.line("// ", codegen::units_line(dynamics_));
    out_.line(
        "// S: double, float, or a type made from double with + - * / and sin and cos found by its "
        "arguments.");
    out_.line("// Out: what takes out[k] = S in place of an S*, such as romas::StridedOutput for batches.");
  }

  void open_namespaces() {
    std::string name = code_.options.name;
    if (!code_.options.namespaces.empty()) name = concat(code_.options.namespaces, "::", name);
    out_.line("namespace ", name, " {");
    out_.line();
    namespace_ = name;
  }
  void close_namespaces() { out_.line("}  // namespace ", namespace_); }

  void print_sizes() {
    out_.line("using Scalar = ", code_.options.precision, ";  // for callers without a choice of their own");
    out_.line();
    out_.line("inline constexpr int n_joints = ", dynamics_.joints.size(),
              ";  // that move independently, in tree order");
    out_.line("inline constexpr int n_q = ", dynamics_.n_q, ";  // position variables");
    out_.line("inline constexpr int n_v = ", dynamics_.n_v, ";  // velocity variables");
    out_.line("inline constexpr int n_dof = n_v;");
    out_.line("inline constexpr int n_links = ", dynamics_.links.size(), ";");
    for (const auto& [name, value, comment] : codegen::optional_sizes(code_))
      out_.line("inline constexpr int ", name, " = ", value, ";  // ", comment);
    out_.line();
  }

  template <class Rows, class Text>
  void print_array(std::string_view type, std::string_view size, std::string_view name, const Rows& rows,
                   const Text& text) {
    std::string line = concat("inline constexpr std::array<", type, ", ", size, "> ", name, " = {");
    const bool nested = type.starts_with("romas::") && !rows.empty();
    if (nested) line += "{";
    out_.line(line, join(rows, ", ", text), nested ? "}};" : "};");
  }

  void print_tables() {
    const auto& joints = dynamics_.joints;
    print_array("std::string_view", "n_joints", "joint_names", joints,
                [&](const JointVariables& row) { return c_string(model_.joint(row.joint).name); });
    print_array("int", "n_joints", "q_index", joints,
                [](const JointVariables& row) { return concat(row.q); });
    print_array("int", "n_joints", "v_index", joints,
                [](const JointVariables& row) { return concat(row.v); });
    out_.line("// lower, upper, effort, velocity");
    print_array("romas::JointLimits", "n_joints", "limits", joints, [](const JointVariables& row) {
      return concat("{", number(row.lower), ", ", number(row.upper), ", ", number(row.effort), ", ",
                    number(row.velocity), "}");
    });
    if (!safety_.empty()) {
      out_.line("// soft_lower, soft_upper, k_position, k_velocity of safety controllers");
      print_array("romas::JointSafety", "n_joints", "safety", safety_, [](const SafetyBounds& row) {
        return concat("{", number(row.soft_lower), ", ", number(row.soft_upper), ", ", number(row.k_position),
                      ", ", number(row.k_velocity), "}");
      });
    }
    print_array("double", "n_v", "joint_damping", joint_resistance(model_, dynamics_, Resistance::damping),
                number);
    print_array("double", "n_v", "joint_friction", joint_resistance(model_, dynamics_, Resistance::friction),
                number);
    if (!code_.inertial_parameters.empty()) {
      out_.line(
          "// Of each moving link: m, m c, Ixx, Ixy, Iyy, Ixz, Iyz, Izz about its origin (kg, kg m, kg m^2)");
      print_array("double", "n_parameters", "inertial_parameters", code_.inertial_parameters, number);
    }
    if (const std::vector<Thruster>& thrusters = code_.forces.thrusters; !thrusters.empty()) {
      out_.line("// Of the thrusters, in the order of u, with the limits of their inputs");
      print_array("std::string_view", "n_inputs", "input_names", thrusters,
                  [](const Thruster& thruster) { return c_string(thruster.name); });
      print_array("double", "n_inputs", "input_lower", thrusters,
                  [](const Thruster& thruster) { return number(thruster.lower); });
      print_array("double", "n_inputs", "input_upper", thrusters,
                  [](const Thruster& thruster) { return number(thruster.upper); });
    }
    print_array("std::string_view", "n_links", "link_names", dynamics_.link_order,
                [&](LinkId link) { return c_string(model_.link(link).name); });
    out_.line();
    print_enum("Link", identifiers_.links);
    if (!identifiers_.frames.empty()) print_enum("Frame", identifiers_.frames);
  }

  void print_enum(std::string_view name, const std::vector<std::string>& identifiers) {
    out_.line("enum class ", name, " : int {");
    out_.indent();
    for (const std::string& identifier : identifiers) out_.line(identifier, ",");
    out_.outdent();
    out_.line("};");
    out_.line();
  }

  void print_kernels() {
    for (const std::string& line : codegen::value_name_lines()) out_.line("// ", line);
    out_.line("namespace detail {");
    out_.line();
    for (const CodeKernel& kernel : code_.kernels) {
      if (kernel.subject != Subject::robot)
        out_.line("// of ", codegen::place_comment(model_, dynamics_, kernel));
      out_.line("// ", operation_counts(kernel.kernel));
      print_kernel(kernel);
      out_.line();
    }
    cpp::print_closed_form_kernels(code_, identifiers_, dialect_, out_);
    out_.line("}  // namespace detail");
    out_.line();
  }

  // A kernel with a variant in lanes is two functions, and one that chooses.
  void print_kernel(const CodeKernel& kernel) {
    const std::string& name = kernel.kernel.name;
    if (!kernel.in_lanes || code_.options.standalone) {
      KernelPrinter(kernel.kernel, identifiers_.joints, dialect_, out_).print(name);
      return;
    }
    const std::string plain = name + "_plain";
    const std::string in_lanes = name + "_in_lanes";
    KernelPrinter(kernel.kernel, identifiers_.joints, dialect_, out_).print(plain);
    out_.line();
    out_.line("// ", operation_counts(*kernel.in_lanes),
              ", several numbers side by side; values are named for the first");
    KernelPrinter(*kernel.in_lanes, identifiers_.joints, dialect_, out_).print(in_lanes);
    out_.line();
    out_.line("template <class S, class Out>");
    out_.line("ROMAS_HOST_DEVICE inline void ", name, "(", parameters(*kernel.function, "Out "), ") {");
    const std::size_t fewest = lane_counts(*kernel.in_lanes).front();
    const std::string given = arguments(*kernel.function);
    out_.line("  if constexpr (romas::computes_in_lanes<S, ", fewest, ">)");
    out_.line("    ", in_lanes, "(", given, ");");
    out_.line("  else");
    out_.line("    ", plain, "(", given, ");");
    out_.line("}");
  }

  // As a function of pointers, and of anything that takes out[k] = S.
  void print_head(const KernelFunction& function, Subject subject, std::string_view choice, bool pointer) {
    out_.line("template <", choice, "class S", pointer ? "" : ", class Out", ">");
    out_.line("ROMAS_HOST_DEVICE inline void ", function.name_for(subject), "(",
              parameters(function, pointer ? "S* " : "Out "), ") {");
  }

  void print_function(const KernelFunction& function) {
    out_.line("// ", function.meaning);
    for (const bool pointer : {true, false}) {
      print_head(function, Subject::robot, "", pointer);
      out_.line("  detail::", function.name, "(", arguments(function), ");");
      out_.line("}");
    }
    out_.line();
  }

  // Functions that a link or frame chooses at compile time.
  void print_selected(Subject subject, std::string_view type, const std::vector<std::string>& identifiers) {
    const char letter = type.front();
    for (const KernelFunction& function : kernel_functions()) {
      if (!function.of_place || !codegen::has_kernel(code_, function, subject)) continue;
      out_.line("// ", function.meaning);
      for (const bool pointer : {true, false}) {
        print_head(function, subject, concat(type, " ", letter, ", "), pointer);
        for (const CodeKernel& kernel : code_.kernels)
          if (kernel.function == &function && kernel.subject == subject)
            out_.line("  if constexpr (", letter, " == ", type,
                      "::", identifiers[static_cast<std::size_t>(kernel.index)],
                      ") detail::", kernel.kernel.name, "(", arguments(function), ");");
        out_.line("}");
      }
      out_.line();
    }
  }

  // The robot as a type, for the runtime's controllers, plant and inverse kinematics.
  void print_robot() {
    out_.line("// The functions above as one type (see <romas/robot.hpp>).");
    out_.line("struct Robot {");
    out_.indent();
    for (const char* name : {"n_joints", "n_q", "n_v", "n_dof", "n_links"})
      out_.line("static constexpr int ", name, " = ", namespace_, "::", name, ";");
    if (!code_.constraints.empty())
      out_.line("static constexpr int n_constraints = ", namespace_, "::n_constraints;");
    if (!code_.forces.thrusters.empty())
      out_.line("static constexpr int n_inputs = ", namespace_, "::n_inputs;");
    if (code_.options.described_forces) out_.line("static constexpr bool forces_in_dynamics = true;");
    const auto member = [&](std::string_view type, std::string_view size, std::string_view name) {
      out_.line("static constexpr std::array<", type, ", ", size, "> ", name, " = ", namespace_, "::", name,
                ";");
    };
    member("int", "n_joints", "q_index");
    member("int", "n_joints", "v_index");
    member("std::string_view", "n_joints", "joint_names");
    member("std::string_view", "n_links", "link_names");
    member("romas::JointLimits", "n_joints", "limits");
    if (!safety_.empty()) member("romas::JointSafety", "n_joints", "safety");
    member("double", "n_v", "joint_damping");
    member("double", "n_v", "joint_friction");
    if (!code_.forces.thrusters.empty()) {
      member("std::string_view", "n_inputs", "input_names");
      member("double", "n_inputs", "input_lower");
      member("double", "n_inputs", "input_upper");
    }
    out_.line("using Link = ", namespace_, "::Link;");
    for (const CodeKernel& kernel : code_.kernels)
      if (kernel.subject == Subject::robot) forward(*kernel.function, "", "");
    for (const KernelFunction& function : kernel_functions())
      if (function.of_place && codegen::has_kernel(code_, function, Subject::link))
        forward(function, "Link L, ", "<L>");
    if (!code_.planar_loops.empty()) out_.line("using Independent = ", namespace_, "::Independent;");
    if (!code_.inverse_kinematics.empty()) {
      out_.line("template <Link L>");
      out_.line("using Ik = ", namespace_, "::Ik<L>;");
    }
    out_.outdent();
    out_.line("};");
    out_.line();
  }

  void forward(const KernelFunction& function, std::string_view choice, std::string_view chosen) {
    out_.line("template <", choice, "class S>");
    out_.line("ROMAS_HOST_DEVICE static void ", function.name, "(", parameters(function), ") {");
    out_.line("  ", namespace_, "::", function.name, chosen, "(", arguments(function), ");");
    out_.line("}");
  }

  const Model& model_;
  const CodeModel& code_;
  const DynamicsModel& dynamics_;
  const TargetOptions& options_;
  const cpp::CppDialect dialect_{code_.options.whole_functions};
  std::vector<SafetyBounds> safety_;
  codegen::RobotIdentifiers identifiers_;
  std::string namespace_;
  IndentedWriter out_;
};

}  // namespace

std::string emit_cpp(const Model& model, TargetContext& context) {
  if (context.inputs.kernels == nullptr) return {};
  return HeaderPrinter(model, *context.inputs.kernels, context.options).print();
}

std::vector<OutputFile> emit_header(const Model& model, TargetContext& context) {
  codegen::report_unwritten_name(model, context.inputs.kernels->options.name, context.diagnostics);
  codegen::report_left_out(model, *context.inputs.kernels, codegen::SafetyUse::applied, "the C++ header",
                           context.diagnostics);
  return {{context.inputs.kernels->options.name + ".hpp", emit_cpp(model, context)}};
}

}  // namespace romas
