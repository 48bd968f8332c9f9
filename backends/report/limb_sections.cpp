// Sections of the report about a limb: where its link comes to, how well it moves there, and what it carries.
#include <algorithm>
#include <cmath>

#include "backends/report/pictures.h"
#include "backends/report/words.h"
#include "ir/analysis/motion/chain_ends.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::report {

namespace {

class LimbSections {
 public:
  LimbSections(const RobotReport& report, std::size_t limb)
      : report_(report), limb_(report.figures.limbs[limb]), samples_(report.figures.sampled[limb]) {}

  void add(std::vector<Section>& to) const {
    Section head{concat("Limb to ", link_name()), false, {}};
    if (!limb_.reach) {
      head.parts.emplace_back("No joint that travels moves this link.");
      to.push_back(std::move(head));
      return;
    }
    head.parts.emplace_back(
        concat(plural(limb_.chain.variables.size(), "joint"), ": ", names_of(limb_.chain.variables), "."));
    if (std::string others = other_ends_words(); !others.empty()) head.parts.emplace_back(std::move(others));
    head.parts.emplace_back(concat("Inverse kinematics: ", ik_words(report_, limb_)));
    to.push_back(std::move(head));
    to.push_back(reach());
    if (limb_.directions > 0) {
      to.push_back(motion());
      to.push_back(singular());
    } else {
      to.back().parts.emplace_back("The joints turn the link in place: its origin does not move.");
    }
    if (report_.figures.loads) to.push_back(payload());
  }

 private:
  std::string link_name() const { return one_line(report_.model.link(limb_.chain.link).name); }
  // Names the other ends at which the limb might end, if its link is not called after an end.
  std::string other_ends_words() const {
    if (report_.tips_are_named || is_end_name(report_.model.link(limb_.chain.link).name)) return {};
    std::vector<std::string> names;
    for (const LinkId other : other_ends(report_.figures.tree, report_.figures.dynamics, limb_.chain.link))
      names.push_back(one_line(report_.model.link(other).name));
    if (names.empty()) return {};
    constexpr std::size_t kMostNamed = 8;
    const std::size_t more = names.size() > kMostNamed ? names.size() - kMostNamed : 0;
    names.resize(names.size() - more);
    return concat("The last joint also carries ", join(names, ", "),
                  more == 0 ? std::string() : concat(" and ", more, " more"),
                  ", where nothing further hangs either: --tip=LINK[,LINK...] chooses.");
  }
  std::string words(const std::vector<double>& q) const {
    return posture_words(report_, q, limb_.chain.variables);
  }

  Section reach() const {
    const Reach& reach = *limb_.reach;
    const std::string first = variable_name(report_, limb_.chain.variables.front());
    Section section{concat("Reach of ", link_name()), true, {}};
    Table table{{"what", "value", "in the posture"}, {}};
    table.rows.push_back({concat("farthest from the origin of ", first), metres(reach.farthest.value),
                          words(reach.farthest.q)});
    table.rows.push_back({"nearest to it", metres(reach.nearest.value), words(reach.nearest.q)});
    if (reach.upright) {
      table.rows.push_back(
          {concat("farthest from the axis of ", first), metres(reach.widest.value), words(reach.widest.q)});
      table.rows.push_back({"nearest to it", metres(reach.narrowest.value), words(reach.narrowest.q)});
    }
    section.parts.emplace_back(std::move(table));
    std::vector<std::string> box;
    for (int k = 0; k < 3; ++k)
      box.push_back(concat(std::string(1, static_cast<char>('x' + k)), " from ", metres(reach.box.min()[k]),
                           " to ", metres(reach.box.max()[k])));
    section.parts.emplace_back(concat("In the frame of the root the origin of ", link_name(), " comes to ",
                                      join(box, ", "), ". Found by ", samples_,
                                      " random postures and by climbing from the best of them."));
    for (std::string& picture : workspace_pictures(report_, limb_))
      section.parts.emplace_back(Picture{std::move(picture)});
    return section;
  }

  Section motion() const {
    Section section{concat("Manipulability of ", link_name()), true, {}};
    const std::size_t n = limb_.sampled.size();
    section.parts.emplace_back(concat(
        limb_.counts_turns ? "Turns and translations count. "
                           : "Translations count, with fewer than six joints. ",
        "The joints move the link in ", plural(static_cast<std::size_t>(limb_.directions), "direction"),
        ". Manipulability is the product of the singular values of its Jacobian (m, rad). The smallest "
        "singular value is that of the Jacobian with lengths in parts of ",
        metres(limb_.length), "; at 0 a direction is lost."));
    Table table{{"posture", "position", "manipulability", "smallest singular value"}, {}};
    for (std::size_t i = 0; i < limb_.postures.size(); ++i) {
      const LimbPosture& posture = limb_.postures[i];
      table.rows.push_back({posture_name(report_, report_.figures.postures[i]),
                            vector_words(posture.position), figure(posture.ellipsoid.volume),
                            figure(posture.ellipsoid.smallest)});
    }
    section.parts.emplace_back(std::move(table));
    const auto volume = [&](std::size_t percent) {
      return figure(limb_.sampled[percent * (n - 1) / 100].volume);
    };
    section.parts.emplace_back(concat("At ", n, " random postures manipulability is below ", volume(10),
                                      " in a tenth of them, below ", volume(50), " in half, and above ",
                                      volume(90), " in a tenth. The largest found is ",
                                      figure(limb_.best.value), ", at ", words(limb_.best.q), "."));
    section.parts.emplace_back(Picture{manipulability_picture(report_, limb_)});
    return section;
  }

  Section singular() const {
    Section section{concat("Singular postures of ", link_name()), true, {}};
    if (limb_.singular.empty()) {
      section.parts.emplace_back(
          concat("None was found within the limits, from ", limb_.singular_starts, " starts."));
      return section;
    }
    constexpr std::size_t kMostShown = 10;
    const bool idle =
        std::ranges::any_of(limb_.singular, [](const auto& group) { return !group.idle.empty(); });
    Table table{{"where", "lost there", "starts", "as at"}, {}};
    if (idle) table.head.emplace_back("the link stays while these move");
    for (std::size_t i = 0; i < std::min(kMostShown, limb_.singular.size()); ++i) {
      const SingularPostures& group = limb_.singular[i];
      const bool one = group.is_value_enough;
      std::vector<std::string>& row = table.rows.emplace_back();
      row = {one ? posture_words(report_, group.q, group.variables) : where(group), lost_words(limb_, group),
             concat(group.found), one ? "any others" : words(group.q)};
      if (idle) row.push_back(group.idle.empty() ? "-" : names_of(group.idle));
    }
    section.parts.emplace_back(
        concat("Found from ", limb_.singular_starts,
               " starts, which need not be all: a kind for each set of joints of which each leads out alone. "
               "Directions are those of one posture of the kind, in the frame of the root."));
    section.parts.emplace_back(std::move(table));
    if (limb_.singular.size() > kMostShown)
      section.parts.emplace_back(
          concat("Found less often: ", plural(limb_.singular.size() - kMostShown, "kind"), " more."));
    return section;
  }

  std::string names_of(const std::vector<std::size_t>& variables) const {
    std::vector<std::string> names;
    for (const std::size_t variable : variables) names.push_back(variable_name(report_, variable));
    return join(names, ", ");
  }
  std::string where(const SingularPostures& group) const {
    if (group.variables.empty()) return "no single joint leads out";
    return concat(names_of(group.variables), group.variables.size() == 1 ? " among others" : " together");
  }

  Section payload() const {
    Section section{concat("Payload of ", link_name()), true, {}};
    section.parts.emplace_back(concat(
        "The largest point mass at the origin of ", link_name(),
        " that the effort limits of the limb hold at rest; moving it takes more. Whether the limb runs "
        "into itself or anything else in a posture is not looked at."));
    Table table{{"posture", "payload", "limited by", "joints"}, {}};
    for (std::size_t i = 0; i < limb_.postures.size(); ++i)
      if (const auto& held = limb_.postures[i].payload)
        table.rows.push_back({posture_name(report_, report_.figures.postures[i]), mass_words(held->mass),
                              limited_by(report_, *held), words(report_.figures.postures[i].q)});
    if (limb_.least)
      table.rows.push_back({"worst found", mass_words(limb_.least_payload.mass),
                            limited_by(report_, limb_.least_payload), words(limb_.least->q)});
    if (limb_.stretched)
      table.rows.push_back({"stretched out", mass_words(limb_.stretched->payload.mass),
                            limited_by(report_, limb_.stretched->payload), words(limb_.reach->stretched.q)});
    section.parts.emplace_back(std::move(table));
    if (limb_.stretched) add_stretched(section);
    return section;
  }

  // The efforts that hold the limb at its longest lever.
  void add_stretched(Section& section) const {
    section.parts.emplace_back(concat("Stretched out, ", link_name(), " is ",
                                      metres(limb_.reach->stretched.value),
                                      " from the vertical line through the origin of ",
                                      variable_name(report_, limb_.chain.variables.front()),
                                      ", as far as was found. What holds the joints there:"));
    Table table{{"joint", "without load", "with the payload", "of its limit"}, {}};
    for (const StretchedLoads::JointLoad& load : limb_.stretched->joints) {
      const JointVariables& row = report_.figures.dynamics.joints[load.joint];
      const bool slide = slides(report_.model, row);
      table.rows.push_back(
          {one_line(report_.model.joint(row.joint).name), effort_words(load.empty, slide),
           effort_words(load.loaded, slide),
           std::isfinite(row.effort) ? share_words(std::abs(load.loaded) / row.effort) : "-"});
    }
    section.parts.emplace_back(std::move(table));
  }

  const RobotReport& report_;
  const LimbFigures& limb_;
  std::size_t samples_;
};

}  // namespace

void add_limb_sections(const RobotReport& report, std::size_t limb, std::vector<Section>& to) {
  LimbSections(report, limb).add(to);
}

}  // namespace romas::report
