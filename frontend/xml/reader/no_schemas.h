// See no_schemas.cpp.
#pragma once

namespace romas {

// Does nothing. A call to it makes linkers that read archives once link the empty functions.
void link_without_schemas();

}  // namespace romas
