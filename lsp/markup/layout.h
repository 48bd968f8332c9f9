// How a text breaks and indents its lines, and new elements in the same way.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/markup/format.h"
#include "lsp/markup/tree.h"

namespace romas::markup {

struct NewLine {
  int depth = 0;  // below the first line
  std::string text;
};

// What ends the lines of a text.
std::string_view newline_of(std::string_view text);

// The blanks in front of an offset on its line; nothing where something else stands there, too.
std::optional<std::string_view> indentation_at(std::string_view text, std::size_t offset);

// The lines as they stand at the indentation of a node, without that of the first line; a line without text
// stays empty. Where the node shares its line, all in one line.
std::string laid_out(const Tree& tree, NodeId beside, const std::vector<NewLine>& lines);

// The lines as a sibling in front of a node, or behind it.
Edit put_before(const Tree& tree, NodeId node, const std::vector<NewLine>& lines);
Edit put_behind(const Tree& tree, NodeId node, const std::vector<NewLine>& lines);

}  // namespace romas::markup
