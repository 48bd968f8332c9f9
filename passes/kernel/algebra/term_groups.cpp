#include "passes/kernel/algebra/term_groups.h"

#include <algorithm>
#include <utility>

namespace romas {

bool TermGroups::is_of_kind(std::uint32_t node) const {
  const Op op = from_.nodes[node].op;
  return kind_ == TermGroup::Kind::sum ? op == Op::add || op == Op::sub : op == Op::mul;
}

// A part of a larger sum that nothing else reads and that has no name of its own.
bool TermGroups::is_part(std::uint32_t node) const {
  return is_of_kind(node) && uses_[node] == 1 && part_of_kind_[node] &&
         from_.nodes[node].label.quantity == ValueLabel::Quantity::none;
}

TermGroups::TermGroups(const Kernel& kernel, TermGroup::Kind kind)
    : from_(kernel),
      kind_(kind),
      uses_(count_uses_of_stems(kernel)),
      part_of_kind_(kernel.nodes.size(), false),
      group_of_(kernel.nodes.size(), kNone),
      to_(kernel.name) {
  for (std::uint32_t i = 0; i < from_.nodes.size(); ++i) {
    if (!is_of_kind(i) || uses_[i] == 0) continue;
    for (std::size_t k = 0; k < 2; ++k) part_of_kind_[operand(i, k).node] = true;
  }
  for (std::uint32_t i = 0; i < from_.nodes.size(); ++i) {
    if (!is_of_kind(i) || uses_[i] == 0 || is_part(i)) continue;
    TermGroup group{kind_, {}, false, false};
    collect_terms(i, group);
    add_group(std::move(group), i);
  }
}

Stem TermGroups::operand(std::uint32_t node, std::size_t k) const {
  Stem result = stem_of(from_, from_.nodes[node].operands[k]);
  if (k == 1 && from_.nodes[node].op == Op::sub) result.minus = !result.minus;
  return result;
}

void TermGroups::collect_terms(std::uint32_t root, TermGroup& group) const {
  std::vector<Stem> open = {operand(root, 1), operand(root, 0)};
  while (!open.empty()) {
    const Stem term = open.back();
    open.pop_back();
    if (!is_part(term.node)) {
      group.terms.push_back(term);
      continue;
    }
    for (const std::size_t k : {std::size_t{1}, std::size_t{0}}) {
      const Stem below = operand(term.node, k);
      open.push_back({below.node, below.minus != term.minus});
    }
  }
  if (kind_ == TermGroup::Kind::sum) return;
  for (Stem& term : group.terms) group.minus = group.minus != std::exchange(term.minus, false);
}

void TermGroups::add_group(TermGroup group, std::uint32_t number) {
  group_of_[number] = static_cast<std::uint32_t>(groups_.size());
  groups_.push_back(std::move(group));
}
std::uint32_t TermGroups::make_group(TermGroup group) {
  group.changed = true;
  group_of_.push_back(kNone);
  const auto number = static_cast<std::uint32_t>(group_of_.size() - 1);
  add_group(std::move(group), number);
  return number;
}

bool TermGroups::is_own_product(const Stem& term) const {
  return term.node < from_.nodes.size() && from_.nodes[term.node].op == Op::mul && uses_[term.node] == 1;
}

Kernel TermGroups::rebuilt() {
  for (const KernelArray& array : from_.inputs) to_.add_input(array.name, array.size);
  made_.resize(group_of_.size());
  // In the order in which the kernel has them. Parts come with what they are part of.
  for (std::uint32_t i = 0; i < from_.nodes.size(); ++i)
    if (uses_[i] > 0 && !is_part(i)) make(i);
  for (const OutputArray& output : from_.outputs) {
    std::vector<Value> elements;
    for (const Value value : output.elements) {
      elements.push_back(signed_value(stem_of(from_, value)));
    }
    to_.add_output(output.name, std::move(elements));
  }
  return to_.take();
}

bool TermGroups::is_changed(std::uint32_t number) const {
  return group_of_[number] != kNone && groups_[group_of_[number]].changed;
}

void TermGroups::make(std::uint32_t root) {
  std::vector<std::uint32_t> open = {root};
  std::vector<Stem> operands;
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    operands_of(number, operands);
    const std::size_t before = open.size();
    if (!made_[number].valid())
      for (auto term = operands.rbegin(); term != operands.rend(); ++term)
        if (!made_[term->node].valid()) open.push_back(term->node);
    if (open.size() != before) continue;
    open.pop_back();
    if (!made_[number].valid()) made_[number] = is_changed(number) ? made(number) : plain(number);
    if (number < from_.nodes.size()) to_.label(made_[number], from_.nodes[number].label);
  }
}

void TermGroups::operands_of(std::uint32_t number, std::vector<Stem>& operands) const {
  operands.clear();
  if (is_changed(number)) {
    operands = groups_[group_of_[number]].terms;
    return;
  }
  const Node& node = from_.nodes[number];
  for (int k = 0; k < operand_count(node); ++k)
    operands.push_back(stem_of(from_, node.operands[static_cast<std::size_t>(k)]));
}

Value TermGroups::signed_value(const Stem& stem) {
  return stem.minus ? to_.neg(made_[stem.node]) : made_[stem.node];
}

Value TermGroups::plain(std::uint32_t number) {
  const Node& node = from_.nodes[number];
  if (node.op == Op::input) return to_.input(node.array, node.element);
  if (node.op == Op::constant) return to_.constant(node.constant);
  std::array<Value, 4> operands;
  for (int k = 0; k < operand_count(node); ++k) {
    const auto place = static_cast<std::size_t>(k);
    operands[place] = signed_value(stem_of(from_, node.operands[place]));
  }
  return to_.make(node.op, operands);
}

// Those that are known first come first, so that nothing waits for the last one but one operation.
Value TermGroups::made(std::uint32_t number) {
  const TermGroup& group = groups_[group_of_[number]];
  std::vector<Stem> terms = group.terms;
  std::stable_sort(terms.begin(), terms.end(),
                   [&](const Stem& a, const Stem& b) { return depth(made_[a.node]) < depth(made_[b.node]); });
  Value result = signed_value(terms[0]);
  for (std::size_t t = 1; t < terms.size(); ++t) {
    const Value term = made_[terms[t].node];
    if (group.kind == TermGroup::Kind::product)
      result = to_.mul(result, term);
    else
      result = terms[t].minus ? to_.sub(result, term) : to_.add(result, term);
  }
  return group.minus ? to_.neg(result) : result;
}

// How many operations one after another a value takes.
int TermGroups::depth(Value value) {
  for (std::size_t i = depths_.size(); i < to_.kernel().nodes.size(); ++i) {
    const Node& node = to_.kernel().nodes[i];
    int deepest = 0;
    for (int k = 0; k < operand_count(node); ++k)
      deepest = std::max(deepest, depths_[node.operands[static_cast<std::size_t>(k)].index()]);
    constexpr int kDivision = 3;  // in additions, about
    const int own = node.op == Op::neg || operand_count(node) == 0 ? 0
                    : node.op == Op::sin || node.op == Op::cos     ? 0
                    : node.op == Op::div || node.op == Op::sqrt    ? kDivision
                                                                   : 1;
    depths_.push_back(deepest + own);
  }
  return depths_[value.index()];
}

}  // namespace romas
