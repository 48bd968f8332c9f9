#include "lsp/features/places/nested_text.h"

#include <algorithm>

#include "frontend/language/typing/outline.h"

namespace romas::lsp {

namespace {

std::uint32_t narrow(std::size_t offset) { return static_cast<std::uint32_t>(offset); }

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

std::vector<NestedPart> parts_of_romas(std::string_view text) {
  const language::Outline outline = language::outline_of(text);
  std::vector<NestedPart> parts;
  for (const language::Outline::Piece& piece : outline.pieces) {
    NestedPart part;
    part.whole = {outline.begin_of(piece), outline.end_of(piece)};
    if (piece.has_body && piece.is_closed) {
      part.content = {outline.words[piece.head_end].end, outline.words[piece.end - 1].begin};
      part.ends_below = text.substr(part.content.begin, part.content.end - part.content.begin).find('\n') !=
                        std::string_view::npos;
    }
    parts.push_back(part);
  }
  return parts;
}

// A part is a line and all lines below it that are indented more, or, below a key, as much and with a dash.
std::vector<NestedPart> parts_of_yaml(std::string_view text) {
  struct Open {
    std::size_t part, indent;
    bool is_item;
  };
  std::vector<NestedPart> parts;
  std::vector<Open> open;
  std::size_t last_end = 0;  // of the last line that is not blank
  const auto close_to = [&](std::size_t indent, bool is_item) {
    while (!open.empty() && (open.back().indent > indent ||
                             (open.back().indent == indent && (open.back().is_item || !is_item)))) {
      NestedPart& part = parts[open.back().part];
      part.whole.end = narrow(last_end);
      part.content.end = std::max(part.content.begin, part.whole.end);
      open.pop_back();
    }
  };
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t first = std::min(text.find_first_not_of(" \t\r", begin), end);
    if (first < end && text[first] != '#') {
      const bool is_item = text[first] == '-' && (first + 1 >= end || text[first + 1] == ' ');
      close_to(first - begin, is_item);
      open.push_back({parts.size(), first - begin, is_item});
      parts.push_back({{narrow(first), narrow(end)}, {narrow(end), narrow(end)}});
      last_end = end;
    }
    begin = end + 1;
  }
  close_to(0, false);
  return parts;
}

std::vector<markup::Range> growing_in(std::string_view text, const std::vector<NestedPart>& parts,
                                      std::uint32_t offset) {
  std::vector<markup::Range> ranges;
  markup::Range word{offset, offset};
  while (word.begin > 0 && is_of_word(text[word.begin - 1])) --word.begin;
  while (word.end < text.size() && is_of_word(text[word.end])) ++word.end;
  if (word.begin < word.end) ranges.push_back(word);
  const auto add = [&](markup::Range range) {
    if (range.begin <= offset && offset <= range.end && range.begin < range.end) ranges.push_back(range);
  };
  for (const NestedPart& part : parts) {
    add(part.content);
    add(part.whole);
  }
  ranges.push_back({0, narrow(text.size())});
  std::ranges::stable_sort(ranges, {}, [](const markup::Range& range) { return range.end - range.begin; });
  // Each one holds the one before it.
  std::vector<markup::Range> growing;
  for (const markup::Range& range : ranges)
    if (growing.empty() || (range.begin <= growing.back().begin && growing.back().end <= range.end &&
                            (range.begin != growing.back().begin || range.end != growing.back().end)))
      growing.push_back(range);
  return growing;
}

}  // namespace romas::lsp
