/* What the C programs share: a device, and the run of `start` on it. */
#ifndef DEVICE_H
#define DEVICE_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl_tkl_tasklets.h>
#include <stdio.h>
#include <stdlib.h>

enum { Count = 20 };

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;

static void check(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  fprintf(stderr, "%s: error %d\n", what, error);
  exit(EXIT_FAILURE);
}

static void open_device(void) {
  cl_int error;
  check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
        "clGetDeviceIDs");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "clCreateContext");
}

static int nodes(int n) { return n < 2 ? 1 : nodes(n - 1) + nodes(n - 2) + 1; }

/* Runs start(out) with Count work-items, compares, and says how many tasks it
   took. */
static void run(cl_program program) {
  cl_int error, out[Count];
  size_t size = Count;
  int i;
  cl_event event;
  cl_tasklet_stats_tkl stats;
  clGetTaskletStatsTKL_fn get_stats;
  cl_command_queue queue;
  cl_mem buffer;
  cl_kernel kernel;

  error = clBuildProgram(program, 1, &device, "", NULL, NULL);
  if (error != CL_SUCCESS) {
    char log[4096] = "";
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log),
                          log, NULL);
    fprintf(stderr, "%s\n", log);
  }
  check(error, "clBuildProgram");
  queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "clCreateCommandQueue");
  buffer =
      clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(out), NULL, &error);
  check(error, "clCreateBuffer");
  kernel = clCreateKernel(program, "start", &error);
  check(error, "clCreateKernel");
  check(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL,
                               &event),
        "clEnqueueNDRangeKernel");
  check(clWaitForEvents(1, &event), "clWaitForEvents");
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(out), out, 0,
                            NULL, NULL),
        "clEnqueueReadBuffer");
  for (i = 0; i < Count; ++i)
    if (out[i] != nodes(i)) {
      fprintf(stderr, "nodes(%d) is %d, not %d\n", i, nodes(i), out[i]);
      exit(EXIT_FAILURE);
    }

  get_stats = (clGetTaskletStatsTKL_fn)clGetExtensionFunctionAddressForPlatform(
      platform, "clGetTaskletStatsTKL");
  if (!get_stats)
    check(CL_INVALID_VALUE, "clGetTaskletStatsTKL is not there");
  check(get_stats(event, &stats), "clGetTaskletStatsTKL");
  printf("right; tasks: %lu\n", (unsigned long)stats.tasks);
}

#endif
