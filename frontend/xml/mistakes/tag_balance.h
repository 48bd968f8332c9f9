// Follows the nesting of tags, and weighs a way to mend it.
#pragma once

#include <unordered_map>

#include "frontend/xml/mistakes/xml_mistakes.h"

namespace romas {

// A tag that is open where the nesting fails.
struct OpenTag {
  std::uint32_t tag = 0;
  bool is_made = false;    // its start tag is missing
  bool is_broken = false;  // a tag that is no deeper than it was met in it
};

struct NestingFault {
  enum class Kind : unsigned char { none, end_tag, second_root, text_end } kind = Kind::none;
  std::size_t tag = 0;  // where the nesting fails; behind the last one if it does not
  std::vector<OpenTag> open;
  // The tags that do not fit the indentation, the kinds of pairs of parent and child, and the children behind
  // text: the fewer, the better a change fits the text.
  std::size_t oddities = 0;
};

// Places that may hold the cause of a fault.
struct NestingClues {
  struct Place {
    std::uint32_t element, tag;
  };
  std::vector<Place> shallow;         // a tag in an element, no deeper than it
  std::vector<Place> turns;           // a child of another name than the one before it
  std::vector<std::uint32_t> twins;   // a start tag without attributes in an element of its name
  std::vector<std::uint32_t> skewed;  // an end tag that is not as deep as its start tag
  std::vector<std::uint32_t> roots;   // the tags that close the root
};

class TagBalance {
 public:
  explicit TagBalance(BrokenXml& xml);

  // Follows the tags up to the first fault. `clues` may be null.
  NestingFault follow(NestingClues* clues = nullptr) const;
  // The same without the oddities, in less time.
  NestingFault reach() const;
  // The start tag that each end tag closes, and the end tag of each start tag; 0xFFFFFFFF where there is
  // none.
  std::vector<std::uint32_t> partners() const;
  bool matches(std::uint32_t start, std::uint32_t end) const;
  std::uint32_t name_id(std::size_t tag) const { return names_[tag]; }

 private:
  template <class Visitor>
  NestingFault walk(Visitor& visitor) const;

  BrokenXml& xml_;
  std::vector<std::uint32_t> names_;  // equal for equal names
};

}  // namespace romas
