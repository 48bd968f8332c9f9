// differentiate: derivatives of a kernel by forward accumulation, one direction after another. Values that
// directions have in common are one node, since KernelBuilder knows equal values. Rates that cannot change
// stay 0.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/analysis/mass/dynamics_model.h"
#include "ir/kernel/kernel.h"

namespace romas {

// A direction in which inputs move: an input element of the kernel and its rate. Others stay.
using InputRates = std::vector<std::pair<Value, Value>>;

// The elements of an input array, by its index.
std::vector<Value> elements_of(KernelBuilder& builder, std::uint32_t array);
// Adds the input arrays of a kernel to a builder that has none, and returns their elements.
std::vector<std::vector<Value>> same_inputs(KernelBuilder& builder, const Kernel& kernel);

// The values of all nodes of a kernel, built anew from values for its input arrays.
std::vector<Value> rebuild(KernelBuilder& builder, const Kernel& kernel,
                           const std::vector<std::vector<Value>>& inputs);

// The elements of an output of a kernel, built anew from values for its input arrays.
std::vector<Value> rebuilt_output(KernelBuilder& builder, const Kernel& kernel,
                                  const std::vector<std::vector<Value>>& inputs, std::size_t output = 0);

class Differentiator {
 public:
  // Rebuilds the kernel's nodes in the builder, with the kernel's input arrays.
  Differentiator(KernelBuilder& builder, const Kernel& kernel);
  // A value of the kernel, as the builder has it.
  Value rebuilt(Value of_kernel) const { return values_[of_kernel.index()]; }
  // The rates of an output array's elements where the inputs move so. Derivatives of select are those of the
  // chosen side.
  std::vector<Value> rates(const InputRates& inputs, std::size_t output) const;

 private:
  Value rate_of(const Node& node, std::size_t index, const std::vector<Value>& rates) const;
  Value product_rate(Value a, Value rate_a, Value b, Value rate_b) const;

  KernelBuilder& builder_;
  const Kernel& kernel_;
  std::vector<Value> values_;
};

// The directions in which an input array can move. Positions: a step along each velocity variable, which is
// what that velocity adds in a unit of time. Other arrays: each element.
std::vector<InputRates> input_directions(KernelBuilder& builder, const DynamicsModel& model,
                                         std::uint32_t array);

// The direction that is the sum of so much of each: one factor for each of them.
InputRates combined(KernelBuilder& builder, const std::vector<InputRates>& directions,
                    const std::vector<Value>& factors);

// Derivatives of all outputs by input arrays, which are given by name and must exist: an output for each
// pair, the pairs with one input together. It has a row for each element of the output and a column for each
// direction, row-major, and is called "d" output "_d" input.
Kernel differentiated(const Kernel& kernel, const DynamicsModel& model,
                      const std::vector<std::string>& inputs, std::string name);

}  // namespace romas
