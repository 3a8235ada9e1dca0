//===- bench_latency.cpp - How long a kernel with tasks takes to start ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares programs with tasks with the same programs without (see
/// LatencyPrograms.h), on one device:
///
///   launch  from clEnqueueNDRangeKernel to the end of clWaitForEvents, one
///           work-item, one task; in one process, the two in turn
///   batch   the same for 100 launches and one clFinish, for each launch
///   ordered launch, ordered batch
///           the same with an ordered kernel in place of the task
///   build   clCreateProgramWithSource and clBuildProgram
///   ready   the same, and the first launch to its end: PoCL compiles a kernel
///           when it is launched first
///
/// bench/compile-time measures the last two with programs of its own.
///
/// Every build has a process of its own, in which the context is made before
/// the clock starts. A first build finds the caches of the driver and of the
/// library empty; a cached one finds what the first left there.
///
//===----------------------------------------------------------------------===//
#include "LatencyPrograms.h"

#include "Measure.h"
#include "Options.h"
#include "Report.h"

#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace sample;
namespace fs = std::filesystem;

static void check(cl_int Code, const char *What) {
  if (Code != CL_SUCCESS)
    throw SetupError(std::string(What) + ": " + errorName(Code));
}

//===----------------------------------------------------------------------===//
// What is measured, each in a process of its own
//===----------------------------------------------------------------------===//

static constexpr int BatchSize = 100;

namespace {
/// Lives as long as the process.
struct Setup {
  cl_context Context;
  cl_device_id Device;
  cl_command_queue Queue;
  cl_mem Out;

  explicit Setup(const std::string &DeviceName) {
    sample::Device Found = openDevice(DeviceName);
    Device = Found.Id();
    cl_int Error = 0;
    Context = clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Error);
    check(Error, "clCreateContext");
    Queue = clCreateCommandQueue(Context, Device, 0, &Error);
    check(Error, "clCreateCommandQueue");
    Out = clCreateBuffer(Context, CL_MEM_READ_WRITE, sizeof(cl_int), nullptr,
                         &Error);
    check(Error, "clCreateBuffer");
  }

  cl_kernel build(const std::string &Text) const {
    const char *Source = Text.c_str();
    cl_int Error = 0;
    cl_program Program =
        clCreateProgramWithSource(Context, 1, &Source, nullptr, &Error);
    check(Error, "clCreateProgramWithSource");
    check(clBuildProgram(Program, 1, &Device, "", nullptr, nullptr),
          "clBuildProgram");
    cl_kernel Kernel = clCreateKernel(Program, "run", &Error);
    check(Error, "clCreateKernel");
    check(clSetKernelArg(Kernel, 0, sizeof(Out), &Out), "clSetKernelArg");
    return Kernel;
  }

  void launch(cl_kernel Kernel) const {
    size_t One = 1;
    cl_event Event;
    check(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &One, nullptr, 0,
                                 nullptr, &Event),
          "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &Event), "clWaitForEvents");
    check(clReleaseEvent(Event), "clReleaseEvent");
  }

  void launchBatch(cl_kernel Kernel) const {
    size_t One = 1;
    for (int I = 0; I < BatchSize; ++I)
      check(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &One, nullptr, 0,
                                   nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    check(clFinish(Queue), "clFinish");
  }

  void clear() const {
    const cl_int Zero = 0;
    check(clEnqueueWriteBuffer(Queue, Out, CL_TRUE, 0, sizeof(Zero), &Zero, 0,
                               nullptr, nullptr),
          "clEnqueueWriteBuffer");
  }

  cl_int result() const {
    cl_int Value = 0;
    check(clEnqueueReadBuffer(Queue, Out, CL_TRUE, 0, sizeof(Value), &Value, 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
    return Value;
  }
};
} // namespace

/// One line: result, seconds until built, seconds until the first run ended.
static void measureBuild(const Setup &S, const std::string &Text) {
  const Stopwatch Watch;
  cl_kernel Kernel = S.build(Text);
  double Built = Watch.seconds();
  S.launch(Kernel);
  double Ready = Watch.seconds();
  std::printf("%d %.9f %.9f\n", S.result(), Built, Ready);
}

static std::string readSource(const std::string &Path) {
  std::ifstream In(Path);
  if (!In)
    throw SetupError("'" + Path + "' cannot be read");
  return {std::istreambuf_iterator<char>(In), {}};
}

/// One line for each run: result of the kernel of \p Program, seconds of the plain
/// one and of this.
static void measureLaunch(const Setup &S, const std::string &Program,
                          int64_t Runs, bool Batch) {
  cl_kernel Kernels[] = {S.build(bench::trivialProgram(false)),
                         S.build(Program)};
  for (cl_kernel Each : Kernels)
    for (int I = 0; I < 100; ++I)
      S.launch(Each);
  for (int64_t I = 0; I < Runs; ++I) {
    double Seconds[2];
    for (int Ours : {0, 1}) {
      S.clear();
      const Stopwatch Watch;
      if (Batch)
        S.launchBatch(Kernels[Ours]);
      else
        S.launch(Kernels[Ours]);
      Seconds[Ours] = Watch.seconds() / (Batch ? BatchSize : 1);
    }
    std::printf("%d %.9f %.9f\n", S.result(), Seconds[0], Seconds[1]);
  }
}

//===----------------------------------------------------------------------===//
// The process that asks for the measurements
//===----------------------------------------------------------------------===//

namespace {
struct Line {
  int Result;
  double Seconds[2];
};

/// A folder for caches that goes with its owner.
struct CacheFolder {
  fs::path Path;
  CacheFolder() {
    std::string Name = (fs::temp_directory_path() / "latency.XXXXXX").string();
    if (!mkdtemp(Name.data()))
      throw SetupError("no temporary folder can be made: " +
                       std::string(strerror(errno)));
    Path = Name;
    clear();
  }
  ~CacheFolder() {
    std::error_code Ignored;
    fs::remove_all(Path, Ignored);
  }
  void clear() const {
    for (const char *Name : {"pocl", "tasklet"}) {
      fs::remove_all(Path / Name);
      fs::create_directory(Path / Name);
    }
  }
};
} // namespace

/// Runs this program again, with \p Arguments, and reads what it prints.
static std::vector<Line> measure(const std::vector<std::string> &Arguments,
                                 const CacheFolder &Caches) {
  int Pipe[2];
  if (pipe(Pipe) != 0)
    throw SetupError(std::string("pipe: ") + strerror(errno));
  // This process has no threads: OpenCL is not used in it.
  pid_t Child = fork();
  if (Child == 0) {
    setenv("POCL_CACHE_DIR", (Caches.Path / "pocl").c_str(), 1);
    setenv("TASKLET_CACHE_DIR", (Caches.Path / "tasklet").c_str(), 1);
    dup2(Pipe[1], STDOUT_FILENO);
    close(Pipe[0]);
    close(Pipe[1]);
    std::vector<char *> Argv = {const_cast<char *>("bench_latency")};
    for (const std::string &Each : Arguments)
      Argv.push_back(const_cast<char *>(Each.c_str()));
    Argv.push_back(nullptr);
    execv("/proc/self/exe", Argv.data());
    _exit(127);
  }
  close(Pipe[1]);
  std::vector<Line> Lines;
  FILE *In = fdopen(Pipe[0], "r");
  for (Line L;
       fscanf(In, "%d %lf %lf", &L.Result, &L.Seconds[0], &L.Seconds[1]) == 3;)
    Lines.push_back(L);
  fclose(In);
  int Status = 0;
  if (Child < 0 || waitpid(Child, &Status, 0) < 0 || Status != 0 ||
      Lines.empty())
    throw SetupError("a measurement failed");
  return Lines;
}

namespace {
/// The same thing measured many times, with (1) and without (0) tasks.
struct Series {
  std::vector<double> Seconds[2];

  static double minimum(const std::vector<double> &All) {
    return *std::min_element(All.begin(), All.end());
  }
  static double median(std::vector<double> All) {
    std::nth_element(All.begin(), All.begin() + All.size() / 2, All.end());
    return All[All.size() / 2];
  }
  void print(const std::string &What) const {
    std::printf("| %s |", What.c_str());
    for (auto *Of : {&Series::minimum, &Series::medianOf}) {
      double Plain = Of(Seconds[0]), Tasks = Of(Seconds[1]);
      std::printf(" %.3f | %.3f | %.2f |", Plain * 1e3, Tasks * 1e3,
                  Tasks / Plain);
    }
    std::printf("\n");
    std::fflush(stdout);
  }
  static double medianOf(const std::vector<double> &All) { return median(All); }
};
} // namespace

static void compareLaunches(const std::string &Device, const std::string &What,
                            int64_t Runs) {
  CacheFolder Caches;
  Series Launch;
  for (const Line &L : measure({"--measure", What, "--launches",
                                std::to_string(Runs), "--device", Device},
                               Caches)) {
    if (L.Result != 42)
      throw SetupError(What + ": a wrong result");
    for (int Tasks : {0, 1})
      Launch.Seconds[Tasks].push_back(L.Seconds[Tasks]);
  }
  Launch.print(What);
}

static void compareBuilds(const std::string &Device, const std::string &Program,
                          int64_t Functions, int64_t Runs) {
  CacheFolder Caches[2];
  // By whether it was cached.
  Series Build[2], Ready[2];
  for (int64_t I = 0; I < Runs; ++I)
    for (int Cached : {0, 1}) {
      int Results[2];
      for (int Tasks : {0, 1}) {
        if (!Cached)
          Caches[Tasks].clear();
        Line L =
            measure({"--measure", Program, "--device", Device, "--functions",
                     std::to_string(Functions), Tasks ? "--tasks" : "--plain"},
                    Caches[Tasks])
                .front();
        Results[Tasks] = L.Result;
        Build[Cached].Seconds[Tasks].push_back(L.Seconds[0]);
        Ready[Cached].Seconds[Tasks].push_back(L.Seconds[1]);
      }
      if (Results[0] != Results[1])
        throw SetupError(Program + ": the results differ");
    }
  for (int Cached : {0, 1}) {
    std::string Which = Program + (Cached ? ", cached" : ", first");
    Build[Cached].print("build of " + Which);
    Ready[Cached].print("ready, " + Which);
  }
}

int main(int Argc, char **Argv) {
  return runSample("bench_latency", [&] {
    std::string What, Device, Source;
    int64_t Builds = 10, Launches = 5000, Functions = 40;
    bool Tasks = false, Plain = false;
    Options Opts("bench_latency", "Compares launches and builds of kernels "
                                  "with and without tasks.");
    Opts.add("builds", Builds, 1, 1000, "builds of each kind");
    Opts.add("launches", Launches, 1, 1000000, "launches of each kernel");
    Opts.add("device", Device, "part of the device's name");
    Opts.add("measure", What, "one measurement alone",
             {"launch", "batch", "ordered launch", "ordered batch", "trivial",
              "chain", "file"});
    Opts.add("source", Source, "with --measure file: the program");
    Opts.add("functions", Functions, 1, 10000, "functions of the chain");
    Opts.addSwitch("tasks", Tasks, "with --measure: the program with tasks");
    Opts.addSwitch("plain", Plain, "with --measure: the one without");
    if (!Opts.parse(Argc, Argv))
      return 0;
    const bool IsOrdered = What.rfind("ordered ", 0) == 0;
    const std::string How = IsOrdered ? What.substr(strlen("ordered ")) : What;
    if (How == "launch" || How == "batch") {
      measureLaunch(Setup(Device),
                    IsOrdered ? bench::orderedProgram()
                              : bench::trivialProgram(/*Tasks=*/true),
                    Launches, How == "batch");
      return 0;
    }
    if (What == "file") {
      measureBuild(Setup(Device), readSource(Source));
      return 0;
    }
    if (!What.empty()) {
      if (Tasks == Plain)
        throw UsageError("--measure " + What + " wants --tasks or --plain");
      measureBuild(Setup(Device), What == "trivial"
                                      ? bench::trivialProgram(Tasks)
                                      : bench::chainProgram(Tasks, Functions));
      return 0;
    }
    std::printf("| milliseconds | plain, min | ours, min | ratio | plain, "
                "median | ours, median | ratio |\n"
                "|---|--:|--:|--:|--:|--:|--:|\n");
    for (const std::string Kind : {"", "ordered "}) {
      compareLaunches(Device, Kind + "launch", Launches);
      compareLaunches(Device, Kind + "batch", (Launches + 9) / 10);
    }
    compareBuilds(Device, "trivial", Functions, Builds);
    compareBuilds(Device, "chain", Functions, Builds);
    return 0;
  });
}
