// See no_icu.cpp.
#pragma once

namespace romas {

// Does nothing. A call to it makes linkers that read archives once link these functions, and not those of
// ICU.
void link_without_icu();

}  // namespace romas
