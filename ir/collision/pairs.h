// Which links of a robot can touch each other, by proof and not by chance.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ir/collision/link_colliders.h"
#include "ir/collision/pair_chain.h"
#include "ir/collision/separation.h"

namespace romas {

enum class PairRelation : std::uint8_t {
  adjacent,   // one joint, or several and links without shapes, connect them
  never,      // they touch in no posture: proved
  always,     // they overlap in every posture: proved
  sometimes,  // they touch in a posture, which is the witness, and not in all that were tried
  usually,    // they touched in all that were tried, which proves nothing
  unknown,    // neither proved nor refuted
};

struct WitnessValue {
  JointId joint;
  double value = 0;  // rad or m
};

struct LinkPair {
  LinkId a, b;
  PairRelation relation = PairRelation::unknown;
  // never: they are at least this far apart, m. unknown: they were this far apart where they were nearest.
  double distance = 0;
  double proved = 0;                  // the share of the postures in which they do not touch, 0 to 1; unknown
  std::vector<WitnessValue> witness;  // sometimes, usually: the joints between them; the others do not matter
  std::string because;                // unknown: what kept it from being decided
  std::size_t work = 0;               // steps of searches for distances
};

struct PairSearch {
  std::size_t boxes = 20'000;   // of postures, for a pair
  std::size_t steps = 300'000;  // of searches for distances, for a pair
};

// All pairs of links that have shapes, in the order of the links. A posture moves the joints between the two
// links within their limits, whatever loops hold them, and followers by their rule whatever their own limits
// are: both have no postures that these have not. Branch and bound over boxes of postures: links that are d
// apart in the middle of a box do not touch in it if no distance of their points changes by d there.
std::vector<LinkPair> examine_pairs(const Model& model, const KinematicTree& tree,
                                    const LinkColliders& colliders, const PairSearch& search = {});

}  // namespace romas
