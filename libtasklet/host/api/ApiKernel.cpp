//===- ApiKernel.cpp - OpenCL functions on kernels ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "CL/cl_tkl_tasklets.h"
#include "build/ProgramBuild.h"
#include "objects/ContextState.h"
#include "objects/KeptAnalyses.h"

#include "objects/KernelNames.h"
#include "objects/KernelState.h"
#include "objects/KernelUses.h"
#include <array>

using namespace tasklet;

namespace {

/// Where the kernels of a program come from.
struct KernelSource {
  std::shared_ptr<ProgramState> State; ///< null: a program we do not know
  std::shared_ptr<BuiltProgram> Built; ///< null: the driver, or nobody
  bool Failed = false;                 ///< Nobody has them.

  explicit KernelSource(cl_program Program) : State(programs().find(Program)) {
    if (!State)
      return;
    std::lock_guard<std::mutex> Lock(State->Mutex);
    Built = State->Built;
    Failed = !Built && !State->Builds.empty();
  }
};

} // namespace

static cl_kernel createTracked(const KernelSource &From,
                               const std::string &Name, cl_int &Error) {
  cl_kernel Kernel =
      next().clCreateKernel(From.Built->Program, Name.c_str(), &Error);
  if (Kernel)
    kernels().insert(
        Kernel, std::make_shared<KernelState>(From.State, From.Built, Name));
  return Kernel;
}

CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program Program,
                                                  const char *Name,
                                                  cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> cl_kernel {
    KernelSource From(Program);
    if (From.Failed) {
      Error = CL_INVALID_PROGRAM_EXECUTABLE;
      return nullptr;
    }
    if (!From.Built || !Name)
      return next().clCreateKernel(Program, Name, &Error);
    if (isHiddenKernel(Name)) {
      Error = CL_INVALID_KERNEL_NAME;
      return nullptr;
    }
    return createTracked(From, Name, Error);
  });
}

CL_API_ENTRY cl_kernel CL_API_CALL clCreateTaskletKernelTKL(cl_program Program,
                                                            const char *Task,
                                                            cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> cl_kernel {
    KernelSource From(Program);
    if (!Task)
      Error = CL_INVALID_VALUE;
    else if (!From.Built)
      Error = From.State ? CL_INVALID_PROGRAM_EXECUTABLE : CL_INVALID_PROGRAM;
    else if (!From.Built->Info.findKernel(startKernelName(Task)))
      Error = CL_INVALID_KERNEL_NAME;
    else
      return createTracked(From, startKernelName(Task), Error);
    return nullptr;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCreateKernelsInProgram(cl_program Program,
                                                         cl_uint NumKernels,
                                                         cl_kernel *Kernels,
                                                         cl_uint *NumRet) {
  return guarded([&]() -> cl_int {
    KernelSource From(Program);
    if (From.Failed)
      return CL_INVALID_PROGRAM_EXECUTABLE;
    if (!From.Built)
      return next().clCreateKernelsInProgram(Program, NumKernels, Kernels,
                                             NumRet);
    std::vector<std::string> Names = visibleKernelNames(From.Built->Program);
    if (Kernels && NumKernels < Names.size())
      return CL_INVALID_VALUE;
    for (size_t I = 0; Kernels && I < Names.size(); ++I) {
      cl_int Error = CL_SUCCESS;
      Kernels[I] = createTracked(From, Names[I], Error);
      if (Kernels[I])
        continue;
      while (I--) {
        kernels().erase(Kernels[I]);
        next().clReleaseKernel(Kernels[I]);
      }
      return Error;
    }
    if (NumRet)
      *NumRet = static_cast<cl_uint>(Names.size());
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_kernel CL_API_CALL clCloneKernel(cl_kernel Source,
                                                 cl_int *ErrorRet) {
  return guardedCreate(ErrorRet, [&](cl_int &Error) -> cl_kernel {
    if (!next().clCloneKernel) {
      Error = CL_INVALID_OPERATION;
      return nullptr;
    }
    cl_kernel Kernel = next().clCloneKernel(Source, &Error);
    if (!Kernel)
      return nullptr;
    if (std::shared_ptr<KernelUses> Uses = kernelUses().find(Source))
      usesOfKernel(Kernel)->copyFrom(*Uses);
    if (std::shared_ptr<KernelState> State = kernels().find(Source))
      kernels().insert(Kernel, State->clone());
    return Kernel;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainKernel(cl_kernel Kernel) {
  return guarded([&] {
    if (std::shared_ptr<KernelState> State = kernels().find(Kernel))
      ++State->AppReferences;
    return next().clRetainKernel(Kernel);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel Kernel) {
  return guarded([&] {
    std::shared_ptr<KernelState> State = kernels().find(Kernel);
    std::shared_ptr<ContextState> Context;
    if (State && --State->AppReferences == 0) {
      Context = contexts().find(State->Program->Context);
      kernels().erase(Kernel);
    }
    State.reset();
    if (Context)
      Context->Analyses->purge();
    cl_uint References = 0;
    if (next().clGetKernelInfo(Kernel, CL_KERNEL_REFERENCE_COUNT,
                               sizeof(References), &References,
                               nullptr) == CL_SUCCESS &&
        References == 1)
      kernelUses().erase(Kernel);
    return next().clReleaseKernel(Kernel);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel Kernel, cl_uint Index,
                                               size_t Size, const void *Value) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<KernelState> State = kernels().find(Kernel);
    if (State && State->isHiddenArgument(Index))
      return CL_INVALID_ARG_INDEX;
    cl_int Error = next().clSetKernelArg(Kernel, Index, Size, Value);
    if (Error != CL_SUCCESS)
      return Error;
    if (State)
      State->noteArgument(Index, Size, Value);
    // Only what is as large as a memory object matters, or what it replaces.
    if (Size == sizeof(cl_mem))
      usesOfKernel(Kernel)->setArgument(Index, Size, Value);
    else if (std::shared_ptr<KernelUses> Uses = kernelUses().find(Kernel))
      Uses->setArgument(Index, Size, Value);
    return Error;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel Kernel,
                                                         cl_uint Index,
                                                         const void *Value) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<KernelState> State = kernels().find(Kernel);
    if (State && State->isHiddenArgument(Index))
      return CL_INVALID_ARG_INDEX;
    if (!next().clSetKernelArgSVMPointer)
      return CL_INVALID_OPERATION;
    cl_int Error = next().clSetKernelArgSVMPointer(Kernel, Index, Value);
    if (Error != CL_SUCCESS)
      return Error;
    if (State)
      State->notePointer(Index, Value);
    usesOfKernel(Kernel)->setPointer(Index);
    return Error;
  });
}

/// Reads one value of type \p T from clSetKernelExecInfo. \p Set takes it, or
/// says what is wrong with it.
template <typename T, typename Function>
static cl_int takeChoice(KernelState &State, size_t Size, const void *Value,
                         Function Set) {
  T Number = 0;
  if (Size != sizeof(Number) || !Value)
    return CL_INVALID_VALUE;
  memcpy(&Number, Value, sizeof(Number));
  std::string Error;
  {
    std::lock_guard<std::mutex> Lock(State.ArgumentMutex);
    Error = Set(State.Choices, Number);
  }
  if (Error.empty())
    return CL_SUCCESS;
  contextState(State.Program->Context)
      ->report("kernel '" + State.Name + "': " + Error);
  return CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel Kernel,
                                                    cl_kernel_exec_info Name,
                                                    size_t Size,
                                                    const void *Value) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<KernelState> State = kernels().find(Kernel);
    if (State && Name == CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL)
      return takeChoice<cl_ulong>(
          *State, Size, Value, [&](LaunchChoices &Choices, cl_ulong Bytes) {
            return Choices.setHeapSize(
                Chooser::Kernel, Bytes,
                largestHeap(contextDevices(State->Program->Context)));
          });
    if (State && Name == CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL)
      return takeChoice<cl_uint>(
          *State, Size, Value, [](LaunchChoices &Choices, cl_uint Number) {
            return Choices.setWorkers(Chooser::Kernel, Number);
          });
    if (State && Name == CL_KERNEL_EXEC_INFO_TASKLET_ORDERED_TKL)
      return takeChoice<cl_uint>(
          *State, Size, Value, [](LaunchChoices &Choices, cl_uint Number) {
            return Choices.setOrdered(Chooser::Kernel, Number);
          });
    if (!next().clSetKernelExecInfo)
      return CL_INVALID_OPERATION;
    // Whatever it is: those of OpenCL are about shared virtual memory.
    usesOfKernel(Kernel)->setShared();
    return next().clSetKernelExecInfo(Kernel, Name, Size, Value);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelInfo(cl_kernel Kernel,
                                                cl_kernel_info Name,
                                                size_t Size, void *Value,
                                                size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<KernelState> State = kernels().find(Kernel);
    if (State && Name == CL_KERNEL_FUNCTION_NAME)
      return returnString(State->Name, Size, Value, SizeRet);
    if (State && Name == CL_KERNEL_PROGRAM)
      return returnValue(State->Program->App, Size, Value, SizeRet);
    if (State && State->Spawning && Name == CL_KERNEL_NUM_ARGS)
      return returnValue<cl_uint>(State->Spawning->HiddenArg, Size, Value,
                                  SizeRet);
    // The driver has no attributes, because it got no source from us. We have
    // them if the application gave us source.
    if (State && Name == CL_KERNEL_ATTRIBUTES &&
        !State->Program->Source.empty()) {
      const auto &All = State->Built->Info.Attributes;
      auto Found = All.find(State->Name);
      return returnString(Found == All.end() ? "" : Found->second, Size, Value,
                          SizeRet);
    }
    return next().clGetKernelInfo(Kernel, Name, Size, Value, SizeRet);
  });
}

static cl_int answerArgument(const ManifestArgument &Argument,
                             cl_kernel_arg_info Name, size_t Size, void *Value,
                             size_t *SizeRet) {
  switch (Name) {
  case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
    return returnValue<cl_kernel_arg_address_qualifier>(Argument.Address, Size,
                                                        Value, SizeRet);
  case CL_KERNEL_ARG_ACCESS_QUALIFIER:
    return returnValue<cl_kernel_arg_access_qualifier>(Argument.Access, Size,
                                                       Value, SizeRet);
  case CL_KERNEL_ARG_TYPE_QUALIFIER:
    return returnValue<cl_kernel_arg_type_qualifier>(Argument.Qualifiers, Size,
                                                     Value, SizeRet);
  case CL_KERNEL_ARG_TYPE_NAME:
    return returnString(Argument.Type, Size, Value, SizeRet);
  case CL_KERNEL_ARG_NAME:
    return Argument.Name ? returnString(*Argument.Name, Size, Value, SizeRet)
                         : CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel Kernel,
                                                   cl_uint Index,
                                                   cl_kernel_arg_info Name,
                                                   size_t Size, void *Value,
                                                   size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<KernelState> State = kernels().find(Kernel);
    if (State && State->isHiddenArgument(Index))
      return CL_INVALID_ARG_INDEX;
    // A driver that got SPIR-V knows neither names nor types of pointers.
    if (State && State->Built->TellsArguments)
      if (const ManifestArgument *Known =
              State->Built->Info.findArgument(State->Name, Index))
        return answerArgument(*Known, Name, Size, Value, SizeRet);
    return next().clGetKernelArgInfo(Kernel, Index, Name, Size, Value, SizeRet);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelWorkGroupInfo(
    cl_kernel Kernel, cl_device_id Device, cl_kernel_work_group_info Name,
    size_t Size, void *Value, size_t *SizeRet) {
  return guarded([&]() -> cl_int {
    std::shared_ptr<KernelState> State = kernels().find(Kernel);
    // The driver runs such a kernel in groups of another size.
    if (State && State->mode() == LaunchMode::Ordered &&
        Name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE) {
      const auto &Required = State->Spawning->Order.LocalSize;
      const std::array<size_t, 3> Sizes = {Required[0], Required[1],
                                           Required[2]};
      return returnValue(Sizes, Size, Value, SizeRet);
    }
    return next().clGetKernelWorkGroupInfo(Kernel, Device, Name, Size, Value,
                                           SizeRet);
  });
}
