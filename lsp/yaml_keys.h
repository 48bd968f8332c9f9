// The keys of YAML tables that expressions of xacro mean, while the expressions are typed.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/file_search.h"
#include "lsp/markup/tree.h"
#include "lsp/reading.h"

namespace romas::lsp {

// Of "config['joints']" or "config.joints[0]": the keys of the table that it was in the readings. Where a
// property was not evaluated yet, the file counts whose name its load_yaml says literally.
std::vector<std::string> yaml_keys(const std::vector<std::shared_ptr<const Reading>>& readings,
                                   const markup::Tree& tree, const FileSearch& search,
                                   std::string_view expression);

}  // namespace romas::lsp
