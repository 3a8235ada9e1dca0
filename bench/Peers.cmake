# Systems that are compared if their sources are at hand. Nothing of them is
# here: a variable names the folder.

# What bench/run finds of them: names and versions.
set(peers)

# peer_file(<variable> <system> <file>...)
#
# An error unless the folder that <variable> names has all these files.
function(peer_file variable system)
  foreach(file IN LISTS ARGN)
    if(NOT EXISTS ${${variable}}/${file})
      message(FATAL_ERROR "${variable}: '${${variable}}' is no folder with "
        "${system}: it has no ${file}. bench/README.md says what is needed; "
        "-D${variable}=OFF leaves ${system} out.")
    endif()
  endforeach()
endfunction()

# Task groups are new in Taskflow 4.
find_path(TASKLET_BENCH_TASKFLOW taskflow/core/task_group.hpp
  DOC "Folder with taskflow/taskflow.hpp of Taskflow 4")
if(TASKLET_BENCH_TASKFLOW)
  peer_file(TASKLET_BENCH_TASKFLOW "Taskflow 4"
    taskflow/taskflow.hpp taskflow/core/task_group.hpp)
  # Where the compiler looks anyway, -isystem would change the order.
  set(includes -isystem ${TASKLET_BENCH_TASKFLOW})
  if(TASKLET_BENCH_TASKFLOW IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
    set(includes)
  endif()
  add_bench(bench_taskflow ${TASKLET_BENCH_GCC} Taskflow.h
    FLAGS -std=c++20 ${includes})
  file(STRINGS ${TASKLET_BENCH_TASKFLOW}/taskflow/taskflow.hpp line
    REGEX "return \"[0-9.]+\";")
  string(REGEX MATCH "[0-9.]+" version "${line}")
  list(APPEND peers "taskflow ${version}")
endif()

# Lace 1 is one file of C, compiled by the compiler of its tasks. Its own build
# writes lace_config.h; all that can be counted is off.
set(TASKLET_BENCH_LACE "" CACHE PATH "Folder with src/lace.h of Lace 1.4")
if(TASKLET_BENCH_LACE)
  peer_file(TASKLET_BENCH_LACE "Lace 1.4"
    CMakeLists.txt src/lace.c src/lace.h src/lace_config.h.in)
  configure_file(${TASKLET_BENCH_LACE}/src/lace_config.h.in
    ${CMAKE_CURRENT_BINARY_DIR}/lace/lace_config.h @ONLY)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/lace/lace.o)
  set(includes -isystem ${TASKLET_BENCH_LACE}/src
    -isystem ${CMAKE_CURRENT_BINARY_DIR}/lace)
  add_custom_command(OUTPUT ${object}
    COMMAND ${TASKLET_BENCH_GCC} -x c -std=gnu11 -O3 -march=native -pthread
      -DLACE_USE_MMAP=1 ${includes} -c ${TASKLET_BENCH_LACE}/src/lace.c
      -o ${object}
    DEPENDS ${TASKLET_BENCH_LACE}/src/lace.c ${TASKLET_BENCH_LACE}/src/lace.h
      ${CMAKE_CURRENT_BINARY_DIR}/lace/lace_config.h
    VERBATIM)
  add_bench(bench_lace ${TASKLET_BENCH_GCC} Lace.h PROBLEMS lace
    LINK ${object} FLAGS ${includes})
  file(STRINGS ${TASKLET_BENCH_LACE}/CMakeLists.txt line
    REGEX "^ *VERSION +[0-9.]+")
  string(REGEX MATCH "[0-9.]+" version "${line}")
  list(APPEND peers "lace ${version}")
endif()

# libfork 3 is headers only: coroutines of C++20. One resumes the next one by a
# tail call, so that the stack does not grow.
set(TASKLET_BENCH_LIBFORK "" CACHE PATH
  "Folder with include/libfork.hpp of libfork 3")
if(TASKLET_BENCH_LIBFORK)
  peer_file(TASKLET_BENCH_LIBFORK "libfork 3"
    include/libfork.hpp include/libfork/core/macro.hpp)
  add_bench(bench_libfork ${TASKLET_BENCH_GCC} Libfork.h PROBLEMS libfork
    FLAGS -std=c++20 -foptimize-sibling-calls
      -isystem ${TASKLET_BENCH_LIBFORK}/include)
  set(version)
  foreach(part MAJOR MINOR PATCH)
    file(STRINGS ${TASKLET_BENCH_LIBFORK}/include/libfork/core/macro.hpp line
      REGEX "define LF_VERSION_${part} [0-9]+")
    string(REGEX MATCH "[0-9]+" number "${line}")
    list(APPEND version "${number}")
  endforeach()
  list(JOIN version . version)
  list(APPEND peers "libfork ${version}")
endif()

if(peers)
  list(JOIN peers ", " words)
  message(STATUS "bench: also compares with ${words}")
endif()
set(TASKLET_BENCH_PEERS "${peers}" CACHE INTERNAL
  "Systems of Peers.cmake that are built")
