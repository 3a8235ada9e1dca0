//===- LibraryPlace.h - Whether the library answers the calls ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// libtasklet and the OpenCL loader have functions of the same names. The
/// library that a process names first answers its calls. The other one might as
/// well not be there.
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

/// If both libraries have a function, the process gets that of the first.
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
