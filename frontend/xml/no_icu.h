// See no_icu.cpp.
#pragma once

namespace romas {

// Does nothing; a call to it makes linkers that read archives once take these functions along, and not those
// of ICU.
void link_without_icu();

}  // namespace romas
