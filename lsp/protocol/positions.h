// Positions of the protocol in a text: lines and code units instead of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/protocol/types.h"

namespace romas::lsp {

// The units that a position counts within a line.
enum class PositionEncoding : std::uint8_t { utf8, utf16 };

// The lines of a text, which must live as long. Lines end with \n, \r\n or \r, as the protocol says.
// A byte that is not UTF-8 counts as one unit.
class TextPositions {
 public:
  TextPositions(std::string_view text, PositionEncoding encoding);

  // Offsets behind the end are the end; offsets within a character are those of its begin.
  Position position(std::size_t offset) const;
  Range range(std::size_t begin, std::size_t end) const { return {position(begin), position(end)}; }
  // Positions behind the end of a line are its end, and lines behind the last are the end of the text.
  std::size_t offset(Position position) const;
  // The offset of a character between whose two code units the position is; nothing where it is between none.
  std::optional<std::size_t> divided(Position position) const;

 private:
  std::string_view text_;
  PositionEncoding encoding_;
  std::vector<std::size_t> line_starts_;
};

// "file:///a%20b.urdf" from and to "/a b.urdf". Other schemes have no path: an empty text.
std::string path_of_uri(std::string_view uri);
std::string uri_of_path(std::string_view path);

}  // namespace romas::lsp
