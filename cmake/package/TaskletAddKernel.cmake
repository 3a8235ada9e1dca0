# tasklet_add_kernel(<target> SOURCES <file.cl|file.kite>...
#                    [NAME <name>]
#                    [INCLUDE_DIRECTORIES <folder>...]
#                    [OPTIONS <option>...])
#
# Compiles OpenCL C, with or without tasks, or Kite into an executable or library
# of this folder. Several files make one program: each may declare what it uses of
# the others. <name> is the name of the first file without its ending, unless
# it is given. The target's code gets the compiled program by
#
#   #include "<name>_bc.h"
#   extern const unsigned char <name>_bc[];
#   extern const size_t <name>_bc_size;
#
# and hands it to clCreateProgramWithBinary. The same lies as <name>.bc, with
# <name>.json beside it (which kernels there are and what they need), in the
# folder that the target's property TASKLET_KERNEL_FOLDER names.
#
# OPTIONS are those of taskletc, and may be generator expressions. Files that
# the sources include are found out by themselves. The program is for the drivers
# that TASKLET_TARGET names (taskletc -tkl-target), unless OPTIONS name others.

cmake_policy(PUSH)
cmake_policy(VERSION 3.21)

set(_tasklet_embed ${CMAKE_CURRENT_LIST_DIR}/TaskletEmbed.cmake)

# Not by list(JOIN): sentences have semicolons.
function(_tasklet_fail target)
  set(reason)
  math(EXPR last "${ARGC} - 1")
  foreach(number RANGE 1 ${last})
    string(APPEND reason "${ARGV${number}}")
  endforeach()
  message(FATAL_ERROR "tasklet_add_kernel(${target}): ${reason}")
endfunction()

# The target must be one that is linked from objects, and made here.
function(_tasklet_check_target target)
  if(NOT TARGET "${target}")
    _tasklet_fail("${target}" "there is no target '${target}'; give the name "
      "of one that add_executable or add_library has made before")
  endif()
  get_target_property(type ${target} TYPE)
  get_target_property(imported ${target} IMPORTED)
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(imported OR aliased OR NOT type MATCHES
     "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
    _tasklet_fail(${target} "the target is imported, an alias, or has no code "
      "of its own; give an executable or library that this project compiles")
  endif()
  get_target_property(folder ${target} SOURCE_DIR)
  if(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    _tasklet_fail(${target} "the target is made in ${folder}; call "
      "tasklet_add_kernel there")
  endif()
endfunction()

# Sets out to the full paths of the sources.
function(_tasklet_find_sources target out)
  set(paths)
  foreach(source IN LISTS ARGN)
    get_filename_component(path ${source} ABSOLUTE)
    get_source_file_property(generated ${path} GENERATED)
    if(IS_DIRECTORY ${path} OR NOT (generated OR EXISTS ${path}))
      _tasklet_fail(${target} "there is no file '${source}' (${path})")
    endif()
    if(path IN_LIST paths)
      _tasklet_fail(${target} "'${source}' is named twice")
    endif()
    list(APPEND paths ${path})
  endforeach()
  set(${out} ${paths} PARENT_SCOPE)
endfunction()

# What would lead taskletc to other places or to other results is refused.
function(_tasklet_check_options target)
  foreach(option IN LISTS ARGN)
    if(option MATCHES "^(--|-o|-E$)")
      _tasklet_fail(${target} "OPTIONS has '${option}', and what taskletc "
        "writes is settled; there may be options of clBuildProgram")
    endif()
    if(option STREQUAL "-I" OR option MATCHES "^-I[^/$]")
      _tasklet_fail(${target} "OPTIONS has '${option}'; give folders in "
        "INCLUDE_DIRECTORIES, where they may be relative")
    endif()
  endforeach()
endfunction()

# Said here, before anything is made.
function(_tasklet_check_driver_target target name)
  if(NOT name IN_LIST _tasklet_targets)
    list(JOIN _tasklet_targets ", " known)
    _tasklet_fail(${target} "TASKLET_TARGET is '${name}', which is none of "
      "${known}")
  endif()
endfunction()

# One call of taskletc with everything that its result depends on. Ninja and
# make run it in the folder of the build, hence full paths everywhere; messages
# show them, and editors find them.
function(_tasklet_compile output source comment)
  add_custom_command(OUTPUT ${output}
    COMMAND Tasklet::taskletc ${ARGN} --depfile=${output}.d -o ${output}
      ${source}
    DEPENDS ${source} Tasklet::taskletc
    DEPFILE ${output}.d
    COMMENT "${comment}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

function(tasklet_add_kernel target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME"
    "SOURCES;INCLUDE_DIRECTORIES;OPTIONS")
  # A variable with options, or with folders, may be empty.
  list(REMOVE_ITEM arg_KEYWORDS_MISSING_VALUES OPTIONS INCLUDE_DIRECTORIES)
  if(arg_KEYWORDS_MISSING_VALUES)
    list(JOIN arg_KEYWORDS_MISSING_VALUES ", " words)
    _tasklet_fail("${target}" "nothing stands behind ${words}")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    _tasklet_fail("${target}" "'${arg_UNPARSED_ARGUMENTS}' belongs to no "
      "keyword; there are SOURCES, NAME, INCLUDE_DIRECTORIES and OPTIONS")
  endif()
  if(NOT arg_SOURCES)
    _tasklet_fail("${target}" "needs SOURCES, one or several .cl "
      "or .kite files")
  endif()
  _tasklet_check_target("${target}")
  _tasklet_find_sources(${target} sources ${arg_SOURCES})

  list(GET sources 0 first)
  get_filename_component(name ${first} NAME_WLE)
  if(arg_NAME)
    set(name ${arg_NAME})
  endif()
  if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    _tasklet_fail(${target} "'${name}' cannot be part of a name in C; choose "
      "another one by NAME")
  endif()
  get_target_property(folder ${target} TASKLET_KERNEL_FOLDER)
  if(NOT folder)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/tasklet/${target})
    set_target_properties(${target} PROPERTIES TASKLET_KERNEL_FOLDER ${folder})
    target_include_directories(${target} PRIVATE ${folder})
  endif()
  get_target_property(names ${target} TASKLET_KERNEL_NAMES)
  if(name IN_LIST names)
    _tasklet_fail(${target} "there is a program '${name}' already; choose "
      "another name by NAME")
  endif()
  set_property(TARGET ${target} APPEND PROPERTY TASKLET_KERNEL_NAMES ${name})

  _tasklet_check_options(${target} ${arg_OPTIONS})
  set(options ${arg_OPTIONS})
  set(drivers ${options})
  list(FILTER drivers INCLUDE REGEX "^-tkl-target=")
  if(NOT drivers)
    _tasklet_check_driver_target(${target} "${TASKLET_TARGET}")
    set(drivers -tkl-target=${TASKLET_TARGET})
    list(APPEND options ${drivers})
  endif()
  foreach(include IN LISTS arg_INCLUDE_DIRECTORIES)
    get_filename_component(include ${include} ABSOLUTE)
    list(APPEND options -I${include})
  endforeach()
  file(MAKE_DIRECTORY ${folder})
  set(program ${folder}/${name}.bc)
  set(manifest --manifest=${folder}/${name}.json)
  list(LENGTH sources count)
  if(count EQUAL 1)
    get_filename_component(file ${first} NAME)
    _tasklet_compile(${program} ${first} "Compiling ${file} to ${name}.bc"
      ${options} ${manifest})
  else()
    set(objects)
    foreach(source IN LISTS sources)
      list(LENGTH objects number)
      get_filename_component(file ${source} NAME)
      set(object ${folder}/${name}.${number}.${file}.bc)
      _tasklet_compile(${object} ${source} "Compiling ${file} for ${name}.bc"
        ${options} --object)
      list(APPEND objects ${object})
    endforeach()
    add_custom_command(OUTPUT ${program}
      COMMAND Tasklet::taskletc ${drivers} ${objects} ${manifest} -o ${program}
      DEPENDS ${objects} Tasklet::taskletc
      COMMENT "Linking ${name}.bc"
      VERBATIM)
  endif()

  # The header never changes, so that only the array is compiled again when the
  # kernels do.
  file(CONFIGURE OUTPUT ${folder}/${name}_bc.h @ONLY CONTENT
[[#ifndef TASKLET_@name@_BC_H
#define TASKLET_@name@_BC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const unsigned char @name@_bc[];
extern const size_t @name@_bc_size;

#ifdef __cplusplus
}
#endif

#endif
]])
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(array ${folder}/${name}_bc.cpp)
  if("C" IN_LIST languages)
    set(array ${folder}/${name}_bc.c)
  endif()
  add_custom_command(OUTPUT ${array}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${program} -DOUTPUT=${array}
      -DNAME=${name} -P ${_tasklet_embed}
    DEPENDS ${program} ${_tasklet_embed}
    COMMENT "Embedding ${name}.bc"
    VERBATIM)
  set_source_files_properties(${array} PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${array})
endfunction()

cmake_policy(POP)
