# tasklet_unite_by_folder(FOLDER): where CMAKE_UNITY_BUILD puts several files of a
# target into one unit of the compiler, a unit is what lies in one folder. CMake's
# own units are eight files in turn, so a new file moves all that come after it;
# names that two files declare for themselves then meet on a day when nobody has
# touched either. scripts/check-units compiles the same units elsewhere.
#
# FOLDER: CMake's folder whose targets, and those of the folders in it, are meant.
function(tasklet_unite_by_folder folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(united ${target} UNITY_BUILD)
    if(NOT united)
      continue()
    endif()
    set_property(TARGET ${target} PROPERTY UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    foreach(source ${sources})
      if(source MATCHES "[.]cpp$")
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} NORMALIZE)
        cmake_path(GET source PARENT_PATH group)
        string(MAKE_C_IDENTIFIER "${group}" group)
        set_source_files_properties(${source} TARGET_DIRECTORY ${target}
          PROPERTIES UNITY_GROUP ${group})
      endif()
    endforeach()
  endforeach()
  get_property(parts DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(part ${parts})
    tasklet_unite_by_folder(${part})
  endforeach()
endfunction()
