# The extension for Visual Studio Code. It is made with Node and npm, like the page of romas-studio (RomasStudio.cmake), and no
# program needs it.
set(ROMAS_VSCODE AUTO CACHE STRING "pack the extension for Visual Studio Code: ON, OFF, or AUTO: where it can be made")
set_property(CACHE ROMAS_VSCODE PROPERTY STRINGS AUTO ON OFF)

# romas_vscode(): build/editors/romas-VERSION.vsix, from a copy of its sources beside the packages. Sets ROMAS_VSIX to it, and to
# nothing where it is not made.
function(romas_vscode)
  set(ROMAS_VSIX "" PARENT_SCOPE)
  if(NOT ROMAS_VSCODE)
    return()
  endif()
  set(source ${CMAKE_SOURCE_DIR}/tools/editors)
  set(work ${CMAKE_BINARY_DIR}/editors/vscode)
  romas_check_node(missing)
  if(NOT missing)
    foreach(name package.json package-lock.json)
      configure_file(${source}/vscode/${name} ${work}/${name} COPYONLY)
    endforeach()
    romas_fetch_packages(missing ${work})
  endif()
  if(missing AND ROMAS_VSCODE STREQUAL "AUTO")
    message(STATUS "the extension for Visual Studio Code is not packed: ${missing}")
    return()
  elseif(missing)
    message(FATAL_ERROR "the extension for Visual Studio Code cannot be packed: ${missing}")
  endif()
  set(vsix ${CMAKE_BINARY_DIR}/editors/romas-${PROJECT_VERSION}.vsix)
  set(copy ${work}/sources)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${source}/vscode/*)
  list(FILTER sources EXCLUDE REGEX "node_modules/")
  add_custom_command(
    OUTPUT ${vsix}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${copy} ${vsix}
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${source}/vscode ${copy}
    COMMAND ${ROMAS_NODE} ${work}/node_modules/typescript/bin/tsc -p ${copy}
    COMMAND ${ROMAS_NODE} ${copy}/build.mjs ${CMAKE_SOURCE_DIR} ${work}/extension
    COMMAND ${ROMAS_NODE} ${copy}/pack.mjs ${work}/extension ${vsix} > ${work}/packed.txt
    DEPENDS ${sources} ${source}/romas.tmLanguage.json ${CMAKE_SOURCE_DIR}/cmake/package/romas.svg ${CMAKE_SOURCE_DIR}/LICENSE
    COMMENT "Packing the extension for Visual Studio Code"
    VERBATIM)
  add_custom_target(romas-vscode ALL DEPENDS ${vsix})
  set(ROMAS_VSIX ${vsix} PARENT_SCOPE)
endfunction()
