// --emit=cpp: one header with the kinematics and dynamics of one robot (docs/generated-code.md).
#include <algorithm>
#include <cmath>
#include <set>

#include "backends/cpp/enumerators.h"
#include "backends/cpp/kernel_printer.h"
#include "backends/cpp/preamble.h"
#include "backends/cpp/signatures.h"
#include "backends/target.h"
#include "support/c_names.h"
#include "support/escape.h"
#include "support/text.h"

namespace romas {

namespace {

using cpp::arguments;
using cpp::KernelPrinter;
using cpp::parameters;

std::string number(double value) {
  if (std::isinf(value))
    return value < 0 ? "-std::numeric_limits<double>::infinity()" : "std::numeric_limits<double>::infinity()";
  return format_double(value == 0 ? 0 : value);
}

class HeaderPrinter {
 public:
  HeaderPrinter(const Model& model, const CodeModel& code, const TargetOptions& options)
      : model_(model), code_(code), dynamics_(code.dynamics), options_(options) {
    std::vector<std::string> names;
    for (const LinkId link : dynamics_.link_order) names.push_back(model.link(link).name);
    links_ = cpp::enumerators(names);
    names.clear();
    for (const Frame& frame : model.frames) names.push_back(frame.name);
    frames_ = cpp::enumerators(names);
    names.clear();
    for (const Joint& joint : model.joints) names.push_back(make_identifier(joint.name));
    joints_ = cpp::enumerators(names);
  }

  std::string print() {
    print_banner();
    cpp::print_preamble(code_.options, out_);
    open_namespaces();
    print_sizes();
    print_tables();
    print_kernels();
    for (const CodeKernel& kernel : code_.kernels)
      if (kernel.subject == Subject::robot) print_function(*kernel.function);
    print_selected(Subject::link, "Link", links_);
    print_selected(Subject::frame, "Frame", frames_);
    print_robot();
    close_namespaces();
    return out_.take();
  }

 private:
  bool has(const KernelFunction& function, Subject subject) const {
    return std::any_of(code_.kernels.begin(), code_.kernels.end(),
                       [&](const CodeKernel& k) { return k.function == &function && k.subject == subject; });
  }

  void print_banner() {
    const CodeOptions& options = code_.options;
    out_.line("// Kinematics and dynamics of robot '", c_comment(model_.name), "'.");
    out_.line("// ", options_.banner, "; do not edit.");
    std::string said = concat("-O", options.optimization, " --snap-angles=", options.snap_tolerance);
    if (options.floating_base) said += " --floating-base";
    if (options.independent_mimics) said += " --mimic=independent";
    if (options.armature) said += " --armature";
    if (options.precision != "double") said += concat(" --precision=", options.precision);
    if (!options.kernels.empty()) said += concat(" --kernels=", join(options.kernels, ",", kernel_kind_name));
    if (!options.derivatives.empty())
      said +=
          concat(" --differentiate=", join(options.derivatives, ",", [](const DerivativeRequest& request) {
                   return concat(request.function, "/", request.input);
                 }));
    out_.line("// Options: ", said);
    out_.line("// Gravity: ", dynamics_.gravity.x(), ", ", dynamics_.gravity.y(), ", ", dynamics_.gravity.z(),
              " m/s^2 in {W}");
    if (dynamics_.snapped_angles != 0)
      out_.line("// ", dynamics_.snapped_angles, " constant angle",
                dynamics_.snapped_angles == 1 ? " was" : "s were",
                " read as multiples of 90 degrees, changed by at most ", dynamics_.largest_snap, " rad.");
    for (const CodeKernel& kernel : code_.kernels)
      if (kernel.subject == Subject::robot) out_.line("// ", kernel.kernel.name, ": ", counts(kernel.kernel));
    for (const std::string& remark : code_.remarks) out_.line("// ", remark);
    for (std::size_t k = 0; k < code_.base_parameters.size(); ++k)
      out_.line("//   beta[", k, "] = ", c_comment(code_.base_parameters[k]));
    out_.line("//");
    out_.line("// Units: m, rad, kg, s, N, N m. {W} is ",
              dynamics_.floating_base ? "the world." : "the frame of the root link.");
    out_.line(
        "// S: double, float, or a type made from double with + - * / and sin and cos found by its "
        "arguments.");
    out_.line("// Out: what takes out[k] = S in place of an S*, such as romas::StridedOutput for batches.");
  }

  static std::string counts(const Kernel& kernel) {
    const OpCounts counts = count_operations(kernel);
    return concat(counts.total(), " operations (", counts.multiplications(), " multiplications, ",
                  counts.additions(), " additions)");
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
    if (!code_.inertial_parameters.empty())
      out_.line("inline constexpr int n_parameters = ", code_.inertial_parameters.size(),
                ";  // of the masses of all moving links");
    if (!code_.base_parameters.empty())
      out_.line("inline constexpr int n_base_parameters = ", code_.base_parameters.size(),
                ";  // that torques tell of");
    out_.line();
  }

  template <class Rows, class Text>
  void print_array(std::string_view type, std::string_view size, std::string_view name, const Rows& rows,
                   const Text& text) {
    std::string line = concat("inline constexpr std::array<", type, ", ", size, "> ", name, " = {");
    const bool nested = type == "romas::JointLimits" && !rows.empty();
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
    print_array("double", "n_v", "joint_damping", resistance(true), number);
    print_array("double", "n_v", "joint_friction", resistance(false), number);
    if (!code_.inertial_parameters.empty()) {
      out_.line(
          "// Of each moving link: m, m c, Ixx, Ixy, Iyy, Ixz, Iyz, Izz about its origin (kg, kg m, kg m^2)");
      print_array("double", "n_parameters", "inertial_parameters", code_.inertial_parameters, number);
    }
    print_array("std::string_view", "n_links", "link_names", dynamics_.link_order,
                [&](LinkId link) { return c_string(model_.link(link).name); });
    out_.line();
    print_enum("Link", links_);
    if (!frames_.empty()) print_enum("Frame", frames_);
  }

  // Damping or friction of each velocity variable, its followers' included.
  std::vector<double> resistance(bool damping) const {
    std::vector<double> result(static_cast<std::size_t>(dynamics_.n_v), 0.0);
    JointId last;
    for (const Body& body : dynamics_.bodies) {
      if (!body.joint) continue;
      const Joint& joint = model_.joint(body.joint);
      if (!joint.dynamics || body.joint == last) continue;
      last = body.joint;
      const std::vector<Number>& given = damping ? joint.dynamics->damping : joint.dynamics->friction;
      for (int k = 0; k < dof(joint.type) && !given.empty(); ++k) {
        const double value = given[std::min(static_cast<std::size_t>(k), given.size() - 1)].value();
        const double rate = std::abs(body.multiplier);
        result[static_cast<std::size_t>(body.v) + static_cast<std::size_t>(k)] +=
            damping ? rate * rate * value : rate * value;
      }
    }
    return result;
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
    out_.line(
        "// Values have the names of what they are at a joint: w_… angular velocity, dw_… angular "
        "acceleration, a_… acceleration of the origin");
    out_.line(
        "// (gravity in it), f_… and n_… force and moment, h_… and S_… first and second mass moments of all "
        "that the joint carries, R_… and p_…");
    out_.line("// pose in {W}; the dynamics in frames that save operations. t…: what lies between.");
    out_.line("namespace detail {");
    out_.line();
    for (const CodeKernel& kernel : code_.kernels) {
      if (kernel.subject == Subject::link)
        out_.line("// of ",
                  c_comment(model_.link(dynamics_.link_order[static_cast<std::size_t>(kernel.index)]).name));
      if (kernel.subject == Subject::frame)
        out_.line("// of ", c_comment(model_.frames[static_cast<std::size_t>(kernel.index)].name));
      out_.line("// ", counts(kernel.kernel));
      KernelPrinter(kernel.kernel, joints_, out_).print(kernel.kernel.name);
      out_.line();
    }
    out_.line("}  // namespace detail");
    out_.line();
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
      if (!function.of_place || !has(function, subject)) continue;
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
    const auto member = [&](std::string_view type, std::string_view size, std::string_view name) {
      out_.line("static constexpr std::array<", type, ", ", size, "> ", name, " = ", namespace_, "::", name,
                ";");
    };
    member("int", "n_joints", "q_index");
    member("int", "n_joints", "v_index");
    member("std::string_view", "n_joints", "joint_names");
    member("std::string_view", "n_links", "link_names");
    member("romas::JointLimits", "n_joints", "limits");
    member("double", "n_v", "joint_damping");
    member("double", "n_v", "joint_friction");
    out_.line("using Link = ", namespace_, "::Link;");
    for (const CodeKernel& kernel : code_.kernels)
      if (kernel.subject == Subject::robot) forward(*kernel.function, "", "");
    for (const KernelFunction& function : kernel_functions())
      if (function.of_place && has(function, Subject::link)) forward(function, "Link L, ", "<L>");
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
  std::vector<std::string> links_, frames_, joints_;
  std::string namespace_;
  IndentedWriter out_;
};

}  // namespace

std::string emit_cpp(const Model& model, TargetContext& context) {
  if (context.inputs.kernels == nullptr) return {};
  return HeaderPrinter(model, *context.inputs.kernels, context.options).print();
}

std::vector<OutputFile> emit_header(const Model& model, TargetContext& context) {
  return {{context.inputs.kernels->options.name + ".hpp", emit_cpp(model, context)}};
}

}  // namespace romas
