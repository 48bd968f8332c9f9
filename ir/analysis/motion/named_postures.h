// The postures of a robot that have a name, for tables of what happens in them.
#pragma once

#include <string>
#include <vector>

#include "ir/analysis/motion/posture_search.h"
#include "ir/model/semantics.h"

namespace romas {

struct NamedPosture {
  enum class Source : unsigned char { zero, middle, keyframe, state } source = Source::zero;
  std::string name;       // of a keyframe or state; empty: it has none
  std::vector<double> q;  // by position variable of the DynamicsModel
  bool in_limits = true;  // false: a variable is outside of its range
};

// Zero, or what is nearest to it within the limits, and the middle of all ranges; then the keyframes that the
// model was read with, and the states of an SRDF, whose other joints are nearest to zero. `semantics`: null
// for none. Values of unknown joints, of followers and of joints with another number of variables are left
// out: check_semantic_states reports them.
std::vector<NamedPosture> named_postures(const Model& model, const KinematicTree& tree,
                                         const DynamicsModel& dynamics,
                                         const std::vector<VariableRange>& ranges,
                                         const Semantics* semantics);

}  // namespace romas
