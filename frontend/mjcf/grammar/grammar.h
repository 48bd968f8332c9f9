// Holds the text of an MJCF file against the grammar of MuJoCo's reader: words that it does not know,
// elements that stand twice or are missing, attributes of another type, and attributes that exclude or need
// each other.
#pragma once

#include "frontend/xml/schema/schema_reader.h"

namespace romas::mjcf {

// Reports what MuJoCo refuses in an element and below it, except where an error was reported already. Words
// of earlier versions of MuJoCo are taken.
void check_grammar(const XmlElement& root, SchemaReader& schema);

}  // namespace romas::mjcf
