// Which operations of equal limbs are the same, up to constants, signs and variables.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ir/kernel/kernel.h"
#include "passes/kernel/equal_limbs.h"

namespace romas {

// A value behind its negations.
struct Stem {
  std::uint32_t node = 0;
  bool minus = false;
};

// Values that are computed together, one in each lane, or one alone.
struct LanePack {
  std::size_t lanes = 1;
  std::array<std::uint32_t, kMostLanes> members{};  // nodes
};

// Additions, subtractions, multiplications and divisions.
bool goes_through_lanes(Op op);

// Values get classes from the leaves on: the same class in two limbs means the same operation on operands of
// the same classes. A class that each limb of a group has is a pack. All values of a class have the same
// depth, so that lanes never wait for each other.
class LimbMatch {
 public:
  LimbMatch(const Kernel& kernel, const DynamicsModel& model);

  bool has_lanes() const { return has_lanes_; }
  // By node that goes through lanes: its pack by index, and its lane.
  const std::vector<LanePack>& packs() const { return packs_; }
  int pack_of(std::uint32_t node) const { return places_[node].pack; }
  std::size_t lane_of(std::uint32_t node) const {
    return packs_[static_cast<std::size_t>(places_[node].pack)].lanes == 1
               ? 0
               : static_cast<std::size_t>(places_[node].limb % kLimbNumbers);
  }
  // How many operations a value's longest path from the leaves has.
  std::uint32_t depth(std::uint32_t node) const { return places_[node].depth; }
  // How many operands and outputs refer to it, through negations too.
  std::uint32_t uses(std::uint32_t node) const { return uses_[node]; }

  Stem stem(Value value) const;
  // The operands of a node in the order that the members of a pack share. A subtraction is the sum with the
  // negated second operand.
  std::array<Stem, 3> ordered(const Node& node) const;

 private:
  static constexpr std::uint32_t kConstants = 0;  // the class of all constants
  static constexpr std::uint32_t kAlone = std::uint32_t{1} << 31U;

  struct Place {
    int limb = kNoLimb;                      // that has the value for itself
    std::uint32_t value_class = kConstants;  // kAlone + its index if no limb has it for itself
    std::uint32_t depth = 0;
    int pack = -1;
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
  void count_uses_behind_signs();
  ClassKey key_of(const Node& node, int limb) const;
  void classify();
  void pack(const LanePack& values);
  void match(const ClassKey& key, Members left);
  void number_common(const ClassKey& key, Members& members, Members& left);
  void sort_by_constants(std::vector<std::uint32_t>& values) const;
  std::array<std::uint32_t, 3> shared_operands(std::uint32_t node) const;
  void number(const ClassKey& key, const Members& members, std::size_t count);
  std::array<double, 3> constants(std::uint32_t node) const;

  const Kernel& kernel_;
  LimbLanes limbs_;
  std::vector<Place> places_;  // by node
  std::vector<std::uint32_t> uses_;
  // By node: a number that tells what is made of it, the same for what is the same in equal limbs; and of the
  // next operations alone.
  std::vector<std::uint64_t> purposes_, next_uses_;
  std::uint32_t last_class_ = kConstants;
  std::vector<LanePack> packs_;
  bool has_lanes_ = false;
};

}  // namespace romas
