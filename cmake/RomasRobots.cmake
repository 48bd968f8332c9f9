# For projects that use romasc: find_package(Romas) brings romas_add_robot and romas_add_lint_test (docs/cmake.md).

# romas_add_robot(TARGET SOURCES file… EMIT target… [ARGS NAME:=VALUE…] [OPTIONS option…] [DEPENDS file…] [OUTPUT_DIR folder])
#   Translates at build time, and again when any file that romasc read has changed. TARGET is a library: what links it finds the
#   generated headers, and is built after them. The property ROMAS_OUTPUT_DIR of TARGET is the folder, ROMAS_OUTPUTS the files.
function(romas_add_robot target)
  cmake_parse_arguments(ARG "" "OUTPUT_DIR" "SOURCES;EMIT;ARGS;OPTIONS;DEPENDS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "romas_add_robot(${target}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_SOURCES OR NOT ARG_EMIT)
    message(FATAL_ERROR "romas_add_robot(${target}): SOURCES and EMIT are needed")
  endif()
  if(NOT ARG_OUTPUT_DIR)
    set(ARG_OUTPUT_DIR ${target})
  endif()
  get_filename_component(folder ${ARG_OUTPUT_DIR} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  romas_absolute_paths(sources ${ARG_SOURCES})
  romas_absolute_paths(depends ${ARG_DEPENDS})
  list(JOIN ARG_EMIT "," formats)
  set(arguments ${sources} ${ARG_ARGS} --emit=${formats} ${ARG_OPTIONS} -o ${folder}/)

  romas_list_outputs(outputs ${CMAKE_CURRENT_BINARY_DIR}/${target}.outputs "${sources};${depends}" ${arguments})
  if(outputs)
    list(GET outputs 0 first)
    set(finish)
  else()
    # The description has errors, which the build reports. A build without errors makes the stamp, so that
    # CMake configures again.
    set(first ${CMAKE_CURRENT_BINARY_DIR}/${target}.stamp)
    set(outputs ${first})
    set(finish COMMAND ${CMAKE_COMMAND} -E touch ${first})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${first})
  endif()
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND Romas::romasc ${arguments} -MD -MF ${CMAKE_CURRENT_BINARY_DIR}/${target}.d -MT ${first}
    ${finish}
    DEPENDS ${sources} ${depends} Romas::romasc
    DEPFILE ${CMAKE_CURRENT_BINARY_DIR}/${target}.d
    COMMENT "romasc ${target}"
    VERBATIM)
  add_custom_target(${target}_files ALL DEPENDS ${outputs})
  romas_add_library(${target} ${folder} ${outputs})
  set_target_properties(${target} PROPERTIES ROMAS_OUTPUT_DIR ${folder} ROMAS_OUTPUTS "${outputs}")
endfunction()

# romas_add_lint_test(NAME SOURCES file… [OPTIONS option…])
#   A CTest that fails on errors and defects.
function(romas_add_lint_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;OPTIONS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "romas_add_lint_test(${name}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "romas_add_lint_test(${name}): SOURCES are needed")
  endif()
  romas_absolute_paths(sources ${ARG_SOURCES})
  add_test(NAME ${name} COMMAND Romas::romasc --strict --emit=none ${ARG_OPTIONS} ${sources})
endfunction()

# romas_ament_robot(TARGET SOURCES file… [EMIT target…] [ARGS NAME:=VALUE…] [OPTIONS option…] [DEPENDS file…] [DESTINATION folder])
#   romas_add_robot for packages of ROS, with ament, catkin, or neither: the files (URDF, if EMIT does not say otherwise) are
#   installed where ROS looks for them, share/PACKAGE/urdf, and TARGET is built with the package.
function(romas_ament_robot target)
  cmake_parse_arguments(ARG "" "DESTINATION" "SOURCES;EMIT;ARGS;OPTIONS;DEPENDS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "romas_ament_robot(${target}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "romas_ament_robot(${target}): SOURCES are needed")
  endif()
  if(NOT ARG_EMIT)
    set(ARG_EMIT urdf)
  endif()
  if(NOT ARG_DESTINATION)
    set(ARG_DESTINATION urdf)
  endif()
  set(share share/${PROJECT_NAME})
  if(CATKIN_PACKAGE_SHARE_DESTINATION)
    set(share ${CATKIN_PACKAGE_SHARE_DESTINATION})
  endif()
  romas_add_robot(${target} SOURCES ${ARG_SOURCES} EMIT ${ARG_EMIT} ARGS ${ARG_ARGS} OPTIONS ${ARG_OPTIONS} DEPENDS ${ARG_DEPENDS})
  get_target_property(folder ${target} ROMAS_OUTPUT_DIR)
  # The folder, because names of files follow the robots; what is not there after a build with errors is not installed.
  install(DIRECTORY ${folder}/ DESTINATION ${share}/${ARG_DESTINATION})
endfunction()

# Internal functions.

# Makes paths absolute, from the folder of the CMakeLists.txt that names them.
function(romas_absolute_paths result)
  set(paths)
  foreach(path ${ARGN})
    get_filename_component(path ${path} ABSOLUTE)
    list(APPEND paths ${path})
  endforeach()
  set(${result} ${paths} PARENT_SCOPE)
endfunction()

# The files that romasc will write for these arguments; none if it finds errors. They are named after the
# robots, so that CMake runs again when a file that romasc read, or romasc itself, has changed. `list` is a
# file that holds the previous result: files that are no longer written are removed, so that nothing is built
# from them.
function(romas_list_outputs result list inputs)
  get_property(romasc TARGET Romas::romasc PROPERTY LOCATION)
  execute_process(
    COMMAND ${romasc} ${ARGN} --list-outputs -MD -MF ${list}.d -MT outputs
    OUTPUT_VARIABLE text
    ERROR_QUIET
    RESULT_VARIABLE code)
  set(outputs)
  if(code EQUAL 0)
    string(REGEX REPLACE "\n$" "" text "${text}")
    string(REPLACE "\n" ";" outputs "${text}")
    romas_read_depfile(read ${list}.d)
    list(APPEND inputs ${read})
    if(EXISTS ${list})
      file(STRINGS ${list} stale)
      list(REMOVE_ITEM stale ${outputs})
      if(stale)
        file(REMOVE ${stale})
      endif()
    endif()
    file(WRITE ${list} "${text}\n")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${inputs} ${romasc})
  set(${result} ${outputs} PARENT_SCOPE)
endfunction()

# The prerequisites in a dependency file of romasc -MD, which has one on each line but the first.
function(romas_read_depfile result depfile)
  file(READ ${depfile} text)
  string(REGEX REPLACE "^outputs: \\\\\n  " "" text "${text}")
  string(REGEX REPLACE " \\\\\n  " ";" text "${text}")
  string(REGEX REPLACE "\n$" "" text "${text}")
  string(REPLACE "\\ " " " text "${text}")
  string(REPLACE "\\#" "#" text "${text}")
  string(REPLACE "$$" "$" text "${text}")
  set(${result} ${text} PARENT_SCOPE)
endfunction()

# The library TARGET of the generated files: a folder of headers, and the compiled C sources among the files.
function(romas_add_library target folder)
  set(code ${ARGN})
  list(FILTER code INCLUDE REGEX "\\.c$")
  if(code)
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    if(NOT "C" IN_LIST languages)
      message(FATAL_ERROR "romas_add_robot(${target}): its code is C; name it in project(… LANGUAGES C CXX)")
    endif()
    add_library(${target} STATIC EXCLUDE_FROM_ALL ${code})
    target_include_directories(${target} PUBLIC ${folder})
    target_link_libraries(${target} PUBLIC Romas::runtime)
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE ${folder})
    target_link_libraries(${target} INTERFACE Romas::runtime)
  endif()
  add_dependencies(${target} ${target}_files)
endfunction()
