/*===- LinkOrder.c - Who comes first, the loader or the library -------- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Built twice: with libtasklet before the loader, where all is well, and behind
 * it, where the program says so when it starts. Says itself whether a source
 * with tasks builds.
 */
#include <CL/cl.h>
#include <stdio.h>

int main(void) {
  const char *Source = "__task int f(int x);";
  cl_platform_id Platform;
  cl_device_id Device;
  cl_int Code = CL_SUCCESS;
  clGetPlatformIDs(1, &Platform, NULL);
  clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Device, NULL);
  cl_context Context = clCreateContext(NULL, 1, &Device, NULL, NULL, &Code);
  cl_program Program =
      clCreateProgramWithSource(Context, 1, &Source, NULL, &Code);
  Code = clBuildProgram(Program, 0, NULL, "", NULL, NULL);
  printf("%s\n", Code == CL_SUCCESS ? "tasks" : "no tasks");
  return 0;
}
