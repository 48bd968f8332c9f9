// Sections of the report about the whole robot: its joints, the torques that gravity asks of them, and its
// postures.
#include <algorithm>
#include <cmath>

#include "backends/report/pictures.h"
#include "backends/report/words.h"
#include "ir/analysis/motion/placeholder_limits.h"
#include "ir/analysis/motion/safety_bounds.h"
#include "ir/analysis/tree/mimic.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::report {

namespace {

const JointVariables* variables_of(const RobotFigures& figures, JointId joint) {
  const auto row = std::ranges::find(figures.dynamics.joints, joint, &JointVariables::joint);
  return row == figures.dynamics.joints.end() ? nullptr : &*row;
}

double mass_of(const Model& model) {
  double mass = 0;
  for (const Link& link : model.links)
    if (link.inertial) mass += link.inertial->mass.value();
  return mass;
}

std::string facts(const RobotReport& report) {
  const RobotFigures& figures = report.figures;
  std::string text = concat(plural(static_cast<std::size_t>(figures.dynamics.n_v), "degree"), " of freedom, ",
                            plural(report.model.links.size(), "link"), ", ", figure(mass_of(report.model)),
                            " kg. Gravity: ", vector_words(report.gravity), " m/s² in the frame of the root");
  std::vector<std::string> roots;
  for (const LinkId root : figures.tree.roots()) roots.push_back(one_line(report.model.link(root).name));
  if (roots.size() == 1) text += concat(" ", roots.front());
  return text +
         ". Postures were searched within the limits: what is called largest or least was found, and "
         "something larger may exist.";
}

// Returns the parts that the figures leave out, a sentence each.
std::vector<std::string> remarks(const RobotReport& report) {
  const RobotFigures& figures = report.figures;
  std::vector<std::string> texts;
  if (figures.dynamics.bodies.size() > kMostMeasuredBodies)
    texts.push_back(concat("The robot has more than ", kMostMeasuredBodies,
                           " moving bodies; no postures were searched."));
  if (figures.tree.roots().size() > 1)
    texts.push_back(concat("The model has ", figures.tree.roots().size(), " roots; each counts as held."));
  else if (!figures.stands)
    texts.push_back(
        "Nothing says that the robot stands on its root. The figures hold while the root is held; legs that "
        "stand on the ground carry other loads.");
  if (!report.model.loop_joints.empty())
    texts.push_back(
        concat("Loops are not closed here (", plural(report.model.loop_joints.size(), "loop joint"),
               "): reach is that of the open tree, which is too large, and loads of joints do not "
               "follow from it."));
  if (!report.model.force_elements.empty())
    texts.push_back("Springs, thrusters or wings share the loads of joints, which are left out.");
  std::vector<std::string> held, turning;
  for (const JointVariables& row : figures.dynamics.joints) {
    const std::string name = one_line(report.model.joint(row.joint).name);
    const Travel travel = figures.ranges[static_cast<std::size_t>(row.q)].travel;
    if (travel == Travel::held) held.push_back(name);
    if (travel == Travel::whole_turn && report.model.joint(row.joint).type != JointType::continuous)
      turning.push_back(name);
  }
  if (!held.empty())
    texts.push_back(
        concat("Held where they stand, because nothing says how far they go, or they have no room, or "
               "several variables at once: ",
               join(held, ", "), "."));
  if (!turning.empty())
    texts.push_back(concat("Taken once around, as no limit is narrower: ", join(turning, ", "), "."));
  return texts;
}

std::string limits_words(const Joint& joint, const JointVariables& row) {
  const bool slides = joint.type == JointType::prismatic;
  if (joint.type == JointType::continuous) return "once around";
  if (row.n_v > 1) return "-";
  const double farthest = slides ? kFarthestSlide : kFarthestTurn;
  const bool below = std::abs(row.lower) < farthest, above = std::abs(row.upper) < farthest;
  if (!below && !above) return "none";
  if (!below) return concat("up to ", position_words(row.upper, slides));
  if (!above) return concat("from ", position_words(row.lower, slides));
  return concat(position_words(row.lower, slides), " to ", position_words(row.upper, slides));
}

std::string velocity_words(double velocity, bool slides) {
  if (!std::isfinite(velocity)) return "none";
  return concat(slides ? metres(velocity) : position_words(velocity, false), "/s");
}

// The limits that count as none because of their size, as they are written, each once. Empty if there is
// none.
std::string placeholders(const RobotReport& report) {
  std::vector<std::string> written;
  for (const JointId id : report.figures.tree.joint_order()) {
    const Joint& joint = report.model.joint(id);
    if (!joint.limit || dof(joint.type) == 0) continue;
    const bool slides = joint.type == JointType::prismatic;
    const auto add = [&](const std::optional<Number>& limit, double most, std::string_view unit) {
      if (!limit || !std::isfinite(limit->value()) || std::abs(limit->value()) < most) return;
      std::string text = concat(limit->text(), unit);
      if (std::ranges::find(written, text) == written.end()) written.push_back(std::move(text));
    };
    add(joint.limit->lower, slides ? kFarthestSlide : kFarthestTurn, slides ? " m" : " rad");
    add(joint.limit->upper, slides ? kFarthestSlide : kFarthestTurn, slides ? " m" : " rad");
    add(joint.limit->velocity, kFastest, slides ? " m/s" : " rad/s");
    add(joint.limit->effort, kStrongest, slides ? " N" : " N m");
  }
  if (written.empty()) return {};
  return concat("Written as ", join(written, ", "), ": limits of that size stand where none is known.");
}

// Safety controllers and reference switches of the joints that have them.
void add_safety(const RobotReport& report, Section& section) {
  Table table{{"joint", "soft limits", "k_position", "k_velocity", "reference switch"}, {}};
  for (const JointId id : report.figures.tree.joint_order()) {
    const Joint& joint = report.model.joint(id);
    const std::optional<SafetyBounds> safety = safety_bounds(joint);
    if (!safety && !(joint.calibration && dof(joint.type) > 0)) continue;
    const bool slides = joint.type == JointType::prismatic;
    std::vector<std::string> row{one_line(joint.name), "-", "-", "-", "-"};
    if (safety && safety->k_position > 0) {
      row[1] = concat(position_words(safety->soft_lower, slides), " to ",
                      position_words(safety->soft_upper, slides));
      row[2] = concat(figure(safety->k_position), " /s");
    }
    if (safety && safety->k_velocity > 0)
      row[3] = concat(figure(safety->k_velocity), slides ? " N s/m" : " N m s/rad");
    if (joint.calibration) {
      std::vector<std::string> edges;
      const auto add = [&](std::string_view what, const std::optional<Number>& at) {
        if (at) edges.push_back(concat(what, position_words(at->value(), slides)));
      };
      add("at ", joint.calibration->reference_position);
      add("rises at ", joint.calibration->rising);
      add("falls at ", joint.calibration->falling);
      row[4] = join(edges, ", ");
    }
    table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) section.parts.emplace_back(std::move(table));
}

Section joints_section(const RobotReport& report) {
  const RobotFigures& figures = report.figures;
  Table table{{"joint", "type", "limits", "velocity", "effort limit"}, {}};
  for (const JointId id : figures.tree.joint_order()) {
    const Joint& joint = report.model.joint(id);
    if (dof(joint.type) == 0) continue;
    const bool slides = joint.type == JointType::prismatic;
    const std::string name = one_line(joint.name), type(to_string(joint.type));
    if (const auto follows = followed_by(report.model, id)) {
      std::string rule = concat("follows ", one_line(report.model.joint(follows->leader).name));
      if (follows->multiplier != 1) rule += concat(" times ", figure(follows->multiplier));
      if (follows->offset != 0) rule += concat(" plus ", position_words(follows->offset, slides));
      table.rows.push_back({name, type, rule, "", ""});
      continue;
    }
    const JointVariables* row = variables_of(figures, id);
    if (row == nullptr) continue;
    table.rows.push_back({name, type, limits_words(joint, *row), velocity_words(row->velocity, slides),
                          std::isfinite(row->effort) ? effort_words(row->effort, slides) : "none"});
  }
  Section section{"Joints", false, {std::move(table)}};
  if (std::string written = placeholders(report); !written.empty())
    section.parts.emplace_back(std::move(written));
  add_safety(report, section);
  return section;
}

Section gravity_section(const RobotReport& report) {
  const RobotFigures& figures = report.figures;
  Section section{"What gravity asks of the joints", false, {}};
  if (!figures.loads) {
    section.parts.emplace_back(figures.has_masses
                                   ? "Loads of joints do not follow from the model."
                                   : "No link that moves has a mass: there are no loads and no payload.");
    return section;
  }
  Table table{{"joint", "at most", "of its limit", "in the posture"}, {}};
  std::vector<Bar> bars;
  for (std::size_t i = 0; i < figures.efforts.size(); ++i) {
    const JointVariables& row = figures.dynamics.joints[i];
    if (row.n_v != 1 || !figures.efforts[i].worst) continue;
    const FoundPosture& worst = *figures.efforts[i].worst;
    std::vector<std::size_t> away;
    for (std::size_t variable = 0; variable < worst.q.size(); ++variable)
      if (std::abs(worst.q[variable]) > 1e-4 && figures.ranges[variable].travel != Travel::held)
        away.push_back(variable);
    constexpr std::size_t kMostShown = 8;
    const std::size_t more = away.size() > kMostShown ? away.size() - kMostShown : 0;
    away.resize(away.size() - more);
    const std::string name = one_line(report.model.joint(row.joint).name);
    const bool limited = std::isfinite(row.effort);
    std::string posture = away.empty() ? "zero" : posture_words(report, worst.q, away);
    if (more > 0) posture += concat(" and ", more, " more");
    if (std::abs(worst.value) < 1e-6) posture = "-";
    table.rows.push_back({name, effort_words(worst.value, slides(report.model, row)),
                          limited ? share_words(worst.value / row.effort) : "no limit", posture});
    if (limited && row.effort > 0) bars.push_back({name, worst.value / row.effort});
  }
  section.parts.emplace_back(
      "The largest torque or force that holds a joint at rest, the robot without a load. A follower's share "
      "is "
      "counted with the joint that it follows. Variables that are not named are zero, or nearest to it.");
  section.parts.emplace_back(std::move(table));
  if (!bars.empty())
    section.parts.emplace_back(Picture{bar_picture("Gravity as a share of effort limits", bars)});
  return section;
}

Section postures_section(const RobotReport& report) {
  const RobotFigures& figures = report.figures;
  Section section{"Postures", false, {}};
  std::vector<std::size_t> moving;
  for (std::size_t variable = 0; variable < figures.ranges.size(); ++variable)
    if (figures.ranges[variable].travel != Travel::held) moving.push_back(variable);
  Table table{{"posture", "joints"}, {}};
  for (const NamedPosture& posture : figures.postures)
    table.rows.push_back({posture_name(report, posture), posture_words(report, posture.q, moving)});
  section.parts.emplace_back(std::move(table));
  return section;
}

}  // namespace

std::vector<Section> sections(const RobotReport& report) {
  std::vector<Section> all(1);
  all.front().title = one_line(report.model.name);
  all.front().parts.emplace_back(facts(report));
  for (std::string& remark : remarks(report)) all.front().parts.emplace_back(std::move(remark));
  all.push_back(joints_section(report));
  if (report.figures.dynamics.bodies.size() > kMostMeasuredBodies) return all;
  for (std::size_t limb = 0; limb < report.figures.limbs.size(); ++limb) add_limb_sections(report, limb, all);
  all.push_back(gravity_section(report));
  all.push_back(postures_section(report));
  return all;
}

}  // namespace romas::report
