// A module of the Romas language in place of statements that are alike.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/language/equal_groups.h"
#include "lsp/markup/format.h"

namespace romas::typing {

struct ModuleOfGroups {
  std::string name;
  markup::Edit definition;         // in front of what uses it first
  std::vector<markup::Edit> uses;  // for each group, in the same order
};
// What differs becomes parameters: values that differ in the same way share one, names wherever they stand,
// with what they have in common left in the module (left_hip and right_hip: "{prefix}hip"). Names of links
// and joints stay what they were, as the uses have no prefix. Values that only the statements around know are
// handed on. Nothing where it cannot be written.
std::optional<ModuleOfGroups> module_of_groups(const Names& names, const std::vector<StatementGroup>& groups);

}  // namespace romas::typing
