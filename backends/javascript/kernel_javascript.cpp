#include "backends/javascript/kernel_javascript.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::size_t kLargestFunction = 1200;  // statements
constexpr std::size_t kPartSize = 600;          // of what is larger

// Printed inside of its users.
bool is_leaf(Op op) { return op == Op::input || op == Op::constant || op == Op::neg; }

class KernelJavascript {
 public:
  KernelJavascript(const Kernel& kernel, IndentedWriter& out)
      : kernel_(kernel), out_(out), names_(kernel.nodes.size()), outputs_(kernel.nodes.size() + 1) {
    const std::vector<std::uint32_t> uses = count_uses(kernel);
    for (std::size_t i = 0; i < kernel.nodes.size(); ++i)
      if (uses[i] != 0 && !is_leaf(kernel.nodes[i].op)) statements_.push_back(i);
    size_ = statements_.size() <= kLargestFunction ? kLargestFunction : kPartSize;
    for (std::size_t array = 0; array < kernel.outputs.size(); ++array)
      for (std::size_t k = 0; k < kernel.outputs[array].elements.size(); ++k) {
        const std::size_t node = stem(kernel.outputs[array].elements[k]);
        outputs_[is_leaf(kernel.nodes[node].op) ? 0 : node + 1].push_back({array, k});
      }
  }

  void print(std::string_view name) {
    find_crossing();
    const std::size_t parts = std::max<std::size_t>(1, (statements_.size() + size_ - 1) / size_);
    for (std::size_t p = 0; p < parts; ++p)
      print_part(parts == 1 ? std::string(name) : concat(name, "_", p + 1), p, parts);
    if (parts == 1) return;
    out_.line("function ", name, "(", parameters(), ") {");
    out_.line("  const w = new Float64Array(", crossing_, ");");
    for (std::size_t p = 1; p <= parts; ++p) out_.line("  ", name, "_", p, "(", parameters(), ", w);");
    out_.line("}");
  }

 private:
  struct Element {
    std::size_t array, k;
  };

  std::size_t stem(Value value) const {
    while (kernel_.node(value).op == Op::neg) value = kernel_.node(value).operands[0];
    return value.index();
  }

  std::string parameters() const {
    std::string list;
    const auto add = [&](std::string_view name) { list += concat(list.empty() ? "" : ", ", name); };
    for (const KernelArray& input : kernel_.inputs) add(input.name);
    for (const OutputArray& output : kernel_.outputs) add(output.name);
    return list;
  }

  // Places in w for values that a later part needs.
  void find_crossing() {
    std::vector<std::size_t> part(kernel_.nodes.size(), 0);
    for (std::size_t k = 0; k < statements_.size(); ++k) part[statements_[k]] = k / size_;
    places_.resize(kernel_.nodes.size());
    for (const std::size_t user : statements_) {
      const Node& node = kernel_.nodes[user];
      for (int o = 0; o < operand_count(node); ++o) {
        const std::size_t used = stem(node.operands[static_cast<std::size_t>(o)]);
        if (is_leaf(kernel_.nodes[used].op) || part[used] == part[user] || !places_[used].empty()) continue;
        places_[used] = concat("w[", crossing_++, "]");
      }
    }
  }

  void print_part(const std::string& name, std::size_t p, std::size_t parts) {
    out_.line("function ", name, "(", parameters(), parts == 1 ? "" : ", w", ") {");
    out_.indent();
    if (p == 0) print_outputs(0);
    const std::size_t end = std::min((p + 1) * size_, statements_.size());
    for (std::size_t k = p * size_; k < end; ++k) {
      const std::size_t i = statements_[k];
      const std::string text = expression(kernel_.nodes[i]);
      names_[i] = concat("t", k);
      out_.line("const ", names_[i], " = ", text, ";");
      if (!places_[i].empty()) out_.line(places_[i], " = ", names_[i], ";");
      print_outputs(i + 1);
    }
    for (std::size_t k = p * size_; k < end; ++k)
      if (!places_[statements_[k]].empty()) names_[statements_[k]] = places_[statements_[k]];
    out_.outdent();
    out_.line("}");
  }

  void print_outputs(std::size_t place) {
    for (const Element& at : outputs_[place]) {
      const OutputArray& output = kernel_.outputs[at.array];
      out_.line(output.name, "[", at.k, "] = ", operand(output.elements[at.k]), ";");
    }
  }

  std::string operand(Value value) const {
    const Node& node = kernel_.node(value);
    switch (node.op) {
      case Op::constant:
        return std::signbit(node.constant) ? concat("(", format_double(node.constant), ")")
                                           : format_double(node.constant);
      case Op::input: return concat(kernel_.inputs[node.array].name, "[", node.element, "]");
      case Op::neg: return concat("(-", operand(node.operands[0]), ")");
      default: return names_[value.index()];
    }
  }

  std::string expression(const Node& node) const {
    const auto at = [&](std::size_t k) { return operand(node.operands[k]); };
    switch (node.op) {
      case Op::add: return concat(at(0), " + ", at(1));
      case Op::sub: return concat(at(0), " - ", at(1));
      case Op::mul: return concat(at(0), " * ", at(1));
      case Op::div: return concat(at(0), " / ", at(1));
      case Op::fma: return concat(at(0), " * ", at(1), " + ", at(2));
      case Op::sqrt: return concat("Math.sqrt(", at(0), ")");
      case Op::sin: return concat("Math.sin(", at(0), ")");
      case Op::cos: return concat("Math.cos(", at(0), ")");
      case Op::select: return concat(at(0), " >= 0 ? ", at(1), " : ", at(2));
      case Op::input:
      case Op::constant:
      case Op::neg:
      case Op::gather:
      case Op::lane: break;
    }
    return {};
  }

  const Kernel& kernel_;
  IndentedWriter& out_;
  std::vector<std::size_t> statements_;  // nodes, in their order
  std::size_t size_ = 0;                 // statements of a part
  std::vector<std::string> names_;       // by node: what users write
  std::vector<std::string> places_;      // by node: where later parts find it; empty: none needs it
  std::size_t crossing_ = 0;
  // By the node after whose statement they are written, plus one; first those that need no statement.
  std::vector<std::vector<Element>> outputs_;
};

}  // namespace

void print_javascript(const Kernel& kernel, std::string_view name, IndentedWriter& out) {
  KernelJavascript(kernel, out).print(name);
}

}  // namespace romas
