// A text of XML that mistakes have broken, with the broken parts as they were in an earlier text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace romas::lsp {

struct TextSpan {
  std::size_t begin = 0, end = 0;
  // Whether an offset is within, or at the end of nothing else: an empty span contains no offset.
  bool contains(std::size_t offset) const { return begin <= offset && offset < end; }
};

// Extends a part of a text of XML to the tags in which it begins and ends.
TextSpan with_tags(std::string_view text, TextSpan part);

// A part that was put back, and the tags in which it begins and ends: in the broken text, and in the mended
// one.
struct PartPutBack {
  TextSpan broken, mended;
};

struct MendedText {
  std::string text;
  std::vector<PartPutBack> parts;  // in order
};

// Puts back those differences between two texts that touch a mistake; if none does, the nearest one that
// changes a tag, or else the nearest one. Without mistakes, all that change tags are put back. Precondition:
// the texts differ.
MendedText mend(std::string_view before, std::string_view now, const std::vector<TextSpan>& mistakes);

}  // namespace romas::lsp
