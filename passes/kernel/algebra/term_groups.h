// The sums of a kernel as their terms, or its products as their factors, in no order.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/kernel/kernel.h"
#include "passes/kernel/algebra/stems.h"

namespace romas {

// A sum of terms, each with its sign, or a product of factors, whose signs are one.
struct TermGroup {
  enum class Kind : std::uint8_t { sum, product };
  Kind kind = Kind::sum;
  std::vector<Stem> terms;
  bool minus = false;    // of a product
  bool changed = false;  // put together anew when the kernel is made; the others stay as they are
};

// The groups of one kind of a kernel. Terms are nodes of the kernel, by index, and groups made later, whose
// numbers go on behind those of the nodes. A value that something else reads, or that has a name, is a group
// of its own and a term of others.
class TermGroups {
 public:
  TermGroups(const Kernel& kernel, TermGroup::Kind kind);

  TermGroup::Kind kind() const { return kind_; }
  std::size_t size() const { return groups_.size(); }
  TermGroup& operator[](std::size_t index) { return groups_[index]; }
  const TermGroup& operator[](std::size_t index) const { return groups_[index]; }
  // Adds a group and returns its number as a term.
  std::uint32_t make_group(TermGroup group);
  // All numbers of terms are below it.
  std::size_t numbers() const { return group_of_.size(); }

  // Whether a term is a product of two that only its sum reads.
  bool is_own_product(const Stem& term) const;
  // Operand 0 or 1 of a node of the kernel; of a difference the second one has its sign turned.
  Stem operand(std::uint32_t node, std::size_t k) const;

  // The kernel with the changed groups, each in the order in which its terms are known: those that take the
  // fewest operations one after another first.
  Kernel rebuilt();

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  bool is_of_kind(std::uint32_t node) const;
  bool is_part(std::uint32_t node) const;
  void collect_terms(std::uint32_t root, TermGroup& group) const;
  void add_group(TermGroup group, std::uint32_t number);
  bool is_changed(std::uint32_t number) const;
  void make(std::uint32_t root);
  void operands_of(std::uint32_t number, std::vector<Stem>& operands) const;
  Value signed_value(const Stem& stem);
  Value plain(std::uint32_t number);
  Value made(std::uint32_t number);
  int depth(Value value);

  const Kernel& from_;
  TermGroup::Kind kind_;
  std::vector<std::uint32_t> uses_;
  std::vector<bool> part_of_kind_;       // by node: whether an operation of the kind reads it
  std::vector<std::uint32_t> group_of_;  // by number: its group by index, or kNone
  std::vector<TermGroup> groups_;
  KernelBuilder to_;
  std::vector<Value> made_;  // by number
  std::vector<int> depths_;  // by node of what is made
};

}  // namespace romas
