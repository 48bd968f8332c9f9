# cmake --install: the programs, the compiler as a library (Romas::romas), the runtime's headers (Romas::runtime), and the CMake
# functions romas_add_robot and romas_add_lint_test, all behind find_package(Romas); the rules of Bazel. Components: compiler, studio,
# runtime, library, cmake, bazel, documentation, examples, desktop.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(ROMAS_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Romas)

# romas_install_program(NAME COMPONENT): the program, its manual page, and its completions in bash, zsh and fish, which it prints itself.
function(romas_install_program name component)
  if(name STREQUAL "romasc")
    install(TARGETS ${name} EXPORT RomasTools RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component})
  else()
    install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component} OPTIONAL)
  endif()
  if(CMAKE_CROSSCOMPILING OR ROMAS_SANITIZE)
    return()
  endif()
  set(folder ${CMAKE_BINARY_DIR}/generated/shell)
  set(files ${folder}/${name}.1.gz ${folder}/${name}.bash ${folder}/_${name} ${folder}/${name}.fish)
  add_custom_command(
    OUTPUT ${files}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND $<TARGET_FILE:${name}> --print-manual | gzip -9n > ${folder}/${name}.1.gz
    COMMAND $<TARGET_FILE:${name}> --print-completion=bash > ${folder}/${name}.bash
    COMMAND $<TARGET_FILE:${name}> --print-completion=zsh > ${folder}/_${name}
    COMMAND $<TARGET_FILE:${name}> --print-completion=fish > ${folder}/${name}.fish
    DEPENDS ${name} VERBATIM)
  add_custom_target(${name}_manual ALL DEPENDS ${files})
  add_dependencies(romas_installed ${name}_manual)
  install(FILES ${folder}/${name}.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component} OPTIONAL)
  install(FILES ${folder}/${name}.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${name} COMPONENT ${component} OPTIONAL)
  install(FILES ${folder}/_${name} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT ${component} OPTIONAL)
  install(FILES ${folder}/${name}.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT ${component} OPTIONAL)
endfunction()

# All that is installed, without the tests.
add_custom_target(romas_installed DEPENDS romasc)
if(TARGET romas-studio)
  add_dependencies(romas_installed romas-studio)
endif()

romas_install_program(romasc compiler)
if(TARGET romas-studio)
  romas_install_program(romas-studio studio)
  install(FILES ${CMAKE_SOURCE_DIR}/cmake/package/romas-studio.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT desktop)
  install(FILES ${CMAKE_SOURCE_DIR}/cmake/package/romas.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT desktop)
endif()
foreach(reader romas-mesh-reader romas-mat-reader)
  if(TARGET ${reader})
    install(TARGETS ${reader} RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/romas COMPONENT compiler OPTIONAL)
    add_dependencies(romas_installed ${reader})
  endif()
endforeach()
if(TARGET romas-lsp)
  romas_install_program(romas-lsp compiler)
  add_dependencies(romas_installed romas-lsp)
endif()
install(FILES ${CMAKE_SOURCE_DIR}/cmake/package/romas.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME romas.xml COMPONENT desktop)

add_library(romas INTERFACE)
target_link_libraries(romas INTERFACE romas_driver romas_frontend romas_passes romas_backends romas_ir romas_support)
install(TARGETS romas romas_support romas_ir romas_ir_analysis romas_ir_compare romas_ir_servo romas_ir_kernel romas_ir_format romas_frontend romas_passes romas_backends romas_driver
  EXPORT RomasTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
if(TARGET romas_Romas_grammar)
  install(TARGETS romas_Romas_grammar EXPORT RomasTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
endif()
foreach(box support ir frontend passes backends driver)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/${box} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/romas-compiler COMPONENT library FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
endforeach()
install(TARGETS romas_runtime EXPORT RomasRuntime COMPONENT runtime)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/runtime/romas DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT runtime FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
foreach(set RomasRuntime RomasTools RomasTargets)
  install(EXPORT ${set} NAMESPACE Romas:: FILE ${set}.cmake DESTINATION ${ROMAS_CMAKE_DIR} COMPONENT cmake)
endforeach()
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/RomasConfig.cmake.in ${CMAKE_BINARY_DIR}/RomasConfig.cmake INSTALL_DESTINATION ${ROMAS_CMAKE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/RomasConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/RomasConfig.cmake ${CMAKE_BINARY_DIR}/RomasConfigVersion.cmake ${CMAKE_SOURCE_DIR}/cmake/RomasLibraries.cmake ${CMAKE_SOURCE_DIR}/cmake/RomasRobots.cmake
  DESTINATION ${ROMAS_CMAKE_DIR} COMPONENT cmake)

# A repository of Bazel, docs/bazel.md.
set(ROMAS_BAZEL_DIR ${CMAKE_INSTALL_DATADIR}/romas/bazel)
install(FILES ${CMAKE_SOURCE_DIR}/bazel/WORKSPACE ${CMAKE_SOURCE_DIR}/bazel/BUILD.bazel ${CMAKE_SOURCE_DIR}/bazel/romas.bzl ${CMAKE_SOURCE_DIR}/bazel/repository.bzl
  DESTINATION ${ROMAS_BAZEL_DIR} COMPONENT bazel)
install(PROGRAMS ${CMAKE_SOURCE_DIR}/bazel/hermetic.sh DESTINATION ${ROMAS_BAZEL_DIR} COMPONENT bazel)

# Pages, pictures and examples, without the tests' files beside them.
set(ROMAS_DOC_DIR ${CMAKE_INSTALL_DATADIR}/doc/romas)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md DESTINATION ${ROMAS_DOC_DIR} COMPONENT documentation)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs DESTINATION ${ROMAS_DOC_DIR} COMPONENT documentation PATTERN "*.py" EXCLUDE PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/examples DESTINATION ${ROMAS_DOC_DIR} COMPONENT examples)
