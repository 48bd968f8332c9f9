// The search for one kernel's choices: frames and regroupings of bodies that make it small.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "passes/kernel/lower.h"

namespace romas::lowering {

using Lower = std::function<Kernel(const DynamicsPlan&)>;

// Counted in what is built, never in seconds: a slow machine finds what a fast one finds.
struct Work {
  std::size_t most = 0;
  std::size_t lowered = 0;
  bool spent() const { return lowered >= most; }
};

// What the searches of one kernel have counted, by the body in question and the choices around it.
using Known = std::unordered_map<std::uint64_t, std::size_t>;

// The bodies that hang on each one.
std::vector<std::vector<std::size_t>> children_of(const DynamicsModel& model);

// Coordinate descent: one body after another tries every alternative of every choice and keeps what lowers
// the count.
class ChoiceSearch {
 public:
  // `reach`: how many bodies away a choice can be felt.
  ChoiceSearch(const DynamicsModel& model, const Lower& lower, int reach, Choices start, Work& work,
               Known& known)
      : model_(model),
        lower_(lower),
        reach_(reach),
        work_(work),
        known_(known),
        choices_(std::move(start)),
        children_(children_of(model)) {}

  // Frames as Denavit and Hartenberg would put them.
  Choices denavit_hartenberg();
  // The best choices that so many rounds through all bodies find.
  Choices run(int rounds);

 private:
  // What body i's choices can change: a few bodies on the way to the root and to the leaves. Beyond them
  // something moves freely, and other branches make themselves felt as mass.
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
