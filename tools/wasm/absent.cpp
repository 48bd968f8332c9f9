// Functions of Linux that Emscripten does not have, for programs that go on without them: each fails as on a
// system that cannot do it.
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>

#include <cerrno>

namespace {
int fail_as_unknown() {
  errno = ENOSYS;
  return -1;
}
}  // namespace

extern "C" {
int inotify_init1(int) { return fail_as_unknown(); }
int inotify_add_watch(int, const char*, std::uint32_t) { return fail_as_unknown(); }
int inotify_rm_watch(int, int) { return fail_as_unknown(); }
int epoll_create1(int) { return fail_as_unknown(); }
int epoll_ctl(int, int, int, epoll_event*) { return fail_as_unknown(); }
int epoll_wait(int, epoll_event*, int, int) { return fail_as_unknown(); }
}
