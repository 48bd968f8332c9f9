#include "frontend/xml/reader/xml_element.h"

#include <algorithm>

#include "frontend/xml/reader/same_name.h"

namespace romas {

XmlElement::~XmlElement() = default;

const XmlAttribute* XmlElement::attribute(std::string_view qualified_name) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(), [&](const XmlAttribute& a) {
    return is_same_name(a.name, qualified_name);
  });
  return found == attributes.end() ? nullptr : &*found;
}

const XmlElement* XmlElement::child(std::string_view wanted) const {
  const auto found = std::find_if(children.begin(), children.end(),
                                  [&](const XmlElement& c) { return c.local_name() == wanted; });
  return found == children.end() ? nullptr : &*found;
}

}  // namespace romas
