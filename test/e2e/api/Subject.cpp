//===- Subject.cpp - A program with tasks, and one without ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Subject.h"

#include <stdexcept>

using namespace tasklet::test;

/// What both have; the kernels differ in how they get at the numbers.
static const char Common[] = R"(
typedef struct { int a; float4 b; } pair;
typedef float real;
int linear_id() {
  return get_global_id(0) - get_global_offset(0) +
         get_global_size(0) *
             (get_global_id(1) - get_global_offset(1) +
              get_global_size(1) * (get_global_id(2) - get_global_offset(2)));
}
int place(uint dimension) {
  return get_global_id(dimension) + 10 * get_local_id(dimension) +
         100 * get_group_id(dimension) + 1000 * get_global_size(dimension) +
         10000 * get_local_size(dimension) +
         100000 * get_num_groups(dimension) + get_global_offset(dimension);
}
__kernel void no_tasks(__global int *out, int n) { out[linear_id()] = n; }
)";

/// SIGNATURE is used and not called: no argument of it is read.
#define SIGNATURE                                                              \
  "__kernel __attribute__((reqd_work_group_size(2, 1, 1)))\n"                  \
  "__attribute__((vec_type_hint(float4))) void signature(\n"                   \
  "    __global const int *restrict a, __constant float *b,\n"                 \
  "    __local uint4 *c, int d, const unsigned int e,\n"                       \
  "    volatile __global pair *f, pair g, real h, __global void *i,\n"         \
  "    uchar3 j, ulong k, read_only image2d_t l, write_only image2d_t m,\n"    \
  "    sampler_t n, __global int *o)"

static const char WithTasks[] = R"(
__task int sum(int from, int to) {
  if (to - from <= 1)
    return to > from ? from * from : 0;
  int middle = from + (to - from) / 2;
  int left, right;
  left <- sum(from, middle);
  right <- sum(middle, to);
  force (left, right) { return left + right; }
}
__task void put(__global int *at, int value) { *at = value; }
__kernel void sums(__global int *out, int n) {
  int at = linear_id();
  int result;
  result <- sum(0, n + at);
  force (result) { out[at] = result; }
}
__kernel void add(__global int *to, __global const int *from, int by) {
  int at = linear_id();
  () <- put(to + at, from[at] + by);
}
__kernel void places(__global int *out, uint dimension) {
  () <- put(out + linear_id(), place(dimension));
}
__kernel void reversed(__global int *out, __local int *scratch) {
  size_t last = get_local_size(0) - 1;
  scratch[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  () <- put(out + get_global_id(0), scratch[last - get_local_id(0)]);
}
__task void walk(__global int *table, int at, int steps) {
  for (int i = 0; i < 5; ++i)
    at = table[at];
  if (steps <= 1) {
    table[0] = at;
    return;
  }
  () <- walk(table, at, steps - 1);
}
__kernel void chase(__global int *table, int steps) {
  () <- walk(table, 1, steps);
}
)" SIGNATURE R"( { () <- put(o, d); }
)";

static const char WithoutTasks[] = R"(
int sum(int to) {
  int result = 0;
  for (int i = 0; i < to; ++i)
    result += i * i;
  return result;
}
__kernel void sums(__global int *out, int n) {
  out[linear_id()] = sum(n + linear_id());
}
__kernel void add(__global int *to, __global const int *from, int by) {
  to[linear_id()] = from[linear_id()] + by;
}
__kernel void places(__global int *out, uint dimension) {
  out[linear_id()] = place(dimension);
}
__kernel void reversed(__global int *out, __local int *scratch) {
  size_t last = get_local_size(0) - 1;
  scratch[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = scratch[last - get_local_id(0)];
}
__kernel void chase(__global int *table, int steps) {
  int at = 1;
  for (int i = 0; i < 5 * steps; ++i)
    at = table[at];
  table[0] = at;
}
)" SIGNATURE R"( { *o = d; }
)";

std::string tasklet::test::subjectSource(bool Tasks) {
  return std::string(Common) + (Tasks ? WithTasks : WithoutTasks);
}

static void check(cl_int Code, const char *What) {
  if (Code != CL_SUCCESS)
    throw std::runtime_error(std::string(What) + ": OpenCL error " +
                             std::to_string(Code));
}

Subject::Subject(bool Tasks, cl_command_queue_properties Properties,
                 const char *Options)
    : Tasks(Tasks) {
  check(clGetPlatformIDs(1, &Platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 1, &Device, nullptr),
        "clGetDeviceIDs");
  cl_int Code;
  Context = clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Code);
  check(Code, "clCreateContext");
  Releases.push_back([this] { clReleaseContext(Context); });
  Queue = queue(Properties);
  Program = program(Options);
}

Subject::~Subject() {
  while (!Releases.empty()) {
    Releases.back()();
    Releases.pop_back();
  }
}

cl_program Subject::program(const char *Options) {
  std::string Source = subjectSource(Tasks);
  const char *Text = Source.c_str();
  cl_int Code;
  cl_program Made =
      clCreateProgramWithSource(Context, 1, &Text, nullptr, &Code);
  check(Code, "clCreateProgramWithSource");
  Releases.push_back([Made] { clReleaseProgram(Made); });
  if (clBuildProgram(Made, 1, &Device, Options, nullptr, nullptr) !=
      CL_SUCCESS) {
    std::string Message(10000, 0);
    clGetProgramBuildInfo(Made, Device, CL_PROGRAM_BUILD_LOG, Message.size(),
                          Message.data(), nullptr);
    throw std::runtime_error(Message.c_str());
  }
  return Made;
}

cl_kernel Subject::kernel(cl_program From, const char *Name) {
  cl_int Code;
  cl_kernel Made = clCreateKernel(From, Name, &Code);
  check(Code, "clCreateKernel");
  Releases.push_back([Made] { clReleaseKernel(Made); });
  return Made;
}

cl_mem Subject::buffer(size_t Ints) {
  return buffer(std::vector<int>(Ints, -1));
}

cl_mem Subject::buffer(std::vector<int> Content) {
  cl_int Code;
  cl_mem Made =
      clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                     Content.size() * sizeof(int), Content.data(), &Code);
  check(Code, "clCreateBuffer");
  Releases.push_back([Made] { clReleaseMemObject(Made); });
  return Made;
}

cl_command_queue Subject::queue(cl_command_queue_properties Properties) {
  cl_queue_properties List[] = {CL_QUEUE_PROPERTIES, Properties, 0};
  cl_int Code;
  cl_command_queue Made =
      clCreateCommandQueueWithProperties(Context, Device, List, &Code);
  check(Code, "clCreateCommandQueueWithProperties");
  Releases.push_back([Made] {
    clFinish(Made);
    clReleaseCommandQueue(Made);
  });
  return Made;
}

cl_event Subject::userEvent() {
  cl_int Code;
  cl_event Made = clCreateUserEvent(Context, &Code);
  check(Code, "clCreateUserEvent");
  return keep(Made);
}

cl_event Subject::keep(cl_event Event) {
  Releases.push_back([Event] { clReleaseEvent(Event); });
  return Event;
}

std::vector<int> Subject::read(cl_mem Buffer, size_t Ints) {
  std::vector<int> Content(Ints, -2);
  check(clEnqueueReadBuffer(Queue, Buffer, CL_TRUE, 0, Ints * sizeof(int),
                            Content.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  return Content;
}

cl_int Subject::enqueue(cl_kernel Kernel, size_t Items,
                        const std::vector<cl_event> &Waits, cl_event *Event,
                        cl_command_queue Where) {
  return clEnqueueNDRangeKernel(Where ? Where : Queue, Kernel, 1, nullptr,
                                &Items, nullptr,
                                static_cast<cl_uint>(Waits.size()),
                                Waits.empty() ? nullptr : Waits.data(), Event);
}

void Subject::note(const std::string &What, const std::vector<int> &Values) {
  Log << What << ':';
  for (int Value : Values)
    Log << ' ' << Value;
  Log << '\n';
}

void tasklet::test::expectSame(const std::function<void(Subject &)> &Use,
                               cl_command_queue_properties Properties,
                               const char *Options) {
  std::string Logs[2];
  for (bool Tasks : {false, true}) {
    Subject S(Tasks, Properties, Options);
    Use(S);
    Logs[Tasks] = S.log();
  }
  if (testing::Test::IsSkipped())
    return;
  EXPECT_FALSE(Logs[0].empty()) << "nothing was compared";
  EXPECT_EQ(Logs[0], Logs[1]) << "without tasks, and with tasks";
}

void tasklet::test::withTasks(const std::function<void(Subject &)> &Use,
                              cl_command_queue_properties Properties,
                              const char *Options) {
  Subject S(true, Properties, Options);
  Use(S);
}
