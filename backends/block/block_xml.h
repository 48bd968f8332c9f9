// Block XML and Assembly XML, the formats of Romas, from the Blocks and parts that a model keeps.
#pragma once

#include "backends/target.h"
#include "backends/xml/xml_writer.h"

namespace romas {

// <Block …>…</Block>. Reports losses (RM1901) and changes (RM1902).
void write_block(XmlWriter& xml, const Block& block, const TargetContext& context);

}  // namespace romas
