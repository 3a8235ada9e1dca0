# tasklet_discover_suites(TARGET PREFIX TIMEOUT SECONDS
#   [FILTER PATTERN] [ALONE SUITE.CASE...] [LABELS LABEL...]
#   [ENVIRONMENT NAME=VALUE...])
#
# A ctest test PREFIX<suite> for each suite of a GoogleTest program. The cases of
# a suite run in one process, which starts the driver once and compiles what they
# share once. GoogleTest prints the name of each case when it begins, so ctest's
# output tells which of them fails, crashes or hangs.
#
# FILTER: takes only the cases that fit GoogleTest's pattern.
# ALONE: cases with a process, and a test PREFIX<suite>.<case>, of their own.
set(TASKLET_LIST_SUITES ${CMAKE_CURRENT_LIST_DIR}/ListSuites.cmake)
function(tasklet_discover_suites target prefix)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "FILTER;TIMEOUT"
    "ALONE;LABELS;ENVIRONMENT")
  if(DEFINED arg_UNPARSED_ARGUMENTS OR NOT DEFINED arg_TIMEOUT)
    message(FATAL_ERROR "tasklet_discover_suites(${target}): wrong arguments")
  endif()
  # Not while the program is built: libtasklet and the loader would be loaded
  # at that time.
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${prefix}${target}.suites.cmake)
  file(GENERATE OUTPUT ${include} CONTENT
"set(target [==[${target}]==])
set(program [==[$<TARGET_FILE:${target}>]==])
set(prefix [==[${prefix}]==])
set(filter [==[${arg_FILTER}]==])
set(alone [==[${arg_ALONE}]==])
set(timeout [==[${arg_TIMEOUT}]==])
set(labels [==[${arg_LABELS}]==])
set(environment [==[${arg_ENVIRONMENT}]==])
include([==[${TASKLET_LIST_SUITES}]==])
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()
