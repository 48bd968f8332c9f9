# For projects that use romasc: find_package(Romas) brings
#   romas_add_robot(TARGET SOURCES file… EMIT target… [OPTIONS option…] [OUTPUT_DIR folder])
#     translates at build time, again when any file that was read changes; the outputs are in the target property ROMAS_OUTPUT_DIR
#   romas_add_lint_test(NAME SOURCES file… [OPTIONS option…])
#     a CTest that fails on errors and defects

function(romas_add_robot target)
  cmake_parse_arguments(ARG "" "OUTPUT_DIR" "SOURCES;EMIT;OPTIONS" ${ARGN})
  if(NOT ARG_SOURCES OR NOT ARG_EMIT)
    message(FATAL_ERROR "romas_add_robot(${target}): SOURCES and EMIT are needed")
  endif()
  if(NOT ARG_OUTPUT_DIR)
    set(ARG_OUTPUT_DIR ${CMAKE_CURRENT_BINARY_DIR}/${target})
  endif()
  set(sources)
  foreach(source ${ARG_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  list(JOIN ARG_EMIT "," targets)
  # One stamp stands for all outputs: their names come from the robots, not from the files.
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${target}.stamp)
  add_custom_command(
    OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${ARG_OUTPUT_DIR}
    COMMAND Romas::romasc ${sources} --emit=${targets} ${ARG_OPTIONS} -o ${ARG_OUTPUT_DIR}/ -MD -MF ${stamp}.d -MT ${stamp}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${sources} Romas::romasc
    DEPFILE ${stamp}.d
    COMMENT "romasc ${target}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${stamp})
  set_target_properties(${target} PROPERTIES ROMAS_OUTPUT_DIR ${ARG_OUTPUT_DIR})
endfunction()

function(romas_add_lint_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;OPTIONS" ${ARGN})
  set(sources)
  foreach(source ${ARG_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  add_test(NAME ${name} COMMAND Romas::romasc --strict --emit=none ${ARG_OPTIONS} ${sources})
endfunction()
