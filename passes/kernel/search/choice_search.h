// The search for the choices (frames and regroupings of bodies) that make one kernel small.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "passes/kernel/bodies/lower.h"

namespace romas::lowering {

using Lower = std::function<Kernel(const DynamicsPlan&)>;

// Work is counted in nodes built, not in seconds, so that the result is deterministic.
struct Work {
  std::size_t most = 0;
  std::size_t lowered = 0;
  bool spent() const { return lowered >= most; }
};

// Operation counts found so far for one kernel, by body and the choices around it.
using Known = std::unordered_map<std::uint64_t, std::size_t>;

// The bodies that hang on each one.
std::vector<std::vector<std::size_t>> children_of(const DynamicsModel& model);

// Coordinate descent: one body after another tries every alternative of every choice and keeps what lowers
// the count.
class ChoiceSearch {
 public:
  // `reach`: upper bound of the distance, in bodies, at which a choice matters.
  ChoiceSearch(const DynamicsModel& model, const Lower& lower, int reach, Choices start, Work& work,
               Known& known)
      : model_(model),
        lower_(lower),
        reach_(reach),
        work_(work),
        known_(known),
        choices_(std::move(start)),
        children_(children_of(model)) {}

  // Denavit-Hartenberg frames.
  Choices denavit_hartenberg();
  // The best choices found in this many rounds through all bodies.
  Choices run(int rounds);
  // The choices, where equal limbs (equal_limbs.h) choose as the one of them does whose choices suit all
  // best. Costs at most one operation in a hundred.
  Choices alike();

 private:
  // The part of the model that body i's choices can change: a few bodies towards the root and the leaves. The
  // part hangs on a free body, and other branches are included as mass.
  struct Neighbourhood {
    DynamicsModel model;
    std::vector<std::size_t> bodies;  // of the model that is searched, in the same order
    std::size_t centre = 0;           // the body in question
    bool free_root = false;
  };

  // choice_search_neighbourhood.cpp
  Neighbourhood neighbourhood(std::size_t i) const;
  static void number_variables(DynamicsModel& part);
  static void burden(Body& carrier, const RigidTransform& X_PB);
  Neighbourhood restricted(const std::vector<bool>& near, bool free_root) const;

  // choice_search_limbs.cpp
  static constexpr std::size_t kWorth = 100;
  void imitate(const std::vector<int>& model, const std::vector<int>& limb);

  // choice_search.cpp
  std::size_t count_near(const Choices& choices);
  std::uint64_t key_of(const Choices& part) const;
  std::size_t lowered_count(const Choices& part);
  bool attempt(const Choices& choices);
  bool attempt(std::size_t i, const BodyChoice& choice);
  bool improve(std::size_t i);
  std::vector<double> slides(std::size_t i) const;
  std::vector<double> turns(std::size_t i) const;

  const DynamicsModel& model_;
  const Lower& lower_;
  int reach_;
  Work& work_;
  Known& known_;
  Choices choices_;
  std::vector<std::vector<std::size_t>> children_;
  Neighbourhood near_;
  std::size_t best_ = 0;
};

}  // namespace romas::lowering
