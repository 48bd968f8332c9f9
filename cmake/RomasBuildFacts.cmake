# The facts of the build that romasc --version --verbose prints: the commit, the compiler, the libraries. They are
# written at every build and change only if the facts do; none of them is a time or a folder.
#
# As a module: romas_build_facts(BOX) gives the box the header romas_build_facts.h.
# As a script (cmake -P): writes OUTPUT from the facts in FACTS and the commit of SOURCE.
if(CMAKE_SCRIPT_MODE_FILE)
  set(commit "")
  find_program(git git)
  if(git AND EXISTS ${SOURCE}/.git)
    execute_process(COMMAND ${git} -C ${SOURCE} rev-parse HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND ${git} -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changed ERROR_QUIET)
    if(changed)
      string(APPEND commit ", with changes")
    endif()
  elseif(EXISTS ${SOURCE}/COMMIT)  # a source archive
    file(STRINGS ${SOURCE}/COMMIT commit LIMIT_COUNT 1)
  endif()
  if(NOT commit)
    set(commit "unknown")
  endif()
  file(READ ${FACTS} text)
  string(PREPEND text "// Written by cmake/RomasBuildFacts.cmake.\n#define ROMAS_COMMIT \"${commit}\"\n")
  set(old "")
  if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} old)
  endif()
  if(NOT text STREQUAL old)
    file(WRITE ${OUTPUT} "${text}")
  endif()
  return()
endif()

# romas_library_version(RESULT NAME): the version that the CMake package NAME says it has; "" without one.
function(romas_library_version result name)
  find_file(ROMAS_VERSION_FILE_${name} NAMES ${name}-config-version.cmake ${name}ConfigVersion.cmake
    PATHS ${CMAKE_SYSTEM_PREFIX_PATH} PATH_SUFFIXES lib/${CMAKE_LIBRARY_ARCHITECTURE}/cmake/${name} lib/cmake/${name} share/cmake/${name} share/${name}/cmake NO_CACHE)
  set(PACKAGE_VERSION "")
  if(ROMAS_VERSION_FILE_${name})
    include(${ROMAS_VERSION_FILE_${name}})
  endif()
  set(${result} "${PACKAGE_VERSION}" PARENT_SCOPE)
endfunction()

function(romas_build_facts box)
  string(REPLACE "/" "_" box ${box})
  romas_library_version(antlr antlr4-runtime)
  romas_library_version(yaml yaml-cpp)
  string(STRIP "Xerces-C ${ROMAS_XERCES_VERSION}, ANTLR ${antlr}, yaml-cpp ${yaml}, Eigen ${Eigen3_VERSION}, Boost ${Boost_VERSION_STRING}" libraries)
  if(ROMAS_WASM)
    file(STRINGS ${ROMAS_WASM_SOURCES}/versions libraries)
    list(JOIN libraries ", " libraries)
  endif()
  set(linking "dynamic")
  if(ROMAS_STATIC)
    set(linking "static")
  endif()
  set(facts ${CMAKE_BINARY_DIR}/generated/build_facts/facts.txt)
  file(CONFIGURE OUTPUT ${facts} @ONLY CONTENT [[
#define ROMAS_BUILD "@CMAKE_CXX_COMPILER_ID@ @CMAKE_CXX_COMPILER_VERSION@, @CMAKE_SYSTEM_PROCESSOR@ @CMAKE_SYSTEM_NAME@, @CMAKE_BUILD_TYPE@, @linking@"
#define ROMAS_LIBRARIES "@libraries@"
#cmakedefine01 ROMAS_HAS_BUILD_ID
]])
  set(header ${CMAKE_BINARY_DIR}/generated/build_facts/romas_build_facts.h)
  add_custom_target(romas_build_facts
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DFACTS=${facts} -DOUTPUT=${header} -P ${CMAKE_SOURCE_DIR}/cmake/RomasBuildFacts.cmake
    BYPRODUCTS ${header} VERBATIM)
  add_dependencies(romas_${box} romas_build_facts)
  target_include_directories(romas_${box} PRIVATE ${CMAKE_BINARY_DIR}/generated/build_facts)
endfunction()
