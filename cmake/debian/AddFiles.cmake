# Run by CPack on each package's files before it packs them: what Debian wants
# beside what `cmake --install` makes.

if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(source ${CPACK_TASKLET_FOLDER})
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
string(TIMESTAMP CPACK_YEAR "%Y" UTC)
# Debian has the text of the licence; the exceptions follow it in ours.
file(READ ${source}/LICENSE exceptions)
string(REGEX REPLACE "^.*LLVM Exceptions to the Apache 2.0 License ----\n+" ""
  exceptions "${exceptions}")
string(REGEX REPLACE "\n\n" "\n.\n" exceptions "${exceptions}")
string(STRIP "${exceptions}" exceptions)
string(REPLACE "\n" "\n " CPACK_EXCEPTIONS " ${exceptions}")

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component})
  set(doc ${root}/usr/share/doc/${package})
  configure_file(${source}/cmake/debian/copyright.in ${doc}/copyright @ONLY)
  file(WRITE ${doc}/changelog.Debian
    "tasklet (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) "
    "unstable; urgency=medium\n\n  * This version.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  file(GLOB pages ${root}/usr/share/man/man*/*)
  execute_process(COMMAND gzip -9nf ${pages} ${doc}/changelog.Debian
    COMMAND_ERROR_IS_FATAL ANY)
  set(overrides ${source}/cmake/debian/${package}.overrides)
  if(EXISTS ${overrides})
    configure_file(${overrides} ${root}/usr/share/lintian/overrides/${package}
      COPYONLY)
  endif()
endforeach()
