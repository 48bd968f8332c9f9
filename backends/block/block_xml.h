// Block XML and Assembly XML, the formats of Romas, from the Blocks and parts that a model keeps.
#pragma once

#include "backends/target.h"
#include "backends/xml/xml_writer.h"

namespace romas {

// <Block …>…</Block>. Says what of it the format cannot say (RM1901) or says in another way (RM1902).
void write_block(XmlWriter& xml, const Block& block, const TargetContext& context);

}  // namespace romas
