//===- main.cpp - Ordered kernels beside serial loops ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Times the kernels of ordered.cl in every order, with one worker and with
/// two, beside the serial loops and beside kernels without `__ordered`. All
/// forms of a problem take turns, round after round. Every result is compared
/// with the serial one, bit for bit. Prints medians, as a table in Markdown.
///
/// A *first* run inspects: it has an argument that no run before had, and the
/// buffers that its kernels read have been written since. Others follow at once,
/// with the same arguments. The *later* run is the last of them, so what is made
/// once when an analysis is used again (streams) is made before.
///
//===----------------------------------------------------------------------===//
#include "Extension.h"
#include "Options.h"
#include "Orders.h"
#include "Problem.h"
#include "Report.h"
#include "RoundTrip.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

using namespace sample;
using namespace ordered;

namespace {

/// What is measured of an ordered form: the sum over all its commands.
struct Passage {
  double Seconds = 0, Inspect = 0;
  cl_ulong Levels = 0, Widest = 0, Bytes = 0;
  bool IsReused = true, IsMixed = false;
  cl_uint Executor = ~0u;
};

/// The medians of a form.
struct Form {
  std::string Name;
  cl_uint Order = 0, Workers = 0;
  std::vector<double> First, Later, Inspect, InspectLater;
  Passage Last, LastLater;
};

class Bench {
  Device Dev;
  cl::Program Ordered, Plain;
  int64_t Runs, Again;
  std::vector<Order> Orders;
  std::vector<cl_uint> Workers;

  cl_uint Fresh = 0;

  // Of the present problem:
  const Problem *P = nullptr;
  std::vector<cl::Buffer> Buffers;
  std::vector<std::vector<char>> Expected; ///< Of arrays that are written.

  void reset(bool All);
  std::string check();
  std::vector<cl::Kernel> makeKernels(const cl::Program &From,
                                      const std::string &Instead);
  double runPlain(std::vector<cl::Kernel> &Kernels);
  Passage runOnce(const std::vector<cl::Kernel> &Kernels);
  double runSerial();
  Passage runChecked(const Form &F, const std::vector<cl::Kernel> &Kernels,
                     bool IsFirst);
  void measureForm(Form &F);
  void print(const char *Way, const std::string &WorkersText,
             const std::vector<double> &Times, double Serial);

public:
  Bench(const Device &Dev, int64_t Runs, int64_t Again,
        std::vector<Order> Orders, std::vector<cl_uint> Workers)
      : Dev(Dev), Ordered(buildProgram(Dev, "ordered.cl")),
        Plain(buildProgram(Dev, "ordered.cl", "-DPLAIN")), Runs(Runs),
        Again(Again), Orders(std::move(Orders)), Workers(std::move(Workers)) {}

  void measure(const Problem &Which);
};

} // namespace

/// Brings written arrays back; \p All: writes all others, too, so that no
/// analysis of them can be used again. Those that the loop writes come last, as
/// before the serial loop: what is in the cache then is the same.
void Bench::reset(bool All) {
  auto Write = [&](bool IsWritten) {
    for (size_t I = 0; I < Buffers.size(); ++I)
      if (P->Arrays[I].IsWritten == IsWritten)
        Dev.Queue.enqueueWriteBuffer(Buffers[I], CL_TRUE, 0,
                                     P->Arrays[I].Bytes.size(),
                                     P->Arrays[I].Bytes.data());
  };
  if (All)
    Write(false);
  Write(true);
  Dev.Queue.finish();
}

/// What is wrong with the result; nothing if it is the serial one.
std::string Bench::check() {
  for (size_t I = 0; I < Buffers.size(); ++I) {
    if (!P->Arrays[I].IsWritten)
      continue;
    const size_t Size = Expected[I].size();
    void *Got =
        Dev.Queue.enqueueMapBuffer(Buffers[I], CL_TRUE, CL_MAP_READ, 0, Size);
    const bool IsSame = memcmp(Got, Expected[I].data(), Size) == 0;
    Dev.Queue.enqueueUnmapMemObject(Buffers[I], Got);
    Dev.Queue.finish();
    if (!IsSame)
      return "array " + std::to_string(I) +
             " is not what the serial loop gives";
  }
  return std::string();
}

std::vector<cl::Kernel> Bench::makeKernels(const cl::Program &From,
                                           const std::string &Instead) {
  std::vector<cl::Kernel> Result;
  for (const Launch &L : P->Launches) {
    cl::Kernel K(From, (Instead.empty() ? L.Kernel : Instead).c_str());
    cl_uint At = 0;
    for (const Argument &A : L.Arguments)
      std::visit(
          [&](const auto &Value) {
            using T = std::decay_t<decltype(Value)>;
            if constexpr (std::is_same_v<T, ArrayNumber>)
              K.setArg(At++, Buffers[Value.Number]);
            else
              K.setArg(At++, Value);
          },
          A);
    K.setArg(At, ++Fresh);
    Result.push_back(K);
  }
  return Result;
}

double Bench::runPlain(std::vector<cl::Kernel> &Kernels) {
  reset(false);
  const Stopwatch Watch;
  for (unsigned Step = 0; Step < P->Steps; ++Step)
    for (size_t I = 0; I < Kernels.size(); ++I)
      Dev.Queue.enqueueNDRangeKernel(Kernels[I], cl::NullRange,
                                     P->Launches[I].Range);
  Dev.Queue.finish();
  return Watch.seconds();
}

Passage Bench::runOnce(const std::vector<cl::Kernel> &Kernels) {
  std::vector<cl::Event> Events(Kernels.size() * P->Steps);
  Passage Result;
  const Stopwatch Watch;
  for (unsigned Step = 0; Step < P->Steps; ++Step)
    for (size_t I = 0; I < Kernels.size(); ++I)
      Dev.Queue.enqueueNDRangeKernel(
          Kernels[I], cl::NullRange, P->Launches[I].Range, cl::NullRange,
          nullptr, &Events[Step * Kernels.size() + I]);
  Dev.Queue.finish();
  Result.Seconds = Watch.seconds();
  const auto GetStats =
      findExtension<clGetOrderedStatsTKL_fn>(Dev, "clGetOrderedStatsTKL");
  for (const cl::Event &E : Events) {
    cl_ordered_stats_tkl Stats;
    ::check(GetStats(E(), &Stats), "clGetOrderedStatsTKL");
    Result.Inspect += 1e-9 * double(Stats.inspect_time);
    Result.Levels = std::max(Result.Levels, Stats.levels);
    Result.Widest = std::max(Result.Widest, Stats.widest);
    Result.Bytes = std::max(Result.Bytes, Stats.analysis_size);
    Result.IsReused &= Stats.reused != 0;
    Result.IsMixed |=
        Result.Executor != ~0u && Result.Executor != Stats.executor;
    Result.Executor = Stats.executor;
  }
  return Result;
}

/// Runs the serial loop on a copy, and keeps what it wrote.
double Bench::runSerial() {
  std::vector<char *> At;
  for (size_t I = 0; I < P->Arrays.size(); ++I) {
    const std::vector<char> &Bytes = P->Arrays[I].Bytes;
    if (P->Arrays[I].IsWritten)
      Expected[I] = Bytes;
    At.push_back(P->Arrays[I].IsWritten ? Expected[I].data()
                                        : const_cast<char *>(Bytes.data()));
  }
  const Memory Where(At);
  const Stopwatch Watch;
  P->Serial(Where);
  return Watch.seconds();
}

Passage Bench::runChecked(const Form &F, const std::vector<cl::Kernel> &Kernels,
                          bool IsFirst) {
  reset(IsFirst);
  Passage Now = runOnce(Kernels);
  if (const std::string Wrong = check(); !Wrong.empty())
    throw SetupError(P->Name + ", " + F.Name + ", " +
                     std::to_string(F.Workers) + " workers: " + Wrong);
  return Now;
}

void Bench::measureForm(Form &F) {
  std::vector<cl::Kernel> Kernels = makeKernels(Ordered, "");
  // The driver may compile at a kernel's first launch.
  for (const cl::Kernel &K : Kernels)
    setOrder(K, CL_TASKLET_ORDERED_SERIAL_TKL, F.Workers);
  (void)runOnce(Kernels);
  for (const cl::Kernel &K : Kernels)
    setOrder(K, F.Order, F.Workers);
  ++Fresh; // The warm-up may have left an analysis.
  for (size_t I = 0; I < Kernels.size(); ++I)
    Kernels[I].setArg(cl_uint(P->Launches[I].Arguments.size()), Fresh);
  F.Last = runChecked(F, Kernels, /*IsFirst=*/true);
  F.First.push_back(F.Last.Seconds);
  F.Inspect.push_back(F.Last.Inspect);
  for (int64_t I = 0; I < Again; ++I)
    F.LastLater = runChecked(F, Kernels, /*IsFirst=*/false);
  F.Later.push_back(F.LastLater.Seconds);
  F.InspectLater.push_back(F.LastLater.Inspect);
}

void Bench::print(const char *Way, const std::string &WorkersText,
                  const std::vector<double> &Times, double Serial) {
  std::printf("| %s | %s | | %s | %.3f | | %.2f | | | | | | |\n",
              P->Name.c_str(), Way, WorkersText.c_str(), 1e3 * median(Times),
              Serial / median(Times));
}

void Bench::measure(const Problem &Which) {
  P = &Which;
  Buffers.clear();
  Expected.assign(P->Arrays.size(), {});
  for (const Array &A : P->Arrays)
    Buffers.emplace_back(Dev.Context, CL_MEM_READ_WRITE, A.Bytes.size());
  reset(true);
  (void)runSerial();

  std::vector<double> SerialTimes, PlainTimes, AtomicTimes;
  std::vector<cl::Kernel> PlainKernels, AtomicKernels;
  if (P->HasPlain)
    PlainKernels = makeKernels(Plain, "");
  if (!P->Atomic.empty())
    AtomicKernels = makeKernels(Plain, P->Atomic);
  std::vector<Form> Forms;
  for (cl_uint W : Workers)
    for (const Order &O : Orders) {
      if (P->HasOnlyThinLevels && O.Value == CL_TASKLET_ORDERED_PASSES_TKL)
        continue;
      Form F;
      F.Name = O.Name;
      F.Order = O.Value;
      F.Workers = W;
      Forms.push_back(F);
    }
  for (int64_t Round = 0; Round < Runs; ++Round) {
    SerialTimes.push_back(runSerial());
    if (Round == 0) { // Warm-ups.
      if (P->HasPlain)
        (void)runPlain(PlainKernels);
      if (!P->Atomic.empty())
        (void)runPlain(AtomicKernels);
    }
    if (P->HasPlain) {
      PlainTimes.push_back(runPlain(PlainKernels));
      if (const std::string Wrong = check(); !Wrong.empty())
        throw SetupError(P->Name + " without __ordered: " + Wrong);
    }
    if (!P->Atomic.empty())
      AtomicTimes.push_back(runPlain(AtomicKernels));
    for (Form &F : Forms)
      measureForm(F);
  }

  const double Serial = median(SerialTimes);
  print("serial C++", "1", SerialTimes, Serial);
  if (P->HasPlain)
    print("without `__ordered`", "all", PlainTimes, Serial);
  if (!P->Atomic.empty())
    print("atomics", "all", AtomicTimes, Serial);
  for (const Form &F : Forms)
    std::printf("| %s | %s | %s%s | %u | %.3f | %.3f | %.2f | %.2f | %.3f "
                "| %.3f | %llu | %llu | %.1f%s |\n",
                P->Name.c_str(), F.Name.c_str(), F.Last.IsMixed ? "last: " : "",
                executorName(F.Last.Executor), F.Workers, 1e3 * median(F.First),
                1e3 * median(F.Later), Serial / median(F.First),
                Serial / median(F.Later), 1e3 * median(F.Inspect),
                1e3 * median(F.InspectLater),
                static_cast<unsigned long long>(F.Last.Levels),
                static_cast<unsigned long long>(F.Last.Widest),
                double(F.Last.Bytes) / (1 << 20),
                F.Last.IsReused        ? ", first reused"
                : F.LastLater.IsReused ? ", reused"
                                       : "");
  std::fflush(stdout);
}

/// The processor, as the system tells it.
static std::string processor() {
  std::ifstream In("/proc/cpuinfo");
  std::map<std::string, std::string> Facts;
  int Count = 0;
  for (std::string Line; std::getline(In, Line);) {
    const size_t Colon = Line.find(':');
    if (Colon == std::string::npos)
      continue;
    const std::string Key =
        Line.substr(0, Line.find_last_not_of(" \t", Colon - 1) + 1);
    Count += Key == "processor";
    if (Colon + 2 <= Line.size())
      Facts.emplace(Key, Line.substr(Colon + 2));
  }
  return Facts["model name"] + " (family " + Facts["cpu family"] + ", model " +
         Facts["model"] + "), " + std::to_string(Count) + " processors";
}

/// How many processes want to run, on average of the last minute.
static std::string load() {
  std::ifstream In("/proc/loadavg");
  std::string First;
  In >> First;
  return First.empty() ? "unknown" : First;
}

static std::vector<std::string> split(const std::string &Text) {
  std::vector<std::string> Result;
  std::istringstream In(Text);
  for (std::string Part; std::getline(In, Part, ',');)
    Result.push_back(Part);
  return Result;
}

int main(int Argc, char **Argv) {
  return runSample("bench_ordered", [&] {
    int64_t LogItems = 16, Runs = 5, Again = 2, Seed = 1, Steps = 10;
    std::string Problems = "all",
                OrderNames =
                    "serial,levels,passes,bins,tasks,copies,owners,auto",
                WorkerCounts = "1,2", DeviceName, Marks = "1", Reuse = "on";
    Options Opts("bench_ordered",
                 "Compares ordered kernels with serial loops.");
    Opts.add("log-items", LogItems, 4, 28,
             "work-items, as a power of 2; the paper has 26");
    Opts.add("problems", Problems, "names with commas between, or all");
    Opts.add("orders", OrderNames, "likewise, as in TASKLET_ORDERED");
    Opts.add("workers", WorkerCounts, "numbers with commas between");
    Opts.add("steps", Steps, 1, 1000, "of fdtd-2d; the paper has 10 and 50");
    Opts.add("marks", Marks, "for each element: 1, 1/2, 1/4 and so on");
    Opts.add("reuse", Reuse, "off: each command inspects", {"on", "off"});
    Opts.add("runs", Runs, 1, 1000, "rounds; medians are shown");
    Opts.add("again", Again, 1, 1000,
             "so many runs follow the first; the last is the later one");
    Opts.add("seed", Seed, 0, UINT32_MAX, "of the random numbers");
    Opts.add("device", DeviceName, "part of the device's name");
    if (!Opts.parse(Argc, Argv))
      return 0;
    std::vector<std::string> Names = split(Problems);
    if (Problems == "all")
      Names = problemNames();
    for (const std::string &Name : Names)
      if (std::find(problemNames().begin(), problemNames().end(), Name) ==
          problemNames().end())
        throw UsageError("there is no problem '" + Name + "'");
    std::vector<Order> Orders;
    for (const std::string &Name : split(OrderNames)) {
      const auto Found =
          std::find_if(allOrders().begin(), allOrders().end(),
                       [&](const Order &O) { return O.Name == Name; });
      if (Found == allOrders().end())
        throw UsageError("there is no order '" + Name + "'");
      Orders.push_back(*Found);
    }
    std::vector<cl_uint> Workers;
    for (const std::string &Text : split(WorkerCounts)) {
      const int Count = std::atoi(Text.c_str());
      if (Count < 1 || Count > 1024)
        throw UsageError("'" + Text + "' is no number of workers");
      Workers.push_back(static_cast<cl_uint>(Count));
    }

    // The library reads them when the context is made, and checks them.
    setenv("TASKLET_ORDERED_MARKS", Marks.c_str(), 1);
    if (Reuse == "off")
      setenv("TASKLET_ORDERED_KEEP", "0", 1);
    Bench B(openDevice(DeviceName), Runs, Again, Orders, Workers);
    const std::string LoadBefore = load();
    const double TripBefore = roundTripTime();
    std::printf(
        "%s; 2^%lld items, std::mt19937 with seed %lld, %lld steps of fdtd-2d, "
        "%s mark for each element, reuse %s, medians of %lld runs, each with "
        "%lld "
        "after it.\n\n",
        processor().c_str(), static_cast<long long>(LogItems),
        static_cast<long long>(Seed), static_cast<long long>(Steps),
        Marks.c_str(), Reuse.c_str(), static_cast<long long>(Runs),
        static_cast<long long>(Again));
    std::printf(
        "| problem | order | ran as | workers | first, ms | later, ms | "
        "serial/first | serial/later | inspected, ms | later, ms | levels | "
        "widest | MiB |\n"
        "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (const std::string &Name : Names)
      B.measure(
          makeProblem(Name, {size_t(1) << LogItems, static_cast<uint32_t>(Seed),
                             static_cast<unsigned>(Steps)}));
    std::printf(
        "\nLoad of the machine: %s before, %s after. A cache line took "
        "%.0f ns to another processor and back before, %.0f ns after.\n",
        LoadBefore.c_str(), load().c_str(), TripBefore, roundTripTime());
    return 0;
  });
}
