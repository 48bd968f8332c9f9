# romas-studio: a program with a page inside. The page is made with Node and npm, or elsewhere.
set(ROMAS_STUDIO AUTO CACHE STRING "build romas-studio: ON, OFF, or AUTO: where its page can be made")
set_property(CACHE ROMAS_STUDIO PROPERTY STRINGS AUTO ON OFF)
set(ROMAS_STUDIO_BUNDLE "" CACHE PATH "folder with a page of romas-studio that was made elsewhere; empty: made here")
if(NOT ROMAS_STUDIO_BUNDLE AND EXISTS ${CMAKE_SOURCE_DIR}/tools/studio/made-page/index.html)
  set(ROMAS_STUDIO_BUNDLE ${CMAKE_SOURCE_DIR}/tools/studio/made-page)  # a source archive
endif()

# romas_fetch_packages(RESULT FOLDER): installs what FOLDER/package-lock.json names into FOLDER/node_modules, unless it is there.
# RESULT is empty, or why it could not. No package may run a script of its own.
function(romas_fetch_packages result folder)
  file(SHA256 ${folder}/package-lock.json hash)
  set(stamp ${folder}/node_modules/.romas-${hash})
  set(${result} "" PARENT_SCOPE)
  if(EXISTS ${stamp})
    return()
  endif()
  # Without a network it fails at once: nobody waits for a page that is not asked for.
  execute_process(COMMAND ${ROMAS_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=0
    TIMEOUT 180
    WORKING_DIRECTORY ${folder} OUTPUT_QUIET ERROR_VARIABLE said RESULT_VARIABLE code)
  if(code EQUAL 0)
    file(TOUCH ${stamp})
  else()
    string(REGEX MATCH "[^\n]+" line "${said}\n${code}")  # npm's own words, else those of a time limit
    set(${result} "npm cannot fetch its packages (${line})" PARENT_SCOPE)
  endif()
endfunction()

# romas_check_node(RESULT): finds Node and npm; RESULT is empty, or what is missing.
function(romas_check_node result)
  find_program(ROMAS_NODE node)
  find_program(ROMAS_NPM npm)
  set(${result} "" PARENT_SCOPE)
  if(NOT ROMAS_NODE OR NOT ROMAS_NPM)
    set(${result} "it needs node and npm (apt-get install nodejs npm)" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND ${ROMAS_NODE} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REPLACE "v" "" version "${version}")
  if(version VERSION_LESS 18)
    set(${result} "node is ${version}, and 18 or newer is needed" PARENT_SCOPE)
  endif()
endfunction()

# romas_make_page(WORK FOLDER): the rule that makes the page, from a copy of its sources below WORK, beside the packages. Sets
# ROMAS_PAGE_FILES to the files of the page in FOLDER.
function(romas_make_page work folder)
  file(GLOB_RECURSE sources RELATIVE ${CMAKE_SOURCE_DIR}/tools/studio/web CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/studio/web/*)
  list(FILTER sources EXCLUDE REGEX "node_modules/")
  list(TRANSFORM sources PREPEND ${CMAKE_SOURCE_DIR}/tools/studio/web/ OUTPUT_VARIABLE originals)
  set(copy ${work}/page)
  set(files ${folder}/index.html ${folder}/studio.js ${folder}/studio.css ${folder}/licences.txt)
  add_custom_command(
    OUTPUT ${files}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${copy}  # a file that is gone must not be compiled any more
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${CMAKE_SOURCE_DIR}/tools/studio/web ${copy}
    COMMAND ${ROMAS_NODE} ${work}/node_modules/typescript/bin/tsc -p ${copy}
    COMMAND ${ROMAS_NODE} ${copy}/build.mjs ${folder}
    DEPENDS ${originals}
    COMMENT "Making the page of romas-studio"
    VERBATIM)
  set(ROMAS_PAGE_FILES ${files} PARENT_SCOPE)
endfunction()

# romas_studio([BOX…]): the program bin/romas-studio, where its page can be had. As WebAssembly it has no page: the page holds it.
function(romas_studio)
  set(ROMAS_INNER_BOXES ${ROMAS_INNER_BOXES} tools/studio/hosted)
  if(ROMAS_WASM)
    list(TRANSFORM ROMAS_INNER_BOXES REPLACE "^tools/studio/hosted$" tools/studio/server)
    romas_tool(romas-studio tools/studio ${ARGN} LIBRARIES Boost::program_options)
    target_sources(romas-studio PRIVATE tools/wasm/absent.cpp)
    return()
  endif()
  if(NOT ROMAS_STUDIO)
    return()
  endif()
  set(work ${CMAKE_BINARY_DIR}/studio/web)
  set(page ${CMAKE_BINARY_DIR}/studio/page)
  set(missing "")
  if(ROMAS_STUDIO_BUNDLE)
    set(page ${ROMAS_STUDIO_BUNDLE})
    file(GLOB ROMAS_PAGE_FILES CONFIGURE_DEPENDS ${page}/*)
    if(NOT EXISTS ${page}/index.html)
      message(FATAL_ERROR "ROMAS_STUDIO_BUNDLE=${page} has no index.html")
    endif()
  else()
    romas_check_node(missing)
    if(NOT missing)
      foreach(name package.json package-lock.json)
        configure_file(${CMAKE_SOURCE_DIR}/tools/studio/web/${name} ${work}/${name} COPYONLY)
      endforeach()
      romas_fetch_packages(missing ${work})
    endif()
    if(missing AND ROMAS_STUDIO STREQUAL "AUTO")
      message(STATUS "romas-studio is not built: ${missing}")
      return()
    elseif(missing)
      message(FATAL_ERROR "romas-studio cannot be built: ${missing}")
    endif()
    romas_make_page(${work} ${page})
  endif()
  set(embedded ${CMAKE_BINARY_DIR}/generated/embedded_studio_page.cpp)
  add_custom_command(
    OUTPUT ${embedded}
    COMMAND ${CMAKE_COMMAND} -DNAME=studio_page -DFOLDER=${page} -DENDING= -DOUTPUT=${embedded} -P ${CMAKE_SOURCE_DIR}/cmake/RomasEmbed.cmake
    DEPENDS ${ROMAS_PAGE_FILES} ${CMAKE_SOURCE_DIR}/cmake/RomasEmbed.cmake
    VERBATIM)
  romas_tool(romas-studio tools/studio ${ARGN} LIBRARIES Boost::program_options)
  target_sources(romas-studio PRIVATE ${embedded})
endfunction()
