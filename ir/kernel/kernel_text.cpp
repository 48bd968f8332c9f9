// The text form of kernels:
//   kernel gravity_torque(q[2]) -> (tau[1]) {
//     %0 = sin q[0]
//     %1 = mul 9.81, %0
//     tau[0] = %1
//   }
// `gather` has as many operands as lanes; the last word of `lane` is the number of the lane.
#include <algorithm>
#include <map>

#include "ir/kernel/kernel.h"
#include "support/text.h"

namespace romas {

namespace {

std::string arrays_text(const std::vector<KernelArray>& arrays) {
  return join(arrays, ", ",
              [](const KernelArray& array) { return concat(array.name, "[", array.size, "]"); });
}

class Printer {
 public:
  explicit Printer(const Kernel& kernel) : kernel_(kernel), names_(kernel.nodes.size()) {}

  std::string print() {
    std::vector<KernelArray> outputs;
    for (const OutputArray& output : kernel_.outputs)
      outputs.push_back({output.name, static_cast<std::uint32_t>(output.elements.size())});
    std::string text = concat("kernel ", kernel_.name, "(", arrays_text(kernel_.inputs), ") -> (",
                              arrays_text(outputs), ") {\n");
    const std::vector<std::uint32_t> uses = count_uses(kernel_);
    std::size_t next = 0;
    for (std::size_t i = 0; i < kernel_.nodes.size(); ++i) {
      if (uses[i] == 0) continue;
      const Node& node = kernel_.nodes[i];
      if (node.op == Op::constant) {
        names_[i] = format_double(node.constant);
      } else if (node.op == Op::input) {
        names_[i] = concat(kernel_.inputs[node.array].name, "[", node.element, "]");
      } else {
        names_[i] = concat("%", next++);
        text += concat("  ", names_[i], " = ", op_name(node.op));
        for (int k = 0; k < operand_count(node); ++k)
          text += concat(k == 0 ? " " : ", ", names_[node.operands[static_cast<std::size_t>(k)].index()]);
        if (node.op == Op::lane) text += concat(", ", node.element);
        text += "\n";
      }
    }
    for (const OutputArray& output : kernel_.outputs)
      for (std::size_t k = 0; k < output.elements.size(); ++k)
        text += concat("  ", output.name, "[", k, "] = ", names_[output.elements[k].index()], "\n");
    return text + "}\n";
  }

 private:
  const Kernel& kernel_;
  std::vector<std::string> names_;
};

class Parser {
 public:
  Parser(std::string_view text, Kernel& kernel, std::string& error)
      : lines_(split(text, '\n')), kernel_(kernel), error_(error) {}

  bool parse() {
    kernel_ = {};
    for (; line_ < lines_.size(); ++line_) {
      const std::string_view line = trim(lines_[line_]);
      if (line.empty() || line.starts_with("//")) continue;
      if (line == "}") return opened_ ? finish() : fail("'}' without a kernel");
      if (!(opened_ ? statement(line) : header(line))) return false;
    }
    return fail("the kernel does not end with '}'");
  }

 private:
  bool fail(std::string_view message) {
    error_ = concat("line ", line_ + 1, ": ", message);
    return false;
  }

  // name[number]
  static bool element(std::string_view text, std::string& name, std::uint32_t& index) {
    const std::size_t open = text.find('[');
    if (open == std::string_view::npos || open == 0 || !text.ends_with(']')) return false;
    const auto number = parse_integer(text.substr(open + 1, text.size() - open - 2));
    if (!number || *number < 0 || *number > 1'000'000) return false;
    name = std::string(text.substr(0, open));
    index = static_cast<std::uint32_t>(*number);
    return true;
  }

  bool arrays(std::string_view text, std::vector<KernelArray>& result) {
    if (trim(text).empty()) return true;
    for (const std::string_view part : split(text, ',')) {
      KernelArray array;
      if (!element(trim(part), array.name, array.size))
        return fail(concat("'", trim(part), "' is not NAME[SIZE]"));
      result.push_back(std::move(array));
    }
    return true;
  }

  bool header(std::string_view line) {
    const std::size_t open = line.find('(');
    const std::size_t arrow = line.find(") -> (");
    if (!line.starts_with("kernel ") || open == std::string_view::npos || arrow == std::string_view::npos ||
        arrow < open || !line.ends_with(") {"))
      return fail("expected 'kernel NAME(INPUTS) -> (OUTPUTS) {'");
    kernel_.name = std::string(trim(line.substr(7, open - 7)));
    std::vector<KernelArray> outputs;
    if (!arrays(line.substr(open + 1, arrow - open - 1), kernel_.inputs)) return false;
    if (!arrays(line.substr(arrow + 6, line.size() - arrow - 9), outputs)) return false;
    for (const KernelArray& output : outputs)
      kernel_.outputs.push_back({output.name, std::vector<Value>(output.size)});
    opened_ = true;
    return true;
  }

  Value leaf(Node node, std::string key) {
    const auto [entry, inserted] = values_.try_emplace(std::move(key), Value(kernel_.nodes.size()));
    if (inserted) kernel_.nodes.push_back(node);
    return entry->second;
  }

  // An operand; an invalid value with `error_` set where it names nothing.
  Value operand(std::string_view text) {
    if (const auto known = values_.find(std::string(text)); known != values_.end()) return known->second;
    Node node;
    if (const auto number = parse_double(text)) {
      node.constant = *number;
      return leaf(node, std::string(text));
    }
    std::string name;
    if (element(text, name, node.element)) {
      node.op = Op::input;
      for (node.array = 0; node.array < kernel_.inputs.size(); ++node.array)
        if (kernel_.inputs[node.array].name == name && node.element < kernel_.inputs[node.array].size)
          return leaf(node, std::string(text));
    }
    fail(concat("'", text, "' is no number, input or earlier value"));
    return {};
  }

  bool statement(std::string_view line) {
    const std::size_t equals = line.find(" = ");
    if (equals == std::string_view::npos) return fail("expected 'NAME = …'");
    const std::string name(trim(line.substr(0, equals)));
    const std::string_view rest = trim(line.substr(equals + 3));
    if (!name.starts_with('%')) return assign(name, rest);
    const std::size_t space = rest.find(' ');
    Node node;
    int op = 0;
    while (op < kOpCount && op_name(static_cast<Op>(op)) != rest.substr(0, space)) ++op;
    node.op = static_cast<Op>(op);
    auto words = space == std::string_view::npos ? std::vector<std::string_view>()
                                                 : split(rest.substr(space + 1), ',');
    if (op == kOpCount || (node.op != Op::gather && operand_count(node) == 0))
      return fail(concat("'", rest.substr(0, space), "' is no operation"));
    if (!lanes(node, words)) return false;
    if (words.size() != static_cast<std::size_t>(operand_count(node)))
      return fail(concat("'", op_name(node.op), "' takes ", operand_count(node), " operands"));
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (!(node.operands[k] = operand(trim(words[k]))).valid()) return false;
      if (node.op != Op::lane) node.lanes = std::max(node.lanes, kernel_.node(node.operands[k]).lanes);
    }
    if (!values_.try_emplace(name, Value(kernel_.nodes.size())).second)
      return fail(concat("'", name, "' is defined twice"));
    kernel_.nodes.push_back(node);
    return true;
  }

  // What the words of `gather` and `lane` say beside operands; they are taken out.
  bool lanes(Node& node, std::vector<std::string_view>& words) {
    if (node.op == Op::gather) {
      if (words.size() != 2 && words.size() != kMostLanes)
        return fail(concat("'gather' takes 2 or ", kMostLanes, " operands"));
      node.lanes = static_cast<std::uint8_t>(words.size());
    }
    if (node.op != Op::lane) return true;
    const auto number = words.empty() ? std::nullopt : parse_integer(trim(words.back()));
    if (!number || *number < 0 || *number >= static_cast<std::int64_t>(kMostLanes))
      return fail("'lane' ends with the number of a lane");
    node.element = static_cast<std::uint32_t>(*number);
    words.pop_back();
    return true;
  }

  bool assign(std::string_view target, std::string_view source) {
    std::string name;
    std::uint32_t index = 0;
    if (!element(target, name, index)) return fail(concat("'", target, "' is no output"));
    for (OutputArray& output : kernel_.outputs) {
      if (output.name != name || index >= output.elements.size()) continue;
      output.elements[index] = operand(source);
      return output.elements[index].valid();
    }
    return fail(concat("'", target, "' is no output"));
  }

  bool finish() {
    for (const OutputArray& output : kernel_.outputs)
      for (const Value value : output.elements)
        if (!value.valid()) return fail(concat("output '", output.name, "' has an element without a value"));
    return true;
  }

  std::vector<std::string_view> lines_;
  Kernel& kernel_;
  std::string& error_;
  std::size_t line_ = 0;
  bool opened_ = false;
  std::map<std::string, Value, std::less<>> values_;
};

}  // namespace

std::string print_kernel(const Kernel& kernel) { return Printer(kernel).print(); }

bool parse_kernel(std::string_view text, Kernel& kernel, std::string& error) {
  return Parser(text, kernel, error).parse();
}

}  // namespace romas
