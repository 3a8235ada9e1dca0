//===- SimulatedEngine.cpp - Programs on processors that are not there ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "SimulatedEngine.h"
#include "Fields.h"
#include "ProgramFile.h"

#include "heap/HeapLayout.h"
#include "heap/Statistics.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>

using namespace scale;
using gpu::Failure;

namespace {

/// Of the machine; it costs nothing until it is touched.
constexpr size_t MemoryBytes = size_t(16) << 30;
constexpr size_t HeapBytes = size_t(2) << 30;

struct Place : gpu::Buffer {
  explicit Place(char *At) : At(At) {}
  char *At;
};

char *at(const gpu::Buffer &Of) { return static_cast<const Place &>(Of).At; }

/// Kernels take at most so many words, with the heap. More than a kernel has do
/// no harm: the caller removes them.
constexpr size_t MostWords = 10;

} // namespace

SimulatedEngine::SimulatedEngine(const Topology &Machine, unsigned Workers,
                                 double UnitNanoseconds)
    : Machine(Machine), Workers(Workers), Unit(UnitNanoseconds) {
  void *Made = mmap(nullptr, MemoryBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Made == MAP_FAILED)
    throw Failure("there is no address space for the memory of the machine");
  Begin = static_cast<char *>(Made);
}

SimulatedEngine::~SimulatedEngine() {
  munmap(Begin, MemoryBytes);
  if (Library)
    dlclose(Library);
}

std::string SimulatedEngine::describe() const {
  return std::to_string(Machine.Processors) + " simulated processors";
}

char *SimulatedEngine::take(size_t Bytes) {
  const size_t Rounded = (Bytes + 4095) / 4096 * 4096;
  if (Rounded > MemoryBytes - Used)
    throw Failure("the simulated machine has no more memory");
  Used += Rounded;
  return Begin + Used - Rounded;
}

std::unique_ptr<gpu::Buffer> SimulatedEngine::allocate(size_t Bytes) {
  return std::make_unique<Place>(take(Bytes));
}

void SimulatedEngine::write(gpu::Buffer &To, const void *From, size_t Bytes) {
  memcpy(at(To), From, Bytes);
}

void SimulatedEngine::read(const gpu::Buffer &From, void *To, size_t Bytes) {
  memcpy(To, at(From), Bytes);
}

void SimulatedEngine::load(const std::string &Name) {
  std::string Error;
  if (!tasklet::Manifest::parse(gpu::readProgram("scale/" + Name + ".json"),
                                Program, Error))
    throw Failure("the manifest of " + Name + " is wrong: " + Error);
  if (Library)
    dlclose(Library);
  const std::string File = gpu::programPath("scale/" + Name + ".so");
  Library = dlopen(File.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    throw Failure("cannot load " + Name + ": " + dlerror());
}

void *SimulatedEngine::find(const std::string &Name) const {
  void *Found = Library ? dlsym(Library, Name.c_str()) : nullptr;
  if (!Found)
    throw Failure("the program has no kernel '" + Name + "'");
  return Found;
}

static void call(void *Kernel, const std::vector<gpu::Argument> &Arguments,
                 char *Heap) {
  if (Arguments.size() >= MostWords)
    throw Failure("a kernel has more arguments than the simulation passes on");
  uint64_t W[MostWords] = {};
  size_t Count = 0;
  for (const gpu::Argument &Each : Arguments) {
    if (gpu::Buffer *const *Memory = std::get_if<gpu::Buffer *>(&Each))
      W[Count++] = reinterpret_cast<uint64_t>(at(**Memory));
    else if (const int32_t *Signed = std::get_if<int32_t>(&Each))
      W[Count++] = uint64_t(int64_t(*Signed));
    else
      W[Count++] = std::get<uint32_t>(Each);
  }
  W[Count] = reinterpret_cast<uint64_t>(Heap);
  using Function = void(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                        uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
  reinterpret_cast<Function *>(Kernel)(W[0], W[1], W[2], W[3], W[4], W[5], W[6],
                                       W[7], W[8], W[9]);
}

gpu::Run SimulatedEngine::run(const std::string &Kernel,
                              const std::vector<gpu::Argument> &Arguments) {
  const tasklet::ManifestKernel *Info = Program.findKernel(Kernel);
  if (!Info || Info->Mode != tasklet::LaunchMode::Tasks)
    throw Failure("the program has no kernel '" + Kernel + "' with tasks");
  tasklet::HeapRequest Request = {};
  Request.HeapSize = Request.MaxAllocation = HeapBytes;
  Request.WorkItems = 1;
  Request.Workers = Workers;
  Request.RootBytes = Info->RootBytes;
  Request.RecordSize = Program.RecordSize;
  Request.ChunkSize = Program.ChunkSize;
  tkl_heap_header Header;
  std::string Error;
  if (!tasklet::layOutHeap(Request, Header, Error))
    throw Failure("kernel '" + Kernel + "' cannot start: " + Error);

  const size_t Kept = Used;
  char *Heap = take(Header.size);
  madvise(Heap, Header.size, MADV_DONTNEED); // It reads as 0 from here on.
  memcpy(Heap, &Header, sizeof(Header));
  call(find(Kernel), Arguments, Heap);
  auto *Dispatch = reinterpret_cast<void (*)(char *)>(find("__tkl_dispatch"));
  Last = simulate(Machine, Workers, Unit,
                  {Begin, Used,
                   [&](const char *At) {
                     return At < Heap ? std::string("memory of the program")
                                      : fieldAt(Header, uint64_t(At - Heap));
                   }},
                  [&] { Dispatch(Heap); });

  const auto &Answer = *reinterpret_cast<const tkl_heap_header *>(Heap);
  const auto &Services = *reinterpret_cast<const tkl_services *>(
      Heap + tasklet::blockBytes(Workers) - sizeof(tkl_services));
  if (Answer.status != TKL_OK)
    throw Failure(tasklet::describeFault(Kernel, Answer, Request, Services));
  const cl_tasklet_stats_tkl Stats = tasklet::Statistics(Answer).Total;
  Used = Kept;
  return {Last.Nanoseconds / 1e9,
          Last.Nanoseconds / 1e9,
          Stats.heap_size,
          Stats.heap_used,
          Stats.tasks,
          Stats.steals,
          Stats.blocked};
}

void SimulatedEngine::loadPtx(const std::string &) {
  throw Failure("the simulated machine takes no PTX");
}

double SimulatedEngine::launch(const std::string &,
                               const std::vector<gpu::Argument> &, size_t,
                               size_t) {
  throw Failure("the simulated machine runs only kernels with tasks");
}
