// How a text breaks and indents its lines, and new elements in the same way.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/markup/changes/format.h"
#include "lsp/markup/tree/tree.h"

namespace romas::markup {

struct NewLine {
  int depth = 0;  // below the first line
  std::string text;
};

// Returns the line end of a text: "\r\n" if the text has one, else "\n".
std::string_view newline_of(std::string_view text);

// Returns the blanks in front of an offset on its line. Returns nullopt if other characters are in front of
// it, too.
std::optional<std::string_view> indentation_at(std::string_view text, std::size_t offset);

// Returns the lines at the indentation of a node, the first one without it. A line without text stays empty.
// If other text is in front of the node on its line, all lines become one.
std::string laid_out(const Tree& tree, NodeId beside, const std::vector<NewLine>& lines);

// The lines as a sibling in front of a node, or behind it.
Edit put_before(const Tree& tree, NodeId node, const std::vector<NewLine>& lines);
Edit put_behind(const Tree& tree, NodeId node, const std::vector<NewLine>& lines);

}  // namespace romas::markup
