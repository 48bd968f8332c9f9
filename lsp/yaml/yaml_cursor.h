// Finds the keys around a cursor and the word that it is in, in a text of YAML that may be half typed. Reads
// only indentation, dashes, colons and brackets, and nothing behind the cursor's line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/markup/tree/range.h"

namespace romas::lsp {

struct YamlCursor {
  // The keys around the cursor, the outermost first; "-" for an item of a list. In a value, its own key is
  // the last.
  std::vector<std::string> path;
  bool in_value = false;    // behind a key, or in an item of a list; else where a key may stand
  bool in_comment = false;  // behind '#', in a text of several lines, or in an anchor, tag or alias
  markup::Range
      word;  // the word that the cursor is in, without quotes; empty, at the cursor, if there is none

  // The last key of the path that is no "-"; empty if there is none.
  std::string_view key() const;
  // The path without "-".
  std::vector<std::string_view> keys() const;
};

YamlCursor yaml_cursor(std::string_view text, std::uint32_t offset);

}  // namespace romas::lsp
