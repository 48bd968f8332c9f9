#include "backends/cpp/closed_form.h"

#include <algorithm>

#include "backends/code/kernel_printer.h"
#include "support/text/text.h"

namespace romas::cpp {

namespace {

using codegen::KernelPrinter;

class SolverPrinter {
 public:
  SolverPrinter(const Model& model, const CodeModel& code, const codegen::RobotIdentifiers& identifiers,
                std::string_view name_space, IndentedWriter& out)
      : model_(model), code_(code), identifiers_(identifiers), namespace_(name_space), out_(out) {}

  void print() {
    out_.line("// Inverse kinematics in closed form (see <romas/closed_form_ik.hpp>).");
    out_.line("template <Link L>");
    out_.line("struct Ik;");
    for (const ClosedFormIk& ik : code_.inverse_kinematics) print(ik);
    out_.line(
        "// All positions of the chain's joints at which link L has the pose. free: of joints that the pose "
        "leaves free.");
    out_.line("template <Link L, class S>");
    out_.line(
        "inline romas::ClosedFormSolutions<S, Ik<L>::n, Ik<L>::most> ik(const S* pose, const S* free = "
        "nullptr) {");
    out_.line("  return romas::closed_form_solutions<Ik<L>>(pose, free);");
    out_.line("}");
    out_.line();
  }

 private:
  const JointVariables& joint(std::size_t i) const { return code_.dynamics.joints[i]; }
  std::string quoted(std::size_t i) const { return concat("'", model_.joint(joint(i).joint).name, "'"); }

  void print(const ClosedFormIk& ik) {
    const auto link = static_cast<std::size_t>(ik.link);
    out_.line("// Of '", model_.link(code_.dynamics.link_order[link]).name, "': ", ik.structure, "; at most ",
              std::size_t{1} << ik.signs, ik.signs == 0 ? " solution" : " solutions",
              ik.free.empty()
                  ? ""
                  : concat("; given: ", join(ik.free, ", ", [&](std::size_t i) { return quoted(i); })),
              ".");
    out_.line("template <>");
    out_.line("struct Ik<Link::", identifiers_.links[link], "> {");
    out_.indent();
    print_constants(ik);
    if (ik.six_revolute)
      print_problem(ik);
    else
      print_solve(ik);
    print_free(ik);
    out_.outdent();
    out_.line("};");
    out_.line();
  }

  void print_constants(const ClosedFormIk& ik) {
    out_.line("static constexpr int n = ", ik.chain.size(), ";  // joints of the chain");
    out_.line("static constexpr int n_free = ", ik.swivel ? 1 : ik.free.size(), ";");
    out_.line("static constexpr bool six_revolute = ", ik.six_revolute ? "true" : "false", ";");
    if (!ik.six_revolute) {
      out_.line("static constexpr int n_signs = ", ik.signs, ";");
      out_.line("static constexpr int n_rooms = ", ik.kernel.outputs.back().elements.size(), ";");
    }
    out_.line("static constexpr int most = ", std::size_t{1} << ik.signs, ";");
    out_.line("static constexpr bool whole_pose = ", ik.whole_pose ? "true" : "false", ";");
    const auto array = [&](std::string_view size, std::string_view name, const std::string& values) {
      out_.line("static constexpr std::array<int, ", size, "> ", name, " = {", values, "};");
    };
    array("n", "q_index", join(ik.chain, ", ", [&](std::size_t i) { return concat(joint(i).q); }));
    out_.line("static constexpr std::array<bool, n> slides = {",
              join(ik.slides, ", ", [](bool slides) { return slides ? "true" : "false"; }), "};");
    const auto in_chain = [&](std::size_t i) {
      return concat(std::find(ik.chain.begin(), ik.chain.end(), i) - ik.chain.begin());
    };
    array("n_free", "free", ik.swivel ? "-1" : join(ik.free, ", ", in_chain));
    out_.line("static constexpr std::array<romas::JointLimits, n> limits = {",
              join(ik.chain, ", ", [&](std::size_t i) { return concat(namespace_, "::limits[", i, "]"); }),
              "};");
  }

  void print_solve(const ClosedFormIk& ik) {
    out_.line("template <class S>");
    out_.line(
        "static void solve(const S* pose, const S* given, const S* sign, S* sine, S* cosine, S* room) {");
    out_.line("  detail::", ik.kernel.name, "(pose, given, sign, sine, cosine, room);");
    out_.line("}");
  }

  void print_problem(const ClosedFormIk& ik) {
    out_.line("static constexpr std::array<int, 6> turning = {", codegen::places_of_turns(ik), "};");
    out_.line("static constexpr int first = ", ik.first, ";");
    out_.line("template <class S>");
    out_.line("static void problem(const S* pose, const S* given, S* axes, S* motion) {");
    out_.line("  detail::", ik.kernel.name, "(pose, given, axes, motion);");
    out_.line("}");
  }

  void print_free(const ClosedFormIk& ik) {
    out_.line("template <class S>");
    out_.line("static void free_of(const S* q, S* given) {");
    if (ik.swivel) {
      out_.line("  using std::atan2;");
      out_.line("  S sine[1], cosine[1];");
      out_.line("  detail::", ik.swivel_of.name, "(q, sine, cosine);");
      out_.line("  given[0] = atan2(sine[0], cosine[0]);");
    } else if (ik.free.empty()) {
      out_.line("  static_cast<void>(q), static_cast<void>(given);");
    }
    for (std::size_t k = 0; k < ik.free.size(); ++k)
      out_.line("  given[", k, "] = q[", joint(ik.free[k]).q, "];");
    out_.line("}");
  }

  const Model& model_;
  const CodeModel& code_;
  const codegen::RobotIdentifiers& identifiers_;
  std::string_view namespace_;
  IndentedWriter& out_;
};

}  // namespace

void print_closed_form_kernels(const CodeModel& code, const codegen::RobotIdentifiers& identifiers,
                               const CppDialect& dialect, IndentedWriter& out) {
  for (const ClosedFormIk& ik : code.inverse_kinematics) {
    out.line("// ", ik.structure, ": ", codegen::operation_counts(ik.kernel));
    KernelPrinter(ik.kernel, identifiers.joints, dialect, out).print(ik.kernel.name);
    out.line();
    if (!ik.swivel) continue;
    KernelPrinter(ik.swivel_of, identifiers.joints, dialect, out).print(ik.swivel_of.name);
    out.line();
  }
}

void print_closed_form_solvers(const Model& model, const CodeModel& code,
                               const codegen::RobotIdentifiers& identifiers, std::string_view name_space,
                               IndentedWriter& out) {
  if (!code.inverse_kinematics.empty()) SolverPrinter(model, code, identifiers, name_space, out).print();
}

}  // namespace romas::cpp
