#include "lsp/markup/tree/place.h"

#include <algorithm>

#include "lsp/markup/tree/lexer.h"

namespace romas::markup {

namespace {

// The last node that begins in front of an offset; kNone if none does.
NodeId last_before(const Tree& tree, std::uint32_t offset) {
  const auto behind =
      std::ranges::lower_bound(tree.nodes, offset, {}, [](const Node& node) { return node.range.begin; });
  return behind == tree.nodes.begin() ? kNone : static_cast<NodeId>(behind - tree.nodes.begin() - 1);
}

// A cursor at the end of a piece is still in it while the piece lacks its end.
bool holds(const Node& node, std::uint32_t offset) {
  if (offset < node.range.end) return offset > node.range.begin;
  if (offset > node.range.end) return false;
  switch (node.kind) {
    case NodeKind::element: return node.has_end_tag ? !node.end_complete : !node.self_closing;
    case NodeKind::text: return false;
    default: return !node.complete;
  }
}

Where where_of(NodeKind kind) {
  switch (kind) {
    case NodeKind::comment: return Where::comment;
    case NodeKind::section: return Where::section;
    case NodeKind::instruction: return Where::instruction;
    case NodeKind::doctype: return Where::doctype;
    case NodeKind::end_tag: return Where::end_tag;
    default: return Where::content;
  }
}

void place_in_start_tag(const Tree& tree, std::uint32_t offset, Place& place) {
  const Node& node = tree.nodes[place.node];
  if (node.name.touches(offset)) {
    place.where = Where::tag_name;
    place.word = node.name;
    return;
  }
  for (std::uint32_t i = node.first_attribute; i < node.first_attribute + node.attribute_count; ++i) {
    const Attribute& attribute = tree.attributes[i];
    const bool in_name = !attribute.name.empty() && attribute.name.touches(offset);
    const bool in_value =
        attribute.has_equals && offset > attribute.equals &&
        (attribute.has_value() ? attribute.value.touches(offset) : offset == attribute.equals + 1);
    if (!in_name && !in_value) continue;
    place.attribute = i;
    place.where = in_name ? Where::attribute_name : Where::attribute_value;
    place.word = in_name ? attribute.name : attribute.has_value() ? attribute.value : Range{offset, offset};
    return;
  }
  const bool is_apart = is_space(tree.text[offset - 1]);
  const bool in_end = offset > 1 && tree.text[offset - 1] == '/' && offset < node.start_end;
  place.where = is_apart && !in_end ? Where::attribute_name : Where::in_tag;
  // Between a name, '=' and a value.
  for (std::uint32_t i = node.first_attribute; i < node.first_attribute + node.attribute_count; ++i) {
    const Attribute& attribute = tree.attributes[i];
    const Range whole = attribute.range();
    if (attribute.has_equals && whole.begin < offset && offset < whole.end) place.where = Where::in_tag;
  }
}

// A tag without its '>' goes on behind its last word: "<joint |".
bool continues_tag(const Tree& tree, NodeId id, std::uint32_t offset) {
  const Node& node = tree.nodes[id];
  if (node.complete || node.start_end > offset) return false;
  if (node.kind == NodeKind::element && node.name.empty()) return false;
  if (node.kind != NodeKind::element && node.kind != NodeKind::end_tag) return false;
  const std::string_view between = tree.text.substr(node.start_end, offset - node.start_end);
  return std::ranges::all_of(between, is_space);
}

}  // namespace

Place place_at(const Tree& tree, std::uint32_t offset) {
  Place place;
  place.word = {offset, offset};
  NodeId id = last_before(tree, offset);
  if (id == kNone) return place;
  const bool continues = continues_tag(tree, id, offset);
  while (!continues && id != kNone && !holds(tree.nodes[id], offset)) id = tree.nodes[id].parent;
  if (id == kNone) return place;
  const Node& node = tree.nodes[id];
  place.path = tree.parents(id);
  if (node.kind == NodeKind::text) return place;
  if (node.kind == NodeKind::element) {
    place.node = id;
    if (continues || offset < node.start_end || (offset == node.start_end && !node.complete)) {
      place_in_start_tag(tree, offset, place);
    } else if (node.has_end_tag && offset > node.end_tag.begin) {
      place.where = Where::end_tag;
      // The name of "</" is empty, and the cursor may stand between '<' and '/'.
      if (node.end_name.touches(offset)) place.word = node.end_name;
      place.path.push_back(id);
    } else {
      place.node = kNone;
      place.path.push_back(id);
    }
    return place;
  }
  place.node = id;
  place.where = where_of(node.kind);
  if (node.kind == NodeKind::end_tag && node.name.touches(offset)) place.word = node.name;
  return place;
}

NodeId innermost(const Tree& tree, Range range) {
  NodeId id = last_before(tree, range.begin + 1);
  while (id != kNone && !tree.nodes[id].range.contains(range)) id = tree.nodes[id].parent;
  return id;
}

}  // namespace romas::markup
