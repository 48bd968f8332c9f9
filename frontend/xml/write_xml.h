// Prints located elements as XML: indented by two spaces, attributes in their order, one element a line.
#pragma once

#include <span>
#include <string>

#include "frontend/xml/xml_element.h"

namespace romas {

// A document: comments in front of its root, the root, comments behind it.
std::string write_xml(std::span<const XmlComment> before, const XmlElement& root,
                      std::span<const XmlComment> behind);
// One element with what is in it, without a line end.
std::string write_xml(const XmlElement& element);

}  // namespace romas
