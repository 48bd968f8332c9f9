// See no_network.cpp.
#pragma once

namespace romas {

// Does nothing. A call to it makes linkers that read archives once link the stand-ins.
void link_without_network();

}  // namespace romas
