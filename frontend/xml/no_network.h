// See no_network.cpp.
#pragma once

namespace romas {

// Does nothing; a call to it makes linkers that read archives once take the stand-ins along.
void link_without_network();

}  // namespace romas
