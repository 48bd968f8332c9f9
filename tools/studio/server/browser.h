// Opens the user's own browser.
#pragma once

#include <string>

namespace romas::studio {

// Starts xdg-open with an address, and does not wait for it. Does nothing where there is no screen: a browser
// in the terminal would take it from the user.
void open_browser(const std::string& address);

}  // namespace romas::studio
