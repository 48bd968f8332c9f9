// What this process asks of its surroundings before anything else.
#pragma once

namespace romas::tool {

// The standard streams are open; an error of writing is reported instead of ending the process; the stack is
// as large as is usual, where it may be; threads share what memory they keep for themselves.
void prepare_process();

}  // namespace romas::tool
