# Finds LLVM and Clang and checks that the version is one we support: the newest
# of those that are installed as Debian installs them, or what LLVM_DIR says. One
# with its translator to SPIR-V comes before those without; Debian has none for 16.
# Sets LLVM_* and CLANG_* as their own packages do, and TASKLET_CLANG,
# TASKLET_OPT and TASKLET_LLVM_LINK: tools of that installation.

set(TASKLET_SUPPORTED_LLVM 19 18 17 16 15)
if(NOT LLVM_DIR)
  set(found "")
  foreach(version IN LISTS TASKLET_SUPPORTED_LLVM)
    set(folder /usr/lib/llvm-${version}/lib/cmake)
    # The tools come in packages of their own: some systems have only the
    # libraries of the newest.
    if(EXISTS ${folder}/llvm AND EXISTS ${folder}/clang
       AND EXISTS /usr/lib/llvm-${version}/bin/clang)
      if(EXISTS /usr/bin/llvm-spirv-${version})
        list(PREPEND found ${folder}/llvm)
        break()
      endif()
      list(APPEND found ${folder}/llvm)
    endif()
  endforeach()
  if(found)
    list(GET found 0 found)
    set(LLVM_DIR ${found} CACHE PATH "LLVM's CMake package")
  endif()
endif()
find_package(LLVM REQUIRED CONFIG)
if(NOT LLVM_VERSION_MAJOR IN_LIST TASKLET_SUPPORTED_LLVM)
  message(FATAL_ERROR "LLVM ${LLVM_VERSION} in ${LLVM_DIR} is not supported "
    "(supported: 15 to 19). Set LLVM_DIR to the lib/cmake/llvm folder of a "
    "supported installation.")
endif()
find_package(Clang REQUIRED CONFIG NO_DEFAULT_PATH
  HINTS ${LLVM_INSTALL_PREFIX}/lib/cmake/clang)
message(STATUS "LLVM and Clang ${LLVM_VERSION} in ${LLVM_INSTALL_PREFIX}")

find_program(TASKLET_CLANG clang REQUIRED NO_DEFAULT_PATH
  PATHS ${LLVM_TOOLS_BINARY_DIR})
find_program(TASKLET_OPT opt REQUIRED NO_DEFAULT_PATH
  PATHS ${LLVM_TOOLS_BINARY_DIR})
find_program(TASKLET_LLVM_LINK llvm-link REQUIRED NO_DEFAULT_PATH
  PATHS ${LLVM_TOOLS_BINARY_DIR})
