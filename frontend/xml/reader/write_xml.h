// Prints located elements as XML: indented by two spaces, attributes in their order, one element a line.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "frontend/xml/reader/xml_element.h"

namespace romas {

// An element, attribute, text or comment of a printed document, and what it was printed from.
struct PrintedPart {
  std::size_t begin = 0, end = 0;  // bytes of the printed text
  SourceRange written;             // the range of the element and so on; it may lie in an instance
  SourceRange head;                // of an element: its start tag; else `written`
};

// A document: comments in front of its root, the root, comments behind it. `parts`: its parts in the order of
// the text, an element in front of what is in it; null: nobody asks.
std::string write_xml(std::span<const XmlComment> before, const XmlElement& root,
                      std::span<const XmlComment> behind, std::vector<PrintedPart>* parts = nullptr);
// One element with what is in it, without a line end.
std::string write_xml(const XmlElement& element);

}  // namespace romas
