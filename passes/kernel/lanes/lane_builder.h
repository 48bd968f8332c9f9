// Builds a kernel in which several numbers go through arithmetic side by side.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <tuple>

#include "ir/kernel/kernel.h"

namespace romas {

// A sign by lane: true for minus.
using LaneSigns = std::array<bool, kMostLanes>;

// An operand of an operation on several lanes: `value`, negated in the lanes that `minus` says. Constants
// take their signs in.
struct LaneOperand {
  Value value;
  LaneSigns minus{};
};

// Equal values become one node. Signs that differ between lanes cost a multiplication by 1 and -1, which is
// exact; where a constant is a factor, or a multiply-add can take it, they cost nothing.
class LaneBuilder {
 public:
  explicit LaneBuilder(const Kernel& like);

  const Node& node(Value value) const { return kernel_.node(value); }
  Value add(Node node);
  Value constant(double number);
  Value negated(Value value);
  Value lane(Value values, std::size_t lane);
  // `numbers`: `count` of them. One value where all are the same.
  Value gather(const std::array<Value, kMostLanes>& numbers, std::size_t count);

  LaneOperand sum(LaneOperand a, LaneOperand b, std::size_t lanes);
  LaneOperand product(const LaneOperand& a, const LaneOperand& b, std::size_t lanes);
  LaneOperand quotient(const LaneOperand& a, const LaneOperand& b, std::size_t lanes);
  // a b + c
  LaneOperand multiply_add(LaneOperand a, LaneOperand b, const LaneOperand& c, std::size_t lanes);
  // The operand as a value.
  Value settled(const LaneOperand& operand, std::size_t lanes);

  // As KernelBuilder's: the first label stays.
  void label(Value value, const ValueLabel& label);
  void set_outputs(std::vector<OutputArray> outputs) { kernel_.outputs = std::move(outputs); }
  Kernel take() { return std::move(kernel_); }

 private:
  Value operation(Op op, std::size_t lanes, Value a, Value b, Value c = {});
  bool constant_lanes(Value value) const;
  // Whether the operand's value is constants; they have taken the signs in then.
  bool absorb(LaneOperand& operand, const LaneSigns& minus, std::size_t lanes);
  Value signs(const LaneSigns& minus, std::size_t lanes);

  using Key = std::tuple<Op, std::uint8_t, std::array<Value, kMostLanes>, std::uint32_t, std::uint32_t,
                         std::uint64_t>;
  Kernel kernel_;
  std::map<Key, Value> known_;
};

}  // namespace romas
