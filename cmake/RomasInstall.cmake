# cmake --install: the programs, the compiler as a library (Romas::romas), the runtime's headers (Romas::runtime), and the CMake
# functions romas_add_robot and romas_add_lint_test, all behind find_package(Romas).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(ROMAS_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Romas)
install(TARGETS romasc EXPORT RomasTools RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET romas-studio)
  install(TARGETS romas-studio RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
endif()

add_library(romas INTERFACE)
target_link_libraries(romas INTERFACE romas_driver romas_frontend romas_passes romas_backends romas_ir romas_support)
install(TARGETS romas romas_support romas_ir romas_ir_analysis romas_ir_compare romas_ir_servo romas_ir_kernel romas_ir_format romas_frontend romas_passes romas_backends romas_driver romas_xerces romas_antlr romas_yaml
  EXPORT RomasTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET romas_Romas_grammar)
  install(TARGETS romas_Romas_grammar EXPORT RomasTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
foreach(box support ir frontend passes backends driver)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/${box} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/romas-compiler FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
endforeach()
install(TARGETS romas_runtime EXPORT RomasRuntime)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/runtime/romas DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(EXPORT RomasRuntime NAMESPACE Romas:: FILE RomasRuntime.cmake DESTINATION ${ROMAS_CMAKE_DIR})
install(EXPORT RomasTools NAMESPACE Romas:: FILE RomasTools.cmake DESTINATION ${ROMAS_CMAKE_DIR})
install(EXPORT RomasTargets NAMESPACE Romas:: FILE RomasTargets.cmake DESTINATION ${ROMAS_CMAKE_DIR})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/RomasConfig.cmake.in ${CMAKE_BINARY_DIR}/RomasConfig.cmake INSTALL_DESTINATION ${ROMAS_CMAKE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/RomasConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/RomasConfig.cmake ${CMAKE_BINARY_DIR}/RomasConfigVersion.cmake ${CMAKE_SOURCE_DIR}/cmake/RomasRobots.cmake
  DESTINATION ${ROMAS_CMAKE_DIR})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
