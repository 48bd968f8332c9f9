# Flags, ccache, precompiled headers, and the functions that declare a box or a tool.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# A product and a sum are rounded one after the other on every processor: outputs are the same bytes. It changes nothing for x86-64
# without -mfma, whose objects are equal with and without it; arm64 and -march=native would fuse both.
add_compile_options(-ffp-contract=off)
# Eigen adds the elements of a row one after the other, as it does where it has no vectors: x86-64, arm64 and WebAssembly give the same
# sums. Generated code has vectors of its own.
add_compile_definitions(EIGEN_DONT_VECTORIZE)

option(ROMAS_WERROR "treat compiler warnings as errors" OFF)
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports these on std::string and std::optional where nothing is wrong (GCC bugs 105651, 105562, 105329).
  add_compile_options(-Wno-restrict -Wno-maybe-uninitialized -Wno-dangling-reference -Wno-array-bounds -Wno-stringop-overread -Wno-stringop-overflow)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # clang 19 reports std::stable_sort of libstdc++ 12, whose buffer is deprecated.
  add_compile_options(-Wno-deprecated-declarations)
endif()
if(ROMAS_WERROR)
  add_compile_options(-Werror)
endif()

set(ROMAS_SANITIZE "" CACHE STRING "sanitizers, as in -fsanitize=")
if(ROMAS_SANITIZE)
  add_compile_options(-fsanitize=${ROMAS_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ROMAS_SANITIZE})
endif()

find_program(ROMAS_CCACHE ccache)
if(ROMAS_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_SOURCE_DIR}/cmake/ccache.sh ${ROMAS_CCACHE})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  else()
    add_compile_options(-fpch-preprocess)
  endif()
endif()
# Static linking halves the start-up time: the dynamic linker and 22,000 relocations take longer than the
# check of a small robot. Without a static C library the program is linked dynamically.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LINK_OPTIONS -static)
check_cxx_source_compiles("#include <string>\nint main(int n, char** v) { return std::string(v[0]).size() == unsigned(n); }" ROMAS_CAN_LINK_STATIC)
# Two programs that differ have two names (build_identity), where the linker gives names and the program can read them.
set(CMAKE_REQUIRED_LINK_OPTIONS LINKER:--build-id=sha1)
check_cxx_source_compiles("#include <elf.h>\n#include <link.h>\nint main() { return ::dl_iterate_phdr(nullptr, nullptr); }" ROMAS_HAS_BUILD_ID)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
include(CheckLinkerFlag)
check_linker_flag(CXX "-static-libstdc++;-static-libgcc" ROMAS_CAN_LINK_STATIC_RUNTIME)
set(ROMAS_STATIC OFF)
if(ROMAS_CAN_LINK_STATIC AND NOT ROMAS_SANITIZE)
  set(ROMAS_STATIC ON)
endif()
find_program(ROMAS_LLD ld.lld)
if(ROMAS_LLD)
  check_linker_flag(CXX -fuse-ld=lld ROMAS_CAN_USE_LLD)
endif()
if(ROMAS_CAN_USE_LLD)
  add_link_options(-fuse-ld=lld)
endif()

# romas_sources(RESULT FOLDER): all sources below the folder, but for those of the boxes within it.
function(romas_sources result folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  foreach(inner ${ROMAS_INNER_BOXES})
    if(inner MATCHES "^${folder}/")
      list(FILTER sources EXCLUDE REGEX "^${CMAKE_SOURCE_DIR}/${inner}/")
    endif()
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

option(ROMAS_GROUPS "compile the sources of a folder in groups: a full build takes half as long, a changed source a little longer" ON)
set(ROMAS_GROUP_SIZE 12) # sources at most: two groups of twelve take three quarters of the time of four groups of six

# Folders whose rooms are compiled together, the inner ones first: a room of five sources would cost as much as a group of twelve.
set(ROMAS_FOLDERS_OF_ROOMS ir/analysis ir/collision ir/compare ir/format ir/kernel ir/servo ir passes/kernel/ik passes/kernel passes frontend/language
  frontend/mjcf frontend/xacro/expressions frontend/xml backends/servo lsp/features lsp/language lsp/markup lsp/protocol lsp support driver)
# The folder in whose groups a source is compiled.
function(romas_folder_of_groups result path)
  get_filename_component(folder ${path} DIRECTORY)
  foreach(box ${ROMAS_FOLDERS_OF_ROOMS})
    if(path MATCHES "^(test/)?${box}/")
      set(folder ${CMAKE_MATCH_1}${box})
      break()
    endif()
  endforeach()
  set(${result} ${folder} PARENT_SCOPE)
endfunction()

# romas_grouped(RESULT SOURCE…): sources to compile in place of these. Up to ROMAS_GROUP_SIZE of one folder, or of its rooms, are
# included by one source below build/groups/, by their paths from the root, so that the compiler cache of one
# clone serves others. A source with compile definitions of its own stays alone.
function(romas_grouped result)
  if(NOT ROMAS_GROUPS)
    set(${result} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(compiled)
  set(folders)
  foreach(source ${ARGN})
    file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${source})
    get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
    if(definitions)
      list(APPEND compiled ${source})
    else()
      romas_folder_of_groups(folder ${path})
      list(APPEND folders ${folder})
      list(APPEND "sources of ${folder}" ${path})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    set(sources ${sources\ of\ ${folder}})
    list(LENGTH sources count)
    math(EXPR groups "(${count} + ${ROMAS_GROUP_SIZE} - 1) / ${ROMAS_GROUP_SIZE}")
    foreach(group RANGE 1 ${groups})
      math(EXPR first "${count} * (${group} - 1) / ${groups}") # sizes differ by one at most
      math(EXPR size "${count} * ${group} / ${groups} - ${first}")
      list(SUBLIST sources ${first} ${size} members)
      list(TRANSFORM members REPLACE "(.+)" "#include \"\\1\"\n")
      string(CONCAT text ${members})
      set(source ${CMAKE_BINARY_DIR}/groups/${folder}/group_${group}.cpp)
      file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
      list(APPEND compiled ${source})
    endforeach()
  endforeach()
  set(${result} ${compiled} PARENT_SCOPE)
endfunction()

# Folders whose code runs a few times for a file. It is compiled to be small, which takes two thirds of the time and of the
# bytes. All other code is compiled to be fast: readers of XML and of the language take 1.2 to 1.7 times as long otherwise.
set(ROMAS_SMALL_FOLDERS "backends/(c|code|controller|cpp|javascript|json|python|report|servo|srdf|summary)" driver
  "frontend/(airfoil|block|servo|srdf|xacro/structure|yaml)" lsp tools)

# Takes the precompiled headers of the targets that are compiled alike: of ir, or of the first one that is to be small. A compiler
# refuses those of other flags. Eigen is among them: clang-tidy reads it as text.
function(romas_reuse_precompiled target)
  target_precompile_headers(${target} REUSE_FROM romas_ir)
  target_include_directories(${target} SYSTEM PRIVATE $<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>)
endfunction()
function(romas_compile_small target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Os>)
  target_include_directories(${target} SYSTEM PRIVATE $<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>)
  get_property(first GLOBAL PROPERTY ROMAS_FIRST_SMALL)
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE <cmake/precompiled.h>)
    set_property(GLOBAL PROPERTY ROMAS_FIRST_SMALL ${target})
  endif()
endfunction()

# romas_separate_small(SMALL FAST SOURCE…): the sources by how they are compiled.
function(romas_separate_small small fast)
  list(JOIN ROMAS_SMALL_FOLDERS "|" folders)
  set(pattern "^(${CMAKE_SOURCE_DIR}|${CMAKE_BINARY_DIR}/groups)/(${folders})/")
  set(sources ${ARGN})
  list(FILTER sources INCLUDE REGEX "${pattern}")
  set(${small} ${sources} PARENT_SCOPE)
  set(sources ${ARGN})
  list(FILTER sources EXCLUDE REGEX "${pattern}")
  set(${fast} ${sources} PARENT_SCOPE)
endfunction()

# romas_box(FOLDER [BOX…] [LIBRARIES LIB…]): the static library romas_FOLDER (with '_' for '/') of all sources below the folder, but for
# those of the boxes within it. It may use the boxes.
function(romas_box folder)
  cmake_parse_arguments(ARG "" "" "LIBRARIES" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  romas_sources(sources ${folder})
  romas_grouped(sources ${sources})
  romas_separate_small(small fast ${sources})
  set(targets)
  if(fast)
    add_library(romas_${name} STATIC ${fast})
    list(APPEND targets romas_${name})
  endif()
  if(small AND fast)
    add_library(romas_${name}_small OBJECT ${small})
    list(APPEND targets romas_${name}_small)
    target_sources(romas_${name} PRIVATE $<TARGET_OBJECTS:romas_${name}_small>)
  elseif(small)
    add_library(romas_${name} STATIC ${small})
    list(APPEND targets romas_${name})
  endif()
  foreach(target ${targets})
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}> $<INSTALL_INTERFACE:include/romas-compiler>)
    foreach(box ${ARG_UNPARSED_ARGUMENTS})
      string(REPLACE "/" "_" box ${box})
      target_link_libraries(${target} PUBLIC romas_${box})
    endforeach()
    target_link_libraries(${target} PUBLIC ${ARG_LIBRARIES})
  endforeach()
  if(name STREQUAL "ir")
    target_precompile_headers(romas_ir PRIVATE <cmake/precompiled.h>)  # a path would hide it from the caches of other clones
  elseif(NOT name STREQUAL "support" AND fast)
    romas_reuse_precompiled(romas_${name})
  endif()
  if(small)
    list(GET targets -1 target)
    romas_compile_small(${target})
  endif()
endfunction()

# romas_headers(NAME): the headers below NAME/, for C++17 and without a library to link.
function(romas_headers name)
  add_library(romas_${name} INTERFACE)
  target_include_directories(romas_${name} INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/${name}> $<INSTALL_INTERFACE:include>)
  target_compile_features(romas_${name} INTERFACE cxx_std_17)
  set_target_properties(romas_${name} PROPERTIES EXPORT_NAME ${name})
endfunction()

# romas_wasm_program(NAME): the program as a function for JavaScript. The stack has room for 1000 nested calls in a xacro file.
function(romas_wasm_program name)
  set_target_properties(${name} PROPERTIES SUFFIX .js)
  target_sources(${name} PRIVATE tools/wasm/entry.cpp)
  target_link_options(${name} PRIVATE -fwasm-exceptions -nostdlib++ ${ROMAS_WASM_LINK_LEVEL} -sMODULARIZE -sEXPORT_NAME=createProgram
    -sENVIRONMENT=node,web,worker -sWASM_BIGINT -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=4MB -sFORCE_FILESYSTEM -lnodefs.js
    -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 -sINCOMING_MODULE_JS_API=instantiateWasm,noInitialRun,preRun
    -sEXPORTED_FUNCTIONS=_romas_main,_malloc,_free
    -sEXPORTED_RUNTIME_METHODS=FS,NODEFS,ENV,HEAPU32,stringToUTF8,lengthBytesUTF8)
  target_link_libraries(${name} PRIVATE romas_cxx -lc++abi-except -lunwind-except)
endfunction()

# romas_tool(NAME FOLDER [BOX…] [LIBRARIES LIB…]): the program bin/NAME.
function(romas_tool name folder)
  cmake_parse_arguments(ARG "" "" "LIBRARIES" ${ARGN})
  romas_sources(sources ${folder})
  romas_grouped(sources ${sources})
  add_executable(${name} ${sources})
  foreach(box ${ARG_UNPARSED_ARGUMENTS})
    string(REPLACE "/" "_" box ${box})
    target_link_libraries(${name} PRIVATE romas_${box})
  endforeach()
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
  romas_compile_small(${name})
  if(ROMAS_HAS_BUILD_ID)
    target_link_options(${name} PRIVATE LINKER:--build-id=sha1)
  endif()
  if(ROMAS_WASM)
    romas_wasm_program(${name})
  elseif(ROMAS_STATIC)
    target_link_options(${name} PRIVATE -static)
  elseif(ROMAS_CAN_LINK_STATIC_RUNTIME AND NOT ROMAS_SANITIZE)
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
endfunction()

# romas_reader(NAME PACKAGE LIBRARY INCLUDES DEFINITION): the program bin/NAME of tools/, which reads files for romasc. It opens its
# library at run time, so that a package can do without it.
function(romas_reader name package library includes definition)
  if(NOT library)
    message(STATUS "${name} is not built: ${package} is not installed")
    return()
  endif()
  string(REPLACE "romas-" "" folder ${name})
  add_executable(${name} tools/${folder}/main.cpp)
  target_include_directories(${name} SYSTEM PRIVATE ${includes})
  target_compile_definitions(${name} PRIVATE ${definition}="${library}")
  target_link_libraries(${name} PRIVATE ${CMAKE_DL_LIBS})
  add_dependencies(romasc ${name})
endfunction()

function(romas_mesh_reader)
  if(assimp_FOUND)
    set(library ${CMAKE_SHARED_LIBRARY_PREFIX}assimp${CMAKE_SHARED_LIBRARY_SUFFIX}.${assimp_VERSION_MAJOR})
  endif()
  romas_reader(romas-mesh-reader libassimp-dev "${library}" "$<TARGET_PROPERTY:assimp::assimp,INTERFACE_INCLUDE_DIRECTORIES>"
    ROMAS_ASSIMP_LIBRARY)
endfunction()

function(romas_mat_reader)
  if(ROMAS_MATIO_LIBRARY AND ROMAS_MATIO_INCLUDES)
    get_filename_component(real "${ROMAS_MATIO_LIBRARY}" REALPATH)  # libmatio.so.11.0.4; its name at run time is libmatio.so.11
    get_filename_component(real "${real}" NAME)
    string(REGEX MATCH "^[^.]+\\.so\\.[0-9]+" library "${real}")
  endif()
  romas_reader(romas-mat-reader libmatio-dev "${library}" "${ROMAS_MATIO_INCLUDES}" ROMAS_MATIO_LIBRARY)
endfunction()

# romas_explanations(BOX FOLDER): builds the pages FOLDER/*.md into the box.
function(romas_explanations box folder)
  string(REPLACE "/" "_" name ${box})
  set(source ${CMAKE_BINARY_DIR}/generated/explanations.cpp)
  file(GLOB pages CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.md)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${CMAKE_SOURCE_DIR}/${folder} -DOUTPUT=${source} -P ${CMAKE_SOURCE_DIR}/cmake/RomasExplanations.cmake
    DEPENDS ${pages} ${CMAKE_SOURCE_DIR}/cmake/RomasExplanations.cmake
    VERBATIM)
  target_sources(romas_${name} PRIVATE ${source})
endfunction()

# romas_embed(NAME BOX FOLDER ENDING): builds the files FOLDER/**/*ENDING into the box as texts.
function(romas_embed name box folder ending)
  set(source ${CMAKE_BINARY_DIR}/generated/embedded_${name}.cpp)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*${ending})
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DFOLDER=${CMAKE_SOURCE_DIR}/${folder} -DENDING=${ending} -DOUTPUT=${source} -P ${CMAKE_SOURCE_DIR}/cmake/RomasEmbed.cmake
    DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/RomasEmbed.cmake
    VERBATIM)
  target_sources(romas_${box} PRIVATE ${source})
endfunction()
