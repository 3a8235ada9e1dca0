//===- Command.h - A command that is waited for in turns --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_UTS_MPI_COMMAND_H
#define TASKLET_SAMPLES_UTS_MPI_COMMAND_H

#include <CL/opencl.hpp>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

/// A kernel command and a command after it that reads the result, as World's
/// forEach wants what has been started. OpenCL can only wait without an end, so
/// the event tells a condition variable. Its callback runs in a thread of the
/// driver, which must not call MPI, and does not.
class Command {
public:
  /// \p Done is called by waitFor() when both are complete.
  Command(cl::Event Kernel, cl::Event Read, std::function<void()> Done)
      : Kernel(std::move(Kernel)), Read(std::move(Read)),
        Done(std::move(Done)) {
    // The callback may come later than the end of this object.
    auto Kept = std::make_unique<std::shared_ptr<Ending>>(End);
    this->Read.setCallback(CL_COMPLETE, &tell, Kept.get());
    (void)Kept.release();
  }

  /// True when both are complete; throws cl::Error if one failed.
  bool waitFor(std::chrono::microseconds Most) {
    std::unique_lock<std::mutex> Lock(End->Guard);
    if (!End->Changed.wait_for(Lock, Most, [&] { return End->Status <= 0; }))
      return false;
    if (End->Status < 0) {
      // The reading command only says that the one before it failed.
      const cl_int Why = Kernel.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
      throw cl::Error(Why < 0 ? Why : End->Status, "the kernel command");
    }
    Done();
    return true;
  }

private:
  struct Ending {
    std::mutex Guard;
    std::condition_variable Changed;
    cl_int Status = CL_QUEUED;
  };

  static void CL_CALLBACK tell(cl_event, cl_int Status, void *Kept) {
    const std::unique_ptr<std::shared_ptr<Ending>> Mine(
        static_cast<std::shared_ptr<Ending> *>(Kept));
    const std::lock_guard<std::mutex> Lock((*Mine)->Guard);
    (*Mine)->Status = Status;
    (*Mine)->Changed.notify_one();
  }

  cl::Event Kernel, Read;
  std::function<void()> Done;
  std::shared_ptr<Ending> End = std::make_shared<Ending>();
};

#endif
