#include "lsp/markup/tree/structure.h"

#include <algorithm>
#include <cmath>

#include "lsp/markup/tree/place.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

SymbolKind kind_of(std::string_view element) {
  const std::string_view name = element.substr(element.find(':') + 1);
  if (name == "robot" || name == "model" || name == "mujoco") return SymbolKind::robot;
  if (name == "link" || name == "body") return SymbolKind::link;
  if (name == "joint") return SymbolKind::joint;
  if (name == "macro") return SymbolKind::macro;
  return name == "property" || name == "arg" ? SymbolKind::property : SymbolKind::other;
}

bool has_line_end(const Tree& tree, Range range) {
  return range.of(tree.text).find('\n') != std::string_view::npos;
}

// Only white space, and no blank line, between two places.
bool follows_directly(const Tree& tree, std::uint32_t from, std::uint32_t to) {
  const std::string_view gap = Range{from, to}.of(tree.text);
  return std::ranges::all_of(gap, is_space) && std::ranges::count(gap, '\n') < 2;
}

void add_larger(std::vector<Range>& ranges, Range range) {
  if (range.empty()) return;
  if (ranges.empty() || (range != ranges.back() && range.contains(ranges.back()))) ranges.push_back(range);
}

// The white space at both ends taken away.
Range trimmed(const Tree& tree, Range range) {
  while (range.begin < range.end && is_space(tree.text[range.begin])) ++range.begin;
  while (range.begin < range.end && is_space(tree.text[range.end - 1])) --range.end;
  return range;
}

void add_in_value(const Tree& tree, Range value, std::uint32_t offset, std::vector<Range>& ranges) {
  Range word{offset, offset};
  while (word.begin > value.begin && !is_space(tree.text[word.begin - 1])) --word.begin;
  while (word.end < value.end && !is_space(tree.text[word.end])) ++word.end;
  add_larger(ranges, word);
  add_larger(ranges, value);
}

bool is_colour_element(std::string_view name) {
  return name == "diffuse" || name == "ambient" || name == "specular" || name == "emissive";
}

// Three or four numbers from 0 to 1.
std::optional<Colour> read_colour(const Tree& tree, Range range) {
  const auto words = split_words(range.of(tree.text), 5);
  if (words.size() < 3 || words.size() > 4) return std::nullopt;
  double values[4] = {0, 0, 0, 1};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = parse_double(words[i].text);
    if (!value || *value < 0 || *value > 1) return std::nullopt;
    values[i] = *value;
  }
  return Colour{trimmed(tree, range), values[0], values[1], values[2], values[3]};
}

}  // namespace

std::vector<Symbol> symbols(const Tree& tree) {
  constexpr std::size_t kNoSymbol = static_cast<std::size_t>(-1);
  std::vector<Symbol> found;
  std::vector<std::size_t> symbol_of(tree.nodes.size(), kNoSymbol);  // of the node, or of what is around it
  for (NodeId i = 0; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    const std::size_t around = node.parent == kNone ? kNoSymbol : symbol_of[node.parent];
    symbol_of[i] = around;
    if (node.kind != NodeKind::element) continue;
    const Attribute* name = tree.attribute(i, "name");
    const bool is_root = node.parent == kNone && !node.name.empty();
    const bool is_named = name != nullptr && !name->value.empty();
    if (!is_named && !is_root) continue;
    symbol_of[i] = found.size();
    const std::string_view element = tree.name(i);
    found.push_back({std::string(is_named ? name->value.of(tree.text) : element), std::string(element),
                     kind_of(element), node.range, is_named ? name->value : node.name, around});
  }
  return found;
}

std::vector<Fold> folds(const Tree& tree) {
  std::vector<Fold> found;
  NodeId run = kNone;  // the first of comments that follow each other
  for (NodeId i = 0; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    if (node.kind == NodeKind::comment) {
      const bool goes_on = run != kNone && tree.nodes[i - 1].kind == NodeKind::comment &&
                           follows_directly(tree, tree.nodes[i - 1].range.end, node.range.begin);
      if (!goes_on) run = i;
      const Range all{tree.nodes[run].range.begin, node.range.end};
      if (goes_on && !found.empty() && found.back().range.begin == all.begin)
        found.back().range = all;
      else if (has_line_end(tree, all))
        found.push_back({all, FoldKind::comment});
      continue;
    }
    run = kNone;
    if (node.kind != NodeKind::element || !node.has_end_tag || !has_line_end(tree, node.content())) continue;
    found.push_back({node.content(), tree.name(i) == "xacro:macro" ? FoldKind::macro : FoldKind::element});
  }
  return found;
}

std::vector<Range> selections(const Tree& tree, std::uint32_t offset) {
  std::vector<Range> ranges;
  const Place place = place_at(tree, offset);
  if (place.attribute != kNone) {
    const Attribute& attribute = tree.attributes[place.attribute];
    if (place.where == Where::attribute_value) {
      add_in_value(tree, attribute.value, offset, ranges);
      const std::uint32_t quote = attribute.quote != 0 ? 1 : 0;
      add_larger(ranges,
                 {attribute.value.begin - quote, attribute.value.end + (attribute.closed ? quote : 0)});
    } else {
      add_larger(ranges, attribute.name);
    }
    add_larger(ranges, attribute.range());
  } else if (place.where == Where::tag_name || place.where == Where::end_tag) {
    add_larger(ranges, place.word);
  }
  // The node itself, then what is around it. Text is a part of its parent's content.
  NodeId id = innermost(tree, {offset, offset});
  if (id != kNone && tree.nodes[id].kind == NodeKind::text)
    add_in_value(tree, trimmed(tree, tree.nodes[id].range), offset, ranges);
  for (; id != kNone; id = tree.nodes[id].parent) {
    const Node& node = tree.nodes[id];
    if (node.kind == NodeKind::element) {
      const Range here{offset, offset};
      if (node.start_tag().contains(here)) add_larger(ranges, node.start_tag());
      if (node.has_end_tag && node.end_tag.contains(here)) add_larger(ranges, node.end_tag);
      if (node.content().contains(here) && !node.self_closing)
        add_larger(ranges, trimmed(tree, node.content()));
    }
    add_larger(ranges, node.range);
  }
  return ranges;
}

std::optional<TagPair> linked_names(const Tree& tree, std::uint32_t offset) {
  const Place place = place_at(tree, offset);
  if ((place.where != Where::tag_name && place.where != Where::end_tag) || place.node == kNone)
    return std::nullopt;
  const Node& node = tree.nodes[place.node];
  if (node.kind != NodeKind::element || !node.has_end_tag ||
      node.name.of(tree.text) != node.end_name.of(tree.text))
    return std::nullopt;
  if (!node.name.touches(offset) && !node.end_name.touches(offset)) return std::nullopt;
  return TagPair{node.name, node.end_name};
}

std::vector<Colour> colours(const Tree& tree) {
  std::vector<Colour> found;
  for (NodeId i = 0; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    if (node.kind != NodeKind::element) continue;
    std::optional<Colour> colour;
    if (const Attribute* rgba = tree.attribute(i, "rgba")) colour = read_colour(tree, rgba->value);
    if (node.has_end_tag && is_colour_element(tree.name(i)) && node.next <= i + 2)
      colour = read_colour(tree, node.content());
    if (colour) found.push_back(*colour);
  }
  return found;
}

std::string write_colour(const Colour& colour) {
  const double values[] = {colour.red, colour.green, colour.blue, colour.alpha};
  return join(values, " ", [](double value) {
    return format_double(std::round(std::clamp(value, 0.0, 1.0) * 1000) / 1000);
  });
}

}  // namespace romas::markup
