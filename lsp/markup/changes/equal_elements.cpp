#include "lsp/markup/changes/equal_elements.h"

#include <algorithm>

#include "support/text/text.h"

namespace romas::markup {

namespace {

bool is_complete_element(const Tree& tree, const Node& node) {
  const auto* first = tree.attributes.data() + node.first_attribute;
  return node.complete && !node.name.empty() &&
         (node.self_closing || (node.has_end_tag && node.end_complete)) &&
         std::all_of(first, first + node.attribute_count,
                     [](const Attribute& attribute) { return !attribute.name.empty() && attribute.closed; });
}

// Whether two nodes of the same place in their elements are the same but for values.
bool are_alike(const Tree& tree, NodeId a, NodeId b) {
  const Node &one = tree.nodes[a], &other = tree.nodes[b];
  if (one.kind != other.kind || one.next - a != other.next - b) return false;
  switch (one.kind) {
    case NodeKind::text: return true;
    case NodeKind::comment:
    case NodeKind::section:
    case NodeKind::instruction: return one.complete && one.range.of(tree.text) == other.range.of(tree.text);
    case NodeKind::doctype:
    case NodeKind::end_tag: return false;
    case NodeKind::element: break;
  }
  if (tree.name(a) != tree.name(b) || one.attribute_count != other.attribute_count ||
      !is_complete_element(tree, one) || !is_complete_element(tree, other))
    return false;
  for (std::uint32_t i = 0; i < one.attribute_count; ++i)
    if (tree.attributes[one.first_attribute + i].name.of(tree.text) !=
        tree.attributes[other.first_attribute + i].name.of(tree.text))
      return false;
  return true;
}

bool are_equal(const Tree& tree, NodeId a, NodeId b) {
  const NodeId size = tree.nodes[a].next - a;
  for (NodeId i = 0; i < size; ++i)
    if (!are_alike(tree, a + i, b + i)) return false;
  return true;
}

Range without_blanks(const Tree& tree, Range range) {
  const std::string_view inside = trim(range.of(tree.text));
  if (inside.empty()) return range;
  const auto begin = static_cast<std::uint32_t>(inside.data() - tree.text.data());
  return {begin, begin + static_cast<std::uint32_t>(inside.size())};
}

}  // namespace

std::vector<NodeId> equal_elements(const Tree& tree, NodeId element) {
  std::vector<NodeId> found;
  const auto count = static_cast<NodeId>(tree.nodes.size());
  for (NodeId other = 0; other < count; ++other)
    if (other == element || are_equal(tree, element, other)) found.push_back(other);
  return found;
}

std::vector<VaryingValue> varying_values(const Tree& tree, const std::vector<NodeId>& elements) {
  std::vector<VaryingValue> found;
  const auto add = [&](std::uint32_t node, std::string_view attribute, const auto& range_in) {
    VaryingValue value{node, attribute, {}};
    value.ranges.reserve(elements.size());
    for (const NodeId element : elements) value.ranges.push_back(range_in(tree.nodes[element + node]));
    if (std::ranges::any_of(value.ranges, [&](Range range) {
          return range.of(tree.text) != value.ranges.front().of(tree.text);
        }))
      found.push_back(std::move(value));
  };
  const NodeId first = elements.front();
  for (NodeId id = first; id < tree.nodes[first].next; ++id) {
    const Node& node = tree.nodes[id];
    if (node.kind == NodeKind::text)
      add(id - first, {}, [&](const Node& in) { return without_blanks(tree, in.range); });
    if (node.kind != NodeKind::element) continue;
    for (std::uint32_t i = 0; i < node.attribute_count; ++i)
      add(id - first, tree.attributes[node.first_attribute + i].name.of(tree.text),
          [&](const Node& in) { return tree.attributes[in.first_attribute + i].value; });
  }
  return found;
}

}  // namespace romas::markup
