# WebAssembly: clang 19 compiles, Emscripten 3.1 links and gives the C library (Debian 12). Its own compiler, clang 14 with libc++ 13,
# cannot read C++20's ranges.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_AR llvm-ar)
set(CMAKE_RANLIB llvm-ranlib)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(UNIX TRUE)
set(ROMAS_WASM ON)

set(ROMAS_WASM_SOURCES ${CMAKE_CURRENT_LIST_DIR}/../../build/wasm-sources)
get_filename_component(ROMAS_WASM_SOURCES ${ROMAS_WASM_SOURCES} ABSOLUTE)
set(CMAKE_CXX_FLAGS_INIT "--target=wasm32-unknown-emscripten --sysroot=/usr/share/emscripten/cache/sysroot -nostdinc++ -isystem ${ROMAS_WASM_SOURCES}/include/c++ -isystem ${ROMAS_WASM_SOURCES}/include -fwasm-exceptions -fno-threadsafe-statics")
# link.sh gives Emscripten the linker of clang 19.
set(CMAKE_CXX_LINK_EXECUTABLE "${CMAKE_CURRENT_LIST_DIR}/link.sh <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
