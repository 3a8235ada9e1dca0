# Read by ctest: adds the tests of one tasklet_discover_suites
# (DiscoverSuites.cmake), whose file has set the variables.

cmake_policy(VERSION 3.20)
if(NOT EXISTS ${program})
  add_test(${prefix}${target}_NOT_BUILT ${target}_NOT_BUILT)
  return()
endif()

# What the program answers is kept until the program changes.
set(list ${CMAKE_PARENT_LIST_FILE}.txt)
if(NOT EXISTS ${list} OR NOT ${list} IS_NEWER_THAN ${program}
   OR NOT ${list} IS_NEWER_THAN ${CMAKE_PARENT_LIST_FILE})
  set(only)
  if(filter)
    set(only --gtest_filter=${filter})
  endif()
  execute_process(COMMAND ${program} --gtest_list_tests ${only} TIMEOUT 60
    OUTPUT_VARIABLE output RESULT_VARIABLE result)
  if(NOT result STREQUAL "0")
    message(FATAL_ERROR "${program} --gtest_list_tests: ${result}\n${output}")
  endif()
  file(WRITE ${list} "${output}")
endif()

set(suites)
file(STRINGS ${list} lines)
foreach(line IN LISTS lines)
  if(line MATCHES "^([^ ]+)\\.( +#.*)?$")
    set(suite ${CMAKE_MATCH_1})
    list(APPEND suites ${suite})
    set(cases_of_${suite})
  elseif(line MATCHES "^  ([^ ]+)")
    list(APPEND cases_of_${suite} ${suite}.${CMAKE_MATCH_1})
  endif()
endforeach()

set(tests)
foreach(case IN LISTS alone)
  string(REGEX REPLACE "\\..*" "" suite ${case})
  if(NOT case IN_LIST cases_of_${suite})
    message(FATAL_ERROR "ALONE of ${target} names ${case}, which is none")
  endif()
  list(REMOVE_ITEM cases_of_${suite} ${case})
  add_test(${prefix}${case} ${program} --gtest_filter=${case})
  list(APPEND tests ${prefix}${case})
endforeach()
foreach(suite IN LISTS suites)
  if(NOT cases_of_${suite})
    continue()
  endif()
  # By name: a pattern would take in those that run alone.
  list(JOIN cases_of_${suite} ":" cases)
  add_test(${prefix}${suite} ${program} --gtest_filter=${cases})
  list(APPEND tests ${prefix}${suite})
endforeach()
# Skipped are those of which nothing was run. What else is skipped, their output
# tells.
set_tests_properties(${tests} PROPERTIES
  TIMEOUT ${timeout} LABELS "${labels}" ENVIRONMENT "${environment}"
  SKIP_REGULAR_EXPRESSION "  PASSED  . 0 tests\\.\n(.  SKIPPED . [^\n]*\n)+$")
