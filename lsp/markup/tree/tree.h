// The tree of a text that may be broken or half typed. It says where every piece stands, and resolves and
// checks nothing: what a text means is the compiler's to say.
//
// How broken texts are read:
// - An end tag closes the nearest open element of its name, and with it those inside that have no end tag. An
//   end tag that closes nothing is a node of its own (`end_tag`).
// - A start tag that lacks its '>' holds what follows only if an end tag of its name comes in the same
//   parent. Else it is a leaf, so that a tag that is being typed does not swallow its siblings.
// - Elements that are nested deeper than kMaxXmlDepth are siblings in the last element that is not, and
//   `too_deep` is set.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "lsp/markup/tree/range.h"

namespace romas::markup {

using NodeId = std::uint32_t;
inline constexpr NodeId kNone = 0xFFFF'FFFF;

struct Attribute {
  Range name;            // empty for a value without a name
  Range value;           // between the quotes
  std::uint32_t equals;  // the place of '='; the end of the name if it is missing
  bool has_equals = false;
  char quote = 0;       // 0: none
  bool closed = false;  // the value has both quotes

  bool has_value() const { return quote != 0 || !value.empty(); }
  // Includes the quotes.
  Range range() const {
    const std::uint32_t end = has_value() ? value.end + (closed ? 1 : 0) : equals + (has_equals ? 1 : 0);
    return {name.empty() ? value.begin - (quote != 0 ? 1 : 0) : name.begin, end};
  }
};

enum class NodeKind : unsigned char {
  element,
  text,  // with more than white space
  comment,
  section,  // CDATA
  instruction,
  doctype,
  end_tag,  // one that closes nothing
};

struct Node {
  NodeKind kind = NodeKind::text;
  bool complete = true;       // of an element: its start tag ends with '>' or '/>'; of others: they end
  bool self_closing = false;  // <a/>
  bool has_end_tag = false;
  bool end_complete = false;  // the end tag has its '>'
  NodeId parent = kNone;
  NodeId next = 0;  // the first node behind this one that is not inside
  Range range;      // an element without an end tag ends where one around it does
  Range name;       // of an element or end tag, may be empty
  // For elements only.
  std::uint32_t start_end = 0;  // behind the start tag
  std::uint32_t first_attribute = 0, attribute_count = 0;
  Range end_tag, end_name;

  Range start_tag() const { return {range.begin, start_end}; }
  // Between start and end tag.
  Range content() const { return {start_end, has_end_tag ? end_tag.begin : range.end}; }
};

struct Tree {
  std::string_view text;    // lives as long as the tree
  std::vector<Node> nodes;  // in the order of the text, an element in front of what it holds
  std::vector<Attribute> attributes;
  bool too_deep = false;

  std::string_view name(NodeId node) const { return nodes[node].name.of(text); }
  // The first attribute of the name, null if there is none.
  const Attribute* attribute(NodeId element, std::string_view name) const;
  // Its value as written; empty if there is none.
  std::string_view value(NodeId element, std::string_view name) const;
  // The elements around a node, the outermost first.
  std::vector<NodeId> parents(NodeId node) const;
  // The first element outside of all others; kNone if there is none.
  NodeId root() const;
};

// Takes time and memory linear in the text, and no recursion.
Tree parse(std::string_view text);

// Whether a text is XML, as its first sign tells.
bool is_xml(std::string_view text);

// visit(NodeId): each node directly in an element; those outside of all elements for kNone.
template <class Visit>
void for_each_child(const Tree& tree, NodeId parent, Visit&& visit) {
  const NodeId end = parent == kNone ? static_cast<NodeId>(tree.nodes.size()) : tree.nodes[parent].next;
  for (NodeId i = parent == kNone ? 0 : parent + 1; i < end; i = tree.nodes[i].next) visit(i);
}

// visit(const Attribute&): those of an element, in order.
template <class Visit>
void for_each_attribute(const Tree& tree, NodeId element, Visit&& visit) {
  const Node& node = tree.nodes[element];
  for (std::uint32_t i = 0; i < node.attribute_count; ++i) visit(tree.attributes[node.first_attribute + i]);
}

}  // namespace romas::markup
