// The program's entry for JavaScript. Emscripten 3.1 looks for a function `main`, and clang 19 gives it
// another name.
#include <emscripten.h>

#include <cstdio>
#include <iostream>

extern "C" int __main_argc_argv(int argc, char** argv);

extern "C" EMSCRIPTEN_KEEPALIVE int romas_main(int argc, char** argv) {
  const int status = __main_argc_argv(argc, argv);
  std::cout.flush();
  std::fflush(nullptr);
  return status;
}
