// Reads what is sound of a text that is not well-formed XML, as while it is being typed: the elements around
// its mistakes as their author probably meant them.
#pragma once

#include "frontend/xml/mistakes/xml_errors.h"
#include "frontend/xml/reader/xml_tree_builder.h"

namespace romas {

// Whether the tags of a text tell its elements.
bool can_be_recovered(const ExplainedXml& explained);

// Calls the builder for the elements of a text whose mistakes were reported. Of a broken tag it gets the
// attributes that are written, the last one perhaps by half. Returns false if the builder stops.
bool read_around_mistakes(const BrokenXml& xml, FileId file, XmlTreeBuilder& builder);

}  // namespace romas
