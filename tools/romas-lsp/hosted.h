// The session of the server as WebAssembly, which has one thread: JavaScript hands over the messages.
#pragma once

#include "tools/romas-lsp/session.h"

namespace romas::lsp {

// Begins the session of this program and returns at once. Its messages go to `output`.
void host_session(SessionSettings settings, int output);

}  // namespace romas::lsp
