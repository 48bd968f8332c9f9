// Sines and cosines of a kernel. They are computed first, adjacent angles together.
#include <algorithm>

#include "backends/code/kernel_printer.h"
#include "support/text/text.h"

namespace romas::codegen {

std::string ArraySlice::text() const { return first == 0 ? std::string(array) : concat(array, " + ", first); }

void KernelPrinter::print_angles() {
  const Angles angles = find_angles();
  const std::size_t count = angles.plain.size() + angles.computed.size();
  if (count == 0) return;
  for (const std::string_view array : {"s", "c"}) out_.line(dialect_.array(array, count), ";");
  print_plain_angles(angles.plain);
  if (!angles.computed.empty()) print_computed_angles(angles);
  std::vector<std::uint32_t> all = angles.plain;
  all.insert(all.end(), angles.computed.begin(), angles.computed.end());
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i) {
    const Node& node = kernel_.nodes[i];
    if (node.op != Op::sin && node.op != Op::cos) continue;
    const auto found = std::find(all.begin(), all.end(), node.operands[0].index());
    if (found != all.end()) names_[i] = concat(node.op == Op::sin ? "s[" : "c[", found - all.begin(), "]");
  }
}

KernelPrinter::Angles KernelPrinter::find_angles() const {
  Angles angles;
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i) {
    const Node& node = kernel_.nodes[i];
    if (uses_[i] == 0 || (node.op != Op::sin && node.op != Op::cos)) continue;
    std::vector<std::uint32_t>& list =
        kernel_.node(node.operands[0]).op == Op::input ? angles.plain : angles.computed;
    if (std::find(list.begin(), list.end(), node.operands[0].index()) == list.end())
      list.push_back(node.operands[0].index());
  }
  std::sort(angles.plain.begin(), angles.plain.end(), [&](std::uint32_t a, std::uint32_t b) {
    return kernel_.nodes[a].element < kernel_.nodes[b].element;
  });
  return angles;
}

void KernelPrinter::print_plain_angles(const std::vector<std::uint32_t>& plain) {
  const std::vector<std::size_t> first_use = first_uses(plain);
  for (std::size_t begin = 0; begin < plain.size();) {
    std::size_t end = begin + 1;
    const std::uint32_t first = kernel_.nodes[plain[begin]].element;
    while (end < plain.size() && kernel_.nodes[plain[end]].element == first + (end - begin)) ++end;
    const bool backward = falling({first_use.begin() + static_cast<std::ptrdiff_t>(begin),
                                   first_use.begin() + static_cast<std::ptrdiff_t>(end)});
    const ArraySlice angles = {kernel_.inputs[kernel_.nodes[plain[begin]].array].name, first};
    out_.line(dialect_.sines(end - begin, angles, {"s", begin}, {"c", begin}, backward), ";");
    begin = end;
  }
}

void KernelPrinter::print_computed_angles(const Angles& angles) {
  // The operands of computed angles come before them.
  for (const std::uint32_t angle : angles.computed) {
    std::vector<std::uint32_t> needed = {angle};
    for (std::size_t k = 0; k < needed.size(); ++k) {
      const Node& node = kernel_.nodes[needed[k]];
      for (int o = 0; o < operand_count(node); ++o)
        needed.push_back(node.operands[static_cast<std::size_t>(o)].index());
    }
    std::sort(needed.begin(), needed.end());
    for (const std::uint32_t node : needed) print_statement(node);
  }
  const std::string list =
      join(angles.computed, ", ", [&](std::uint32_t angle) { return operand(Value(angle)); });
  const std::size_t behind = angles.plain.size();
  out_.line(dialect_.constant_array("angles", list), ";");
  out_.line(dialect_.sines(angles.computed.size(), {"angles"}, {"s", behind}, {"c", behind}, false), ";");
}

std::vector<std::size_t> KernelPrinter::first_uses(const std::vector<std::uint32_t>& angles) const {
  std::vector<std::size_t> by_node(kernel_.nodes.size(), kernel_.nodes.size());
  for (const std::uint32_t i : statements()) {
    const Node& node = kernel_.nodes[i];
    for (int o = 0; o < operand_count(node); ++o) {
      const Node& used = kernel_.nodes[stem(node.operands[static_cast<std::size_t>(o)])];
      if (used.op != Op::sin && used.op != Op::cos) continue;
      std::size_t& first = by_node[used.operands[0].index()];
      first = std::min<std::size_t>(first, i);
    }
  }
  std::vector<std::size_t> result;
  result.reserve(angles.size());
  for (const std::uint32_t angle : angles) result.push_back(by_node[angle]);
  return result;
}

bool KernelPrinter::falling(const std::vector<std::size_t>& first_uses) const {
  std::ptrdiff_t balance = 0;
  for (std::size_t a = 0; a < first_uses.size(); ++a)
    for (std::size_t b = a + 1; b < first_uses.size(); ++b)
      balance += first_uses[a] < first_uses[b] ? 1 : first_uses[a] > first_uses[b] ? -1 : 0;
  return balance < 0;
}

}  // namespace romas::codegen
