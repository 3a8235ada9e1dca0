//===- LibraryPlace.h - Whether the library answers the calls ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// libtasklet has functions of the OpenCL loader's names. The one that a
/// process names first answers its calls: the other one might as well not be
/// there.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_LIBRARYPLACE_H
#define TASKLET_HOST_SUPPORT_LIBRARYPLACE_H

#include <dlfcn.h>

namespace tasklet {

enum class LibraryPlace {
  None,         ///< This process was not linked with libtasklet.
  BeforeLoader, ///< It answers the process's calls.
  BehindLoader, ///< It was linked, but the loader answers them.
};

/// Of a function that both have, the process gets the first.
inline LibraryPlace findLibrary() {
  void *Mark = dlsym(RTLD_DEFAULT, "clTaskletLibraryPresentTKL");
  void *Function = dlsym(RTLD_DEFAULT, "clBuildProgram");
  Dl_info Library, Answering;
  if (!Mark || !dladdr(Mark, &Library))
    return LibraryPlace::None;
  return Function && dladdr(Function, &Answering) &&
                 Answering.dli_fbase != Library.dli_fbase
             ? LibraryPlace::BehindLoader
             : LibraryPlace::BeforeLoader;
}

} // namespace tasklet

#endif
