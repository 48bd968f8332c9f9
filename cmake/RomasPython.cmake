# libromasc.so, the compiler for the package of Python (tools/python), which is linked from the objects of the program and from
# Debian's static libraries. Both are compiled for position-independent programs, so that it takes one link and no second compilation
# (decision 0098).
set(ROMAS_LIBRARY_OPTIONS -static-libstdc++ LINKER:--gc-sections LINKER:--version-script=${CMAKE_SOURCE_DIR}/tools/python/library.map)
# They reach these variables of the C library as only programs can; tools/python/archives.cpp has stand-ins.
foreach(variable stderr stdout environ __libc_single_threaded)
  list(APPEND ROMAS_LIBRARY_OPTIONS LINKER:--wrap=${variable})
endforeach()

# Whether this compiler makes such programs, and a shared library can hold these libraries whole, whatever they need themselves.
function(romas_can_link_library)
  if(DEFINED ROMAS_CAN_LINK_LIBRARY)
    return()
  endif()
  include(CheckCXXSourceCompiles)
  check_cxx_source_compiles("#ifndef __PIE__\n#error\n#endif\nint main() {}" ROMAS_COMPILES_PIE)
  set(links OFF)
  if(ROMAS_COMPILES_PIE AND ROMAS_STATIC AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # objects of clang++ were not tried
    get_target_property(boost Boost::program_options IMPORTED_LOCATION_RELEASE)
    if(NOT boost)
      get_target_property(boost Boost::program_options IMPORTED_LOCATION)
    endif()
    try_compile(links SOURCES ${CMAKE_SOURCE_DIR}/tools/python/archives.cpp COMPILE_DEFINITIONS -fPIC
      CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${CMAKE_SOURCE_DIR};${ROMAS_ANTLR_INCLUDE}" CXX_STANDARD 20
      LINK_OPTIONS -shared ${ROMAS_LIBRARY_OPTIONS} LINKER:--no-gc-sections LINKER:--unresolved-symbols=ignore-all
        $<$<BOOL:${ROMAS_CAN_USE_LLD}>:-fuse-ld=lld>
      LINK_LIBRARIES -Wl,--whole-archive ${ROMAS_XERCES_LIBRARY} ${ROMAS_ANTLR_LIBRARY} ${ROMAS_YAML_LIBRARY} ${boost}
        -Wl,--no-whole-archive
      NO_CACHE)
    if(NOT links)
      message(STATUS "libromasc.so is not built: this compiler or these libraries do not go into a shared library")
    endif()
  endif()
  set(ROMAS_CAN_LINK_LIBRARY ${links} CACHE INTERNAL "libromasc.so can be built")
endfunction()

function(romas_python_library)
  romas_can_link_library()
  if(NOT ROMAS_CAN_LINK_LIBRARY)
    return()
  endif()
  add_library(romasc-library SHARED tools/python/archives.cpp tools/python/library.cpp $<TARGET_OBJECTS:romasc>)
  set_target_properties(romasc-library PROPERTIES OUTPUT_NAME romasc LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}
    LINK_DEPENDS ${CMAKE_SOURCE_DIR}/tools/python/library.map)
  target_link_libraries(romasc-library PRIVATE $<TARGET_PROPERTY:romasc,LINK_LIBRARIES> Romas::antlr)
  target_link_options(romasc-library PRIVATE ${ROMAS_LIBRARY_OPTIONS} LINKER:-z,defs LINKER:--build-id=sha1)
endfunction()
