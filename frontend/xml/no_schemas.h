// See no_schemas.cpp.
#pragma once

namespace romas {

// Does nothing; a call to it makes linkers that read archives once take the empty functions along.
void link_without_schemas();

}  // namespace romas
