// Offsets of a text that is being edited.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace romas::lsp {

// Maps the offsets of a text to another text that differs from it in few places, as after typing. Follows the
// common begin and end of both texts and, between these, each line, and each part of a line that begins
// with a tag, that is in both exactly once. Where as many parts are between these, the begin and end of each.
class MovedOffsets {
 public:
  MovedOffsets(std::string_view from, std::string_view to);
  // Offsets within what differs are the end of what stays before them.
  std::size_t operator()(std::size_t offset) const;
  // Bytes at the begin and, behind those, at the end that both texts have.
  std::size_t prefix() const { return prefix_; }
  std::size_t suffix() const { return suffix_; }

  // A part of the first text, and the part of the second that is in its place.
  struct Difference {
    std::size_t from, from_end, to, to_end;
  };
  // The differences in order.
  std::vector<Difference> differences() const;

 private:
  std::size_t from_size_, to_size_;
  struct Part {
    std::size_t from, to, size;  // its begin in both texts, and its bytes
  };
  void match_parts(std::string_view from, std::string_view to);
  void match_pairs(std::string_view from, std::string_view to);

  std::size_t prefix_ = 0, suffix_ = 0;
  bool begins_with_tag_ = false;  // the only difference is text that is put in, and begins with a tag
  std::vector<Part> parts_;       // that both have, in order in both
};

}  // namespace romas::lsp
