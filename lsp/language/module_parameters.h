// The parameters of a module of the Romas language that is made of statements that are alike, for the values
// that differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/language/equal_groups.h"

namespace romas::typing {

// A value of the module's body with a parameter in it.
struct ModuleHole {
  std::size_t item = 0;                  // of each group
  bool is_name = false;                  // a part of it differs; else the parameter stands for all of it
  std::uint32_t before = 0, behind = 0;  // bytes of the name around the parameter, the same in all groups
  std::vector<std::string_view> texts;   // in each group; of names without quotes
  std::size_t parameter = 0;
};

struct ModuleParameter {
  std::string name;
  std::string type;                    // empty: any
  std::vector<std::string> arguments;  // in each group
  std::vector<std::size_t> holes;      // none: it is handed on under its own name
};

struct ModuleParameters {
  std::vector<ModuleParameter> parameters;
  std::vector<ModuleHole> holes;  // in the order of the text
};

// Makes the parameters for values that differ. Values that differ in the same way share a parameter: names
// wherever they are, other values if their places have the same name. Values that only the statements around
// the groups know become parameters, too. Returns nullopt if no parameter can stand for a value, such as a
// raw text.
std::optional<ModuleParameters> module_parameters(const Names& names,
                                                  const std::vector<StatementGroup>& groups);

}  // namespace romas::typing
