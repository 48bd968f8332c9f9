#include "backends/cpp/independent_joints.h"

#include <algorithm>
#include <vector>

#include "support/text/text.h"

namespace romas::cpp {

namespace {

void print_array(std::string_view size, std::string_view name, const std::vector<int>& numbers,
                 IndentedWriter& out) {
  out.line("static constexpr std::array<int, ", size, "> ", name, " = {",
           join(numbers, ", ", [](int number) { return concat(number); }), "};");
}

}  // namespace

void print_independent_joints(const CodeModel& code, IndentedWriter& out) {
  const PlanarLoops& loops = code.planar_loops;
  if (loops.empty()) return;
  const DynamicsModel& dynamics = code.dynamics;
  std::vector<bool> depends_q(static_cast<std::size_t>(dynamics.n_q));
  std::vector<bool> depends_v(static_cast<std::size_t>(dynamics.n_v));
  std::vector<int> dependent_q, dependent_v, loop_of, slides, branch, joints, q_of, v_of;
  for (const PlanarLoops::Dependent& dependent : loops.dependents) {
    const JointVariables& joint = dynamics.joints[dependent.joint];
    depends_q[static_cast<std::size_t>(joint.q)] = depends_v[static_cast<std::size_t>(joint.v)] = true;
    dependent_q.push_back(joint.q);
    dependent_v.push_back(joint.v);
    loop_of.push_back(static_cast<int>(dependent.loop));
    slides.push_back(dependent.slides ? 1 : 0);
  }
  for (const PlanarLoops::Loop& loop : loops.loops) branch.push_back(loop.branch);
  for (int k = 0; k < dynamics.n_q; ++k)
    if (!depends_q[static_cast<std::size_t>(k)]) q_of.push_back(k);
  for (int k = 0; k < dynamics.n_v; ++k)
    if (!depends_v[static_cast<std::size_t>(k)]) v_of.push_back(k);
  for (std::size_t i = 0; i < dynamics.joints.size(); ++i)
    if (!depends_q[static_cast<std::size_t>(dynamics.joints[i].q)]) joints.push_back(static_cast<int>(i));

  out.line(
      "// Joints that move by themselves, and those that loops hold (see <romas/independent_joints.hpp>).");
  out.line("struct Independent {");
  out.indent();
  out.line("static constexpr int n_joints = ", joints.size(), ";");
  out.line("static constexpr int n_q = ", q_of.size(), ";");
  out.line("static constexpr int n_v = ", v_of.size(), ";");
  out.line("static constexpr int n_dependent = ", dependent_q.size(), ";");
  out.line("static constexpr int n_loops = ", branch.size(), ";");
  out.line("// Of the robot's joints and variables, those that move by themselves");
  print_array("n_joints", "joints", joints, out);
  print_array("n_q", "q_of", q_of, out);
  print_array("n_v", "v_of", v_of, out);
  out.line("// The others, each held by one loop");
  print_array("n_dependent", "dependent_q", dependent_q, out);
  print_array("n_dependent", "dependent_v", dependent_v, out);
  print_array("n_dependent", "loop_of", loop_of, out);
  out.line("static constexpr std::array<bool, n_dependent> slides = {",
           join(slides, ", ", [](int slide) { return slide != 0 ? "true" : "false"; }), "};");
  out.line("// Where the description has the loops closed");
  print_array("n_loops", "branch", branch, out);
  out.outdent();
  out.line("};");
  out.line();
}

}  // namespace romas::cpp
