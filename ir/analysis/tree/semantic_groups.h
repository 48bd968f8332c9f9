// The joints of a robot that the groups of a semantic description hold. The rules are those of MoveIt's robot
// model.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/semantics.h"

namespace romas {

// How the tip of a chain lies to its base.
enum class ChainShape : unsigned char {
  down,     // below it, or the same link
  up,       // above it: the ends are exchanged
  bent,     // on another branch: the way leads through a common ancestor
  apart,    // not in the same tree
  unknown,  // one of the two is no link
};

struct ChainJoints {
  ChainShape shape = ChainShape::unknown;
  std::vector<JointId> joints;  // from the tip to the base
  bool root_joint = false;      // the joint between the world and the root, too
  LinkId ancestor;              // bent: where the way turns
};

// Takes time linear in the depth of the two links. For a chain that is not `down`, MoveIt also takes the
// joint above the topmost link of the way.
ChainJoints joints_of_chain(const SemanticChain& chain, const Model& robot, const KinematicTree& tree);

struct SemanticGroups {
  struct Group {
    std::vector<JointId> joints;  // by id, fixed joints and followers too
    bool root_joint = false;      // it has the joint between the world and the root
    bool whole = true;            // nothing in it is unknown: names, subgroups, what is in these
    bool has(JointId joint) const;
  };
  std::vector<Group> groups;  // in the order of the text
  // Groups that hold each other, as indices around the circle; each begins with the first in the text.
  std::vector<std::vector<std::size_t>> cycles;
  // False where the groups hold so much together that some were left empty and not `whole`.
  bool complete = true;

  // The first group of a name.
  std::optional<std::size_t> find(std::string_view name) const;
  std::unordered_map<std::string_view, std::size_t> by_name;  // of texts of the semantics, which must live on
};

// Without a robot no group is whole, and only cycles are found. Takes no recursion, and bounded time and
// memory.
SemanticGroups resolve_groups(const Semantics& semantics, const Model* robot, const KinematicTree* tree);

// Whether a group moves or holds a link: the link is the child of one of its joints.
bool has_link(const SemanticGroups::Group& group, LinkId link, const KinematicTree& tree);

}  // namespace romas
