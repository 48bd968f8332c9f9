// Sets up the process before anything else.
#pragma once

namespace romas::tool {

// Opens closed standard streams, makes write errors reportable instead of fatal, raises the stack limit to
// the usual size where that is allowed, and limits the malloc arenas of threads.
void prepare_process();

}  // namespace romas::tool
