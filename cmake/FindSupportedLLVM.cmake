# Finds LLVM and Clang and checks that the version is one we support.
# Sets LLVM_* and CLANG_* as their own packages do, and TASKLET_CLANG and
# TASKLET_OPT: the clang and opt of that installation.

set(TASKLET_SUPPORTED_LLVM 15)
if(NOT LLVM_DIR AND EXISTS /usr/lib/llvm-15/lib/cmake/llvm)
  set(LLVM_DIR /usr/lib/llvm-15/lib/cmake/llvm CACHE PATH "LLVM's CMake package")
endif()
find_package(LLVM REQUIRED CONFIG)
if(NOT LLVM_VERSION_MAJOR IN_LIST TASKLET_SUPPORTED_LLVM)
  message(FATAL_ERROR "LLVM ${LLVM_VERSION} in ${LLVM_DIR} is not supported "
    "(supported: ${TASKLET_SUPPORTED_LLVM}). Set LLVM_DIR to the "
    "lib/cmake/llvm folder of a supported installation.")
endif()
find_package(Clang REQUIRED CONFIG HINTS ${LLVM_INSTALL_PREFIX}/lib/cmake/clang)

find_program(TASKLET_CLANG clang REQUIRED NO_DEFAULT_PATH
  PATHS ${LLVM_TOOLS_BINARY_DIR})
find_program(TASKLET_OPT opt REQUIRED NO_DEFAULT_PATH
  PATHS ${LLVM_TOOLS_BINARY_DIR})
find_program(TASKLET_LLVM_LINK llvm-link REQUIRED NO_DEFAULT_PATH
  PATHS ${LLVM_TOOLS_BINARY_DIR})
