# What `cmake --install` adds to the programs and libraries: the packages for
# CMake and pkg-config, documentation and samples. Every path in what is
# installed is relative to the file it stands in: the tree can be moved.

include(CMakePackageConfigHelpers)

# Drivers that take bitcode read that of LLVM 15 at most, since they are older
# than opaque pointers.
set(TASKLET_DEFAULT_TARGET spir)
if(LLVM_VERSION_MAJOR GREATER 15)
  set(TASKLET_DEFAULT_TARGET spirv)
endif()
file(STRINGS libtasklet/device/targets.def TASKLET_TARGETS REGEX "^TKL_TARGET\\(")
list(TRANSFORM TASKLET_TARGETS REPLACE "^[^\"]*\"([a-z]+)\".*" "\\1")
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Tasklet)
configure_package_config_file(cmake/package/TaskletConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/TaskletConfig.cmake
  INSTALL_DESTINATION ${package_folder}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 each minor version may change what programs rely on.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/cmake/TaskletConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/TaskletConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/TaskletConfigVersion.cmake
  cmake/package/TaskletAddKernel.cmake
  cmake/package/TaskletEmbed.cmake
  DESTINATION ${package_folder} COMPONENT development)
install(EXPORT TaskletTargets NAMESPACE Tasklet::
  DESTINATION ${package_folder} COMPONENT development)

# pkg-config knows where tasklet.pc lies.
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_PREFIX}/${pc_folder}
  ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" prefix_from_pc ${prefix_from_pc})
configure_file(cmake/package/tasklet.pc.in
  ${PROJECT_BINARY_DIR}/cmake/tasklet.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/tasklet.pc
  DESTINATION ${pc_folder} COMPONENT development)

set(doc_folder ${CMAKE_INSTALL_DATADIR}/doc/tasklet)
install(FILES README.md CHANGELOG.md LICENSE
  DESTINATION ${doc_folder} COMPONENT development)
install(DIRECTORY docs DESTINATION ${doc_folder} COMPONENT development
  FILES_MATCHING PATTERN *.md PATTERN *.svg)
install(DIRECTORY samples/ DESTINATION ${doc_folder}/samples
  COMPONENT development)
