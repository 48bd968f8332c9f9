// Which operations of a kernel are done together, one in each lane.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ir/kernel/kernel.h"
#include "passes/kernel/algebra/stems.h"

namespace romas {

// Values that are computed together, one in each lane, or one alone.
struct LanePack {
  std::size_t lanes = 1;
  std::array<std::uint32_t, kMostLanes> members{};  // nodes
  // Lanes that somebody reads. In the others a member of another lane stands again.
  std::array<bool, kMostLanes> present = {true, true, true, true};
  std::size_t first_present() const;
  std::size_t count_present() const;
};

// Additions, subtractions, multiplications and divisions.
bool goes_through_lanes(Op op);

// A number made of two, by which what is the same is found.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b);

// The packs of a kernel. Passes add those that they find (limb_match.h, column_match.h); in the end every
// operation that goes through lanes is in one, alone if need be.
class LaneMatch {
 public:
  explicit LaneMatch(const Kernel& kernel);

  // Adds a pack, unless a member is in one already.
  void add(const LanePack& values);
  // Changes the places of the first two operands of a node: corresponding operands stand at the same place in
  // all members of a pack.
  void swap_operands(std::uint32_t node) { swapped_[node] = !swapped_[node]; }
  // Takes packs apart, by index; indices of the others change.
  void dissolve(const std::vector<bool>& packs);
  // Packs what is left alone, and orders. Packs that wait for each other are taken apart.
  void finish();

  const Kernel& kernel() const { return *kernel_; }
  bool has_lanes() const;
  const std::vector<LanePack>& packs() const { return packs_; }
  // By node: its pack by index, -1 if it has none; and its lane.
  int pack_of(std::uint32_t node) const { return pack_of_[node]; }
  std::size_t lane_of(std::uint32_t node) const { return lane_of_[node]; }
  // All nodes but negations, when finished. Whatever the pack of a node needs stands before its first member.
  const std::vector<std::uint32_t>& order() const { return order_; }
  // How many operands and outputs refer to it, through negations too.
  std::uint32_t uses(std::uint32_t node) const { return uses_[node]; }

  Stem stem(Value value) const { return stem_of(*kernel_, value); }
  // The operands of a node, in the order of its pack. A subtraction is the sum with the negated second one.
  std::array<Stem, 3> operands(std::uint32_t node) const;
  // Operand k of all members of a pack.
  std::array<Stem, kMostLanes> operands(const LanePack& values, std::size_t k) const;
  // Whether the first two operands may change places.
  bool commutes(std::uint32_t node) const;

 private:
  std::vector<bool> order_values();

  const Kernel* kernel_;
  std::vector<std::uint32_t> uses_;
  std::vector<LanePack> packs_;
  std::vector<int> pack_of_;
  std::vector<std::uint8_t> lane_of_;
  std::vector<bool> swapped_;
  std::vector<std::uint32_t> order_;
};

}  // namespace romas
