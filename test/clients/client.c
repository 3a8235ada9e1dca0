/*===- client.c - An application in C99 --------------------------- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===--------------------------------------------------------------------===*
 *
 * client PROGRAM: nothing here knows of tasks, except that the kernel's
 * arguments are asked for.
 */
#include <CL/cl.h>
#include <CL/cl_tkl_tasklets.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 100, N = 50 };

static void check(cl_int code, const char *what) {
  if (code != CL_SUCCESS) {
    fprintf(stderr, "%s: OpenCL error %d\n", what, code);
    exit(1);
  }
}

static char *read_file(const char *name) {
  static char text[10000];
  FILE *file = fopen(name, "r");
  if (!file || !fread(text, 1, sizeof(text) - 1, file)) {
    fprintf(stderr, "%s cannot be read\n", name);
    exit(1);
  }
  fclose(file);
  return text;
}

int main(int count, char **words) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int code;
  const char *source = count == 2 ? read_file(words[1]) : "";
  check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
        "clGetDeviceIDs");

  char extensions[10000];
  check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(extensions),
                        extensions, NULL),
        "clGetDeviceInfo");
  if (!strstr(extensions, CL_TKL_TASKLETS_EXTENSION_NAME)) {
    fprintf(stderr, "%s is not announced\n", CL_TKL_TASKLETS_EXTENSION_NAME);
    return 1;
  }

  cl_context context =
      clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  check(code, "clCreateContext");
  cl_command_queue queue =
      clCreateCommandQueueWithProperties(context, device, NULL, &code);
  check(code, "clCreateCommandQueueWithProperties");
  cl_program program =
      clCreateProgramWithSource(context, 1, &source, NULL, &code);
  check(code, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, "-cl-kernel-arg-info", NULL, NULL),
        "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "sums", &code);
  check(code, "clCreateKernel");

  char name[10] = "";
  check(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_NAME, sizeof(name), name,
                           NULL),
        "clGetKernelArgInfo");
  if (strcmp(name, "n")) {
    fprintf(stderr, "the second argument is called '%s'\n", name);
    return 1;
  }

  cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY,
                              ITEMS * sizeof(cl_int), NULL, &code);
  check(code, "clCreateBuffer");
  const cl_int n = N;
  const size_t items = ITEMS;
  cl_int results[ITEMS];
  cl_event event;
  check(clSetKernelArg(kernel, 0, sizeof(out), &out), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof(n), &n), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL,
                               &event),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof(results), results, 1,
                            &event, NULL),
        "clEnqueueReadBuffer");
  for (int i = 0; i < ITEMS; ++i) {
    cl_int expected = 0;
    for (int j = 0; j < n + i; ++j)
      expected += j * j;
    if (results[i] != expected) {
      fprintf(stderr, "element %d is %d and not %d\n", i, results[i], expected);
      return 1;
    }
  }

  clReleaseEvent(event);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  puts("passed");
  return 0;
}
