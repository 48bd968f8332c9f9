#include "passes/kernel/ik/tips.h"

#include <algorithm>

#include "ir/analysis/motion/chain_ends.h"
#include "ir/model/entity.h"
#include "passes/kernel/ik/choose.h"
#include "support/text/text.h"

namespace romas {

namespace {

class Tips {
 public:
  Tips(const Model& model, CodeModel& code, DiagnosticEngine& diagnostics)
      : model_(model), code_(code), dynamics_(code.dynamics), diagnostics_(diagnostics) {}

  bool add() {
    bool good = know_given();
    for (const int link : wanted()) {
      if (link < 0) return false;
      std::string reason;
      std::optional<ClosedFormIk> found =
          choose_inverse_kinematics(model_, dynamics_, link, code_.options, reason);
      if (found) {
        chains_.insert(chains_.end(), found->chain.begin(), found->chain.end());
        code_.inverse_kinematics.push_back(std::move(*found));
        continue;
      }
      if (code_.options.ik_where_possible) {
        code_.no_closed_forms.push_back({link, std::move(reason)});
        continue;
      }
      const Link& at = link_at(link);
      error(name_place(at),
            concat("the inverse kinematics of link '", at.name, "' has no known closed form: ", reason,
                   "; romas::InverseKinematics of the runtime searches for a solution"));
      good = false;
    }
    return good && use_given();
  }

 private:
  // Joints of --given as the model has them.
  bool know_given() {
    bool good = true;
    for (const std::string& name : code_.options.given) {
      if (find(name) != dynamics_.joints.end()) continue;
      std::vector<std::string> names;
      for (const JointVariables& row : dynamics_.joints)
        if (row.joint) names.push_back(model_.joint(row.joint).name);
      error(name_place(model_), concat("--given=", name, ": robot '", model_.name,
                                       "' has no such joint that moves", did_you_mean(name, names)));
      good = false;
    }
    return good;
  }
  std::vector<JointVariables>::const_iterator find(const std::string& joint) const {
    return std::find_if(dynamics_.joints.begin(), dynamics_.joints.end(), [&](const JointVariables& row) {
      return row.joint && model_.joint(row.joint).name == joint;
    });
  }
  // Each of them is one of a chain that was solved.
  bool use_given() {
    bool good = true;
    for (const std::string& name : code_.options.given) {
      const auto place = static_cast<std::size_t>(find(name) - dynamics_.joints.begin());
      if (std::find(chains_.begin(), chains_.end(), place) != chains_.end()) continue;
      error(name_place(model_.joint(dynamics_.joints[place].joint)),
            concat("--given=", name,
                   ": this joint moves no link whose inverse kinematics is solved; name one between the "
                   "root and such a link"));
      good = false;
    }
    return good;
  }

  std::vector<int> wanted() {
    if (!code_.options.tips.empty()) return named();
    return code_.options.ik_where_possible ? all_ends() : ends();
  }
  const Link& link_at(int link) const {
    return model_.link(dynamics_.link_order[static_cast<std::size_t>(link)]);
  }
  void error(SourceRange place, std::string message) {
    diagnostics_.report(Rule::ik_structure, place, std::move(message));
  }

  // Links as named; -1 where there is none.
  std::vector<int> named() {
    std::vector<int> links;
    for (const std::string& name : code_.options.tips) {
      const auto& order = dynamics_.link_order;
      const auto found = std::find_if(order.begin(), order.end(),
                                      [&](LinkId link) { return model_.link(link).name == name; });
      const bool known = found != order.end();
      const int place = known ? static_cast<int>(found - order.begin()) : -1;
      if (std::find(links.begin(), links.end(), place) == links.end()) links.push_back(place);
      if (known) continue;
      std::vector<std::string> names;
      for (const LinkId link : order) names.push_back(model_.link(link).name);
      error(name_place(model_), concat("--tip=", name, ": robot '", model_.name, "' has no such link",
                                       did_you_mean(name, names)));
    }
    return links;
  }

  // One link for each chain.
  std::vector<int> all_ends() const {
    std::vector<int> links;
    for (const LinkId end : chain_ends(model_, KinematicTree(model_), dynamics_)) {
      const auto& order = dynamics_.link_order;
      links.push_back(static_cast<int>(std::find(order.begin(), order.end(), end) - order.begin()));
    }
    return links;
  }

  // The links that move with the last joint, where every joint moves all that follow.
  std::vector<int> ends() {
    const std::vector<Body>& bodies = dynamics_.bodies;
    std::vector<int> links;
    bool chain = true;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      chain = chain && bodies[i].parent == static_cast<int>(i) - 1;
    if (!chain) {
      constexpr std::size_t kShown = 12;
      std::vector<std::string> names;
      for (const LinkId end : chain_ends(model_, KinematicTree(model_), dynamics_))
        names.push_back(in_quotes(model_.link(end).name));
      const std::size_t left_out = names.size() - std::min(names.size(), kShown);
      names.resize(names.size() - left_out);
      error(name_place(model_), concat("robot '", model_.name,
                                       "' is not a single chain; choose the link of the inverse kinematics "
                                       "with --tip=LINK; its chains end in ",
                                       join_last(names, " and "),
                                       left_out == 0 ? std::string() : concat(", and ", left_out, " more")));
      return {-1};
    }
    for (std::size_t k = 0; k < dynamics_.links.size(); ++k)
      if (dynamics_.links[k].body + 1 == static_cast<int>(bodies.size()))
        links.push_back(static_cast<int>(k));
    return links;
  }

  const Model& model_;
  CodeModel& code_;
  const DynamicsModel& dynamics_;
  std::vector<std::size_t> chains_;  // joints of those that were solved, in DynamicsModel::joints
  DiagnosticEngine& diagnostics_;
};

}  // namespace

bool add_inverse_kinematics(const Model& model, CodeModel& code, DiagnosticEngine& diagnostics) {
  return Tips(model, code, diagnostics).add();
}

}  // namespace romas
