#include "backends/code/kernel_printer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "support/text/text.h"

namespace romas::codegen {

namespace {
constexpr std::size_t kFewestZeros = 4;  // in a row that one statement writes
constexpr std::size_t kMostZeros = 32;
}  // namespace

bool KernelPrinter::has_constants(const Node& gather) const {
  return std::all_of(gather.operands.begin(), gather.operands.begin() + gather.lanes,
                     [&](Value number) { return kernel_.node(number).op == Op::constant; });
}

bool KernelPrinter::is_leaf(const Node& node) const {
  switch (node.op) {
    case Op::input:
    case Op::constant:
    case Op::neg:
    case Op::lane:
    case Op::sin:
    case Op::cos: return true;
    case Op::gather: return has_constants(node);
    default: return false;
  }
}

void KernelPrinter::print(std::string_view name) {
  const std::vector<std::uint32_t> all = statements();
  if (all.size() <= dialect_.largest_function()) {
    print_whole(name);
  } else {
    print_parts(name, all);
  }
}

void KernelPrinter::begin(std::string_view name, FunctionForm form) {
  dialect_.begin_function(name, kernel_, form,
                          form == FunctionForm::part ? std::vector<std::string_view>() : unused_arrays(),
                          out_);
}

void KernelPrinter::print_whole(std::string_view name) {
  begin(name, FunctionForm::whole);
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
    if (uses_[i] != 0 && !is_leaf(kernel_.nodes[i])) result.push_back(static_cast<std::uint32_t>(i));
  return result;
}

std::vector<std::vector<KernelPrinter::OutputElement>> KernelPrinter::place_outputs() const {
  // By input and element: the place after the last statement that reads it.
  std::vector<std::vector<std::size_t>> read;
  for (const KernelArray& input : kernel_.inputs) read.emplace_back(input.size, 0);
  for (const std::uint32_t i : statements()) {
    const Node& node = kernel_.nodes[i];
    for (int o = 0; o < operand_count(node); ++o) {
      const Node& used = kernel_.nodes[stem(node.operands[static_cast<std::size_t>(o)])];
      if (used.op == Op::input) read[used.array][used.element] = i + 1;
    }
  }
  std::vector<std::vector<OutputElement>> result(kernel_.nodes.size() + 1);
  for (std::size_t array = 0; array < kernel_.outputs.size(); ++array) {
    const std::vector<Value>& elements = kernel_.outputs[array].elements;
    for (std::size_t k = 0; k < elements.size(); ++k) {
      const std::uint32_t value = stem(elements[k]);
      std::size_t place = is_leaf(kernel_.nodes[value]) ? 0 : value + 1;
      for (const std::vector<std::size_t>& input : read)
        if (input.size() == elements.size()) place = std::max(place, input[k]);
      result[place].push_back({array, k});
    }
  }
  spread_zeros(result);
  return result;
}

// Zeros of a large matrix fill the memory's queue if they are written one after the other. Between other
// statements they take next to no time.
void KernelPrinter::spread_zeros(std::vector<std::vector<OutputElement>>& places) const {
  const std::vector<std::uint32_t> all = statements();
  if (all.empty()) return;
  std::vector<OutputElement> others;
  std::vector<std::vector<OutputElement>> runs;
  for (std::size_t k = 0; k < places[0].size();) {
    const auto begin = places[0].begin() + static_cast<std::ptrdiff_t>(k);
    const std::size_t zeros = zeros_from(places[0], k);
    const std::size_t count = std::max<std::size_t>(zeros, 1);
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    if (zeros >= kFewestZeros)
      runs.emplace_back(begin, end);
    else
      others.insert(others.end(), begin, end);
    k += count;
  }
  places[0] = std::move(others);
  for (std::size_t r = 0; r < runs.size(); ++r) {
    std::vector<OutputElement>& place = places[all[r * all.size() / runs.size()] + 1];
    place.insert(place.end(), runs[r].begin(), runs[r].end());
  }
}

void KernelPrinter::print_outputs(std::size_t place) {
  const std::vector<OutputElement>& elements = outputs_[place];
  for (std::size_t k = 0; k < elements.size();) {
    const OutputElement& at = elements[k];
    const OutputArray& output = kernel_.outputs[at.array];
    const std::size_t zeros = zeros_from(elements, k);
    const std::string statement =
        zeros < kFewestZeros ? "" : dialect_.zeros(zeros, {output.name, at.element});
    if (!statement.empty()) {
      out_.line(statement, ";");
      k += zeros;
    } else if (const std::uint32_t value = lanes_from(elements, k); value != kNoValue) {
      out_.line(dialect_.lanes()->written(names_[value], {output.name, at.element}), ";");
      k += kernel_.nodes[value].lanes;
    } else {
      out_.line(output.name, "[", at.element, "] = ", operand(output.elements[at.element]), ";");
      ++k;
    }
  }
}

std::size_t KernelPrinter::zeros_from(const std::vector<OutputElement>& elements, std::size_t begin) const {
  const OutputElement& first = elements[begin];
  std::size_t count = 0;
  for (; begin + count < elements.size() && count < kMostZeros; ++count) {
    const OutputElement& at = elements[begin + count];
    if (at.array != first.array || at.element != first.element + count) break;
    const Node& node = kernel_.node(kernel_.outputs[at.array].elements[at.element]);
    if (node.op != Op::constant || node.constant != 0) break;
  }
  return count;
}

// The value of several lanes that elements in a row, from `begin` on, are; kNoValue if there is none.
std::uint32_t KernelPrinter::lanes_from(const std::vector<OutputElement>& elements, std::size_t begin) const {
  const OutputElement& first = elements[begin];
  const std::vector<Value>& values = kernel_.outputs[first.array].elements;
  const Value value = kernel_.node(values[first.element]).op == Op::lane
                          ? kernel_.node(values[first.element]).operands[0]
                          : Value();
  if (!value.valid() || names_[value.index()].empty()) return kNoValue;
  for (std::size_t lane = 0; lane < kernel_.node(value).lanes; ++lane) {
    if (begin + lane >= elements.size()) return kNoValue;
    const OutputElement& at = elements[begin + lane];
    if (at.array != first.array || at.element != first.element + lane) return kNoValue;
    const Node& node = kernel_.node(values[at.element]);
    if (node.op != Op::lane || node.operands[0] != value || node.element != lane) return kNoValue;
  }
  return value.index();
}

std::uint32_t KernelPrinter::stem(Value value) const {
  while (kernel_.node(value).op == Op::neg || kernel_.node(value).op == Op::lane)
    value = kernel_.node(value).operands[0];
  return value.index();
}

std::vector<std::string_view> KernelPrinter::unused_arrays() const {
  std::vector<bool> used(kernel_.inputs.size(), false);
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i)
    if (uses_[i] != 0 && kernel_.nodes[i].op == Op::input) used[kernel_.nodes[i].array] = true;
  std::vector<std::string_view> unused;
  for (std::size_t k = 0; k < used.size(); ++k)
    if (!used[k]) unused.push_back(kernel_.inputs[k].name);
  for (const OutputArray& output : kernel_.outputs)
    if (output.elements.empty()) unused.push_back(output.name);
  return unused;
}

void KernelPrinter::print_statement(std::size_t i) {
  const Node& node = kernel_.nodes[i];
  // Sines and cosines have a name unless they are computed here.
  if (!names_[i].empty() || (is_leaf(node) && node.op != Op::sin && node.op != Op::cos)) return;
  const std::string text = expression(node);
  names_[i] = name_for(node.label);
  const std::string head =
      node.lanes > 1 ? dialect_.lanes()->constant(names_[i], node.lanes) : dialect_.constant(names_[i]);
  out_.line(head, " = ", text, ";");
}

std::string KernelPrinter::name_for(const ValueLabel& label) {
  constexpr std::array<std::string_view, 12> kQuantities = {"",  "w", "dw", "a", "f",       "n",
                                                            "h", "S", "R",  "p", "dtau_dq", "dtau_dv"};
  const std::string_view quantity = kQuantities[static_cast<std::size_t>(label.quantity)];
  const bool base = label.joint == ValueLabel::kBase;
  if (!quantity.empty() && (base || label.joint < joints_.size())) {
    constexpr std::string_view kAxes = "xyz";
    const bool matrix = label.quantity == ValueLabel::Quantity::second_mass_moment ||
                        label.quantity == ValueLabel::Quantity::axis;
    // Row first; R is numbered column after column, as everything else has one column.
    const bool torque = label.quantity == ValueLabel::Quantity::torque_by_position ||
                        label.quantity == ValueLabel::Quantity::torque_by_velocity;
    std::string component = torque ? concat(label.component) : std::string(1, kAxes[label.component % 3U]);
    if (matrix) component += kAxes[label.component / 3U % 3U];
    if (label.quantity == ValueLabel::Quantity::second_mass_moment) std::swap(component[0], component[1]);
    const std::string row = concat(label.joint);
    const std::string_view joint = torque ? row : base ? "base" : std::string_view(joints_[label.joint]);
    std::string name = concat(quantity, "_", joint, joint.ends_with('_') ? "" : "_", component);
    if (taken_.insert(name).second) return name;
  }
  return concat("t", next_++);
}

std::string Dialect::choice(std::string_view condition, std::string_view a, std::string_view b) const {
  return concat("(", condition, " >= ", literal(0), ") ? ", a, " : ", b);
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
      if (node.lanes > 1) return dialect_.lanes()->multiply_add(at(0), at(1), at(2));
      if (negated(a, a)) return concat(at(2), " - ", operand(a), " * ", at(1));
      if (negated(c, c)) return concat(at(0), " * ", at(1), " - ", operand(c));
      return concat(at(0), " * ", at(1), " + ", at(2));
    case Op::sqrt: return dialect_.call("sqrt", at(0));
    case Op::sin: return dialect_.call("sin", at(0));
    case Op::cos: return dialect_.call("cos", at(0));
    case Op::select: return dialect_.choice(at(0), at(1), at(2));
    case Op::gather: return gathered(node);
    case Op::input:
    case Op::constant:
    case Op::neg:
    case Op::lane: break;
  }
  return {};
}

// Numbers of which most are the lanes of one value, in their places, are that value with others put in.
std::string KernelPrinter::gathered(const Node& node) const {
  const auto in_place = [&](std::size_t k, Value of) {
    const Node& number = kernel_.node(node.operands[k]);
    return number.op == Op::lane && number.element == k && number.operands[0] == of;
  };
  for (std::size_t k = 0; k + 1 < node.lanes; ++k) {
    const Node& number = kernel_.node(node.operands[k]);
    if (number.op != Op::lane) continue;
    const Node& lanes = kernel_.node(number.operands[0]);
    if (lanes.lanes != node.lanes || lanes.op == Op::neg) continue;
    std::size_t others = 0;
    for (std::size_t o = 0; o < node.lanes; ++o) others += in_place(o, number.operands[0]) ? 0U : 1U;
    if (2 * others > node.lanes) continue;
    std::string text = operand(number.operands[0]);
    for (std::size_t o = 0; o < node.lanes; ++o)
      if (!in_place(o, number.operands[0]))
        text = dialect_.lanes()->with_lane(text, o, operand(node.operands[o]));
    return text;
  }
  std::string numbers;
  for (std::size_t k = 0; k < node.lanes; ++k)
    numbers += concat(k == 0 ? "" : ", ", operand(node.operands[k]));
  return dialect_.lanes()->gathered(node.lanes, numbers);
}

std::string KernelPrinter::operand(Value value) const {
  const Node& node = kernel_.node(value);
  if (node.op == Op::constant) return dialect_.literal(node.constant);
  if (node.op == Op::input) return concat(kernel_.inputs[node.array].name, "[", node.element, "]");
  if (node.op == Op::neg) return concat("-", operand(node.operands[0]));
  if (node.op == Op::lane) return dialect_.lanes()->lane(operand(node.operands[0]), node.element);
  if (node.op == Op::gather && has_constants(node)) return gathered(node);
  return names_[value.index()];
}

}  // namespace romas::codegen
