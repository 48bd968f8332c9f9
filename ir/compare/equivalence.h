// A comparison by numbers, for reviewers of a translation: two models of one robot at the same random states.
// In contrast to the comparison field by field (compare.h), it does not depend on how the models are written:
// it sees poses, masses and the loads of joints.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/model/model.h"

namespace romas {

// One quantity that both models have: of all links or joints that they share, in all states.
struct MeasuredQuantity {
  std::string_view name;             // "gravity torque of joints"
  std::string_view unit;             // of the numbers below
  std::size_t compared = 0;          // how many values
  double largest = 0;                // the largest magnitude in the first model
  double largest_difference = 0;     // between the two models
  std::string where;                 // it was found there: "joint 'elbow'"; empty where nothing differs
  std::optional<std::size_t> state;  // and in this state; nothing for what no state changes
  double allowed = 0;                // the largest difference that counts as none

  bool agrees() const { return largest_difference <= allowed; }
};

struct Equivalence {
  std::size_t states = 0;            // the first is the neutral position
  std::string base;                  // the link in whose frame poses are compared
  std::size_t links = 0;             // that both models have, by name
  std::vector<std::string> moved;    // joints that took random positions, by name
  std::vector<std::string> unmoved;  // joints that move in one of the models and stayed at their neutral
                                     // position: the other has no such joint, or one that moves otherwise
  std::vector<std::string> first_only, second_only;  // links of one model alone
  std::vector<MeasuredQuantity> quantities;

  bool agrees() const;
};

struct EquivalenceOptions {
  double tolerance = 1e-9;   // relative to the largest value of each quantity
  std::size_t states = 100;  // fewer for robots of many links
  unsigned seed = 1;
};

// For models with the same names of links and joints, as far as these mean the same. Mimic joints move as in
// the first model. Limits bound the random positions where both ends are finite; else they lie within 1 rad
// or 1 m. Takes time linear in states and links. Nothing if the models share no link.
std::optional<Equivalence> measure_equivalence(const Model& first, const Model& second,
                                               const EquivalenceOptions& options = {});

}  // namespace romas
