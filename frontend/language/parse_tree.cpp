#include "frontend/language/parse_tree.h"

#include <algorithm>
#include <iterator>

namespace romas::language {

std::size_t ParseTree::Node::count() const {
  std::size_t found = 0;
  for (auto at = begin(); !(at == end()); ++at) ++found;
  return found;
}

std::size_t ParseTree::Node::count(std::uint16_t rule) const {
  std::size_t found = 0;
  for (const Node node : *this) found += node.rule() == rule ? 1 : 0;
  return found;
}

std::optional<ParseTree::Node> ParseTree::Node::child(std::uint16_t rule) const {
  for (const Node node : *this)
    if (node.rule() == rule) return node;
  return std::nullopt;
}

std::uint32_t ParseTree::open(std::uint16_t rule, std::uint32_t word) {
  entries_.push_back({rule, 0, word, word, 0});
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

void ParseTree::close(std::uint32_t at, std::uint32_t behind_word) {
  entries_[at].last = std::max(behind_word, entries_[at].first);
  entries_[at].end = static_cast<std::uint32_t>(entries_.size());
}

void ParseTree::add_word(std::uint32_t word, std::uint8_t flags) {
  entries_.push_back({kWord, flags, word, word + 1, static_cast<std::uint32_t>(entries_.size() + 1)});
}

}  // namespace romas::language
