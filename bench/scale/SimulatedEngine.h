//===- SimulatedEngine.h - Programs on processors that are not there -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SCALE_SIMULATEDENGINE_H
#define TASKLET_BENCH_SCALE_SIMULATEDENGINE_H

#include "Engine.h"
#include "Machine.h"

#include "compile/Manifest.h"

namespace scale {

/// Runs commands as docs/abi.md, section 3, has it, with the host library's own
/// layout of the heap, on simulated processors. Programs are libraries that
/// were compiled for it, scale/NAME.so beside this program. Times of a run are
/// simulated ones; kernels that only spawn root tasks take none.
class SimulatedEngine : public gpu::Engine {
public:
  SimulatedEngine(const Topology &Machine, unsigned Workers,
                  double UnitNanoseconds);
  ~SimulatedEngine() override;

  std::string describe() const override;
  std::unique_ptr<gpu::Buffer> allocate(size_t Bytes) override;
  void write(gpu::Buffer &To, const void *From, size_t Bytes) override;
  void read(const gpu::Buffer &From, void *To, size_t Bytes) override;
  void load(const std::string &Name) override;
  gpu::Run run(const std::string &Kernel,
               const std::vector<gpu::Argument> &Arguments) override;
  void loadPtx(const std::string &Name) override;
  double launch(const std::string &Kernel,
                const std::vector<gpu::Argument> &Arguments, size_t Items,
                size_t Group) override;

  /// Of the last run.
  Outcome Last;

private:
  void *find(const std::string &Name) const;
  char *take(size_t Bytes);

  Topology Machine;
  unsigned Workers;
  double Unit;
  char *Begin;     ///< All memory of the machine.
  size_t Used = 0; ///< of it
  void *Library = nullptr;
  tasklet::Manifest Program;
};

} // namespace scale

#endif
