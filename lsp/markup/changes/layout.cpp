#include "lsp/markup/changes/layout.h"

#include "support/text/text.h"

namespace romas::markup {

namespace {

// Returns the indentation of a child's line beyond that of its parent.
std::string step_at(const Tree& tree, NodeId node, std::string_view indentation) {
  const NodeId parent = tree.nodes[node].parent;
  const auto outer =
      parent == kNone ? std::nullopt : indentation_at(tree.text, tree.nodes[parent].range.begin);
  if (outer && indentation.size() > outer->size() && indentation.starts_with(*outer))
    return std::string(indentation.substr(outer->size()));
  return "  ";
}

}  // namespace

std::string_view newline_of(std::string_view text) {
  return text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

std::optional<std::string_view> indentation_at(std::string_view text, std::size_t offset) {
  const std::size_t line_end = text.substr(0, offset).find_last_of("\r\n");
  const std::size_t begin = line_end == std::string_view::npos ? 0 : line_end + 1;
  const std::string_view before = text.substr(begin, offset - begin);
  if (before.find_first_not_of(" \t") != std::string_view::npos) return std::nullopt;
  return before;
}

std::string laid_out(const Tree& tree, NodeId beside, const std::vector<NewLine>& lines) {
  const auto indentation = indentation_at(tree.text, tree.nodes[beside].range.begin);
  std::string all;
  if (!indentation) {
    for (const NewLine& line : lines) all += line.text;
    return all;
  }
  const std::string step = step_at(tree, beside, *indentation);
  for (const NewLine& line : lines) {
    if (!all.empty()) all += newline_of(tree.text);
    if (line.text.empty()) continue;
    if (!all.empty()) all += *indentation;
    for (int i = 0; i < line.depth; ++i) all += step;
    all += line.text;
  }
  return all;
}

Edit put_before(const Tree& tree, NodeId node, const std::vector<NewLine>& lines) {
  const std::uint32_t begin = tree.nodes[node].range.begin;
  std::string text = laid_out(tree, node, lines);
  if (const auto indentation = indentation_at(tree.text, begin))
    text += concat(newline_of(tree.text), *indentation);
  return {{begin, begin}, std::move(text)};
}

Edit put_behind(const Tree& tree, NodeId node, const std::vector<NewLine>& lines) {
  const std::uint32_t end = tree.nodes[node].range.end;
  std::string text;
  if (const auto indentation = indentation_at(tree.text, tree.nodes[node].range.begin))
    text = concat(newline_of(tree.text), *indentation);
  text += laid_out(tree, node, lines);
  return {{end, end}, std::move(text)};
}

}  // namespace romas::markup
