#include "passes/kernel/loops/close_loops.h"

#include <algorithm>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/loops/closed_positions.h"
#include "support/text/text.h"

namespace romas::lowering {

namespace {

const LoopJoint& loop_of(const Model& model, const DynamicsModel& dynamics, const ForbiddenMotion& motion) {
  return model.loop_joints[dynamics.closures[motion.closure].loop];
}

std::string text_of(const Model& model, const DynamicsModel& dynamics, const ForbiddenMotion& motion) {
  constexpr std::string_view kAxes = "xyz";
  return concat(motion.rotation ? "rotation about " : "displacement along ",
                kAxes.substr(static_cast<std::size_t>(motion.axis), 1), " at loop joint '",
                loop_of(model, dynamics, motion).name, motion.rotation ? "' (rad)" : "' (m)");
}

void report_open(const Model& model, const DynamicsModel& dynamics, const ForbiddenMotion& worst,
                 const ClosedPositions& closed, DiagnosticEngine& diagnostics) {
  const LoopJoint& loop = loop_of(model, dynamics, worst);
  const std::string message =
      closed.positions.empty()
          ? concat("no position closes the loops of robot '", model.name, "': at best ", closed.gap,
                   worst.rotation ? " rad" : " m", " are left at loop joint '", loop.name,
                   "'; the lengths of its links do not fit together, or its frames are misplaced")
          : concat("the loops of robot '", model.name,
                   "' close only beyond the limits of its joints; the limits of joints on the way to loop "
                   "joint '",
                   loop.name, "' are too narrow");
  diagnostics.report(Rule::loop_unclosed, loop.range, message);
}

// The motions that the loops forbid, and positions at which the loops are closed.
struct LoopSearch {
  std::vector<ForbiddenMotion> motions;
  Kernel jacobian;
  ClosedPositions closed;

  LoopSearch(const DynamicsModel& dynamics, std::vector<ForbiddenMotion> forbidden)
      : motions(std::move(forbidden)) {
    const Kernel all = simplified(lower_constraint(dynamics, motions));
    jacobian = simplified(lower_constraint_jacobian(dynamics, all));
    closed = find_closed_positions(dynamics, all, jacobian);
  }
  void report(const Model& model, const DynamicsModel& dynamics, DiagnosticEngine& diagnostics) const {
    if (closed.positions.empty() || !closed.within_limits)
      report_open(model, dynamics, motions[closed.open], closed, diagnostics);
  }
};

}  // namespace

void report_unclosed_loops(const Model& model, const DynamicsModel& dynamics, DiagnosticEngine& diagnostics) {
  constexpr std::size_t kMostElements = 2000;  // of the constraint's Jacobian
  std::vector<ForbiddenMotion> motions = forbidden_motions(dynamics);
  if (motions.empty() || motions.size() * static_cast<std::size_t>(dynamics.n_v) > kMostElements) return;
  LoopSearch(dynamics, std::move(motions)).report(model, dynamics, diagnostics);
}

Kernel close_loops(const Model& model, CodeModel& code, DiagnosticEngine& diagnostics) {
  const DynamicsModel& dynamics = code.dynamics;
  std::vector<ForbiddenMotion> motions = forbidden_motions(dynamics);
  if (motions.empty()) return {};
  const std::size_t count = motions.size();
  const LoopSearch search(dynamics, std::move(motions));
  search.report(model, dynamics, diagnostics);
  motions = independent_motions(dynamics, search.motions, search.jacobian, search.closed.positions);
  code.remarks.push_back(concat("loops: ", motions.size(), " of ", count,
                                " motions that loop joints forbid; the others follow from these"));
  if (motions.empty()) return {};
  for (const ForbiddenMotion& motion : motions) code.constraints.push_back(text_of(model, dynamics, motion));
  return simplified(lower_constraint(dynamics, motions));
}

}  // namespace romas::lowering
