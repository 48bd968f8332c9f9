// The parse tree of a statement: rules and words in one flat list in preorder, 16 bytes each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/language/words/lexeme.h"

namespace romas::language {

class ParseTree {
 public:
  enum Flag : std::uint8_t {
    kFailed = 1,    // of a rule: it could not be parsed
    kError = 2,     // of a word: it does not fit and was left out
    kConjured = 4,  // of a word: it is missing and was assumed; `first` is its type
  };
  struct Entry {
    std::uint16_t rule = 0;
    std::uint8_t flags = 0;
    std::uint32_t first = 0;  // the first word; for a rule without words, the one after it
    std::uint32_t last = 0;   // one past the last word
    std::uint32_t end = 0;    // one past the last entry in it
  };
  static constexpr std::uint16_t kWord = 0xFFFF;  // `rule` of words

  // A rule or word. Changes of the tree invalidate it.
  class Node {
   public:
    Node(const ParseTree& tree, std::uint32_t at) : tree_(&tree), at_(at) {}

    bool is_word() const { return entry().rule == kWord; }
    std::uint16_t rule() const { return entry().rule; }  // kWord for words
    bool has(Flag flag) const { return (entry().flags & flag) != 0; }
    // Precondition: is_word().
    const Lexeme& word() const { return tree_->word(entry().first); }
    std::uint16_t type() const {
      return has(kConjured) ? static_cast<std::uint16_t>(entry().first) : word().type;
    }
    // The first and the last word; for a rule without words, the one after it.
    const Lexeme& first_word() const { return tree_->word(entry().first); }
    const Lexeme& last_word() const {
      return tree_->word(entry().last > entry().first ? entry().last - 1 : entry().first);
    }

    class Iterator {
     public:
      Iterator(const ParseTree& tree, std::uint32_t at) : tree_(&tree), at_(at) {}
      Node operator*() const { return {*tree_, at_}; }
      Iterator& operator++() {
        at_ = tree_->entries_[at_].end;
        return *this;
      }
      friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

     private:
      const ParseTree* tree_;
      std::uint32_t at_;
    };
    Iterator begin() const { return {*tree_, is_word() ? entry().end : at_ + 1}; }
    Iterator end() const { return {*tree_, entry().end}; }
    std::size_t count() const {
      std::size_t found = 0;
      for (auto at = begin(); !(at == end()); ++at) ++found;
      return found;
    }
    // Children of the rule.
    std::size_t count(std::uint16_t rule) const {
      std::size_t found = 0;
      for (const Node node : *this) found += node.rule() == rule ? 1 : 0;
      return found;
    }
    // The first of the rule.
    std::optional<Node> child(std::uint16_t rule) const {
      for (const Node node : *this)
        if (node.rule() == rule) return node;
      return std::nullopt;
    }
    std::optional<Node> front() const { return begin() == end() ? std::nullopt : std::optional(*begin()); }

   private:
    const Entry& entry() const { return tree_->entries_[at_]; }
    const ParseTree* tree_;
    std::uint32_t at_;
  };

  explicit ParseTree(const std::vector<Lexeme>& words) : words_(words) {
    // Most words have one rule of their own, and few have more. The list of a longer statement grows as
    // needed.
    constexpr std::size_t kEntriesOfWord = 3;
    constexpr std::size_t kMost = std::size_t{16} * 1024;
    entries_.reserve(std::min(words.size() * kEntriesOfWord, kMost));
  }

  Node root() const { return {*this, 0}; }
  // The word with this index; one of type kEnd after the last.
  const Lexeme& word(std::size_t index) const { return index < words_.size() ? words_[index] : kBehind; }

  // --- for those who make the tree ---
  std::uint32_t open(std::uint16_t rule, std::uint32_t word) {
    entries_.push_back({rule, 0, word, word, 0});
    return static_cast<std::uint32_t>(entries_.size() - 1);
  }
  void close(std::uint32_t at, std::uint32_t behind_word) {
    entries_[at].last = std::max(behind_word, entries_[at].first);
    entries_[at].end = static_cast<std::uint32_t>(entries_.size());
  }
  void add_word(std::uint32_t word, std::uint8_t flags = 0) {
    entries_.push_back({kWord, flags, word, word + 1, static_cast<std::uint32_t>(entries_.size() + 1)});
  }
  void set_flag(std::uint32_t at, Flag flag) {
    entries_[at].flags = static_cast<std::uint8_t>(entries_[at].flags | flag);
  }
  // Backtracking: the start of an attempt, and the return to it.
  std::size_t size() const { return entries_.size(); }
  void cut(std::size_t size) {
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(size), entries_.end());
  }

 private:
  static constexpr Lexeme kBehind{};
  const std::vector<Lexeme>& words_;
  std::vector<Entry> entries_;
};

}  // namespace romas::language
