#include "backends/javascript/ik_javascript.h"

#include <algorithm>
#include <cmath>

#include "backends/javascript/kernel_javascript.h"
#include "ir/analysis/tree/mimic.h"
#include "ir/model/entity.h"
#include "support/bytes/embedded.h"
#include "support/text/escape.h"
#include "support/text/template.h"
#include "support/text/text.h"

namespace romas {

namespace {

class IkJavascript {
 public:
  IkJavascript(const Model& model, const CodeModel& code, IndentedWriter& out)
      : model_(model), code_(code), out_(out) {}

  void print() {
    for (const ClosedFormIk& ik : code_.inverse_kinematics) {
      print_javascript(ik.kernel, ik.kernel.name, out_);
      if (ik.swivel) print_javascript(ik.swivel_of, ik.swivel_of.name, out_);
    }
    out_.line();
    out_.line(
        "// By the name of each link: joints of its chain, and where they are in q; joints whose positions");
    out_.line(
        "// are given (\"swivel\": the angle of the elbow); how many solutions there are at most. Arms of "
        "few");
    out_.line("// joints reach a part of all poses (whole_pose), which `structure` tells.");
    out_.line("export const closed_forms = {");
    out_.indent();
    // A link may have any name, also "__proto__".
    out_.line("__proto__: null,");
    for (const ClosedFormIk& ik : code_.inverse_kinematics) print(ik);
    out_.outdent();
    out_.line("};");
    out_.line();
    out_.raw(embedded_file(embedded_javascript_templates(), "ik.js.in").text);
  }

 private:
  const JointVariables& joint(std::size_t i) const { return code_.dynamics.joints[i]; }
  std::string name(std::size_t i) const { return js_string(model_.joint(joint(i).joint).name); }

  static std::string number(double value) {
    if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
    return format_double(value == 0 ? 0 : value);
  }

  template <class Row>
  void field(std::string_view key, const std::vector<std::size_t>& of, const Row& row) {
    out_.line(key, ": [", join(of, ", ", row), "],");
  }

  void print(const ClosedFormIk& ik) {
    const LinkId link = code_.dynamics.link_order[static_cast<std::size_t>(ik.link)];
    out_.line("[", js_string(model_.link(link).name), "]: {");
    out_.indent();
    out_.line("structure: ", js_string(ik.structure), ",");
    field("joints", ik.chain, [&](std::size_t i) { return name(i); });
    field("q_index", ik.chain, [&](std::size_t i) { return concat(joint(i).q); });
    if (ik.swivel)
      out_.line("given: [\"swivel\"],");
    else
      field("given", ik.free, [&](std::size_t i) { return name(i); });
    out_.line("most: ", std::size_t{1} << ik.signs, ",");
    out_.line("whole_pose: ", ik.whole_pose ? "true" : "false", ",");
    out_.line("n_signs: ", ik.signs, ",");
    out_.line("n_rooms: ", ik.kernel.outputs.back().elements.size(), ",");
    out_.line("slides: [", join(ik.slides, ", ", [](bool slides) { return slides ? "true" : "false"; }),
              "],");
    out_.line("// Of each joint: the place among the given values that is its position; -1: it is computed.");
    field("places", ik.chain, [&](std::size_t i) {
      const auto found = std::find(ik.free.begin(), ik.free.end(), i);
      return concat(found == ik.free.end() ? -1 : static_cast<int>(found - ik.free.begin()));
    });
    field("limits", ik.chain, [&](std::size_t i) {
      return concat("[", number(joint(i).lower), ", ", number(joint(i).upper), "]");
    });
    out_.line("solve: ", ik.kernel.name, ",");
    print_given_of(ik);
    out_.outdent();
    out_.line("},");
  }

  void print_given_of(const ClosedFormIk& ik) {
    if (!ik.swivel) {
      out_.line("given_of: (q) => [",
                join(ik.free, ", ", [&](std::size_t i) { return concat("q[", joint(i).q, "]"); }), "],");
      return;
    }
    out_.line("given_of: (q) => {");
    out_.line("  const sine = [0], cosine = [0];");
    out_.line("  ", ik.swivel_of.name, "(q, sine, cosine);");
    out_.line("  return [Math.atan2(sine[0], cosine[0])];");
    out_.line("},");
  }

  const Model& model_;
  const CodeModel& code_;
  IndentedWriter& out_;
};

}  // namespace

void print_ik_javascript(const Model& model, const CodeModel& code, DiagnosticEngine& diagnostics,
                         IndentedWriter& out) {
  for (const ClosedFormIk& ik : code.inverse_kinematics)
    for (const std::size_t i : ik.chain) {
      const Joint& joint = model.joint(code.dynamics.joints[i].joint);
      if (!followed_by(model, code.dynamics.joints[i].joint)) continue;
      const Link& link = model.link(code.dynamics.link_order[static_cast<std::size_t>(ik.link)]);
      diagnostics.report(
          Rule::ik_structure, name_place(link),
          concat("the inverse kinematics of link '", link.name, "' has no known closed form: joint '",
                 joint.name, "' follows another one; name a link before it with --tip"));
      return;
    }
  IkJavascript(model, code, out).print();
}

}  // namespace romas
