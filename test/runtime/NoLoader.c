/*===- NoLoader.c - A program where no OpenCL is installed ------------- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Linked with libtasklet.so and without a loader, and finds none: its dlopen()
 * is taken before the system's.
 */
#include <CL/cl.h>
#include <stddef.h>
#include <stdio.h>

void *dlopen(const char *Name, int Flags) {
  (void)Name, (void)Flags;
  return NULL;
}

int main(void) {
  cl_int Code = CL_SUCCESS;
  clCreateContext(NULL, 0, NULL, NULL, NULL, &Code);
  printf("code %d\n", Code);
  return 0;
}
