// A module of the Romas language in place of statements that are alike.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/language/equal_groups.h"
#include "lsp/markup/changes/format.h"

namespace romas::typing {

struct ModuleOfGroups {
  std::string name;
  markup::Edit definition;         // in front of what uses it first
  std::vector<markup::Edit> uses;  // for each group, in the same order
};
// Makes a module with a parameter for each value that differs. Values that differ in the same way share a
// parameter. For names this holds wherever they are, and their common part stays in the module (left_hip and
// right_hip: "{prefix}hip"). Names of links and joints stay the same, because the uses have no prefix. Values
// that only the statements around the groups know become parameters, too. Returns nullopt if no module can be
// written.
std::optional<ModuleOfGroups> module_of_groups(const Names& names, const std::vector<StatementGroup>& groups);

}  // namespace romas::typing
