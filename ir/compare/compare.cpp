#include "ir/compare/compare.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/compare/compare_nodes.h"
#include "ir/compare/match_structure.h"
#include "ir/model/entity.h"
#include "support/process/stop.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

using Change = ModelDifference::Change;

// Robots smaller than this are compared as if they had this size (m).
constexpr double kSmallestSize = 1e-3;
// The effect of another parent that changes no pose at the zero position.
constexpr std::string_view kStays = "it stays where it is";

// The names of all entities of one kind; a <gazebo> counts once for each reference.
std::vector<std::pair<std::string, std::size_t>> names_of(const Model& model, EntityKind kind) {
  std::vector<std::pair<std::string, std::size_t>> names;
  std::unordered_set<std::string> references;
  const std::size_t count = entity_counts(model)[static_cast<std::size_t>(kind)];
  for (std::size_t i = 0; i < count; ++i) {
    std::string name = entity_name(model, kind, i);
    if (kind != EntityKind::gazebo || references.insert(name).second) names.emplace_back(std::move(name), i);
  }
  return names;
}

// For each link the number of links that move with it: itself, and what hangs on it.
std::vector<std::size_t> links_that_move(const Model& model, const KinematicTree& tree) {
  std::vector<std::size_t> count(model.links.size(), 1);
  for (auto link = tree.order().rbegin(); link != tree.order().rend(); ++link)
    if (const LinkId parent = tree.parent_link(*link)) count[parent.index()] += count[link->index()];
  return count;
}

class Comparison {
 public:
  Comparison(const Model& a, const Model& b, const CompareOptions& options)
      : a_(a),
        b_(b),
        tree_a_(a),
        tree_b_(b),
        poses_a_(link_poses(a, tree_a_, neutral_position(a, tree_a_))),
        poses_b_(link_poses(b, tree_b_, neutral_position(b, tree_b_))),
        facts_a_(a, options.a.folder),
        facts_b_(b, options.b.folder),
        moving_(links_that_move(a, tree_a_)),
        nodes_(options, {options.tolerance, size()}) {}

  ModelComparison run();

 private:
  using Pairs = std::vector<std::pair<std::optional<std::size_t>, std::optional<std::size_t>>>;

  double size() const;
  Pairs pair_up(EntityKind kind) const;
  void compare_kind(EntityKind kind);
  void compare_pair(EntityKind kind, std::optional<std::size_t> in_a, std::optional<std::size_t> in_b);
  void find_frames_that_are_links();
  bool is_empty_end(const Model& model, const KinematicTree& tree, LinkId link) const;
  void settle_origin(std::size_t first, std::string_view parent_field, const RigidTransform* in_a,
                     const RigidTransform* in_b, const std::string& moves);
  void settle_joint(std::size_t first, const Joint& in_a, const Joint& in_b);
  void settle_frame(std::size_t first, const Frame& in_a, const Frame& in_b);
  std::string moves(LinkId child) const;
  void add_effects();

  const Model& a_;
  const Model& b_;
  const KinematicTree tree_a_, tree_b_;
  const std::vector<RigidTransform> poses_a_, poses_b_;
  const ModelFacts facts_a_, facts_b_;
  const std::vector<std::size_t> moving_;  // by link of a: how many move with it
  facts::NodeComparison nodes_;
  // For each model, the links, joints and frames that the other model writes in another way.
  struct Settled {
    std::unordered_set<std::size_t> links, joints, frames;
    bool has(EntityKind kind, std::size_t index) const {
      return (kind == EntityKind::link && links.contains(index)) ||
             (kind == EntityKind::joint && joints.contains(index)) ||
             (kind == EntityKind::frame && frames.contains(index));
    }
  } settled_a_, settled_b_;
  std::vector<std::string> effects_;
};

double Comparison::size() const {
  double size = kSmallestSize;
  for (const RigidTransform& X : poses_a_)
    if (X.p.allFinite()) size = std::max(size, X.p.cwiseAbs().maxCoeff());
  return size;
}

ModelComparison Comparison::run() {
  find_frames_that_are_links();
  compare_pair(EntityKind::robot, 0, 0);
  for (std::size_t kind = 1; kind < kEntityKindCount; ++kind) compare_kind(static_cast<EntityKind>(kind));
  add_effects();
  return {std::move(nodes_.differences), nodes_.not_compared(), std::move(effects_)};
}

// Entities of the same name, in the order of the first model; those of the second alone follow.
Comparison::Pairs Comparison::pair_up(EntityKind kind) const {
  std::unordered_map<std::string, std::vector<std::size_t>> in_b;
  const auto names_b = names_of(b_, kind);
  for (auto named = names_b.rbegin(); named != names_b.rend(); ++named)
    in_b[named->first].push_back(named->second);
  Pairs pairs;
  for (const auto& [name, index] : names_of(a_, kind)) {
    auto& partners = in_b[name];
    pairs.emplace_back(index, std::nullopt);
    if (partners.empty()) continue;
    pairs.back().second = partners.back();
    partners.pop_back();
  }
  for (const auto& [name, index] : names_b) {
    const auto& left = in_b[name];
    if (std::find(left.begin(), left.end(), index) != left.end()) pairs.emplace_back(std::nullopt, index);
  }
  return pairs;
}

void Comparison::compare_kind(EntityKind kind) {
  for (const auto& [in_a, in_b] : pair_up(kind)) compare_pair(kind, in_a, in_b);
}

void Comparison::compare_pair(EntityKind kind, std::optional<std::size_t> in_a,
                              std::optional<std::size_t> in_b) {
  stop_point();
  if ((in_a && settled_a_.has(kind, *in_a)) || (in_b && settled_b_.has(kind, *in_b))) return;
  // A frame that nobody wrote (a lumped link, a contact of a Block) is an offer, which another model need not
  // make.
  if (kind == EntityKind::frame && !(in_a && in_b) &&
      (in_a ? a_.frames[*in_a] : b_.frames[*in_b]).kind != Frame::Origin::written)
    return;
  std::optional<FactNode> a, b;
  if (in_a) a = facts_a_.entity(kind, *in_a);
  if (in_b) b = facts_b_.entity(kind, *in_b);
  const std::size_t first = nodes_.differences.size();
  nodes_.compare(kind, a ? &*a : nullptr, b ? &*b : nullptr);
  if (!in_a || !in_b) return;
  if (kind == EntityKind::joint) settle_joint(first, a_.joints[*in_a], b_.joints[*in_b]);
  if (kind == EntityKind::frame) settle_frame(first, a_.frames[*in_a], b_.frames[*in_b]);
}

// An origin is the pose of the child in the parent: with another parent, what counts is where the child is.
void Comparison::settle_origin(std::size_t first, std::string_view parent_field, const RigidTransform* in_a,
                               const RigidTransform* in_b, const std::string& moves) {
  auto& differences = nodes_.differences;
  const auto begin = differences.begin() + static_cast<std::ptrdiff_t>(first);
  const auto parent = std::find_if(begin, differences.end(),
                                   [&](const ModelDifference& d) { return d.field == parent_field; });
  const auto is_origin = [](const ModelDifference& d) { return d.field.starts_with("origin"); };
  if (parent != differences.end() && in_a != nullptr && in_b != nullptr) {
    const bool stays = facts::same_value(*in_a, *in_b, nodes_.tolerances());
    parent->effect = stays ? std::string(kStays) : moves;
    differences.erase(std::remove_if(begin, differences.end(), is_origin), differences.end());
    return;
  }
  const auto origin = std::find_if(begin, differences.end(), is_origin);
  if (origin != differences.end()) origin->effect = moves;
}

void Comparison::settle_joint(std::size_t first, const Joint& in_a, const Joint& in_b) {
  const bool both = in_a.child.id && in_b.child.id;
  settle_origin(first, "parent", both ? &poses_a_[in_a.child.id.index()] : nullptr,
                both ? &poses_b_[in_b.child.id.index()] : nullptr, moves(in_a.child.id));
}

void Comparison::settle_frame(std::size_t first, const Frame& in_a, const Frame& in_b) {
  if (!in_a.link.id || !in_b.link.id) return;
  const RigidTransform X = poses_a_[in_a.link.id.index()] * in_a.origin.evaluate();
  const RigidTransform Y = poses_b_[in_b.link.id.index()] * in_b.origin.evaluate();
  settle_origin(first, "link", &X, &Y, {});
}

std::string Comparison::moves(LinkId child) const {
  if (!child || !tree_a_.reached(child)) return {};
  const std::size_t count = moving_[child.index()];
  return count == 1 ? "moves 1 link" : concat("moves ", count, " links");
}

bool Comparison::is_empty_end(const Model& model, const KinematicTree& tree, LinkId id) const {
  const Link& link = model.link(id);
  const JointId joint = tree.parent_joint(id);
  return joint && model.joint(joint).type == JointType::fixed && !link.inertial && link.visuals.empty() &&
         link.collisions.empty() && tree.child_joints(id).empty();
}

void Comparison::find_frames_that_are_links() {
  const auto find = [this](const Model& with_frames, Settled& frames, const Model& with_links,
                           const KinematicTree& tree, Settled& links) {
    for (std::size_t i = 0; i < with_frames.frames.size(); ++i) {
      const Frame& frame = with_frames.frames[i];
      const LinkId link = with_links.find_link(frame.name);
      if (!link || with_frames.find_link(frame.name) || !is_empty_end(with_links, tree, link)) continue;
      const JointId id = tree.parent_joint(link);
      const Joint& joint = with_links.joint(id);
      if (joint.parent.name != frame.link.name || with_frames.find_joint(joint.name) ||
          !facts::same_value(frame.origin.evaluate(), joint.origin.evaluate(), nodes_.tolerances()))
        continue;
      frames.frames.insert(i);
      links.links.insert(link.index());
      links.joints.insert(id.index());
    }
  };
  find(a_, settled_a_, b_, tree_b_, settled_b_);
  find(b_, settled_b_, a_, tree_a_, settled_a_);
}

void Comparison::add_effects() {
  const auto mass = [](const Model& model) {
    double sum = 0;
    for (const Link& link : model.links) sum += link.inertial ? link.inertial->mass.value() : 0;
    return sum;
  };
  const bool about_mass = std::any_of(
      nodes_.differences.begin(), nodes_.differences.end(),
      [](const ModelDifference& d) { return d.topic == Topic::inertia || d.entity == EntityKind::link; });
  const FactValue before = FactNumbers{{mass(a_)}, "kg"};
  const FactValue after = FactNumbers{{mass(b_)}, "kg"};
  if (!about_mass || facts::same_value(before, after, nodes_.tolerances())) return;
  for (const auto& change : facts::describe_difference(&before, &after, nodes_.tolerances()))
    effects_.push_back(concat("mass of the whole robot ", change.old_text, " kg → ", change.new_text, " kg"));
}

// Messages show a text longer than this (bytes) only around the first difference.
constexpr std::size_t kLongestText = 120;

std::size_t first_difference(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

std::string around(std::string_view text, std::size_t place) {
  if (text.size() <= kLongestText) return one_line(text);
  const auto continues = [&](std::size_t i) {
    return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
  };
  std::size_t begin = std::min(place - std::min(place, kLongestText / 3), text.size() - kLongestText);
  while (begin > 0 && continues(begin)) --begin;
  std::size_t end = begin + kLongestText;
  while (continues(end)) ++end;
  return concat(begin > 0 ? "…" : "", one_line(text.substr(begin, end - begin)),
                end < text.size() ? "…" : "");
}

}  // namespace

std::string_view to_string(Change change) {
  constexpr std::array<std::string_view, 4> kWords = {"changed", "added", "removed", "renamed"};
  return kWords[static_cast<std::size_t>(change)];
}

std::string change_text(const ModelDifference& difference) {
  const std::string unit = difference.unit.empty() ? std::string() : concat(" ", difference.unit);
  const std::string effect = difference.effect.empty() ? std::string() : concat(": ", difference.effect);
  if (difference.change == Change::renamed) return concat("renamed to '", difference.new_text, "'");
  if (difference.change != Change::changed)
    return concat(difference.field, difference.field.empty() ? "" : " ", to_string(difference.change),
                  effect);
  const std::size_t at = first_difference(difference.old_text, difference.new_text);
  const auto value = [&](const std::string& text) {
    return text.empty() ? "none" : concat(around(text, at), unit);
  };
  return concat(difference.field, " ", value(difference.old_text), " → ", value(difference.new_text), effect);
}

std::string message_of(const ModelDifference& difference) {
  const std::string_view word = to_string(difference.entity);
  const std::string name =
      difference.name.empty() ? std::string(word) : concat(word, " '", difference.name, "'");
  return concat(name, ": ", change_text(difference));
}

ModelComparison compare_models(const Model& a, const Model& b, const CompareOptions& options) {
  if (!options.match_structure) return Comparison(a, b, options).run();
  const StructureMatch match = match_structure(a, b, options.tolerance);
  ModelComparison comparison = Comparison(match.renamed, b, options).run();
  comparison.differences.insert(comparison.differences.begin(), match.renamings.begin(),
                                match.renamings.end());
  return comparison;
}

}  // namespace romas
