// Debian's static libraries and romasc's own objects are compiled for programs. A few things in them do not
// go into a shared library and stand here in a form that does: the linker takes the first copy of an inline
// function, and --wrap puts these variables in the place of the C library's.
#include "tools/python/archives.h"

#include <antlr4-runtime/support/StringUtils.h>

#include <cstdio>

// ANTLR's conversions of texts have a variable of each thread.
namespace {
[[gnu::used]] std::string (*const to_utf8)(const std::u32string&) = &antlrcpp::utf32_to_utf8;
[[gnu::used]] std::u32string (*const to_utf32)(const char*, const char*) = &antlrcpp::utf8_to_utf32;
}  // namespace

extern "C" {
extern std::FILE* __real_stderr;  // NOLINT(*-reserved-identifier): names of the linker
extern std::FILE* __real_stdout;  // NOLINT(*-reserved-identifier)
extern char** __real_environ;     // NOLINT(*-reserved-identifier)

std::FILE* __wrap_stderr = __real_stderr;  // NOLINT(*-reserved-identifier,cert-err58-cpp)
std::FILE* __wrap_stdout = __real_stdout;  // NOLINT(*-reserved-identifier,cert-err58-cpp)
char** __wrap_environ = __real_environ;    // NOLINT(*-reserved-identifier,cert-err58-cpp)
// 0: shared pointers count for several threads, whether or not there are any.
char __wrap___libc_single_threaded = 0;  // NOLINT(*-reserved-identifier)
}

void take_environment() { __atomic_store_n(&__wrap_environ, __real_environ, __ATOMIC_RELAXED); }
