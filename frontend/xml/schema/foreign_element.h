// Foreign content as a tree, for targets that take over parts of it.
#pragma once

#include <string_view>

#include "frontend/xml/reader/xml_element.h"
#include "ir/model/model.h"

namespace romas {

// True for elements below <gazebo> that targets look into: their extensions keep a tree.
bool keeps_tree(std::string_view name);
// The reader of XML bounds the depth.
ForeignElement to_foreign(const XmlElement& element);

}  // namespace romas
