// Places in a text that is being edited: plain offsets in bytes, without a file.
#pragma once

#include <cstdint>
#include <string_view>

namespace romas::markup {

// Half-open: the bytes [begin, end).
struct Range {
  std::uint32_t begin = 0, end = 0;

  bool empty() const { return begin == end; }
  std::uint32_t size() const { return end - begin; }
  // True if the cursor is in the range or at one of its ends.
  bool touches(std::uint32_t cursor) const { return begin <= cursor && cursor <= end; }
  bool contains(Range inner) const { return begin <= inner.begin && inner.end <= end; }
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
  friend bool operator==(const Range&, const Range&) = default;
};

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace romas::markup
