#include "test/lsp/markup/tree_checks.h"

#include <vector>

#include "frontend/xml/reader/xml_reader.h"
#include "lsp/markup/tree/lexer.h"
#include "lsp/markup/tree/place.h"
#include "support/text/text.h"

namespace romas::test {

namespace {

using namespace markup;

std::string problem_of_tokens(std::string_view text) {
  Lexer lexer(text);
  markup::Token token;
  std::uint32_t at = 0;
  while (lexer.next(token)) {
    if (token.range.begin != at || token.range.end <= at) return concat("a gap in the tokens at ", at);
    at = token.range.end;
  }
  return at == text.size() ? "" : concat("the tokens end at ", at);
}

std::string problem_of_nodes(const Tree& tree) {
  for (NodeId i = 0; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    if (node.range.end < node.range.begin || node.range.end > tree.text.size())
      return concat("node ", i, " ends at ", node.range.end);
    if (i > 0 && tree.nodes[i - 1].range.begin >= node.range.begin)
      return concat("node ", i, " has no order");
    if (node.next <= i || node.next > tree.nodes.size()) return concat("node ", i, " has no next one");
    if (node.parent == kNone) continue;
    const Node& parent = tree.nodes[node.parent];
    if (node.parent >= i || parent.next < node.next) return concat("node ", i, " is not in its parent");
    if (!parent.content().contains(node.range)) return concat("node ", i, " is larger than its parent");
  }
  std::size_t visited = 0;
  for_each_child(tree, kNone, [&](NodeId) { ++visited; });
  for (NodeId i = 0; i < tree.nodes.size(); ++i)
    for_each_child(tree, i, [&](NodeId child) { visited += tree.nodes[child].parent == i ? 1 : 1'000'000; });
  return visited == tree.nodes.size() ? "" : concat(visited, " nodes are visited");
}

std::string problem_of_places(const Tree& tree) {
  const std::size_t step = tree.text.size() / 500 + 1;
  for (std::size_t at = 0; at <= tree.text.size(); at += step) {
    const auto offset = static_cast<std::uint32_t>(at);
    const markup::Place place = place_at(tree, offset);
    if (!place.word.touches(offset)) return concat("the word at ", at, " is elsewhere");
    if ((place.where == Where::content) != (place.node == kNone)) return concat("no node at ", at);
    for (const NodeId element : place.path)
      if (tree.nodes[element].kind != NodeKind::element)
        return concat("the path at ", at, " has no elements");
  }
  return {};
}

// Both readings as text, a line an element: what the compiler's reader says …
void describe(const XmlElement& element, std::string& out) {
  const auto range = [&](SourceRange r) { return concat(' ', r.begin, '-', r.end); };
  out += concat('<', element.name, range(element.range), range(element.start_tag), range(element.name_range));
  if (element.end_name_range.valid()) out += range(element.end_name_range);
  for (const XmlAttribute& attribute : element.attributes) {
    out += concat(' ', attribute.name, range(attribute.range), range(attribute.name_range),
                  range(attribute.value.range));
    if (attribute.value.literal) out += concat("='", attribute.value.text, '\'');
  }
  out += '\n';
  for (const XmlElement& child : element.children) describe(child, out);
}

// … and the tolerant one.
void describe(const Tree& tree, NodeId id, const std::vector<bool>& literal, std::size_t& next,
              std::string& out) {
  const Node& node = tree.nodes[id];
  const auto range = [&](Range r) { return concat(' ', r.begin, '-', r.end); };
  out += concat('<', tree.name(id), range(node.range), range(node.start_tag()), range(node.name));
  if (node.has_end_tag) out += range(node.end_name);
  for_each_attribute(tree, id, [&](const Attribute& attribute) {
    out += concat(' ', attribute.name.of(tree.text), range(attribute.range()), range(attribute.name),
                  range(attribute.value));
    if (next < literal.size() && literal[next++]) out += concat("='", attribute.value.of(tree.text), '\'');
  });
  out += '\n';
  for_each_child(tree, id, [&](NodeId child) {
    if (tree.nodes[child].kind == NodeKind::element) describe(tree, child, literal, next, out);
  });
}

void note_literals(const XmlElement& element, std::vector<bool>& literal) {
  for (const XmlAttribute& attribute : element.attributes) literal.push_back(attribute.value.literal);
  for (const XmlElement& child : element.children) note_literals(child, literal);
}

std::string problem_of_meaning(const Tree& tree) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file = sources.add_text("text", std::string(tree.text));
  const auto element = read_xml_tree(file, sources, diagnostics);
  if (!element || sources.text(file) != tree.text) return {};
  std::string expected, found;
  std::vector<bool> literal;
  describe(*element, expected);
  note_literals(*element, literal);
  std::size_t next = 0;
  if (tree.root() == kNone) return "no root";
  describe(tree, tree.root(), literal, next, found);
  for (const Node& node : tree.nodes)
    if (!node.complete || node.kind == NodeKind::end_tag) return "an incomplete node in a well-formed text";
  return expected == found ? "" : concat("expected\n", expected, "found\n", found);
}

}  // namespace

std::string problem_of(std::string_view text) {
  std::string problem = problem_of_tokens(text);
  if (!problem.empty()) return problem;
  const Tree tree = parse(text);
  problem = problem_of_nodes(tree);
  if (problem.empty()) problem = problem_of_places(tree);
  if (problem.empty()) problem = problem_of_meaning(tree);
  return problem;
}

std::string print(const Tree& tree) {
  std::string out;
  constexpr std::string_view kKinds[] = {"element",     "text",    "comment", "section",
                                         "instruction", "doctype", "end tag"};
  for (NodeId i = 0; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    out += std::string(tree.parents(i).size() * 2, ' ');
    if (node.kind == NodeKind::element) {
      out += concat('<', tree.name(i));
      for_each_attribute(tree, i, [&](const Attribute& attribute) {
        out += concat(' ', attribute.name.of(tree.text), attribute.has_equals ? "=" : "",
                      attribute.has_value() ? concat('[', attribute.value.of(tree.text), ']') : "",
                      attribute.quote != 0 && !attribute.closed ? "?" : "");
      });
      out += concat(node.self_closing ? "/>" : node.complete ? ">" : "…", node.has_end_tag ? " ended" : "");
    } else {
      out += concat(kKinds[static_cast<std::size_t>(node.kind)], " '", node.range.of(tree.text), '\'',
                    node.complete ? "" : "…");
    }
    out += '\n';
  }
  return out;
}

}  // namespace romas::test
