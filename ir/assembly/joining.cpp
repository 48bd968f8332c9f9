#include "ir/assembly/joining.h"

#include <algorithm>

#include "ir/assembly/assembly.h"

namespace romas {

namespace {

struct ObstacleWords {
  std::string_view code, text;
};
// By JoinObstacle.
constexpr std::array<ObstacleWords, 11> kObstacles = {{
    {"", ""},
    {"no-base", "an assembly begins with a base Block"},
    {"has-base", "an assembly has one base"},
    {"has-tool", "an assembly has one tool"},
    {"no-contact", "the Block has no contact point"},
    {"no-free-contact", "no free contact point fits"},
    {"taken", "the contact point carries a connection"},
    {"joint-with-joint", "two contact points of type joint cannot be connected"},
    {"behind-tool", "nothing follows the tool"},
    {"deeper-than-tool", "no part may be farther from the base than the tool"},
    {"tool-not-deepest", "the tool may not be nearer to the base than another part"},
}};

bool fits(const Contact& a, const Contact& b) {
  return a.type == ContactType::assembly || b.type == ContactType::assembly;
}

SignedAxis opposite(SignedAxis axis) { return static_cast<SignedAxis>(static_cast<unsigned>(axis) ^ 1U); }

SignedAxis cross(SignedAxis a, SignedAxis b) {
  const auto index = [](SignedAxis axis) { return static_cast<unsigned>(axis) / 2; };
  const unsigned third = 3 - index(a) - index(b);
  const bool negative =
      (static_cast<unsigned>(a) % 2 != static_cast<unsigned>(b) % 2) == (index(b) == (index(a) + 1) % 3);
  return static_cast<SignedAxis>(2 * third + (negative ? 1 : 0));
}

// An axis perpendicular to r after some quarter turns about it.
SignedAxis turned(SignedAxis axis, SignedAxis r, int quarters) {
  switch (quarters) {
    case -1: return opposite(cross(r, axis));
    case 1: return cross(r, axis);
    case 2: return opposite(axis);
    default: return axis;
  }
}

}  // namespace

std::string_view code_of(JoinObstacle obstacle) {
  return kObstacles[static_cast<std::size_t>(obstacle)].code;
}
std::string_view text_of(JoinObstacle obstacle) {
  return kObstacles[static_cast<std::size_t>(obstacle)].text;
}

Joining::Joining(const Model& model) : model_(model), users_(model.parts.size()), depth_(model.parts.size()) {
  const int count = static_cast<int>(model.parts.size());
  for (int i = 0; i < count; ++i) users_[static_cast<std::size_t>(i)].resize(block_of(i).contacts.size(), -1);
  const auto use = [&](int part, int contact, int user) {
    auto& users = users_[static_cast<std::size_t>(part)];
    if (contact >= 0 && static_cast<std::size_t>(contact) < users.size())
      users[static_cast<std::size_t>(contact)] = user;
  };
  for (int i = 0; i < count; ++i) {
    const Part& part = model.parts[static_cast<std::size_t>(i)];
    if (part.parent_id >= 0 && part.parent_id < i) {
      use(part.parent_id, part.parent_contact, i);
      use(i, part.child_contact, i);
      depth_[static_cast<std::size_t>(i)] = depth_[static_cast<std::size_t>(part.parent_id)] + 1;
    }
    deepest_ = std::max(deepest_, depth_[static_cast<std::size_t>(i)]);
    if (tool_ < 0 && block_of(i).tool()) tool_ = i;
  }
}

Joining::Candidate::Candidate(const Block& block)
    : base(block.base()),
      tool(block.tool()),
      has_contact(!block.contacts.empty()),
      has_assembly(std::any_of(block.contacts.begin(), block.contacts.end(), [](const Contact& contact) {
        return contact.type == ContactType::assembly;
      })) {}

const Block& Joining::block_of(int part) const {
  return model_.blocks[model_.parts[static_cast<std::size_t>(part)].block.index()];
}

int Joining::user_of(int part, int contact) const {
  return users_[static_cast<std::size_t>(part)][static_cast<std::size_t>(contact)];
}

JoinObstacle Joining::obstacle_at(int part, const Candidate& candidate) const {
  if (candidate.base) return JoinObstacle::has_base;
  if (candidate.tool && tool_ >= 0) return JoinObstacle::has_tool;
  if (part == tool_) return JoinObstacle::behind_tool;
  const int depth = depth_[static_cast<std::size_t>(part)] + 1;
  if (candidate.tool && depth < deepest_) return JoinObstacle::tool_not_deepest;
  if (tool_ >= 0 && depth > depth_[static_cast<std::size_t>(tool_)]) return JoinObstacle::deeper_than_tool;
  return JoinObstacle::none;
}

JoinObstacle Joining::obstacle_at(int part, int contact, const Candidate& candidate) const {
  if (user_of(part, contact) >= 0) return JoinObstacle::taken;
  if (const JoinObstacle obstacle = obstacle_at(part, candidate); obstacle != JoinObstacle::none)
    return obstacle;
  if (!candidate.has_contact) return JoinObstacle::no_contact;
  const Contact& parent = block_of(part).contacts[static_cast<std::size_t>(contact)];
  return candidate.fits(parent) ? JoinObstacle::none : JoinObstacle::joint_with_joint;
}

JoinObstacle Joining::obstacle_of(BlockId candidate) const {
  const Block& block = model_.blocks[candidate.index()];
  if (model_.parts.empty()) return block.base() ? JoinObstacle::none : JoinObstacle::no_base;
  if (block.base()) return JoinObstacle::has_base;
  if (block.tool() && tool_ >= 0) return JoinObstacle::has_tool;
  if (block.contacts.empty()) return JoinObstacle::no_contact;
  return fitting_parts(candidate, 1).empty() ? JoinObstacle::no_free_contact : JoinObstacle::none;
}

std::vector<ContactState> Joining::contact_states(std::optional<BlockId> candidate) const {
  std::optional<Candidate> joined;
  if (candidate) joined.emplace(model_.blocks[candidate->index()]);
  std::vector<ContactState> states;
  for (std::size_t i = 0; i < users_.size(); ++i) {
    const int part = static_cast<int>(i);
    for (std::size_t k = 0; k < users_[i].size(); ++k) {
      const int contact = static_cast<int>(k);
      ContactState state{part, contact, users_[i][k], JoinObstacle::none};
      if (joined) {
        state.obstacle = obstacle_at(part, contact, *joined);
      } else if (state.used_by >= 0) {
        state.obstacle = JoinObstacle::taken;
      }
      states.push_back(state);
    }
  }
  return states;
}

std::vector<ContactState> Joining::child_contact_states(BlockId candidate,
                                                        const std::optional<ContactState>& parent) const {
  const Block& block = model_.blocks[candidate.index()];
  const Candidate joined(block);
  // By type of the candidate's contact: what stands against joining it.
  const auto obstacle_for = [&](const Contact& child) {
    if (parent) {
      const JoinObstacle at = obstacle_at(parent->part, parent->contact, joined);
      if (at != JoinObstacle::none) return at;
      const Contact& p = block_of(parent->part).contacts[static_cast<std::size_t>(parent->contact)];
      return fits(p, child) ? JoinObstacle::none : JoinObstacle::joint_with_joint;
    }
    if (const JoinObstacle of_block = obstacle_of(candidate); of_block != JoinObstacle::none) return of_block;
    for (int part = 0; part < static_cast<int>(users_.size()); ++part) {
      if (obstacle_at(part, joined) != JoinObstacle::none) continue;
      const auto& contacts = block_of(part).contacts;
      for (std::size_t k = 0; k < contacts.size(); ++k)
        if (user_of(part, static_cast<int>(k)) < 0 && fits(contacts[k], child)) return JoinObstacle::none;
    }
    return model_.parts.empty() ? JoinObstacle::none : JoinObstacle::joint_with_joint;
  };
  std::array<std::optional<JoinObstacle>, 2> known;
  std::vector<ContactState> states;
  for (std::size_t k = 0; k < block.contacts.size(); ++k) {
    auto& obstacle = known[static_cast<std::size_t>(block.contacts[k].type)];
    if (!obstacle) obstacle = obstacle_for(block.contacts[k]);
    states.push_back({-1, static_cast<int>(k), -1, *obstacle});
  }
  return states;
}

std::vector<int> Joining::fitting_parts(BlockId candidate, std::size_t most) const {
  const Candidate joined(model_.blocks[candidate.index()]);
  std::vector<int> parts;
  for (int part = 0; part < static_cast<int>(users_.size()) && parts.size() < most; ++part) {
    if (obstacle_at(part, joined) != JoinObstacle::none) continue;
    const auto& contacts = block_of(part).contacts;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      if (user_of(part, static_cast<int>(k)) >= 0 || !joined.fits(contacts[k])) continue;
      parts.push_back(part);
      break;
    }
  }
  return parts;
}

JoiningChoices joining_choices(const Contact& parent, const Contact& child) {
  JoiningChoices choices;
  if (parent.type != child.type) {
    choices.types = {PartJointType::revolute, PartJointType::prismatic};
  } else if (parent.type == ContactType::assembly) {
    choices.types = {PartJointType::fixed};
  }
  for (int quarters = -1; quarters <= 2; ++quarters)
    choices.turns[static_cast<std::size_t>(quarters) + 1] = {
        turned(parent.zero_axis, parent.rot_axis, quarters), child.zero_axis, quarters};
  std::size_t count = 0;
  for (unsigned p = 0; p < 6; ++p) {
    for (unsigned c = 0; c < 6; ++c) {
      const auto of_parent = static_cast<SignedAxis>(p);
      const auto of_child = static_cast<SignedAxis>(c);
      if (parallel(of_parent, parent.rot_axis) || parallel(of_child, child.rot_axis)) continue;
      choices.pairs[count++] = {of_parent, of_child,
                                connect(parent, of_parent, child, of_child).difference_quarters};
    }
  }
  return choices;
}

RigidTransform contact_in_link(const Model& model, const Part& part, int contact) {
  const auto& contacts = model.blocks[part.block.index()].contacts;
  RigidTransform X_bp = contacts[static_cast<std::size_t>(contact)].pose.evaluate();
  if (part.parent_id < 0) return X_bp;
  return contacts[static_cast<std::size_t>(part.child_contact)].pose.evaluate().inverse() * X_bp;
}

}  // namespace romas
