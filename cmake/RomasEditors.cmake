# Parts for editors that are made with programs of others. No program of romas needs them.

# romas_tree_sitter(): build/editors/tree-sitter/src/parser.c, for editors that use Tree-sitter. Sets ROMAS_TREE_SITTER_PARSER to its
# folder, or to nothing where Tree-sitter's generator or Node is missing. Its ABI 14 fits every libtree-sitter from 0.20 on.
find_program(ROMAS_TREE_SITTER tree-sitter HINTS $ENV{HOME}/.cache/romas)
function(romas_tree_sitter)
  set(ROMAS_TREE_SITTER_PARSER "" PARENT_SCOPE)
  find_program(ROMAS_NODE node)
  if(NOT ROMAS_TREE_SITTER OR NOT ROMAS_NODE)
    message(STATUS "the parser for Tree-sitter is not made: tree-sitter or node is missing (tools/editors/tree-sitter/README.md)")
    return()
  endif()
  set(folder ${CMAKE_BINARY_DIR}/editors/tree-sitter)
  set(grammar ${CMAKE_SOURCE_DIR}/tools/editors/tree-sitter/grammar.js)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${folder}/src/parser.c
    COMMAND ${ROMAS_TREE_SITTER} generate --abi 14 ${grammar}
    WORKING_DIRECTORY ${folder}
    DEPENDS ${grammar} ${CMAKE_SOURCE_DIR}/frontend/language/grammar/Romas.g4 ${CMAKE_SOURCE_DIR}/ir/model/units.def ${ROMAS_TREE_SITTER}
    COMMENT "Generating the parser for Tree-sitter"
    VERBATIM)
  add_custom_target(romas-tree-sitter ALL DEPENDS ${folder}/src/parser.c)
  set(ROMAS_TREE_SITTER_PARSER ${folder}/src PARENT_SCOPE)
endfunction()

# The extension for Visual Studio Code is made with Node and npm, like the page of romas-studio (RomasStudio.cmake).
set(ROMAS_VSCODE AUTO CACHE STRING "pack the extension for Visual Studio Code: ON, OFF, or AUTO: where it can be made")
set_property(CACHE ROMAS_VSCODE PROPERTY STRINGS AUTO ON OFF)

# romas_vscode(): build/editors/romas-VERSION.vsix, from a copy of its sources beside the packages. Sets ROMAS_VSIX to it, and to
# nothing where it is not made. With build/npm/romasc, which ./x wasm makes, the language server as WebAssembly is in it.
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
  set(package ${CMAKE_BINARY_DIR}/npm/romasc)
  file(GLOB server CONFIGURE_DEPENDS ${package}/*.js ${package}/romas-lsp.wasm)
  if(NOT server)
    set(package "")
  endif()
  add_custom_command(
    OUTPUT ${vsix}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${copy} ${vsix}
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${source}/vscode ${copy}
    COMMAND ${ROMAS_NODE} ${work}/node_modules/typescript/bin/tsc -p ${copy}
    COMMAND ${ROMAS_NODE} ${copy}/build.mjs ${CMAKE_SOURCE_DIR} ${work}/extension ${package}
    COMMAND ${ROMAS_NODE} ${copy}/pack.mjs ${work}/extension ${vsix} > ${work}/packed.txt
    DEPENDS ${sources} ${server} ${source}/romas.tmLanguage.json ${CMAKE_SOURCE_DIR}/cmake/package/romas.svg ${CMAKE_SOURCE_DIR}/LICENSE
    COMMENT "Packing the extension for Visual Studio Code"
    VERBATIM)
  add_custom_target(romas-vscode ALL DEPENDS ${vsix})
  set(ROMAS_VSIX ${vsix} PARENT_SCOPE)
endfunction()
