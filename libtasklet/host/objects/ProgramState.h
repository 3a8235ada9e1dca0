//===- ProgramState.h - What we know about a cl_program ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The application's handle is a program that the driver made from the same
/// source. So the driver answers whatever this library does not know about. A
/// program that uses the additions gets a second driver program, made from
/// compiled bitcode. Its kernels come from that one.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_PROGRAMSTATE_H
#define TASKLET_HOST_OBJECTS_PROGRAMSTATE_H

#include "compile/Compiler.h"
#include "support/ObjectTable.h"
#include "support/OpenCL.h"

#include <atomic>
#include <map>
#include <optional>
#include <vector>

namespace tasklet {

/// The second driver program, for all devices that it was built for.
struct BuiltProgram {
  BuiltProgram() = default;
  BuiltProgram(const BuiltProgram &) = delete;
  BuiltProgram &operator=(const BuiltProgram &) = delete;
  ~BuiltProgram();

  cl_program Program = nullptr;
  cl_kernel Dispatch = nullptr; ///< null if no kernel spawns
  /// Held from setting the dispatch kernel's argument to its enqueue.
  std::mutex DispatchMutex;
  Manifest Info;
  /// For each of the devices, a number. Those with the same number got the same
  /// bitcode, so that tasks can go from one to the other.
  std::map<cl_device_id, size_t> Forms;
  /// The number of \p Device, or of the device that it is part of; nothing if
  /// the program was not built for it.
  std::optional<size_t> formFor(cl_device_id Device) const;
  bool TellsArguments = false; ///< built with -cl-kernel-arg-info
  /// The user has been told that it looks for races without TASKLET_CHECK, and
  /// that a program that checks is not traced.
  std::atomic<bool> SaidThatItChecks{false}, SaidThatNothingIsTraced{false};
};

/// What our compiler last made for one device, from source or by linking.
struct DeviceBuild {
  cl_build_status Status = CL_BUILD_NONE;
  std::string Options;
  std::string Log;
  std::string Bitcode;
  /// What Bitcode is, if Status is success.
  cl_program_binary_type Type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;

  bool isObject() const {
    return Status == CL_BUILD_SUCCESS &&
           Type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  }
};

/// What a build gets besides the source.
struct BuildInput {
  std::string Options;
  std::vector<SourceHeader> Headers;
  bool Object = false; ///< clCompileProgram
};

/// A source that the driver has compiled.
struct Piece {
  std::string Source;
  BuildInput Input;
};

class ProgramState {
public:
  /// \p Source is empty for programs made from bitcode.
  ProgramState(cl_program App, cl_context Context, std::string Source)
      : App(App), Context(Context), Source(std::move(Source)) {}

  const cl_program App;
  const cl_context Context;
  const std::string Source;
  /// For a program that the application made from extended bitcode. Objects are
  /// as they came; other bitcode is lowered.
  std::map<cl_device_id, CompileResult> Given;

  /// Guards what follows.
  std::mutex Mutex;
  /// What the driver compiled or linked this program from, if it did. To be
  /// linked with tasks, these pieces are compiled again.
  std::vector<Piece> Pieces;
  /// The application's options, for devices whose driver got other ones.
  std::map<cl_device_id, std::string> AppOptions;
  /// Empty if the last build went to the driver, or there was none.
  std::map<cl_device_id, DeviceBuild> Builds;
  /// Null unless at least one of Builds succeeded and made an executable.
  std::shared_ptr<BuiltProgram> Built;

  /// Kernels keep their program alive, as in any driver.
  void attachKernel();
  void detachKernel();
  bool hasKernels();

  void retain();
  /// Called before the driver's reference is released.
  void release();

private:
  std::mutex CountMutex;
  unsigned AppReferences = 1, Kernels = 0;
};

ObjectTable<cl_program, ProgramState> &programs();

} // namespace tasklet

#endif
