// The parts of a text of XML that its mistakes have broken, and what may be missing because of them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "frontend/xml/mistakes/xml_mistakes.h"

namespace romas {

struct BrokenPart {
  std::size_t begin = 0, end = 0;
  // The tag's name, which may go on where the part ends, and the value of its attribute 'name' up to where it
  // breaks off. An empty name may be any.
  std::string_view element, name;
  bool is_half_element = false;
  bool has_name = false;    // the attribute is whole
  bool is_end_tag = false;  // which takes nothing away
  // The elements around it but for the root, the outermost first.
  struct Element {
    std::size_t begin = 0, start_end = 0, end = 0;  // of its start tag, and its own
    std::string_view name;
  };
  std::vector<Element> around;
};

// The parts in the order of the text. Empty if the tags of the text are not balanced.
std::vector<BrokenPart> find_broken_parts(const BrokenXml& xml);

}  // namespace romas
