#include "tools/romasc/process.h"

#include <sys/resource.h>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <algorithm>

#include "support/process/signals.h"
#include "support/process/standard_streams.h"

namespace romas::tool {

namespace {

// The limit takes effect at once, because the main thread's stack grows on demand.
void raise_stack_limit() {
  constexpr rlim_t kUsual = rlim_t{8} << 20U;
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= kUsual)
    return;
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? kUsual : std::min(kUsual, limit.rlim_max);
  ::setrlimit(RLIMIT_STACK, &limit);
}

// Every thread's malloc arena reserves 64 MB of addresses, which may be limited (ulimit -v).
void limit_arenas() {
#ifdef M_ARENA_MAX
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    ::mallopt(M_ARENA_MAX, 1);  // NOLINT(concurrency-mt-unsafe): before any thread
#endif
}

}  // namespace

void prepare_process() {
  open_standard_streams();
  report_write_errors();
  raise_stack_limit();
  limit_arenas();
}

}  // namespace romas::tool
