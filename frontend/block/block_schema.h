// The schema of Block XML and Assembly XML: the rows of their elements. docs/formats/block.md and assembly.md
// are written from them.
#pragma once

#include "frontend/xml/schema/schema.h"

namespace romas {

extern const ElementRow kBlock;
extern const ElementRow kBlockShape;
extern const ElementRow kBlockFile;  // <diffuse>, <normal>, <thumbnail>
extern const ElementRow kContactList;
extern const ElementRow kContact;
extern const ElementRow kBlockMass;
extern const ElementRow kBlockCom;
extern const ElementRow kBlockInertia;
extern const ElementRow kPart;

}  // namespace romas
