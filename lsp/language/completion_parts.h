// Declarations that the parts of completion share: the place, and the items that are collected.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lsp/language/completion.h"
#include "lsp/language/names.h"

namespace romas::typing {

// The items of a completion. If two items have the same label, only the first one is kept.
class Items {
 public:
  Items(const Names& known, const language::WordsAt& words, std::uint32_t cursor)
      : names(known), at(words), offset(cursor), replace{words.begin, words.end} {}

  const Names& names;
  const language::WordsAt& at;
  std::uint32_t offset;
  markup::Range replace;

  bool in_text() const { return at.where == language::WordsAt::Where::text; }
  void add(markup::ItemKind kind, std::string_view label, std::string_view plain, std::string_view snippet,
           std::string_view documentation = {});
  void add_word(markup::ItemKind kind, std::string_view word, std::string_view documentation = {});
  // A name, in quotes where it must be.
  void add_name(std::string_view name, bool is_quoted, std::string_view documentation = {});

  std::vector<markup::CompletionItem> take() { return std::move(items_); }

 private:
  std::vector<markup::CompletionItem> items_;
};

void complete_names(const language::NameAt& name, Items& items);
void complete_value(Items& items);
void complete_units(Items& items);

// A call with holes for its parameters; of a module those that must be given, by name.
std::string call_snippet(const language::Definition& callee);
std::string describe(const language::Definition& definition);

}  // namespace romas::typing
