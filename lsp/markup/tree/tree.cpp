#include "lsp/markup/tree/tree.h"

#include <algorithm>
#include <unordered_map>

#include "frontend/xml/text/xml_limits.h"
#include "lsp/markup/tree/lexer.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

class TreeBuilder {
 public:
  explicit TreeBuilder(Tree& tree) : tree_(tree), lexer_(tree.text) {}

  void build() {
    while (lexer_.next(token_)) take();
    finish_tag();
    while (!open_.empty()) close_unended(static_cast<std::uint32_t>(text().size()));
    settle();
  }

 private:
  std::string_view text() const { return tree_.text; }
  Node& add(NodeKind kind, Range range) {
    Node& node = tree_.nodes.emplace_back();
    node.kind = kind;
    node.range = range;
    node.complete = token_.complete;
    node.parent = open_.empty() ? kNone : open_.back();
    return node;
  }

  void take() {
    switch (token_.kind) {
      case TokenKind::text:
        if (!std::ranges::all_of(token_.range.of(text()), is_space)) add(NodeKind::text, token_.range);
        break;
      case TokenKind::comment: finish_tag(), add(NodeKind::comment, token_.range); break;
      case TokenKind::section: finish_tag(), add(NodeKind::section, token_.range); break;
      case TokenKind::instruction: finish_tag(), add(NodeKind::instruction, token_.range); break;
      case TokenKind::doctype: finish_tag(), add(NodeKind::doctype, token_.range); break;
      case TokenKind::lone:
        finish_tag();
        begin_tag(NodeKind::element);
        finish_tag();
        break;
      case TokenKind::tag_begin: finish_tag(), begin_tag(NodeKind::element); break;
      case TokenKind::end_begin: finish_tag(), begin_tag(NodeKind::end_tag); break;
      case TokenKind::tag_end:
      case TokenKind::empty_end:
        grow();
        tree_.nodes[tag_].complete = true;
        tree_.nodes[tag_].self_closing = token_.kind == TokenKind::empty_end;
        finish_tag();
        break;
      case TokenKind::tag_name:
        grow();
        tree_.nodes[tag_].name = token_.range;
        break;
      case TokenKind::space: grow(); break;
      case TokenKind::junk: grow(), attribute_ = false; break;
      default: grow(), attribute_part();
    }
  }

  void begin_tag(NodeKind kind) {
    Node& node = add(kind, token_.range);
    node.complete = false;
    node.name = {token_.range.end, token_.range.end};
    node.first_attribute = static_cast<std::uint32_t>(tree_.attributes.size());
    node.start_end = token_.range.end;
    tag_ = static_cast<NodeId>(tree_.nodes.size() - 1);
    attribute_ = false;
  }

  void grow() { tree_.nodes[tag_].range.end = tree_.nodes[tag_].start_end = token_.range.end; }

  void attribute_part() {
    Node& tag = tree_.nodes[tag_];
    if (tag.kind != NodeKind::element) return;
    const bool begins = token_.kind == TokenKind::name || !attribute_ ||
                        (token_.kind == TokenKind::equals && current().has_equals) ||
                        (token_.kind == TokenKind::quote && current().quote != 0 && current().closed);
    if (begins) {
      Attribute& fresh = tree_.attributes.emplace_back();
      ++tag.attribute_count;
      attribute_ = true;
      fresh.name =
          token_.kind == TokenKind::name ? token_.range : Range{token_.range.begin, token_.range.begin};
      fresh.equals = fresh.name.end;
      fresh.value = {fresh.name.end, fresh.name.end};
    }
    Attribute& attribute = current();
    if (token_.kind == TokenKind::equals) {
      attribute.has_equals = true;
      attribute.equals = token_.range.begin;
      attribute.value = {token_.range.end, token_.range.end};
    } else if (token_.kind == TokenKind::value) {
      attribute.value = token_.range;
    } else if (token_.kind == TokenKind::quote && attribute.quote == 0) {
      attribute.quote = text()[token_.range.begin];
      attribute.value = {token_.range.end, token_.range.end};
    } else if (token_.kind == TokenKind::quote) {
      attribute.closed = true;
    }
  }
  Attribute& current() { return tree_.attributes.back(); }

  // The tag that is being read is complete, or something else begins.
  void finish_tag() {
    if (tag_ == kNone) return;
    const NodeId tag = tag_;
    tag_ = kNone;
    trim_unfinished(tag);
    if (tree_.nodes[tag].kind == NodeKind::end_tag) return end_tag(tag);
    if (tree_.nodes[tag].self_closing || tree_.nodes[tag].name.empty()) return;
    if (open_.size() >= kMaxXmlDepth) {
      tree_.too_deep = true;
      ++too_deep_;
      return;
    }
    open_.push_back(tag);
    ++open_names_[tree_.name(tag)];
  }

  // White space behind a tag that lacks its '>' is content.
  void trim_unfinished(NodeId tag) {
    Node& node = tree_.nodes[tag];
    if (node.complete) return;
    while (node.range.end > node.name.end && is_space(text()[node.range.end - 1])) --node.range.end;
    node.start_end = node.range.end;
  }

  void end_tag(NodeId tag) {
    if (too_deep_ > 0) {
      --too_deep_;
      return;
    }
    const auto open = open_names_.find(tree_.name(tag));
    if (open == open_names_.end() || open->second == 0) return;
    while (tree_.name(open_.back()) != tree_.name(tag)) close_unended(tree_.nodes[tag].range.begin);
    const Node end = tree_.nodes[tag];
    const NodeId closed = open_.back();
    tree_.nodes.pop_back();  // it is a part of its element
    pop();
    Node& element = tree_.nodes[closed];
    element.has_end_tag = true;
    element.end_complete = end.complete;
    element.end_tag = end.range;
    element.end_name = end.name;
    element.range.end = end.range.end;
    element.next = static_cast<NodeId>(tree_.nodes.size());
  }

  void pop() {
    --open_names_[tree_.name(open_.back())];
    open_.pop_back();
  }

  // The end tag of an outer element, or the end of the text, ends the innermost one. (Its last node may be
  // that end tag, which is about to go.)
  void close_unended(std::uint32_t where) {
    Node& node = tree_.nodes[open_.back()];
    node.next = static_cast<NodeId>(tree_.nodes.size() - (tree_.nodes.back().range.begin == where ? 1 : 0));
    if (node.complete) node.range.end = where;
    pop();
  }

  // Start tags that turned out to hold nothing give what follows to their parents.
  void settle() {
    std::vector<Node>& nodes = tree_.nodes;
    const auto is_leaf = [&](const Node& node) {
      return node.kind == NodeKind::element && !node.complete && !node.has_end_tag;
    };
    for (NodeId i = 0; i < nodes.size(); ++i) {
      Node& node = nodes[i];
      if (node.next <= i || is_leaf(node)) node.next = i + 1;
      if (node.parent != kNone && is_leaf(nodes[node.parent])) node.parent = nodes[node.parent].parent;
    }
  }

  Tree& tree_;
  Lexer lexer_;
  Token token_;
  std::vector<NodeId> open_;  // the open elements, the root first
  std::unordered_map<std::string_view, std::size_t> open_names_;
  NodeId tag_ = kNone;      // the tag that is being read
  bool attribute_ = false;  // the last attribute of the tag may get further parts
  std::size_t too_deep_ = 0;
};

}  // namespace

const Attribute* Tree::attribute(NodeId element, std::string_view wanted) const {
  const Node& node = nodes[element];
  for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
    const Attribute& found = attributes[node.first_attribute + i];
    if (found.name.of(text) == wanted) return &found;
  }
  return nullptr;
}

std::string_view Tree::value(NodeId element, std::string_view wanted) const {
  const Attribute* found = attribute(element, wanted);
  return found == nullptr ? std::string_view() : found->value.of(text);
}

std::vector<NodeId> Tree::parents(NodeId node) const {
  std::vector<NodeId> around;
  for (NodeId i = nodes[node].parent; i != kNone; i = nodes[i].parent) around.push_back(i);
  std::ranges::reverse(around);
  return around;
}

NodeId Tree::root() const {
  NodeId found = kNone;
  for (NodeId i = 0; i < nodes.size() && found == kNone; i = nodes[i].next)
    if (nodes[i].kind == NodeKind::element && !nodes[i].name.empty()) found = i;
  return found;
}

bool is_xml(std::string_view text) { return trim(text.substr(0, 1000)).starts_with('<'); }

Tree parse(std::string_view text) {
  Tree tree;
  tree.text = text.substr(0, kNone);
  TreeBuilder(tree).build();
  return tree;
}

}  // namespace romas::markup
