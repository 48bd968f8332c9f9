// The possible joins of a modular robot: which contacts are free and fit a Block, and how two of them meet.
//
// Only Model::blocks and Model::parts count; the Blocks may be a whole library. Whatever is offered here
// passes check_assembly. Precondition of all: the id of a part is its place in Model::parts, every part has
// its Block, and no zeroAxis is parallel to its rotAxis.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "ir/model/model.h"

namespace romas {

// Why something cannot be joined.
enum class JoinObstacle : unsigned char {
  none,
  no_base,           // a part is wanted first that stands on the ground
  has_base,          // a second base Block
  has_tool,          // a second tool Block
  no_contact,        // the Block has no contact point
  no_free_contact,   // no free contact of the assembly fits the Block
  taken,             // the contact carries a connection
  joint_with_joint,  // all that could meet are joint contacts
  behind_tool,       // nothing follows the tool
  deeper_than_tool,  // the part would be farther from the base than the tool
  tool_not_deepest,  // the tool would be nearer to the base than another part
};
// A word for programs: "has-base".
std::string_view code_of(JoinObstacle obstacle);
// The same for people: "an assembly has one base".
std::string_view text_of(JoinObstacle obstacle);

struct ContactState {
  int part = -1;  // of the assembly; -1: it is the candidate's
  int contact = 0;
  int used_by = -1;  // the part whose connection it carries: its own part, or one that hangs on it
  JoinObstacle obstacle = JoinObstacle::none;
};

// The possible joins to an assembly as it is. The constructor and each question take time linear in the parts
// and their contacts, or less.
class Joining {
 public:
  explicit Joining(const Model& model);

  // Whether a Block can be taken now, and joined somewhere.
  JoinObstacle obstacle_of(BlockId candidate) const;
  // The contacts of all parts in their order; without a candidate only those in use have an obstacle.
  std::vector<ContactState> contact_states(std::optional<BlockId> candidate) const;
  // The contacts of the candidate, for one contact of the assembly, or for any.
  std::vector<ContactState> child_contact_states(BlockId candidate,
                                                 const std::optional<ContactState>& parent) const;
  // The first `most` parts with a free contact that fits.
  std::vector<int> fitting_parts(BlockId candidate, std::size_t most) const;
  // The part whose connection a contact carries; -1: it is free.
  int user_of(int part, int contact) const;

 private:
  // The properties that count of a Block that is to be joined.
  struct Candidate {
    bool base, tool;
    bool has_contact, has_assembly;
    explicit Candidate(const Block& block);
    // Whether it has a partner for a contact.
    bool fits(const Contact& contact) const {
      return contact.type == ContactType::assembly ? has_contact : has_assembly;
    }
  };

  const Block& block_of(int part) const;
  // The obstacle of a part as the parent of the candidate, whatever contacts are used.
  JoinObstacle obstacle_at(int part, const Candidate& candidate) const;
  JoinObstacle obstacle_at(int part, int contact, const Candidate& candidate) const;

  const Model& model_;
  std::vector<std::vector<int>> users_;  // by part and contact
  std::vector<int> depth_;               // connections from the base
  int deepest_ = 0;
  int tool_ = -1;
};

// A pair of matched axes, each in its own contact frame, and the difference δ of the zeroAxes that follows,
// in quarter turns about the parent's rotAxis: -1, 0, 1 or 2.
struct MatchedAxes {
  SignedAxis parent = SignedAxis::plus_x;
  SignedAxis child = SignedAxis::plus_x;
  int quarters = 0;
};

struct JoiningChoices {
  std::vector<PartJointType> types;  // empty: two joint contacts
  // By quarters -1, 0, 1, 2: the child's zeroAxis, and the parent's turned.
  std::array<MatchedAxes, 4> turns;
  std::array<MatchedAxes, 16> pairs;  // all that are not parallel to the rotAxes; four of them a turn
};
JoiningChoices joining_choices(const Contact& parent, const Contact& child);

// X_Lp: a contact in the link frame of its part, which is {b} for the base, else the part's own contact.
RigidTransform contact_in_link(const Model& model, const Part& part, int contact);

}  // namespace romas
