// The text form of kernels:
//   kernel gravity_torque(q[2]) -> (tau[1]) {
//     %0 = sin q[0]
//     %1 = mul 9.81, %0
//     tau[0] = %1
//   }
// `gather` has as many operands as lanes; the last word of `lane` is the number of the lane. A value with a
// label ends with it: `%1 = mul 9.81, %0 ; force 2 of 0`, the quantity, its component and the joint or
// `base`.
#include <algorithm>
#include <map>

#include "ir/kernel/limbs.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas {

namespace {

std::string arrays_text(const std::vector<KernelArray>& arrays) {
  return join(arrays, ", ",
              [](const KernelArray& array) { return concat(array.name, "[", array.size, "]"); });
}

std::string label_text(const ValueLabel& label) {
  if (label.quantity == ValueLabel::Quantity::none) return {};
  return concat(" ; ", quantity_name(label.quantity), " ", label.component, " of ",
                label.joint == ValueLabel::kBase ? "base" : concat(label.joint));
}

// The variables of each limb of a group by body: "q(0 1 2,3 | 4 - 6,7)".
std::string variables_text(std::string_view name, const std::vector<LimbVariable>& variables, int group,
                           const LaneGroup& limbs) {
  using Texts = std::vector<std::string>;
  const auto or_dash = [](const std::string& word) { return word.empty() ? std::string("-") : word; };
  Texts lanes;
  for (std::size_t lane = 0; lane < limbs.limbs; ++lane) {
    std::vector<Texts> bodies;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (variables[i].limb != group * kLimbNumbers + static_cast<int>(lane)) continue;
      const std::size_t body = variables[i].place / kPlacesOfBody, k = variables[i].place % kPlacesOfBody;
      bodies.resize(std::max(bodies.size(), body + 1));
      bodies[body].resize(std::max(bodies[body].size(), k + 1));
      bodies[body][k] = concat(i);
    }
    lanes.push_back(join(bodies, " ", [&](const Texts& of) { return or_dash(join(of, ",", or_dash)); }));
  }
  return concat(name, "(", join(lanes, " | "), ")");
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
        text += concat(label_text(node.label), "\n");
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

struct Statement {
  std::string_view target, source, label;
};

class Parser {
 public:
  Parser(std::string_view text, std::vector<KernelText>& texts, KernelTextFault& fault)
      : text_(text), texts_(texts), fault_(fault) {}

  bool parse() {
    for (const std::string_view raw : split(text_, '\n')) {
      line_ = trim(raw);
      if (line_.empty() || line_.starts_with("//")) continue;
      if (!(opened_ ? statement() : heading())) return false;
    }
    if (opened_ || begun_) return fail("the kernel does not end with '}'", line_);
    return texts_.empty()
               ? fail("the text has no kernel, which begins as 'kernel NAME(x[1]) -> (y[1]) {'", text_)
               : true;
  }

 private:
  static constexpr std::int64_t kMostElements = 1'000'000;

  Kernel& kernel() { return current_.kernel; }

  bool fail(std::string message, std::string_view at) {
    const std::size_t begin =
        at.data() == nullptr ? text_.size() : static_cast<std::size_t>(at.data() - text_.data());
    fault_ = {std::move(message), begin, begin + at.size()};
    return false;
  }
  bool fail(std::string message) { return fail(std::move(message), line_); }

  // name[number]
  static bool element(std::string_view text, std::string_view& name, std::uint32_t& index) {
    const std::size_t open = text.find('[');
    if (open == std::string_view::npos || open == 0 || !text.ends_with(']')) return false;
    const auto number = parse_integer(text.substr(open + 1, text.size() - open - 2));
    if (!number || *number < 0 || *number > kMostElements) return false;
    name = text.substr(0, open);
    index = static_cast<std::uint32_t>(*number);
    return is_name(name);
  }

  static bool is_name(std::string_view text) {
    return !text.empty() && !is_digit(text.front()) && std::ranges::all_of(text, is_word_character);
  }

  bool heading() {
    begun_ = true;
    if (line_.starts_with("joints ")) return joints(line_.substr(7));
    if (line_.starts_with("limbs ")) return limbs(line_.substr(6));
    return header();
  }

  // q[6] v[6]
  bool joints(std::string_view text) {
    const std::vector<Token> words = split_words(text);
    std::string_view name;
    std::array<std::uint32_t, 2> sizes{};
    for (std::size_t k = 0; k < 2; ++k)
      if (words.size() != 2 || !element(words[k].text, name, sizes[k]) || name != (k == 0 ? "q" : "v"))
        return fail("expected 'joints q[SIZE] v[SIZE]'");
    current_.limbs = {};
    current_.limbs.positions.resize(sizes[0]);
    current_.limbs.velocities.resize(sizes[1]);
    return true;
  }

  // q(0 1 2 | 3 4 5) v(0 1 2 | 3 4 5)
  bool limbs(std::string_view text) {
    const std::size_t middle = text.find(')');
    const std::string_view q = trim(text.substr(0, middle));
    const std::string_view v = middle == std::string_view::npos ? "" : trim(text.substr(middle + 1));
    std::size_t count = 0;
    if (!q.starts_with("q(") || !v.starts_with("v(") || !v.ends_with(')'))
      return fail("expected 'limbs q(VARIABLE … | …) v(VARIABLE … | …)'");
    return variables(q.substr(2), current_.limbs.positions, count) &&
           variables(v.substr(2, v.size() - 3), current_.limbs.velocities, count) && add_group(count);
  }

  bool add_group(std::size_t count) {
    current_.limbs.groups.push_back({count});
    return true;
  }

  bool variables(std::string_view text, std::vector<LimbVariable>& variables, std::size_t& count) {
    const std::vector<std::string_view> lanes = split(text, '|');
    if (lanes.size() < 2 || lanes.size() > kMostLanes || (count != 0 && count != lanes.size()))
      return fail(concat("a line has the variables of 2 to ", kMostLanes, " limbs"));
    count = lanes.size();
    const int first = static_cast<int>(current_.limbs.groups.size()) * kLimbNumbers;
    for (std::size_t lane = 0; lane < count; ++lane) {
      const std::vector<Token> words = split_words(lanes[lane]);
      for (std::size_t body = 0; body < words.size(); ++body)
        if (!body_variables(words[body].text, first + static_cast<int>(lane), body, variables)) return false;
    }
    return true;
  }

  // 3,4,-
  bool body_variables(std::string_view word, int limb, std::size_t body,
                      std::vector<LimbVariable>& variables) {
    const std::vector<std::string_view> texts = split(word, ',');
    if (texts.size() > kPlacesOfBody)
      return fail(concat("a body has no more than ", kPlacesOfBody, " variables"), word);
    for (std::size_t k = 0; k < texts.size(); ++k) {
      if (texts[k] == "-") continue;
      const auto number = parse_integer(texts[k]);
      if (!number || *number < 0 || *number >= static_cast<std::int64_t>(variables.size()))
        return fail(concat("'", texts[k], "' is not a variable; the joints have ", variables.size()),
                    texts[k]);
      LimbVariable& variable = variables[static_cast<std::size_t>(*number)];
      if (variable.limb != kNoLimb) return fail(concat("two limbs have the variable ", *number), texts[k]);
      variable = {limb, static_cast<std::uint32_t>(body) * kPlacesOfBody + static_cast<std::uint32_t>(k)};
    }
    return true;
  }

  bool arrays(std::string_view text, std::vector<KernelArray>& result) {
    if (trim(text).empty()) return true;
    std::int64_t elements = 0;
    for (std::string_view part : split(text, ',')) {
      part = trim(part);
      std::string_view name;
      KernelArray array;
      if (!element(part, name, array.size)) return fail(concat("'", part, "' is not NAME[SIZE]"), part);
      array.name = std::string(name);
      for (const std::vector<KernelArray>* known : {&kernel().inputs, &result})
        if (std::ranges::find(*known, name, &KernelArray::name) != known->end())
          return fail(concat("there are two arrays '", name, "'"), part);
      elements += array.size;
      if (elements > kMostElements)
        return fail(concat("arrays of more than ", kMostElements, " elements"), part);
      result.push_back(std::move(array));
    }
    return true;
  }

  bool header() {
    const std::size_t open = line_.find('(');
    const std::size_t arrow = line_.find(") -> (");
    if (!line_.starts_with("kernel ") || open == std::string_view::npos || arrow == std::string_view::npos ||
        arrow < open || !line_.ends_with(") {"))
      return fail("expected 'kernel NAME(INPUTS) -> (OUTPUTS) {'");
    const std::string_view name = trim(line_.substr(7, open - 7));
    if (!is_name(name)) return fail(concat("'", name, "' is not a name of a kernel"), name);
    kernel().name = std::string(name);
    if (std::ranges::any_of(texts_, [&](const KernelText& text) { return text.kernel.name == name; }))
      return fail(concat("there are two kernels '", name, "'"), name);
    std::vector<KernelArray> outputs;
    if (!arrays(line_.substr(open + 1, arrow - open - 1), kernel().inputs)) return false;
    if (!arrays(line_.substr(arrow + 6, line_.size() - arrow - 9), outputs)) return false;
    for (const KernelArray& output : outputs)
      kernel().outputs.push_back({output.name, std::vector<Value>(output.size)});
    opened_ = true;
    return true;
  }

  Value leaf(const Node& node, std::string_view key) {
    const auto [entry, inserted] = values_.try_emplace(key, Value(kernel().nodes.size()));
    if (inserted) kernel().nodes.push_back(node);
    return entry->second;
  }

  // An operand; an invalid value, with the fault told, where it names nothing.
  Value operand(std::string_view text) {
    if (const auto known = values_.find(text); known != values_.end()) return known->second;
    Node node;
    if (const auto number = parse_double(text)) {
      node.constant = *number;
      return leaf(node, text);
    }
    std::string_view name;
    if (element(text, name, node.element)) {
      node.op = Op::input;
      for (node.array = 0; node.array < kernel().inputs.size(); ++node.array)
        if (kernel().inputs[node.array].name == name && node.element < kernel().inputs[node.array].size)
          return leaf(node, text);
    }
    fail(concat("'", text, "' is not a number, input or earlier value"), text);
    return {};
  }

  bool statement() {
    if (line_ == "}") return finish();
    const std::size_t equals = line_.find(" = ");
    if (equals == std::string_view::npos) return fail("expected 'NAME = …'");
    const std::size_t semicolon = line_.find(';');
    const Statement statement = {
        trim(line_.substr(0, equals)),
        trim(line_.substr(equals + 3, semicolon - std::min(semicolon, equals + 3))),
        semicolon == std::string_view::npos ? std::string_view() : trim(line_.substr(semicolon + 1))};
    return statement.target.starts_with('%') ? define(statement) : assign(statement.target, statement.source);
  }

  bool define(const Statement& statement) {
    const std::string_view rest = statement.source;
    const std::size_t space = rest.find(' ');
    const std::string_view word = rest.substr(0, space);
    Node node;
    int op = 0;
    while (op < kOpCount && op_name(static_cast<Op>(op)) != word) ++op;
    node.op = static_cast<Op>(op);
    auto words = space == std::string_view::npos ? std::vector<std::string_view>()
                                                 : split(rest.substr(space + 1), ',');
    if (op == kOpCount || (node.op != Op::gather && operand_count(node) == 0))
      return fail(concat("'", word, "' is not an operation"), word);
    if (!lanes(node, words)) return false;
    if (words.size() != static_cast<std::size_t>(operand_count(node)))
      return fail(concat("'", op_name(node.op), "' takes ", operand_count(node), " operands"), rest);
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (!(node.operands[k] = operand(trim(words[k]))).valid()) return false;
      if (node.op != Op::lane) node.lanes = std::max(node.lanes, kernel().node(node.operands[k]).lanes);
    }
    if (!statement.label.empty() && !label(statement.label, node.label)) return false;
    if (!values_.try_emplace(statement.target, Value(kernel().nodes.size())).second)
      return fail(concat("'", statement.target, "' is defined twice"), statement.target);
    kernel().nodes.push_back(node);
    return true;
  }

  // force 2 of 4
  bool label(std::string_view text, ValueLabel& label) {
    const std::vector<Token> words = split_words(text);
    const auto number = [&](std::size_t k) -> std::optional<std::uint16_t> {
      const auto value = parse_integer(words[k].text);
      if (!value || *value < 0 || *value >= ValueLabel::kBase) return {};
      return static_cast<std::uint16_t>(*value);
    };
    int quantity = 1;
    while (!words.empty() && quantity < ValueLabel::kQuantityCount &&
           quantity_name(static_cast<ValueLabel::Quantity>(quantity)) != words[0].text)
      ++quantity;
    if (words.size() != 4 || words[2].text != "of" || quantity == ValueLabel::kQuantityCount || !number(1) ||
        (words[3].text != "base" && !number(3)))
      return fail("expected '; QUANTITY COMPONENT of JOINT'", text);
    label = {static_cast<ValueLabel::Quantity>(quantity), *number(1),
             words[3].text == "base" ? ValueLabel::kBase : *number(3)};
    return true;
  }

  // Reads the number of lanes of `gather`, and the lane that `lane` reads, which it removes from the words.
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
    std::string_view name;
    std::uint32_t index = 0;
    if (element(target, name, index))
      for (OutputArray& output : kernel().outputs) {
        if (output.name != name || index >= output.elements.size()) continue;
        if (output.elements[index].valid()) return fail(concat("'", target, "' is assigned twice"), target);
        output.elements[index] = operand(source);
        return output.elements[index].valid();
      }
    return fail(concat("'", target, "' is not an output"), target);
  }

  bool finish() {
    if (std::string fault = verify_kernel(kernel()); !fault.empty()) return fail(std::move(fault));
    texts_.push_back(std::move(current_));
    current_ = {};
    values_.clear();
    opened_ = begun_ = false;
    return true;
  }

  std::string_view text_, line_;
  std::vector<KernelText>& texts_;
  KernelTextFault& fault_;
  KernelText current_;
  bool begun_ = false;   // a line of the next kernel was read
  bool opened_ = false;  // its header, too
  std::map<std::string_view, Value> values_;
};

}  // namespace

std::string print_kernel(const Kernel& kernel) { return Printer(kernel).print(); }

std::string print_kernel_text(const KernelText& text) {
  const LimbLanes& limbs = text.limbs;
  std::string lines;
  if (!limbs.positions.empty() || !limbs.velocities.empty())
    lines = concat("joints q[", limbs.positions.size(), "] v[", limbs.velocities.size(), "]\n");
  for (std::size_t g = 0; g < limbs.groups.size(); ++g) {
    const auto of = [&](std::string_view name, const std::vector<LimbVariable>& variables) {
      return variables_text(name, variables, static_cast<int>(g), limbs.groups[g]);
    };
    lines += concat("limbs ", of("q", limbs.positions), " ", of("v", limbs.velocities), "\n");
  }
  return lines + print_kernel(text.kernel);
}

bool parse_kernel_texts(std::string_view text, std::vector<KernelText>& kernels, KernelTextFault& fault) {
  return Parser(text, kernels, fault).parse();
}

bool parse_kernel(std::string_view text, Kernel& kernel, std::string& error) {
  std::vector<KernelText> texts;
  KernelTextFault fault;
  if (!parse_kernel_texts(text, texts, fault)) {
    error = concat("line ", std::ranges::count(text.substr(0, fault.begin), '\n') + 1, ": ", fault.message);
    return false;
  }
  kernel = std::move(texts.front().kernel);
  return true;
}

}  // namespace romas
