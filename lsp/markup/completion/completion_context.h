// Declarations that the parts of completion share: the place, and its elements as a format sees them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lsp/markup/completion/completion.h"
#include "lsp/markup/tree/place.h"

namespace romas::markup {

struct CompletionContext {
  const Tree& tree;
  std::uint32_t offset;
  const CompletionFacts& facts;
  Place place;
  const Vocabulary& vocabulary;
  bool is_xacro = false;
  // The elements around the place without those of xacro, from the root of the format. Inside of a macro,
  // which may be used anywhere, the first place where they may stand. Empty if there is none.
  std::vector<std::string_view> path;
  // Directly in a macro, block or call.
  bool is_anywhere = false;

  CompletionContext(const Tree& text, std::uint32_t cursor, const CompletionFacts& known);

  // The path of an element of the tree, in the same way.
  std::vector<std::string_view> path_to(NodeId element) const;
  // The first place in the format where elements in each other may stand; empty if there is none.
  std::vector<std::string_view> place_of(const std::vector<std::string_view>& names) const;
  std::vector<AttributeWord> attributes_of(NodeId element) const;
  std::vector<ElementWord> children_of_parent() const;
};

inline constexpr std::string_view kXacro = "xacro:";

// What the attribute of an element takes, without an attribute its text. Nothing if that is no name.
std::optional<NameKind> name_kind_of(const Tree& tree, NodeId element, std::string_view parent,
                                     std::string_view attribute);

// Characters that mean something in a snippet.
std::string escape_snippet(std::string_view text);
// "name=\"$1\"", or with choices; counts the places up.
std::string attribute_snippet(std::string_view name, std::string_view words, std::string_view value,
                              int& places);
// meaning, and the version that brought it.
std::string documentation(std::string_view meaning, std::string_view since, bool dialect);

using Items = std::vector<CompletionItem>;
void complete_elements(const CompletionContext& context, Items& items);
void complete_attributes(const CompletionContext& context, Items& items);
void complete_text(const CompletionContext& context, Items& items);
void complete_value(const CompletionContext& context, Items& items);
void complete_comment(const CompletionContext& context, Items& items);
void complete_end_tag(const CompletionContext& context, Items& items);
// Words of a table, separated by spaces.
void add_words(std::string_view words, Range replace, Items& items);

}  // namespace romas::markup
