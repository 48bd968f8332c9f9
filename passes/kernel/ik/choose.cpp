#include "passes/kernel/ik/choose.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "ir/model/entity.h"
#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/ik/chain.h"
#include "passes/kernel/ik/general.h"
#include "passes/kernel/ik/lower_ik.h"
#include "passes/kernel/ik/structure.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas {

namespace ik {
namespace {

// Roots and quotients wait long for their results.
std::size_t cost(const Kernel& kernel) {
  const OpCounts counts = count_operations(kernel);
  constexpr std::size_t kRoot = 10;
  return counts.total() + kRoot * (counts[Op::sqrt] + counts[Op::div]);
}

// Angles that were rounded hide what an arm is made for.
constexpr double kRounded = 1e-4;

// Closed forms in the order in which they are taken.
enum class Kind : unsigned char {
  formulas,  // square roots, of all that the joints reach
  quartic,   // the same by an equation of fourth degree, or up to turns about axes of the pose
  position,  // of four or five joints all but three are given
};

Kind kind_of(const Chain& chain, const Structure& structure) {
  if (chain.axes.size() < kSix && !structure.held.empty()) return Kind::position;
  const bool roots = structure.reach != Reach::skew_first && structure.reach != Reach::skew_last &&
                     structure.reach != Reach::sliding;
  return roots && structure.pose_axes == 0 ? Kind::formulas : Kind::quartic;
}

std::string no_structure(const Chain& chain, bool rounded) {
  const std::size_t n = chain.axes.size();
  if (n == 0 || n > 6 + kMostHeld)
    return concat("it has ", n, n == 1 ? " joint" : " joints", "; closed forms are known for 1 to ",
                  6 + kMostHeld);
  std::string text = n == 2   ? "its axes are nearly parallel, or slide along one direction"
                     : n < 6  ? "its axes neither meet nor are parallel as formulas need it"
                     : n == 6 ? std::string()
                              : std::string("whichever joints are given, ");
  if (n >= 6)
    text +=
        "no three axes at one of its ends meet in a point, or the others neither meet nor are parallel, and "
        "there are no three parallel axes before two that meet";
  if (rounded)
    text +=
        "; within 0.0001 it has such a structure: if angles are rounded, --snap-angles=0.0001 corrects them";
  return text;
}

std::vector<double> numbers(const RigidTransform& pose) {
  std::vector<double> result;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) result.push_back(pose.R(row, column));
    result.push_back(pose.p[row]);
  }
  return result;
}

// Tests whether a form with given joints finds random positions again. If the given joints are between axes
// that meet, the other joints may not move the link in every direction, which formulas with given values do
// not show.
class Trial {
 public:
  Trial(const Chain& chain, const Structure& structure, const Kernel& kernel)
      : chain_(chain), structure_(structure), kernel_(kernel) {}

  bool finds_all() {
    constexpr int kSamples = 4;
    for (int sample = 0; sample < kSamples; ++sample)
      if (!finds_one()) return false;
    return true;
  }

 private:
  bool finds_one() {
    std::vector<double> q, free;
    RigidTransform pose;
    for (const Axis& axis : chain_.axes) {
      const double part = 2.0 * static_cast<double>(random_()) / static_cast<double>(std::mt19937::max()) - 1;
      q.push_back(part * (axis.slides ? 0.1 * chain_.length : 3));
      RigidTransform motion;
      if (!axis.slides) motion.R = rotation_about(axis.h, q.back());
      motion.p = axis.slides ? Vector3(q.back() * axis.h) : Vector3(axis.o - motion.R * axis.o);
      pose = pose * motion;
    }
    for (const std::size_t held : structure_.held) free.push_back(q[held]);
    const std::vector<double> pose_numbers = numbers(pose * chain_.tip);
    const std::size_t signs = kernel_.inputs.back().size;
    for (std::size_t choice = 0; choice < std::size_t{1} << signs; ++choice) {
      std::vector<double> sign;
      for (std::size_t k = 0; k < signs; ++k) sign.push_back((choice >> k & 1U) != 0 ? -1 : 1);
      if (is_position(evaluate_kernel(kernel_, {pose_numbers, free, sign}), q)) return true;
    }
    return false;
  }

  bool is_position(const std::vector<double>& out, const std::vector<double>& q) const {
    constexpr double kSame = 1e-4;
    for (std::size_t i = 0; i < q.size(); ++i) {
      if (std::find(structure_.held.begin(), structure_.held.end(), i) != structure_.held.end()) continue;
      const double away =
          chain_.axes[i].slides
              ? out[i] - q[i]
              : std::remainder(math::atan2(out[i], out[q.size() + i]) - q[i], 2 * std::numbers::pi);
      if (!(std::abs(away) < kSame)) return false;
    }
    return std::all_of(out.begin() + static_cast<std::ptrdiff_t>(2 * q.size()), out.end(),
                       [](double room) { return room > -kSame; });
  }

  const Chain& chain_;
  const Structure& structure_;
  const Kernel& kernel_;
  std::mt19937 random_{1};
};

// The closed form of one chain.
class Choice {
 public:
  Choice(const Model& model, const DynamicsModel& dynamics, const Chain& chain, const CodeOptions& options,
         std::string name)
      : model_(model), dynamics_(dynamics), chain_(chain), options_(options), name_(std::move(name)) {
    for (std::size_t i = 0; i < chain_.axes.size(); ++i)
      if (std::find(options_.given.begin(), options_.given.end(), joint_name(i)) != options_.given.end())
        given_.push_back(i);
    all_ = find_structures(chain_, kStructureTolerance);
  }

  // Empty with the reason.
  std::optional<ClosedFormIk> choose(std::string& reason) const {
    reason = too_many();
    if (!reason.empty()) return {};
    for (const Kind kind : {Kind::formulas, Kind::quartic}) {
      if (auto found = cheapest(kind)) return found;
      if (kind == Kind::formulas && is_rounded()) break;
    }
    if (auto found = by_eigenvalues(reason)) return found;
    // A form for the position alone is no answer if another target can do more, as the reason says.
    if (reason.empty() && !is_rounded())
      if (auto found = cheapest(Kind::position)) return found;
    if (!given_.empty() && !all_.empty())
      reason = concat(reason.empty() ? no_form() : reason, others());
    else if (reason.empty())
      reason = nothing_found();
    return {};
  }

 private:
  std::string joint_name(std::size_t axis) const {
    return model_.joint(dynamics_.joints[chain_.joints[axis]].joint).name;
  }
  std::string names(const std::vector<std::size_t>& axes) const {
    return join(axes, " and ", [&](std::size_t axis) { return concat("'", joint_name(axis), "'"); });
  }

  std::optional<ClosedFormIk> cheapest(Kind kind) const {
    std::optional<ClosedFormIk> best;
    std::size_t least = 0;
    for (const Structure& structure : wanted(all_)) {
      if (kind_of(chain_, structure) != kind) continue;
      std::optional<ClosedFormIk> found = lower(structure);
      if (!found) continue;
      const std::size_t cost = ik::cost(found->kernel);
      if (best && cost >= least) continue;
      least = cost;
      best = std::move(found);
    }
    return best;
  }

  // Why so many joints cannot be given; else nothing. Three joints bring a link to its place.
  std::string too_many() const {
    const std::size_t n = chain_.axes.size();
    const std::size_t most = n > kSix ? n - kSix : n > 3 && n < kSix ? n - 3 : 0;
    if (given_.size() <= most || n > 6 + kMostHeld) return {};
    const std::string head = concat("it has ", n, n == 1 ? " joint" : " joints", ", of which ");
    if (most == 0) return concat(head, "--given can name none: the pose determines them all");
    return concat(head, "--given names ", given_.size(), "; the pose leaves ", most, " free");
  }

  // Those with the wanted joints given. The swivel angle describes the freedom of an arm that has one better
  // than a joint does.
  std::vector<Structure> wanted(std::vector<Structure> structures) const {
    if (!given_.empty()) {
      std::erase_if(structures, [&](const Structure& each) { return !are_held(given_, each); });
      return structures;
    }
    const auto swivels = [](const Structure& each) { return each.family == Family::swivel; };
    if (std::any_of(structures.begin(), structures.end(), swivels))
      std::erase_if(structures, [&](const Structure& each) { return !swivels(each); });
    return structures;
  }

  std::optional<ClosedFormIk> lower(const Structure& structure) const {
    std::optional<ClosedFormIk> found = lower_inverse_kinematics(chain_, structure, name_);
    if (!found) return {};
    found->kernel = simplified(found->kernel);
    const bool formulas = structure.family != Family::general && structure.family != Family::swivel;
    const bool unsure = !structure.held.empty() || kind_of(chain_, structure) != Kind::formulas ||
                        (structure.family == Family::few && chain_.axes.size() > 2);
    if (formulas && unsure && !Trial(chain_, structure, found->kernel).finds_all()) return {};
    return found;
  }

  // Equations that say nothing are those of turns that move nothing.
  std::string nothing_found() const {
    const std::size_t n = chain_.axes.size();
    if (is_rounded()) return no_structure(chain_, true);
    if (!wanted(all_).empty())
      return "two of its axes are the same, or one goes through the point that it is to move";
    if (n > 2 && n < kSix) return "its joints do not move the link in every direction";
    return no_structure(chain_, false);
  }

  // Whether formulas with square roots alone are missed by what was rounded.
  bool is_rounded() const {
    return !has_formulas(wanted(all_)) && has_formulas(wanted(find_structures(chain_, kRounded)));
  }
  bool has_formulas(const std::vector<Structure>& structures) const {
    return std::any_of(structures.begin(), structures.end(),
                       [&](const Structure& each) { return kind_of(chain_, each) == Kind::formulas; });
  }

  // Solves arms of four axes and more that have no structure. Returns nothing with a reason, or with none
  // where no_structure has it: an arm with rounded angles is left to its author, since a closed form is
  // several hundred times as fast.
  std::optional<ClosedFormIk> by_eigenvalues(std::string& reason) const {
    const std::size_t n = chain_.axes.size();
    const bool few = n < kSix;
    // Formulas that miss positions miss directions in which the link does not move.
    if (is_rounded() || (!few && has_formulas(wanted(all_))) || n < 4 ||
        (few && (!given_.empty() || has_slides())))
      return {};
    const std::string without = given_.empty() ? no_structure(chain_, false) : no_form();
    if (!options_.ik_by_eigenvalues) {
      reason = concat(without, "; --emit=cpp, c and python solve such arms by the eigenvalues of a matrix",
                      few ? "; --given of all but three joints leaves the position" : "");
      return {};
    }
    const auto structure = find_general(chain_, given_, reason);
    if (structure) return lower(*structure);
    if (few) reason.clear();
    if (!reason.empty()) reason = concat(without, ", and ", reason);
    return {};
  }

  bool has_slides() const {
    return std::any_of(chain_.axes.begin(), chain_.axes.end(), [](const Axis& axis) { return axis.slides; });
  }
  // Returns the reason why the given joints leave no closed form.
  std::string no_form() const {
    return concat("where ", names(given_), given_.size() == 1 ? " is given, " : " are given, ",
                  wanted(all_).empty() ? "the other axes neither meet nor are parallel as formulas need it"
                                       : "the other joints do not move the link in every direction");
  }
  // Which other joints leave a closed form, behind a reason.
  std::string others() const {
    std::vector<std::string> texts;
    for (const Structure& structure : all_) {
      const bool swivel = structure.family == Family::swivel;
      std::string text = swivel ? "the swivel angle without --given" : names(structure.held);
      if (std::find(texts.begin(), texts.end(), text) != texts.end() || !lower(structure)) continue;
      texts.push_back(std::move(text));
    }
    if (texts.empty()) return {};
    return concat("; a closed form is left by ", join(texts, ", "));
  }

  const Model& model_;
  const DynamicsModel& dynamics_;
  const Chain& chain_;
  const CodeOptions& options_;
  std::string name_;
  std::vector<std::size_t> given_;  // axes whose joints --given names
  std::vector<Structure> all_;
};

}  // namespace
}  // namespace ik

std::optional<ClosedFormIk> choose_inverse_kinematics(const Model& model, const DynamicsModel& dynamics,
                                                      int link, const CodeOptions& options,
                                                      std::string& reason) {
  const auto index = static_cast<std::size_t>(link);
  const auto chain = ik::chain_to(model, dynamics, dynamics.links[index], reason);
  if (!chain) return {};
  std::optional<ClosedFormIk> best =
      ik::Choice(model, dynamics, *chain, options, concat("ik_", link)).choose(reason);
  if (!best) return {};
  best->link = link;
  if (best->swivel) best->swivel_of = lower_swivel(*chain, dynamics, concat("swivel_", link));
  return best;
}

}  // namespace romas
