// Which brace is missing or one too many in a text whose braces do not add up. Without an answer, one wrong
// brace would put the rest of the text into the wrong statement, and each of its lines would be an error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace romas::language {

// An error, and how the text is read in spite of it.
struct BraceRepair {
  enum class Kind : std::uint8_t { add_open, add_close, open, drop } kind = Kind::drop;
  std::uint32_t at = 0;  // byte of the word that is dropped, read as '{', or gets a brace in front
  std::uint32_t begin = 0, end = 0;  // of the finding
  std::vector<std::size_t> lines;    // that it explains: further errors in them are not reported
  std::string message;
  std::uint32_t opened = 0;  // byte of the '{' that is not closed; for Kind::add_close
};

// In the order of the text; none if the braces add up, or if neither the grammar nor the lines' indents tell
// which one is wrong.
std::vector<BraceRepair> repair_braces(std::string_view text, std::size_t first_byte);

}  // namespace romas::language
