# Debian packages: `cpack --config build/CPackConfig.cmake -B FOLDER`.
#
#   libtasklet0      the library and the layer, for programs that run
#   taskletc         the compiler, the plugin and kitec, which the library runs;
#                    usimd, tasklet-trace and tasklet-oclgrind
#   tasklet-kite     kite, which runs programs in Kite
#   libtasklet-dev   headers, CMake and pkg-config files, documentation, samples

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "Tasklet maintainers <maintainers@tasklet.invalid>")
# Each package has its own in the first line of its description.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL library taskletc kite development)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SOURCE tasklet)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# kite is linked with our own library.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# copyright, changelog, compressed manual pages
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/AddFiles.cmake)
set(CPACK_TASKLET_FOLDER ${PROJECT_SOURCE_DIR})

set(library libtasklet${PROJECT_VERSION_MAJOR})
set(same "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(about "Functions of OpenCL C that are marked as tasks start other functions
asynchronously, recursively, and go on when the results have arrived.
Programs change their kernels, and nothing else.

This package has")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
# Not CPack's own, which wants versions of the layer and the plugin, too.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/cmake/shlibs
  CONTENT "libtasklet ${PROJECT_VERSION_MAJOR} ${library} (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA
  ${PROJECT_SOURCE_DIR}/cmake/debian/triggers
  ${PROJECT_BINARY_DIR}/cmake/shlibs)
# The library runs the compiler and loads the loader by itself.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
  "taskletc ${same}, ocl-icd-libopencl1 | libopencl1")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "tasks for OpenCL C (library and layer)\n${about}
the library that programs are linked with, and the layer for programs that are
not.")

set(CPACK_DEBIAN_TASKLETC_PACKAGE_NAME taskletc)
set(CPACK_DEBIAN_TASKLETC_PACKAGE_SECTION devel)
set(clang clang-${LLVM_VERSION_MAJOR})
set(CPACK_DEBIAN_TASKLETC_PACKAGE_SUGGESTS "libtasklet-dev, oclgrind, \
llvm-spirv-${LLVM_VERSION_MAJOR}, llvm-spirv-14")
set(what_else "kitec, which compiles
Kite, usimd, which runs programs of an abstract SIMD machine, tasklet-trace,
which shows timelines of tasks, and tasklet-oclgrind, which runs programs in a
simulator.")
if(TASKLET_ONE_FILE)
  set(CPACK_COMPONENT_TASKLETC_DESCRIPTION "tasks for OpenCL C (compiler)\n${about}
the compiler, which the library runs and which has Clang in it, ${what_else}")
else()
  set(CPACK_DEBIAN_TASKLETC_PACKAGE_DEPENDS ${clang})
  set(CPACK_COMPONENT_TASKLETC_DESCRIPTION "tasks for OpenCL C (compiler)\n${about}
the compiler, which the library runs, its plugin for Clang, ${what_else}")
endif()

set(CPACK_DEBIAN_KITE_PACKAGE_NAME tasklet-kite)
set(CPACK_DEBIAN_KITE_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_KITE_PACKAGE_DEPENDS "${library} ${same}")
set(CPACK_COMPONENT_KITE_DESCRIPTION "Kite, a language above tasks for OpenCL C\n${about}
kite, which runs programs in a language that is parallel by default.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtasklet-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "${library} ${same}, taskletc ${same}, ocl-icd-opencl-dev | opencl-dev, \
opencl-c-headers")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "opencl-clhpp-headers")
set(and_plugin "")
if(TASKLET_ONE_FILE)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS ", ${clang}")
  set(and_plugin " the plugin for Clang,")
endif()
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "tasks for OpenCL C (development files)\n${about}
the header of the extension cl_tkl_tasklets, what CMake and pkg-config need,${and_plugin}
documentation, and samples.")

include(CPack)
