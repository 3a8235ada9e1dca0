//===- Compare.cpp - Run ordered kernels beside their oracles -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Print.h"
#include "Random.h"

#include "CL/cl_tkl_tasklets.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <sys/mman.h>

using namespace tasklet::fuzz;

namespace tasklet::ordered {
namespace {

struct Rec {
  cl_uint A;
  cl_ushort B, C;
  cl_uint D[2];
};

constexpr std::pair<const char *, cl_uint> Modes[] = {
    {"serial", CL_TASKLET_ORDERED_SERIAL_TKL},
    {"levels", CL_TASKLET_ORDERED_LEVELS_TKL},
    {"passes", CL_TASKLET_ORDERED_PASSES_TKL},
    {"bins", CL_TASKLET_ORDERED_BINS_TKL},
    {"tasks", CL_TASKLET_ORDERED_TASKS_TKL},
    {"copies", CL_TASKLET_ORDERED_COPIES_TKL},
    {"owners", CL_TASKLET_ORDERED_OWNERS_TKL},
    {"auto", CL_TASKLET_ORDERED_AUTO_TKL}};
constexpr cl_uint WorkerCounts[] = {1, 2, 5};

using Bytes = std::vector<unsigned char>;
using Memory = std::shared_ptr<_cl_mem>;

template <typename T, typename Fn> void fill(Bytes &Data, Fn Value) {
  for (size_t At = 0; At + sizeof(T) <= Data.size(); At += sizeof(T)) {
    T Each = static_cast<T>(Value());
    std::memcpy(&Data[At], &Each, sizeof(T));
  }
}

/// The content of the buffers before the command. Where there are floats, they
/// are small.
std::vector<Bytes> contentOf(const Program &P) {
  std::vector<Bytes> All;
  fuzz::Random R(P.Seed);
  for (unsigned I = 0; I < P.Roots.size(); ++I) {
    Bytes Data(P.Roots[I]);
    Element Type = Element::UInt;
    for (const Param &A : P.Params)
      if (A.Root == I && A.Type != Element::Char)
        Type = A.Type;
    if (Type == Element::Float)
      fill<float>(Data, [&] { return R.below(1000) * 0.25f; });
    else if (Type == Element::Double)
      fill<double>(Data, [&] { return R.below(1000) * 0.25; });
    else {
      // Small numbers, where indexes meet. Many of them make chains.
      static const unsigned Chances[] = {0, 0, 1, 4, 40};
      unsigned Small = Chances[R.below(5)];
      fill<cl_uint>(Data, [&]() -> cl_uint {
        return R.percent(Small) ? R.below(8) : static_cast<cl_uint>(R.bits());
      });
    }
    All.push_back(std::move(Data));
  }
  return All;
}

class Runner {
  const Device &D;
  const Program &P;
  const std::string Name;
  std::vector<Bytes> Start;
  std::vector<Memory> Roots, Parts;
  std::vector<bool> MayBeWritten; ///< of each root
  bool Conflicts = false;         ///< Levels have found some, or a chain.
  cl_uint Value;                  ///< of the arguments that are no memory

  void makeMemory();
  std::shared_ptr<_cl_kernel> makeKernel(const std::string &Name);
  void setContent(cl_command_queue Queue, bool All);
  void setValues(cl_kernel K);
  void writeRoot(cl_command_queue Queue, size_t Which);
  void changeContent(cl_command_queue Queue);
  std::vector<Bytes> runOracle(cl_command_queue Queue, bool All);
  std::string runOnce(cl_command_queue Queue, cl_kernel Kernel,
                      const std::vector<Bytes> &Expected, Coverage &C,
                      cl_ordered_stats_tkl &Stats);
  std::vector<Bytes> content(cl_command_queue Queue);
  std::string compare(const std::vector<Bytes> &Expected,
                      const std::vector<Bytes> &Got) const;

public:
  Runner(const Device &D, const Program &P, const std::string &Name)
      : D(D), P(P), Name(Name), Start(contentOf(P)),
        Value(P.HasSmallScalar ? P.Seed % (MostScalar + 1)
                               : static_cast<cl_uint>(P.Seed * 5 + 3)) {
    MayBeWritten.resize(P.Roots.size());
    for (const Param &A : P.Params)
      if (A.K != Param::ReadOnly)
        MayBeWritten[A.Root] = true;
  }
  std::string run(Coverage &C);
};

} // namespace

void Runner::makeMemory() {
  cl_int Status;
  for (const Bytes &Each : Start) {
    // No buffer is empty, and each has room for a word.
    Roots.emplace_back(clCreateBuffer(D.context(), CL_MEM_READ_WRITE,
                                      Each.size(), nullptr, &Status),
                       clReleaseMemObject);
    check(Status, "clCreateBuffer");
  }
  for (const Param &A : P.Params) {
    cl_buffer_region Region = {A.Offset, A.Size * sizeOf(A.Type)};
    if (Region.origin == 0 && Region.size == P.Roots[A.Root]) {
      Parts.push_back(Roots[A.Root]);
      continue;
    }
    Parts.emplace_back(clCreateSubBuffer(Roots[A.Root].get(), CL_MEM_READ_WRITE,
                                         CL_BUFFER_CREATE_TYPE_REGION, &Region,
                                         &Status),
                       clReleaseMemObject);
    check(Status, "clCreateSubBuffer");
  }
}

std::shared_ptr<_cl_kernel> Runner::makeKernel(const std::string &Name) {
  cl_int Status;
  std::shared_ptr<_cl_kernel> K(
      clCreateKernel(D.program(), Name.c_str(), &Status), clReleaseKernel);
  check(Status, "clCreateKernel");
  cl_uint Index = 0;
  auto Set = [&](size_t Size, const void *Value) {
    check(clSetKernelArg(K.get(), Index++, Size, Value), "clSetKernelArg");
  };
  for (const Memory &Part : Parts) {
    cl_mem Handle = Part.get();
    Set(sizeof(Handle), &Handle);
  }
  setValues(K.get());
  return K;
}

void Runner::setValues(cl_kernel K) {
  cl_uint Index = static_cast<cl_uint>(P.Params.size());
  check(clSetKernelArg(K, Index++, sizeof(Value), &Value), "clSetKernelArg");
  Rec Arg = {Value / 3, 2, 3, {4, Value}};
  if (P.HasArgument)
    check(clSetKernelArg(K, Index, sizeof(Arg), &Arg), "clSetKernelArg");
}

void Runner::writeRoot(cl_command_queue Queue, size_t Which) {
  check(clEnqueueWriteBuffer(Queue, Roots[Which].get(), CL_TRUE, 0,
                             Start[Which].size(), Start[Which].data(), 0,
                             nullptr, nullptr),
        "clEnqueueWriteBuffer");
}

/// \p All: also of what the kernel only reads.
void Runner::setContent(cl_command_queue Queue, bool All) {
  for (size_t I = 0; I < Roots.size(); ++I)
    if (All || MayBeWritten[I])
      writeRoot(Queue, I);
}

std::vector<Bytes> Runner::content(cl_command_queue Queue) {
  std::vector<Bytes> Got = Start;
  for (size_t I = 0; I < Roots.size(); ++I)
    check(clEnqueueReadBuffer(Queue, Roots[I].get(), CL_TRUE, 0, Got[I].size(),
                              Got[I].data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  return Got;
}

std::string Runner::compare(const std::vector<Bytes> &Expected,
                            const std::vector<Bytes> &Got) const {
  for (size_t I = 0; I < Expected.size(); ++I)
    for (size_t At = 0; At + 4 <= Expected[I].size() || At < Expected[I].size();
         At += 4) {
      size_t Size = std::min<size_t>(4, Expected[I].size() - At);
      cl_uint Wanted = 0, There = 0;
      std::memcpy(&Wanted, &Expected[I][At], Size);
      std::memcpy(&There, &Got[I][At], Size);
      if (Wanted != There)
        return "buffer " + std::to_string(I) + ", byte " + std::to_string(At) +
               ": " + std::to_string(There) + " instead of " +
               std::to_string(Wanted);
    }
  return "";
}

/// Changes something that the kernel only reads, if there is any.
void Runner::changeContent(cl_command_queue Queue) {
  for (size_t I = 0; I < Start.size(); ++I)
    if (size_t Which = (I + P.Seed) % Start.size(); !MayBeWritten[Which]) {
      std::rotate(Start[Which].begin(),
                  Start[Which].begin() + Start[Which].size() / 16 * 8,
                  Start[Which].end());
      writeRoot(Queue, Which);
      return;
    }
}

std::vector<Bytes> Runner::runOracle(cl_command_queue Queue, bool All) {
  cl_uint Numbers[9];
  for (int I = 0; I < 3; ++I) {
    Numbers[I] = P.Global[I];
    Numbers[3 + I] = P.Offset[I];
    Numbers[6 + I] = P.Local[I];
  }
  cl_int Status;
  Memory Range(clCreateBuffer(D.context(),
                              CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                              sizeof(Numbers), Numbers, &Status),
               clReleaseMemObject);
  check(Status, "clCreateBuffer");
  std::shared_ptr<_cl_kernel> Oracle = makeKernel(Name + "_oracle");
  cl_mem Handle = Range.get();
  check(clSetKernelArg(Oracle.get(), P.Params.size() + 1 + P.HasArgument,
                       sizeof(Handle), &Handle),
        "clSetKernelArg");
  setContent(Queue, All);
  size_t One = 1;
  check(clEnqueueNDRangeKernel(Queue, Oracle.get(), 1, nullptr, &One, &One, 0,
                               nullptr, nullptr),
        "clEnqueueNDRangeKernel of the oracle");
  return content(Queue);
}

/// Empty, or what is wrong.
std::string Runner::runOnce(cl_command_queue Queue, cl_kernel Kernel,
                            const std::vector<Bytes> &Expected, Coverage &C,
                            cl_ordered_stats_tkl &Stats) {
  cl_platform_id Platform;
  check(clGetPlatformIDs(1, &Platform, nullptr), "clGetPlatformIDs");
  auto GetStats = reinterpret_cast<clGetOrderedStatsTKL_fn>(
      clGetExtensionFunctionAddressForPlatform(Platform,
                                               "clGetOrderedStatsTKL"));
  cl_event Event = nullptr;
  check(clEnqueueNDRangeKernel(Queue, Kernel, P.Dimensions, P.Offset, P.Global,
                               P.HasLocal ? P.Local : nullptr, 0, nullptr,
                               &Event),
        "clEnqueueNDRangeKernel");
  std::string Text = compare(Expected, content(Queue));
  check(clWaitForEvents(1, &Event), "clWaitForEvents");
  check(GetStats(Event, &Stats), "clGetOrderedStatsTKL");
  clReleaseEvent(Event);
  if (!Text.empty())
    return "(executor " + std::to_string(Stats.executor) +
           (Stats.streamed ? ", streams" : "") + "): " + Text;
  // Without an inspector.
  const bool IsShown = Stats.executor == CL_TASKLET_ORDERED_LEVELS_TKL &&
                       Stats.passes == 0 && !Stats.reused;
  if (IsShown && Conflicts)
    return "the addresses are said to have no conflict, but there are some";
  C.Independent += IsShown;
  ++C.Commands;
  C.Streamed += Stats.streamed;
  C.Owned += Stats.executor == CL_TASKLET_ORDERED_OWNERS_TKL;
  if (Stats.executor == CL_TASKLET_ORDERED_COPIES_TKL)
    ++C.Copies;
  else if (Stats.executor != CL_TASKLET_ORDERED_SERIAL_TKL)
    ++C.Inspected;
  if (Stats.executor == CL_TASKLET_ORDERED_LEVELS_TKL ||
      Stats.executor == CL_TASKLET_ORDERED_PASSES_TKL ||
      Stats.executor == CL_TASKLET_ORDERED_TASKS_TKL) {
    C.Levels += Stats.levels;
    C.Conflicts += Stats.conflicts;
  }
  return "";
}

std::string Runner::run(Coverage &C) {
  // Those of one process; its end releases them.
  static std::vector<cl_command_queue> Queues;
  cl_int Status;
  if (Queues.empty())
    for (const auto &[Mode, Number] : Modes)
      for (cl_uint Workers : WorkerCounts) {
        const cl_queue_properties List[] = {
            CL_QUEUE_TASKLET_ORDERED_TKL, Number, CL_QUEUE_TASKLET_WORKERS_TKL,
            Workers, 0};
        Queues.push_back(clCreateCommandQueueWithProperties(D.context(), D.id(),
                                                            List, &Status));
        check(Status, "clCreateCommandQueueWithProperties");
      }
  makeMemory();
  std::vector<Bytes> Expected = runOracle(Queues[0], true);
  std::shared_ptr<_cl_kernel> Kernel = makeKernel(Name);
  const auto Try = [&](size_t Which, bool All, const char *When) {
    setContent(Queues[Which], All);
    cl_ordered_stats_tkl Stats = {};
    std::string Text = runOnce(Queues[Which], Kernel.get(), Expected, C, Stats);
    if (Modes[Which / std::size(WorkerCounts)].second ==
        CL_TASKLET_ORDERED_LEVELS_TKL)
      Conflicts = Stats.conflicts != 0 ||
                  Stats.executor == CL_TASKLET_ORDERED_SERIAL_TKL;
    return Text.empty()
               ? Text
               : std::string(Modes[Which / std::size(WorkerCounts)].first) +
                     ", " +
                     std::to_string(
                         WorkerCounts[Which % std::size(WorkerCounts)]) +
                     " workers, " + When + " " + Text;
  };
  for (size_t Which = 0; Which < Queues.size(); ++Which)
    if (std::string Text = Try(Which, true, "at first"); !Text.empty())
      return Text;
  // What is read again may be in streams, and some of it changes. Memory that has
  // changed is left out for some commands. And who comes again may get another order.
  for (size_t I = 0; I < Queues.size(); ++I) {
    const cl_uint Mode = Modes[I / std::size(WorkerCounts)].second;
    if (Mode != CL_TASKLET_ORDERED_LEVELS_TKL &&
        Mode != CL_TASKLET_ORDERED_AUTO_TKL)
      continue;
    static const char *const When[] = {"again", "with other content",
                                       "with other values"};
    for (int Part = 0; Part < 3; ++Part) {
      if (Part == 1)
        changeContent(Queues[0]);
      if (Part == 2) {
        Value = P.HasSmallScalar ? (Value + 1) % (MostScalar + 1) : Value + 1;
        setValues(Kernel.get());
        Conflicts = false; // Nobody has counted them.
      }
      if (Part)
        Expected = runOracle(Queues[0], false);
      for (int Run = 0; Run < (Part == 1 ? 5 : 3); ++Run)
        if (std::string Text = Try(I, false, When[Part]); !Text.empty())
          return Text;
    }
  }
  return "";
}

std::vector<Report> compareWithOracle(const std::vector<Program> &All,
                                      const Settings &S, Coverage *C) {
  // Programs run in a child.
  void *Place = mmap(nullptr, sizeof(Coverage), PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Place == MAP_FAILED)
    throw std::runtime_error("no memory to share");
  auto *Seen = new (Place) Coverage;
  std::vector<Program> Some;
  auto Part = [&](size_t From, size_t To) {
    Some.assign(All.begin() + From, All.begin() + To);
    return Batch{
        Some.size(), print(Some), [&](Device &D, size_t I) {
          return Runner(D, Some[I], "p" + std::to_string(I)).run(*Seen);
        }};
  };
  std::vector<Report> Reports = runEach(All.size(), Part, S);
  if (C) {
    C->Commands += Seen->Commands;
    C->Inspected += Seen->Inspected;
    C->Copies += Seen->Copies;
    C->Owned += Seen->Owned;
    C->Streamed += Seen->Streamed;
    C->Independent += Seen->Independent;
    C->Levels += Seen->Levels;
    C->Conflicts += Seen->Conflicts;
  }
  munmap(Place, sizeof(Coverage));
  return Reports;
}

} // namespace tasklet::ordered
