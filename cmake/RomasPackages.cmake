# The libraries that the compiler needs, and what is made with them.
if(ROMAS_WASM)
  add_subdirectory(cmake/wasm)
  set(ROMAS_XERCES_INCLUDE ${ROMAS_WASM_SOURCES}/include)
  set(ROMAS_ANTLR_INCLUDE ${ROMAS_WASM_SOURCES}/include/antlr4-runtime)
  set(nlohmann_json_FOUND TRUE)
else()
  find_package(Eigen3 3.3 REQUIRED NO_MODULE)
  if(POLICY CMP0167)
    cmake_policy(SET CMP0167 NEW)  # Boost's own configuration, and not CMake's old module
  endif()
  set(Boost_USE_STATIC_LIBS ON)  # start-up time, and a program that can be copied
  find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
  include(RomasLibraries)
  if(RomasLibraries_MISSING)
    message(FATAL_ERROR "these libraries or their headers are missing: ${RomasLibraries_MISSING}")
  endif()
  find_package(nlohmann_json 3.9 QUIET)  # only romas-lsp needs it
  find_package(assimp 5 QUIET CONFIG)  # only romas-mesh-reader needs it
  find_library(ROMAS_MATIO_LIBRARY matio)  # only romas-mat-reader needs it
  find_path(ROMAS_MATIO_INCLUDES matio.h)
  mark_as_advanced(ROMAS_MATIO_LIBRARY ROMAS_MATIO_INCLUDES)
endif()

# XERCES_WITHOUT_SCHEMAS: options of the linker that leave out what Xerces prepares for XML Schema and DOM (frontend/xml/reader/no_schemas.cpp).
# Empty if the linker has no --wrap, or this version of Xerces has other functions.
file(STRINGS ${ROMAS_XERCES_INCLUDE}/xercesc/util/XercesVersion.hpp lines REGEX "^#define XERCES_VERSION_(MAJOR|MINOR|REVISION) ")
string(REGEX REPLACE "[^0-9;]" "" ROMAS_XERCES_VERSION "${lines}")
string(REGEX REPLACE "([0-9]+);([0-9]+);.*" "xercesc_\\1_\\2" namespace "${ROMAS_XERCES_VERSION}")
string(REPLACE ";" "." ROMAS_XERCES_VERSION "${ROMAS_XERCES_VERSION}")
string(LENGTH ${namespace} length)
set(XERCES_WITHOUT_SCHEMAS "")
set(declared "")
set(called "")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/frontend/xml/reader/no_schemas.cpp)
file(STRINGS ${CMAKE_SOURCE_DIR}/frontend/xml/reader/no_schemas.cpp functions REGEX "^ROMAS_LEFT_OUT")
list(TRANSFORM functions REPLACE "ROMAS_LEFT_OUT\\(([0-9]+), ([A-Za-z]+)\\)" "\\1\\2")
foreach(function ${functions})
  set(symbol _ZN${length}${namespace}14XMLInitializer${function}Ev)
  list(APPEND XERCES_WITHOUT_SCHEMAS LINKER:--wrap=${symbol})
  string(APPEND declared "extern \"C\" void __real_${symbol}();\n")
  string(APPEND called "  __real_${symbol}();\n")
endforeach()
if(NOT ROMAS_WASM AND NOT ROMAS_WRAPS_XERCES STREQUAL ROMAS_XERCES_VERSION)
  file(GLOB stand_ins ${CMAKE_SOURCE_DIR}/frontend/xml/reader/no_*.cpp)
  try_compile(wraps SOURCE_FROM_CONTENT originals.cpp "${declared}int main() {\n${called}}\n" SOURCES ${stand_ins}
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${CMAKE_SOURCE_DIR};${ROMAS_XERCES_INCLUDE}" LINK_OPTIONS ${XERCES_WITHOUT_SCHEMAS}
    LINK_LIBRARIES Romas::xerces CXX_STANDARD 20 NO_CACHE)
  if(wraps)
    set(ROMAS_WRAPS_XERCES ${ROMAS_XERCES_VERSION} CACHE INTERNAL "the version of Xerces whose preparation for schemas is left out")
  else()
    message(STATUS "romasc starts slower: Xerces-C ${ROMAS_XERCES_VERSION} and this linker cannot leave out XML Schema (frontend/xml/reader/no_schemas.cpp)")
    set(XERCES_WITHOUT_SCHEMAS "")
  endif()
endif()

find_program(ROMAS_ANTLR_TOOL antlr4 REQUIRED)
# The header that includes all others, without one that is not needed and that clang rejects (a constructor
# that cannot exist).
file(READ ${ROMAS_ANTLR_INCLUDE}/antlr4-runtime.h antlr_header)
string(REPLACE "#include \"misc/InterpreterDataReader.h\"" "" antlr_header "${antlr_header}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/antlr/antlr4-runtime.h CONTENT "${antlr_header}" @ONLY)
target_include_directories(Romas::antlr SYSTEM BEFORE INTERFACE ${CMAKE_BINARY_DIR}/generated/antlr)

# romas_grammar(BOX GRAMMAR): generates lexer and parser from a combined grammar and compiles them into a library that the box
# links. The tool (4.7.2) writes u8 literals for the runtime's char tables, hence -fno-char8_t. Java reads names of files by the locale.
function(romas_grammar box grammar)
  if(NOT EXISTS ${CMAKE_SOURCE_DIR}/${grammar})
    return()
  endif()
  get_filename_component(stem ${grammar} NAME_WE)
  set(folder ${CMAKE_BINARY_DIR}/generated/${stem})
  set(outputs)
  foreach(part Lexer Parser)
    list(APPEND outputs ${folder}/${stem}${part}.cpp ${folder}/${stem}${part}.h)
  endforeach()
  list(APPEND outputs ${folder}/${stem}ParserTypes.h ${folder}/${stem}ParserRules.h ${folder}/${stem}LexerRules.h)
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C.UTF-8 ${ROMAS_ANTLR_TOOL} -Dlanguage=Cpp -no-listener -no-visitor -Werror -package romas::grammar -o ${folder} ${CMAKE_SOURCE_DIR}/${grammar}
    COMMAND ${CMAKE_COMMAND} -DSTEM=${folder}/${stem} -P ${CMAKE_SOURCE_DIR}/cmake/RomasGrammarOnUse.cmake
    COMMAND ${CMAKE_COMMAND} -DSTEM=${folder}/${stem} -P ${CMAKE_SOURCE_DIR}/cmake/RomasGrammarTypes.cmake
    COMMAND ${CMAKE_COMMAND} -DGRAMMAR=${CMAKE_SOURCE_DIR}/${grammar} -DSTEM=${folder}/${stem} -P ${CMAKE_SOURCE_DIR}/cmake/RomasGrammarRules.cmake
    DEPENDS ${CMAKE_SOURCE_DIR}/${grammar} ${CMAKE_SOURCE_DIR}/cmake/RomasGrammarOnUse.cmake ${CMAKE_SOURCE_DIR}/cmake/RomasGrammarTypes.cmake ${CMAKE_SOURCE_DIR}/cmake/RomasGrammarRules.cmake
    COMMENT "Generating the parser of ${grammar}"
    VERBATIM)
  add_library(romas_${stem}_grammar STATIC ${outputs})
  target_include_directories(romas_${stem}_grammar SYSTEM PUBLIC $<BUILD_INTERFACE:${folder}>)
  target_compile_options(romas_${stem}_grammar PRIVATE -w -fno-char8_t -Os)  # it runs for texts with syntax errors only
  target_link_libraries(romas_${stem}_grammar PUBLIC Romas::antlr)
  foreach(target romas_${box} romas_${box}_small)
    if(TARGET ${target})
      target_link_libraries(${target} PUBLIC romas_${stem}_grammar)
      add_dependencies(${target} romas_${stem}_grammar)
    endif()
  endforeach()
endfunction()
