//===- LibraryFront.cpp - libtasklet.so -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// This library is linked before -lOpenCL. So the application's calls are bound
/// to its functions first; the ICD loader's are next.
///
//===----------------------------------------------------------------------===//
#include "support/LibraryPlace.h"
#include "support/OpenCL.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

using namespace tasklet;

/// libtasklet-layer.so looks for this. If both are in one process and the
/// library answers the calls, the layer must leave everything to the library.
extern "C" const int clTaskletLibraryPresentTKL = 1;

/// A program that names the loader first runs as if it had not been linked with
/// this library. Its user would not know why its kernels do not compile.
__attribute__((constructor)) static void checkPlace() {
  const char *Layers = secure_getenv("OPENCL_LAYERS");
  if (findLibrary() == LibraryPlace::BehindLoader &&
      !(Layers && strstr(Layers, "libtasklet-layer")))
    fputs("tasklet: this program is linked with libtasklet, but after the "
          "OpenCL loader, which answers its calls; name -ltasklet before "
          "-lOpenCL, or set OPENCL_LAYERS to libtasklet-layer.so\n",
          stderr);
}

static void *findNext(const char *Name) {
  if (void *Function = dlsym(RTLD_NEXT, Name))
    return Function;
  // The linker leaves out the loader if only this library needs it.
  static void *Loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  return Loader ? dlsym(Loader, Name) : nullptr;
}

static cl_icd_dispatch fillTable() {
  cl_icd_dispatch Table;
  memset(&Table, 0, sizeof(Table));
#define CALLED(Name)                                                           \
  Table.Name = reinterpret_cast<decltype(Table.Name)>(findNext(#Name));
#define INTERCEPTED(Name) CALLED(Name)
#include "api/Functions.def"
  if (!Table.clGetPlatformInfo) {
    fprintf(stderr, "tasklet: no OpenCL loader was found; link with -lOpenCL "
                    "after -ltasklet, and install libOpenCL.so.1 (package "
                    "ocl-icd-libopencl1)\n");
    exit(EXIT_FAILURE);
  }
  return Table;
}

const cl_icd_dispatch &tasklet::next() {
  static const cl_icd_dispatch Table = fillTable();
  return Table;
}
