#include "backends/cpp/kernel_printer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "support/text.h"

namespace romas::cpp {

namespace {
constexpr std::size_t kLargestFunction = 1200;  // statements
constexpr std::size_t kPartSize = 600;

// Printed inside of what uses them, or computed before all else.
bool is_leaf(Op op) {
  return op == Op::input || op == Op::constant || op == Op::neg || op == Op::sin || op == Op::cos;
}
}  // namespace

void KernelPrinter::print(std::string_view name) {
  const std::vector<std::uint32_t> all = statements();
  if (all.size() <= kLargestFunction) {
    print_whole(name);
  } else {
    print_parts(name, all);
  }
}

void KernelPrinter::print_head(std::string_view name, std::string_view more) {
  std::string parameters;
  const auto add = [&](std::string_view type, std::string_view parameter) {
    parameters += concat(parameters.empty() ? "" : ", ", type, parameter);
  };
  const std::string_view unused = more.empty() ? "" : "[[maybe_unused]] ";
  for (const KernelArray& input : kernel_.inputs) add(concat(unused, "const S* "), input.name);
  if (!more.empty()) parameters += more;
  for (const OutputArray& output : kernel_.outputs) add(concat(unused, "Out "), output.name);
  out_.line("template <class S, class Out>");
  out_.line("ROMAS_STRAIGHT_LINE inline void ", name, "(", parameters, ") {");
  out_.indent();
}

void KernelPrinter::print_whole(std::string_view name) {
  print_head(name, "");
  ignore_unused_inputs();
  if (count_operations(kernel_)[Op::sqrt] != 0) out_.line("using std::sqrt;");
  print_angles();
  print_outputs(0);
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i) {
    if (uses_[i] == 0) continue;
    print_statement(i);
    print_outputs(i + 1);
  }
  out_.outdent();
  out_.line("}");
}

std::vector<std::uint32_t> KernelPrinter::statements() const {
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i)
    if (uses_[i] != 0 && !is_leaf(kernel_.nodes[i].op)) result.push_back(static_cast<std::uint32_t>(i));
  return result;
}

std::vector<std::vector<KernelPrinter::OutputElement>> KernelPrinter::place_outputs() const {
  // By input and element: the place after the last statement that reads it.
  std::vector<std::vector<std::size_t>> read;
  for (const KernelArray& input : kernel_.inputs) read.emplace_back(input.size, 0);
  for (const std::uint32_t i : statements()) {
    const Node& node = kernel_.nodes[i];
    for (int o = 0; o < operand_count(node.op); ++o) {
      const Node& used = kernel_.nodes[stem(node.operands[static_cast<std::size_t>(o)])];
      if (used.op == Op::input) read[used.array][used.element] = i + 1;
    }
  }
  std::vector<std::vector<OutputElement>> result(kernel_.nodes.size() + 1);
  for (std::size_t array = 0; array < kernel_.outputs.size(); ++array) {
    const std::vector<Value>& elements = kernel_.outputs[array].elements;
    for (std::size_t k = 0; k < elements.size(); ++k) {
      const std::uint32_t value = stem(elements[k]);
      std::size_t place = is_leaf(kernel_.nodes[value].op) ? 0 : value + 1;
      for (const std::vector<std::size_t>& input : read)
        if (input.size() == elements.size()) place = std::max(place, input[k]);
      result[place].push_back({array, k});
    }
  }
  return result;
}

void KernelPrinter::print_outputs(std::size_t place) {
  for (const OutputElement& at : outputs_[place]) {
    const OutputArray& output = kernel_.outputs[at.array];
    out_.line(output.name, "[", at.element, "] = ", operand(output.elements[at.element]), ";");
  }
}

std::uint32_t KernelPrinter::stem(Value value) const {
  while (kernel_.node(value).op == Op::neg) value = kernel_.node(value).operands[0];
  return value.index();
}

void KernelPrinter::print_parts(std::string_view name, const std::vector<std::uint32_t>& statements) {
  const std::size_t parts = (statements.size() + kPartSize - 1) / kPartSize;
  // By node: the part that computes it, and the last that needs it. Angles belong to the function that calls
  // the parts.
  std::vector<std::size_t> part(kernel_.nodes.size(), 0);
  std::vector<std::size_t> last(kernel_.nodes.size(), 0);
  for (std::size_t k = 0; k < statements.size(); ++k) part[statements[k]] = 1 + k / kPartSize;
  for (const std::uint32_t user : statements) {
    const Node& node = kernel_.nodes[user];
    for (int o = 0; o < operand_count(node.op); ++o) {
      const std::uint32_t used = stem(node.operands[static_cast<std::size_t>(o)]);
      last[used] = std::max(last[used], part[user]);
    }
  }
  for (const std::uint32_t writer : statements)
    for (const OutputElement& at : outputs_[writer + 1]) {
      const std::uint32_t written = stem(kernel_.outputs[at.array].elements[at.element]);
      last[written] = std::max(last[written], part[writer]);
    }
  // The calling function first computes what angles are made of.
  IndentedWriter before;
  KernelPrinter caller(kernel_, joints_, before);
  caller.print_angles();
  std::size_t handed_on = 0;
  std::vector<std::pair<std::string, std::string>> kept;  // place in w, name in the caller
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i) {
    const Op op = kernel_.nodes[i].op;
    if (caller.names_[i].empty()) continue;
    if (op == Op::sin || op == Op::cos) {
      names_[i] = caller.names_[i];
    } else {
      names_[i] = concat("w[", handed_on++, "]");
      kept.emplace_back(names_[i], caller.names_[i]);
    }
  }
  std::size_t next = 0;
  for (std::size_t p = 1; p <= parts; ++p) {
    print_head(concat(name, "_part", p),
               ", [[maybe_unused]] const S* s, [[maybe_unused]] const S* c, [[maybe_unused]] S* w");
    std::vector<std::pair<std::uint32_t, std::string>> crossing;
    if (p == 1) print_outputs(0);
    for (; next < statements.size() && part[statements[next]] == p; ++next) {
      const std::uint32_t i = statements[next];
      if (names_[i].empty()) {
        print_statement(i);
        if (last[i] > p) {
          crossing.emplace_back(i, concat("w[", handed_on++, "]"));
          out_.line(crossing.back().second, " = ", names_[i], ";");
        }
      }
      print_outputs(i + 1);
    }
    for (const auto& [node, place] : crossing) names_[node] = place;
    out_.outdent();
    out_.line("}");
    out_.line();
  }
  print_head(name, "");
  ignore_unused_inputs();
  for (const std::string_view line : split(before.text(), '\n'))
    if (!line.empty()) out_.line(line);
  const bool angles = !before.text().empty();
  out_.line("S w[", std::max<std::size_t>(handed_on, 1), "];");
  for (const auto& [place, value] : kept) out_.line(place, " = ", value, ";");
  std::string arguments;
  for (const KernelArray& input : kernel_.inputs) arguments += concat(input.name, ", ");
  const std::string_view trigonometric =
      angles ? "s, c, w" : "static_cast<const S*>(nullptr), static_cast<const S*>(nullptr), w";
  arguments += trigonometric;
  for (const OutputArray& output : kernel_.outputs) arguments += concat(", ", output.name);
  for (std::size_t p = 1; p <= parts; ++p) out_.line(name, "_part", p, "(", arguments, ");");
  out_.outdent();
  out_.line("}");
}

void KernelPrinter::ignore_unused_inputs() {
  std::vector<bool> used(kernel_.inputs.size(), false);
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i)
    if (uses_[i] != 0 && kernel_.nodes[i].op == Op::input) used[kernel_.nodes[i].array] = true;
  for (std::size_t k = 0; k < used.size(); ++k)
    if (!used[k]) out_.line("static_cast<void>(", kernel_.inputs[k].name, ");");
}

void KernelPrinter::print_angles() {
  // Angles by node; plain elements of q first, in their order.
  std::vector<std::uint32_t> plain;
  std::vector<std::uint32_t> computed;
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i) {
    const Node& node = kernel_.nodes[i];
    if (uses_[i] == 0 || (node.op != Op::sin && node.op != Op::cos)) continue;
    std::vector<std::uint32_t>& list = kernel_.node(node.operands[0]).op == Op::input ? plain : computed;
    if (std::find(list.begin(), list.end(), node.operands[0].index()) == list.end())
      list.push_back(node.operands[0].index());
  }
  const std::size_t count = plain.size() + computed.size();
  if (count == 0) return;
  std::sort(plain.begin(), plain.end(), [&](std::uint32_t a, std::uint32_t b) {
    return kernel_.nodes[a].element < kernel_.nodes[b].element;
  });
  out_.line("S s[", count, "];");
  out_.line("S c[", count, "];");
  const std::vector<std::size_t> first_use = first_uses(plain);
  for (std::size_t begin = 0; begin < plain.size();) {
    std::size_t end = begin + 1;
    const std::uint32_t first = kernel_.nodes[plain[begin]].element;
    while (end < plain.size() && kernel_.nodes[plain[end]].element == first + (end - begin)) ++end;
    const auto at = [](std::size_t offset) { return offset == 0 ? std::string() : concat(" + ", offset); };
    const bool backward = falling({first_use.begin() + static_cast<std::ptrdiff_t>(begin),
                                   first_use.begin() + static_cast<std::ptrdiff_t>(end)});
    out_.line("romas::sincos_all", backward ? "_backward" : "", "<", end - begin, ">(",
              kernel_.inputs[kernel_.nodes[plain[begin]].array].name, at(first), ", s", at(begin), ", c",
              at(begin), ");");
    begin = end;
  }
  if (!computed.empty()) {
    // What they are made of has to come before them.
    for (const std::uint32_t angle : computed) {
      std::vector<std::uint32_t> needed = {angle};
      for (std::size_t k = 0; k < needed.size(); ++k) {
        const Node& node = kernel_.nodes[needed[k]];
        for (int o = 0; o < operand_count(node.op); ++o)
          needed.push_back(node.operands[static_cast<std::size_t>(o)].index());
      }
      std::sort(needed.begin(), needed.end());
      for (const std::uint32_t node : needed) print_statement(node);
    }
    std::string list;
    for (const std::uint32_t angle : computed)
      list += concat(list.empty() ? "" : ", ", operand(Value(angle)));
    out_.line("const S angles[] = {", list, "};");
    out_.line("romas::sincos_all<", computed.size(), ">(angles, s",
              plain.empty() ? "" : concat(" + ", plain.size()), ", c",
              plain.empty() ? "" : concat(" + ", plain.size()), ");");
  }
  std::vector<std::uint32_t> angles = plain;
  angles.insert(angles.end(), computed.begin(), computed.end());
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i) {
    const Node& node = kernel_.nodes[i];
    if (node.op != Op::sin && node.op != Op::cos) continue;
    const auto found = std::find(angles.begin(), angles.end(), node.operands[0].index());
    if (found != angles.end())
      names_[i] = concat(node.op == Op::sin ? "s[" : "c[", found - angles.begin(), "]");
  }
}

std::vector<std::size_t> KernelPrinter::first_uses(const std::vector<std::uint32_t>& angles) const {
  std::vector<std::size_t> by_node(kernel_.nodes.size(), kernel_.nodes.size());
  for (const std::uint32_t i : statements()) {
    const Node& node = kernel_.nodes[i];
    for (int o = 0; o < operand_count(node.op); ++o) {
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

void KernelPrinter::print_statement(std::size_t i) {
  const Node& node = kernel_.nodes[i];
  if (!names_[i].empty() || node.op == Op::input || node.op == Op::constant || node.op == Op::neg) return;
  const std::string text = expression(node);
  names_[i] = name_for(node.label);
  out_.line("const S ", names_[i], " = ", text, ";");
}

std::string KernelPrinter::name_for(const ValueLabel& label) {
  constexpr std::array<std::string_view, 10> kQuantities = {"", "w", "dw", "a", "f", "n", "h", "S", "R", "p"};
  const std::string_view quantity = kQuantities[static_cast<std::size_t>(label.quantity)];
  const bool base = label.joint == ValueLabel::kBase;
  if (!quantity.empty() && (base || label.joint < joints_.size())) {
    constexpr std::string_view kAxes = "xyz";
    const bool matrix = label.quantity == ValueLabel::Quantity::second_mass_moment ||
                        label.quantity == ValueLabel::Quantity::axis;
    // Row first; R is numbered column after column, as everything else has one column.
    std::string component(1, kAxes[label.component % 3U]);
    if (matrix) component += kAxes[label.component / 3U % 3U];
    if (label.quantity == ValueLabel::Quantity::second_mass_moment) std::swap(component[0], component[1]);
    const std::string_view joint = base ? "base" : std::string_view(joints_[label.joint]);
    std::string name = concat(quantity, "_", joint, joint.ends_with('_') ? "" : "_", component);
    if (taken_.insert(name).second) return name;
  }
  return concat("t", next_++);
}

bool KernelPrinter::negated(Value value, Value& of) const {
  if (kernel_.node(value).op != Op::neg) return false;
  of = kernel_.node(value).operands[0];
  return true;
}

std::string KernelPrinter::expression(const Node& node) const {
  const auto at = [&](std::size_t k) { return operand(node.operands[k]); };
  Value a = node.operands[0];
  Value c = node.operands[2];
  switch (node.op) {
    case Op::add: return concat(at(0), " + ", at(1));
    case Op::sub: return concat(at(0), " - ", at(1));
    case Op::mul: return concat(at(0), " * ", at(1));
    case Op::div: return concat(at(0), " / ", at(1));
    case Op::fma:
      if (negated(a, a)) return concat(at(2), " - ", operand(a), " * ", at(1));
      if (negated(c, c)) return concat(at(0), " * ", at(1), " - ", operand(c));
      return concat(at(0), " * ", at(1), " + ", at(2));
    case Op::sqrt: return concat("sqrt(", at(0), ")");
    case Op::sin: return concat("sin(", at(0), ")");
    case Op::cos: return concat("cos(", at(0), ")");
    case Op::select: return concat("(", at(0), " >= S(0.0)) ? ", at(1), " : ", at(2));
    case Op::input:
    case Op::constant:
    case Op::neg: break;
  }
  return {};
}

std::string KernelPrinter::operand(Value value) const {
  const Node& node = kernel_.node(value);
  if (node.op == Op::constant) {
    std::string text = format_double(node.constant);
    if (text.find_first_of(".en") == std::string::npos) text += ".0";
    return concat("S(", text, ")");
  }
  if (node.op == Op::input) return concat(kernel_.inputs[node.array].name, "[", node.element, "]");
  if (node.op == Op::neg) return concat("-", operand(node.operands[0]));
  return names_[value.index()];
}

}  // namespace romas::cpp
