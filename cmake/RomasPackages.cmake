# The libraries that the compiler needs. Xerces-C and ANTLR are linked statically: Debian's shared Xerces
# pulls in curl, Kerberos and LDAP, which take more start-up time than a whole check and give a compiler
# access to the network that it does not need.
find_package(Eigen3 3.3 REQUIRED NO_MODULE)
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)  # Boost's own configuration, and not CMake's old module
endif()
set(Boost_USE_STATIC_LIBS ON)  # start-up time, and a program that can be copied
find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(Threads REQUIRED)

find_path(ROMAS_XERCES_INCLUDE xercesc/sax2/SAX2XMLReader.hpp REQUIRED)
find_library(ROMAS_XERCES_LIBRARY NAMES libxerces-c.a xerces-c REQUIRED)
add_library(romas_xerces INTERFACE)
target_include_directories(romas_xerces SYSTEM INTERFACE ${ROMAS_XERCES_INCLUDE})
target_link_libraries(romas_xerces INTERFACE ${ROMAS_XERCES_LIBRARY} Threads::Threads)
# see frontend/xml/no_schemas.cpp
target_link_options(romas_xerces INTERFACE
  LINKER:--wrap=_ZN11xercesc_3_214XMLInitializer23initializeRangeTokenMapEv
  LINKER:--wrap=_ZN11xercesc_3_214XMLInitializer27initializeRegularExpressionEv
  LINKER:--wrap=_ZN11xercesc_3_214XMLInitializer34initializeDatatypeValidatorFactoryEv
  LINKER:--wrap=_ZN11xercesc_3_214XMLInitializer31initializeGeneralAttributeCheckEv)

find_path(ROMAS_ANTLR_INCLUDE antlr4-runtime.h PATH_SUFFIXES antlr4-runtime REQUIRED)
find_library(ROMAS_ANTLR_LIBRARY NAMES libantlr4-runtime.a antlr4-runtime REQUIRED)
find_program(ROMAS_ANTLR_TOOL antlr4 REQUIRED)
# The header that includes all others, without one that is not needed and that clang rejects (a constructor
# that cannot exist).
file(READ ${ROMAS_ANTLR_INCLUDE}/antlr4-runtime.h antlr_header)
string(REPLACE "#include \"misc/InterpreterDataReader.h\"" "" antlr_header "${antlr_header}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/antlr/antlr4-runtime.h CONTENT "${antlr_header}" @ONLY)
add_library(romas_antlr INTERFACE)
target_include_directories(romas_antlr SYSTEM INTERFACE $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/generated/antlr> ${ROMAS_ANTLR_INCLUDE})
target_link_libraries(romas_antlr INTERFACE ${ROMAS_ANTLR_LIBRARY} Threads::Threads)

find_path(ROMAS_YAML_INCLUDE yaml-cpp/yaml.h REQUIRED)
find_library(ROMAS_YAML_LIBRARY NAMES libyaml-cpp.a yaml-cpp REQUIRED)
add_library(romas_yaml INTERFACE)
target_include_directories(romas_yaml SYSTEM INTERFACE ${ROMAS_YAML_INCLUDE})
target_link_libraries(romas_yaml INTERFACE ${ROMAS_YAML_LIBRARY})

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
  list(APPEND outputs ${folder}/${stem}ParserTypes.h)
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C.UTF-8 ${ROMAS_ANTLR_TOOL} -Dlanguage=Cpp -no-listener -no-visitor -Werror -package romas::grammar -o ${folder} ${CMAKE_SOURCE_DIR}/${grammar}
    COMMAND ${CMAKE_COMMAND} -DSTEM=${folder}/${stem} -P ${CMAKE_SOURCE_DIR}/cmake/RomasGrammarOnUse.cmake
    COMMAND ${CMAKE_COMMAND} -DSTEM=${folder}/${stem} -P ${CMAKE_SOURCE_DIR}/cmake/RomasGrammarTypes.cmake
    DEPENDS ${CMAKE_SOURCE_DIR}/${grammar} ${CMAKE_SOURCE_DIR}/cmake/RomasGrammarOnUse.cmake ${CMAKE_SOURCE_DIR}/cmake/RomasGrammarTypes.cmake
    COMMENT "Generating the parser of ${grammar}"
    VERBATIM)
  add_library(romas_${stem}_grammar STATIC ${outputs})
  target_include_directories(romas_${stem}_grammar SYSTEM PUBLIC $<BUILD_INTERFACE:${folder}>)
  target_compile_options(romas_${stem}_grammar PRIVATE -w -fno-char8_t -O1)  # it runs for texts with syntax errors only
  target_link_libraries(romas_${stem}_grammar PUBLIC romas_antlr)
  target_link_libraries(romas_${box} PUBLIC romas_${stem}_grammar)
  add_dependencies(romas_${box} romas_${stem}_grammar)
endfunction()
find_package(nlohmann_json 3.9 QUIET)  # only romas-lsp needs it
