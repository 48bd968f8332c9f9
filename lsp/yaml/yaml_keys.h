// The keys of YAML tables that expressions of xacro mean, while the expressions are typed.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/packages/file_search.h"
#include "lsp/markup/tree/tree.h"
#include "lsp/reading/reading.h"

namespace romas::lsp {

// Returns the keys of the table that the readings computed for an expression, such as "config['joints']" or
// "config.joints[0]". If no reading knows the table, it is read from the file that the property's load_yaml
// names literally.
std::vector<std::string> yaml_keys(const std::vector<std::shared_ptr<const Reading>>& readings,
                                   const markup::Tree& tree, const FileSearch& search,
                                   std::string_view expression);

}  // namespace romas::lsp
