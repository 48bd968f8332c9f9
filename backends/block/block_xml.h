// Block XML and Assembly XML, the formats of Romas, from the Blocks and parts that a model keeps.
#pragma once

#include "backends/target.h"
#include "backends/xml/xml_writer.h"

namespace romas {

// Foreign attributes and elements of the open element, as their source has them.
void write_foreign_attributes(XmlWriter& xml, const Model& model, const Place& place);
void write_foreign_elements(XmlWriter& xml, const Model& model, const Place& place);

}  // namespace romas
