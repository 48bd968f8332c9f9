// Texts of kernels: none crashes; what is read prints as itself, and passes keep what it computes but for
// rounding.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "ir/kernel/limbs.h"
#include "passes/kernel/lowering/kernel_passes.h"
#include "test/fuzz/fuzzing.h"

namespace {

using namespace romas;
using fuzzing::require;

// The values of the nodes of a kernel of sums and products are at most these, if the inputs are at most 1:
// each error of rounding is a small part of them. Nothing for other operations, whose errors have no such
// bound.
std::optional<std::vector<double>> bounds_of(const Kernel& kernel) {
  std::vector<double> bounds(kernel.nodes.size());
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const Node& node = kernel.nodes[i];
    const auto at = [&](std::size_t k) { return bounds[node.operands[k].index()]; };
    switch (node.op) {
      case Op::input: bounds[i] = 1; break;
      case Op::constant: bounds[i] = std::abs(node.constant); break;
      case Op::add:
      case Op::sub: bounds[i] = at(0) + at(1); break;
      case Op::mul: bounds[i] = at(0) * at(1); break;
      case Op::neg:
      case Op::lane: bounds[i] = at(0); break;
      case Op::fma: bounds[i] = at(0) * at(1) + at(2); break;
      case Op::gather:
        for (std::size_t k = 0; k < node.lanes; ++k) bounds[i] = std::max(bounds[i], at(k));
        break;
      default: return {};
    }
  }
  std::vector<double> of_outputs;
  for (const OutputArray& output : kernel.outputs)
    for (const Value value : output.elements) of_outputs.push_back(bounds[value.index()]);
  return of_outputs;
}

std::vector<std::vector<double>> numbers_for(const Kernel& kernel) {
  std::vector<std::vector<double>> numbers;
  std::uint32_t state = 1;
  for (const KernelArray& array : kernel.inputs) {
    numbers.emplace_back();
    for (std::uint32_t k = 0; k < array.size; ++k) {
      state = state * 1664525U + 1013904223U;
      numbers.back().push_back(static_cast<double>(state) / 2147483648.0 - 1);
    }
  }
  return numbers;
}

void hold_against(const Kernel& before, const Kernel& after, const std::string& pass) {
  require(verify_kernel(after).empty(), "the verifier", pass);
  require(after.inputs.size() == before.inputs.size(), "the inputs", pass);
  require(after.outputs.size() == before.outputs.size(), "the outputs", pass);
  const auto bounds = bounds_of(before);
  if (!bounds) return;
  const auto numbers = numbers_for(before);
  const std::vector<double> wanted = evaluate_kernel(before, numbers);
  const std::vector<double> found = evaluate_kernel(after, numbers);
  require(found.size() == wanted.size(), "the number of results", pass);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!((*bounds)[i] < 1e150)) continue;  // parts may overflow
    require(std::abs(found[i] - wanted[i]) <= 1e-9 * (*bounds)[i] + 1e-280, "a result", pass);
  }
}

void run_passes(const KernelText& text) {
  const bool lanes = !lane_counts(text.kernel).empty();
  for (const KernelPassInfo& pass : all_kernel_passes()) {
    if (lanes && !pass.takes_lanes) continue;
    if (pass.run != nullptr) {
      hold_against(text.kernel, pass.run(text.kernel), std::string(pass.name));
    } else if (const std::optional<Kernel> variant = pass.variant(text.kernel, text.limbs)) {
      hold_against(text.kernel, *variant, std::string(pass.name));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<KernelText> kernels;
  KernelTextFault fault;
  if (!parse_kernel_texts(text, kernels, fault)) {
    require(!fault.message.empty() && fault.begin <= fault.end && fault.end <= size, "the place of the fault",
            std::string(text));
    return 0;
  }
  for (const KernelText& kernel : kernels) {
    const std::string printed = print_kernel_text(kernel);
    std::vector<KernelText> again;
    require(parse_kernel_texts(printed, again, fault) && again.size() == 1, "the printed text", printed);
    require(print_kernel_text(again.front()) == printed, "the same text", printed);
    run_passes(kernel);
  }
  return 0;
}
