// Variables that each thread has for itself.
#pragma once

// In the place of thread_local. A compiler that makes code for programs assumes that no other variable of a
// thread lies in front of these; with this model the same objects also go into a shared library, and cost a
// program nothing.
#ifdef __ELF__
#define ROMAS_THREAD_STATE [[gnu::tls_model("initial-exec")]] thread_local
#else
#define ROMAS_THREAD_STATE thread_local
#endif
