// Statements of a text of the Romas language that say the same but for their values and names.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lsp/language/names.h"
#include "lsp/markup/tree/range.h"

namespace romas::typing {

// A word of a statement, or several that are one value: "-1.5 kg*m^2".
struct Item {
  enum class Kind : std::uint8_t { fixed, name, quantity, text };
  Kind kind = Kind::fixed;  // fixed: the same in statements that are alike
  markup::Range range;
};

// Statements that follow each other in the same braces.
struct StatementGroup {
  std::uint32_t first = 0, last = 0;  // pieces of the outline
  markup::Range range;
  std::vector<Item> items;
};

// The groups that can become uses of one module together with the selection: the statement whose head
// contains the selection, or all statements that it contains. The groups are in the order of the text.
// equal_groups() returns at least two, or nullopt. It returns nullopt for fewer than three statements,
// counted with those in their braces, and at places where nothing can be used. Groups with a comment that
// silences rules are left out.
struct EqualGroups {
  std::vector<StatementGroup> groups;
  std::size_t selected = 0;
};
std::optional<EqualGroups> equal_groups(const Names& names, markup::Range selected);

}  // namespace romas::typing
