# Tests under Oclgrind. A part of CMakeLists.txt.

# The check must be able to fail: a program of routes/Inputs with a mistake, and
# what Oclgrind says of it. add_planted(NAME MESSAGE OPTIONS FILE KERNEL ITEMS)
function(add_planted name message options file kernel items)
  add_test(NAME oclgrind.planted-${name}
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-oclgrind ${options} ${oclgrind}
      $<TARGET_FILE:run_kernel_plain>
      ${CMAKE_CURRENT_SOURCE_DIR}/routes/Inputs/${file} ${kernel} ${items})
  set_tests_properties(oclgrind.planted-${name} PROPERTIES
    LABELS "device;oclgrind" TIMEOUT 60 PASS_REGULAR_EXPRESSION "${message}")
endfunction()
add_planted(race "Write-write data race" "" race.cl race 3)
add_planted(divergence "Only 3 out of 4 work-items executed barrier" ""
  divergence.cl diverges 8/4)
# In the only run of a program without tasks, too.
add_planted(access "Invalid write of size 4 at global memory address"
  --no-workers outside.cl outside 3)

# Programs that -O2 gives what Oclgrind and its translator cannot read (see
# libtasklet/host/build/DeviceTarget.cpp).
add_test(NAME oclgrind.programs
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-oclgrind
    ${oclgrind}
    $<TARGET_FILE:e2e_programs>
    --gtest_filter=*.Parser/Default:*.ConvexHull/Default:*.Strassen/Default:*.Sudoku/Default)
set_tests_properties(oclgrind.programs PROPERTIES
  LABELS "device;oclgrind" TIMEOUT 600
  ENVIRONMENT "TASKLET_WORKERS=2;TASKLET_CACHE_DIR=${cache}")

# Lanes of a team hand records over in memory, and all of them meet.
add_test(NAME oclgrind.teams
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-oclgrind
    ${oclgrind}
    $<TARGET_FILE:e2e_programs>
    --gtest_filter=*.ConvexHull/Default:*.Sudoku/Default)
set_tests_properties(oclgrind.teams PROPERTIES
  LABELS "device;oclgrind" TIMEOUT 600
  ENVIRONMENT "TASKLET_WORKERS=2;TASKLET_WARP=4;TASKLET_CACHE_DIR=${cache}")

# Sums at places, in all modes: with bins and without, with payloads and without.
add_test(NAME oclgrind.ordered
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-oclgrind --ordered
    ${oclgrind}
    $<TARGET_FILE:e2e_ordered>
    --gtest_filter=*.ScatterAdd:*.ScatterWithManyConflicts:*.Histogram:*.NobodyMeets:*.OneWorkItem:*.NoAccessAtAll:*.OnlyReads)
set_tests_properties(oclgrind.ordered PROPERTIES
  LABELS "device;oclgrind" TIMEOUT 600
  ENVIRONMENT "TASKLET_WORKERS=2;TASKLET_CACHE_DIR=${cache}")

# No races, and no barrier that a part of a work-group comes to. Without the tests
# that are long because of all types and functions: these differ in arithmetic.
set(oclgrind_with_tasks EverywhereTaskTest.*
  EverywhereFunctionTest.KernelsThatAreCalled EverywhereLibraryTest.InTasks
  EverywhereRuleTest.WhoWaitsForATaskComesAlong SubGroupTest.OneLaneInTasks)
list(JOIN oclgrind_with_tasks ":" oclgrind_with_tasks)
foreach(part everywhere everywhere-tasks)
  set(workers --no-workers)
  set(filter -${oclgrind_with_tasks}:FoldTest.*:PointerTest.EveryForm*)
  if(part STREQUAL everywhere-tasks)
    set(workers)
    set(filter ${oclgrind_with_tasks})
  endif()
  add_test(NAME oclgrind.${part}
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-oclgrind ${workers}
      ${oclgrind}
      $<TARGET_FILE:e2e_everywhere> --gtest_filter=${filter})
  set_tests_properties(oclgrind.${part} PROPERTIES
    LABELS "device;oclgrind" TIMEOUT 600
    ENVIRONMENT "TASKLET_WORKERS=2;TASKLET_CACHE_DIR=${cache}")
endforeach()
