// --emit=js: forward kinematics of one robot as a JavaScript module, and on request inverse kinematics in
// closed form, without anything that it would import.
#include <algorithm>

#include "backends/code/left_out.h"
#include "backends/javascript/ik_javascript.h"
#include "backends/javascript/kernel_javascript.h"
#include "backends/target.h"
#include "ir/analysis/tree/mimic.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

class ModulePrinter {
 public:
  ModulePrinter(const Model& model, const CodeModel& code, TargetContext& context)
      : model_(model), dynamics_(code.dynamics), code_(code), context_(context) {}

  std::string print() {
    // In HTML a script ends where it names its end, also in a comment.
    out_.line(code_.inverse_kinematics.empty() ? "// Forward kinematics" : "// Kinematics", " of robot ",
              js_string(one_line(model_.name)), ".");
    out_.line("// ", context_.options.banner, "; do not edit.");
    out_.line("// Units: m, rad. Ball and floating joints have quaternions x y z w.");
    out_.line();
    out_.line("// Position variables, of all joints that move.");
    out_.line("export const n_q = ", dynamics_.n_q, ";");
    print_list("joint_names", dynamics_.joints,
               [&](const JointVariables& row) { return js_string(model_.joint(row.joint).name); });
    out_.line("// The first position variable of each of them.");
    print_list("q_index", dynamics_.joints, [](const JointVariables& row) { return concat(row.q); });
    print_list("link_names", dynamics_.link_order,
               [&](LinkId link) { return js_string(model_.link(link).name); });
    out_.line();
    for (const CodeKernel& kernel : code_.kernels)
      if (kernel.function->kind == KernelKind::fk && kernel.subject == Subject::robot)
        print_javascript(kernel.kernel, "forward_kinematics", out_);
    out_.line();
    print_followers();
    out_.line("// Writes twelve numbers for each link, in the order of link_names: its pose in the frame of");
    out_.line("// the root link, as the rows of [R | p]. Of joints that follow others, q is not asked.");
    out_.line("export function link_poses(q, poses) {");
    out_.line("  forward_kinematics(followed(q), poses);");
    out_.line("}");
    if (!code_.inverse_kinematics.empty()) {
      out_.line();
      print_ik_javascript(model_, code_, context_.diagnostics, out_);
    }
    return out_.take();
  }

 private:
  template <class Rows, class Text>
  void print_list(std::string_view name, const Rows& rows, const Text& text) {
    out_.line("export const ", name, " = [", join(rows, ", ", text), "];");
  }

  int q_of(JointId joint) const {
    const auto row = std::find_if(dynamics_.joints.begin(), dynamics_.joints.end(),
                                  [&](const JointVariables& each) { return each.joint == joint; });
    return row == dynamics_.joints.end() ? -1 : row->q;
  }

  void print_followers() {
    out_.line("// q with what joints that follow others make of it.");
    out_.line("function followed(q) {");
    out_.line("  const all = Float64Array.from(q);");
    for (const JointVariables& row : dynamics_.joints) {
      const auto relation = followed_by(model_, row.joint);
      const int leader = relation ? q_of(relation->leader) : -1;
      if (leader < 0) continue;
      out_.line("  all[", row.q, "] = ", format_double(relation->multiplier), " * all[", leader, "] + ",
                relation->offset < 0 ? concat("(", format_double(relation->offset), ")")
                                     : format_double(relation->offset),
                ";");
    }
    out_.line("  return all;");
    out_.line("}");
    out_.line();
  }

  const Model& model_;
  const DynamicsModel& dynamics_;
  const CodeModel& code_;
  TargetContext& context_;
  IndentedWriter out_;
};

}  // namespace

std::string emit_js(const Model& model, TargetContext& context) {
  if (context.inputs.kernels == nullptr) return {};
  codegen::report_left_out(model, *context.inputs.kernels, codegen::SafetyUse::left_out,
                           "the JavaScript module", context.diagnostics);
  return ModulePrinter(model, *context.inputs.kernels, context).print();
}

std::optional<CodeOptions> js_kernels(const CodeOptions& asked, const TargetOptions&) {
  CodeOptions options = asked;
  const bool solves = asked.names(KernelKind::ik);
  options.kernels = {KernelKind::fk};
  if (solves) options.kernels.push_back(KernelKind::ik);
  options.ik_by_eigenvalues = false;
  options.one_by_one = false;
  options.floating_base = false;
  options.independent_mimics = true;  // the module has what they follow in a function of its own
  // Angles that are rounded hide the structure that formulas need.
  if (!solves) options.snap_tolerance = 0;
  options.optimization = std::min(asked.optimization, 1);
  return options;
}

}  // namespace romas
