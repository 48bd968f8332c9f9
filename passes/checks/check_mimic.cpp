// check-mimic: mimic joints of joints that do not move (RM1302), in a cycle (RM1303), or of joints that are
// mimic joints themselves (RM1304), and mimic joints that their leader moves beyond their limits (RM1305). A
// mimic joint's position is multiplier * leader + offset. check-references reports leaders that do not exist.
#include <cmath>
#include <limits>

#include "ir/model/entity.h"
#include "ir/model/joint_fields.h"
#include "passes/checks/listed.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Tolerance for rounded limits, relative to the leader's range.
constexpr double kRangeTolerance = 1e-4;

class MimicChecker {
 public:
  MimicChecker(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), diagnostics_(diagnostics), in_cycle_(model.joints.size(), false) {}
  void run();

 private:
  void find_cycles();
  void report_cycle(JointId first);
  void check(const Joint& joint, bool in_cycle);
  void check_range(const Joint& joint, const Joint& leader);
  JointId leader(JointId joint) const {
    return model_.joint(joint).mimic ? model_.joint(joint).mimic->joint.id : JointId();
  }

  const Model& model_;
  DiagnosticEngine& diagnostics_;
  std::vector<bool> in_cycle_;
};

void MimicChecker::run() {
  find_cycles();
  for (std::size_t i = 0; i < model_.joints.size(); ++i)
    if (moves(model_.joints[i].type) && leader(JointId(i))) check(model_.joints[i], in_cycle_[i]);
}

// Every joint has at most one leader: a walk along leaders ends, meets an earlier walk, or meets itself,
// which is a cycle.
void MimicChecker::find_cycles() {
  std::vector<std::uint32_t> walk_of(model_.joints.size(), 0);
  for (std::size_t start = 0; start < model_.joints.size(); ++start) {
    const auto walk = static_cast<std::uint32_t>(start + 1);
    JointId at(start);
    while (at && walk_of[at.index()] == 0) {
      walk_of[at.index()] = walk;
      at = leader(at);
    }
    if (at && walk_of[at.index()] == walk) report_cycle(at);
  }
}

void MimicChecker::report_cycle(JointId first) {
  std::vector<JointId> cycle = {first};
  for (JointId at = leader(first); at != first; at = leader(at)) cycle.push_back(at);
  for (const JointId id : cycle) in_cycle_[id.index()] = true;
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());

  const Joint& joint = model_.joint(cycle.front());
  std::string path = concat("'", joint.name, "'");
  const std::size_t listed = std::min(cycle.size(), kMaxListed);
  for (std::size_t i = 1; i < listed; ++i) path += concat(" -> '", model_.joint(cycle[i]).name, "'");
  path += concat(cycle.size() > kMaxListed ? " -> … -> '" : " -> '", joint.name, "'");
  auto builder =
      diagnostics_.report(Rule::mimic_cycle, place_or_name(joint.mimic->range, joint),
                          cycle.size() == 1 ? concat("joint '", joint.name, "' mimics itself")
                                            : concat("joints mimic each other in a circle: ", path));
  for (std::size_t i = 1; i < listed; ++i) {
    const Joint& other = model_.joint(cycle[i]);
    builder.note(place_or_name(other.mimic->range, other),
                 concat("joint '", other.name, "' mimics '", other.mimic->joint.name, "'"));
  }
}

void MimicChecker::check(const Joint& joint, bool in_cycle) {
  const Joint& leading = model_.joint(joint.mimic->joint.id);
  const SourceRange place = place_or_name(joint.mimic->range, joint);
  if (!moves(leading.type)) {
    diagnostics_
        .report(Rule::mimic_fixed, place,
                concat("joint '", joint.name, "' mimics joint '", leading.name, "', which is fixed"))
        .note(place_or_name(leading.type_range, leading), concat("joint '", leading.name, "' is here"));
    return;
  }
  if (in_cycle) return;
  if (leading.mimic) {
    diagnostics_
        .report(Rule::mimic_chain, place,
                concat("joint '", joint.name, "' mimics joint '", leading.name, "', which mimics '",
                       leading.mimic->joint.name, "' itself; mimic '", leading.mimic->joint.name,
                       "' directly, many tools follow only one step"))
        .note(place_or_name(leading.mimic->range, leading), "the leader's own mimic is here");
  }
  if (!diagnostics_.in_doubt(joint.range) && !diagnostics_.in_doubt(leading.range))
    check_range(joint, leading);
}

// The range of a joint; infinite where it has no bounds.
struct Range {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

Range range_of(const Joint& joint) {
  const bool bounded = joint.type == JointType::revolute || joint.type == JointType::prismatic;
  if (!bounded || !joint.limit || (!joint.limit->lower && !joint.limit->upper)) return {};
  return {joint.limit->lower.value_or(0).value(), joint.limit->upper.value_or(0).value()};
}

std::string range_text(const Range& range, std::string_view unit) {
  const auto end = [](double value) {
    return std::isfinite(value) ? format_double(value) : concat(value < 0 ? "-" : "", "∞");
  };
  return concat(end(range.lower), " to ", end(range.upper), unit);
}

void MimicChecker::check_range(const Joint& joint, const Joint& leading) {
  const Range own = range_of(joint);
  const Range led = range_of(leading);
  const double multiplier = value_or_default(*joint.mimic, &JointMimic::multiplier);
  const double offset = value_or_default(*joint.mimic, &JointMimic::offset);
  // A leader without bounds is skipped, unless it is continuous.
  if (!std::isfinite(own.upper - own.lower) || own.lower > own.upper || led.lower > led.upper) return;
  if (!std::isfinite(led.upper) && leading.type != JointType::continuous) return;
  const auto follow = [&](double q) { return multiplier == 0 ? offset : multiplier * q + offset; };
  const Range reached = {std::min(follow(led.lower), follow(led.upper)),
                         std::max(follow(led.lower), follow(led.upper))};
  const double slack =
      kRangeTolerance * std::max({own.upper - own.lower, std::abs(own.lower), std::abs(own.upper)});
  if (reached.lower >= own.lower - slack && reached.upper <= own.upper + slack) return;
  const std::string unit = unit_text(Quantity::position, joint.type == JointType::prismatic);
  const std::string leader_unit = unit_text(Quantity::position, leading.type == JointType::prismatic);
  diagnostics_
      .report(Rule::mimic_range, place_or_name(joint.mimic->range, joint),
              concat("joint '", joint.name, "' follows '", leading.name, "' to ", range_text(reached, unit),
                     ", beyond its own limits ", range_text(own, unit)))
      .note(place_or_name(leading.limit ? leading.limit->range : Provenance(), leading),
            concat("joint '", leading.name, "' moves from ", range_text(led, leader_unit)));
}

}  // namespace

void check_mimic(const Model& model, const CheckContext& context) {
  MimicChecker(model, context.diagnostics).run();
}

}  // namespace romas
