// Foreign content as a tree, for targets that take over parts of it.
#pragma once

#include "frontend/xml/xml_element.h"
#include "ir/model.h"

namespace romas {

// The reader of XML bounds the depth.
ForeignElement to_foreign(const XmlElement& element);

}  // namespace romas
