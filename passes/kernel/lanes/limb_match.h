// Which operations of equal limbs are the same, up to constants, signs and variables.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ir/kernel/kernel.h"
#include "passes/kernel/lanes/equal_limbs.h"
#include "passes/kernel/lanes/lane_match.h"

namespace romas {

// Adds the packs of equal limbs to a match. `match` is of a function of q and of arrays by velocity variable.
void add_limb_packs(LaneMatch& match, const LimbLanes& limbs);

// Values get classes from the leaves on: the same class in two limbs means the same operation on operands of
// the same classes. A class that each limb of a group has is a pack. All values of a class have the same
// depth, so that lanes never wait for each other.
class LimbMatch {
 public:
  LimbMatch(const LaneMatch& match, const LimbLanes& limbs);

  void add_to(LaneMatch& match) const;

 private:
  static constexpr std::uint32_t kConstants = 0;  // the class of all constants
  static constexpr std::uint32_t kAlone = std::uint32_t{1} << 31U;

  struct Place {
    int limb = kNoLimb;                      // that has the value for itself
    std::uint32_t value_class = kConstants;  // kAlone + its index if no limb has it for itself
    std::uint32_t depth = 0;
  };
  // Operation, group, and the classes of operands, in which all values that no limb has for itself are one.
  using ClassKey = std::array<std::uint32_t, 5>;
  using Members = std::array<std::vector<std::uint32_t>, kMostLanes>;  // by limb

  // limb_purposes.cpp
  LimbVariable variable(const Node& input) const;
  int limb_of(const Node& node) const;
  std::vector<std::uint64_t> find_makings();
  std::uint64_t place_of_output(std::size_t size, std::size_t k) const;
  void find_purposes();

  // limb_match.cpp
  Stem stem(Value value) const { return match_.stem(value); }
  bool in_other_order(std::uint32_t node) const;
  std::array<Stem, 3> ordered(std::uint32_t node) const;
  ClassKey key_of(std::uint32_t node, int limb) const;
  void classify();
  void match(const ClassKey& key, Members left);
  void number_common(const ClassKey& key, Members& members, Members& left);
  void sort_by_constants(std::vector<std::uint32_t>& values) const;
  std::array<std::uint32_t, 3> shared_operands(std::uint32_t node) const;
  void number(const ClassKey& key, const Members& members, std::size_t count);
  std::array<double, 3> constants(std::uint32_t node) const;

  const LaneMatch& match_;
  const Kernel& kernel_;
  const LimbLanes& limbs_;
  std::vector<Place> places_;  // by node
  // By node: a number that tells what is made of it, the same for what is the same in equal limbs; and of the
  // next operations alone.
  std::vector<std::uint64_t> purposes_, next_uses_;
  std::uint32_t last_class_ = kConstants;
  std::vector<LanePack> packs_;
};

}  // namespace romas
