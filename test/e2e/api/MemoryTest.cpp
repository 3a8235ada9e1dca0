//===- MemoryTest.cpp - Memory of every kind ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Subject.h"

#include <chrono>
#include <thread>

#include <cstring>

using namespace tasklet::test;

TEST(Memory, SubBuffers) {
  expectSame([](Subject &S) {
    cl_mem Whole = S.buffer(4096);
    cl_kernel K = S.kernel("add");
    cl_int Code;
    cl_buffer_region Regions[] = {{1024 * 4, 256 * 4}, {2048 * 4, 256 * 4}};
    cl_mem Parts[2];
    for (int I = 0; I < 2; ++I)
      Parts[I] =
          clCreateSubBuffer(Whole, CL_MEM_READ_WRITE,
                            CL_BUFFER_CREATE_TYPE_REGION, &Regions[I], &Code);
    S.set(K, 0, Parts[0]);
    S.set(K, 1, Parts[1]);
    S.set(K, 2, 50);
    S.note("enqueue", S.enqueue(K, 256));
    // The tasks may still run.
    for (cl_mem Part : Parts)
      S.note("release", clReleaseMemObject(Part));
    S.note("content", S.read(Whole, 4096));
  });
}

TEST(Memory, ReleasedWhileTasksRun) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("add");
    cl_int Code;
    std::vector<int> Host(64, 5);
    cl_mem From = clCreateBuffer(S.Context, CL_MEM_COPY_HOST_PTR, 256,
                                 Host.data(), &Code);
    cl_mem To = S.buffer(64);
    S.set(K, 0, To);
    S.set(K, 1, From);
    S.set(K, 2, 1);
    cl_event Gate = S.userEvent(), Event = nullptr;
    S.note("enqueue", S.enqueue(K, 64, {Gate}, &Event));
    S.keep(Event);
    S.note("release", clReleaseMemObject(From));
    clSetUserEventStatus(Gate, CL_COMPLETE);
    S.note("wait", clWaitForEvents(1, &Event));
    S.note("content", S.read(To, 64));
  });
}

/// A command that is enqueued at the very end of the one before finds its heap
/// in use or idle. Every buffer holds a reference to its context.
TEST(Memory, OneHeapIsEnoughForAQueue) {
  withTasks([](Subject &S) {
    cl_kernel K = S.kernel("sums");
    S.set(K, 0, S.buffer(4));
    S.set(K, 1, 2);
    auto References = [&] {
      cl_uint Count = 0;
      clGetContextInfo(S.Context, CL_CONTEXT_REFERENCE_COUNT, sizeof(Count),
                       &Count, nullptr);
      return Count;
    };
    ASSERT_EQ(S.enqueue(K, 4), CL_SUCCESS);
    clFinish(S.Queue);
    cl_uint Before = References();
    for (int Round = 0; Round < 2000; ++Round) {
      ASSERT_EQ(S.enqueue(K, 4), CL_SUCCESS);
      clFlush(S.Queue);
      auto Until = std::chrono::steady_clock::now() +
                   std::chrono::microseconds(Round % 200);
      while (std::chrono::steady_clock::now() < Until)
        ;
      ASSERT_EQ(S.enqueue(K, 4), CL_SUCCESS);
      clFinish(S.Queue);
    }
    // The driver's threads may still be busy with the last command.
    for (int I = 0; I < 5000 && References() != Before; ++I)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(References(), Before);
  });
}

TEST(Memory, HostPointers) {
  expectSame([](Subject &S) {
    alignas(128) int Host[64];
    for (int I = 0; I < 64; ++I)
      Host[I] = I;
    cl_int Code;
    cl_mem From = clCreateBuffer(S.Context, CL_MEM_USE_HOST_PTR, sizeof(Host),
                                 Host, &Code);
    cl_mem To = S.buffer(64);
    cl_kernel K = S.kernel("add");
    S.set(K, 0, To);
    S.set(K, 1, From);
    S.set(K, 2, 7);
    S.note("enqueue", S.enqueue(K, 64));
    void *Mapped = clEnqueueMapBuffer(S.Queue, To, CL_TRUE, CL_MAP_READ, 0, 256,
                                      0, nullptr, nullptr, &Code);
    S.note("map", Code);
    std::vector<int> Content(64);
    memcpy(Content.data(), Mapped, 256);
    S.note("content", Content);
    S.note("unmap",
           clEnqueueUnmapMemObject(S.Queue, To, Mapped, 0, nullptr, nullptr));
    S.note("finish", clFinish(S.Queue));
    clReleaseMemObject(From);
  });
}

TEST(Memory, SharedVirtual) {
  expectSame([](Subject &S) {
    cl_device_svm_capabilities Capabilities = 0;
    clGetDeviceInfo(S.Device, CL_DEVICE_SVM_CAPABILITIES, sizeof(Capabilities),
                    &Capabilities, nullptr);
    S.note("capabilities", Capabilities);
    if (!(Capabilities & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER))
      return;
    auto *To =
        static_cast<int *>(clSVMAlloc(S.Context, CL_MEM_READ_WRITE, 256, 0));
    auto *From =
        static_cast<int *>(clSVMAlloc(S.Context, CL_MEM_READ_WRITE, 256, 0));
    cl_kernel K = S.kernel("add");
    S.note("map", clEnqueueSVMMap(S.Queue, CL_TRUE, CL_MAP_WRITE, From, 256, 0,
                                  nullptr, nullptr));
    for (int I = 0; I < 64; ++I)
      From[I] = 3 * I;
    S.note("unmap", clEnqueueSVMUnmap(S.Queue, From, 0, nullptr, nullptr));
    S.note("set", clSetKernelArgSVMPointer(K, 0, To));
    S.note("set", clSetKernelArgSVMPointer(K, 1, From));
    S.note("set, beyond", clSetKernelArgSVMPointer(K, 3, From));
    S.note("set, no pointer", clSetKernelArgSVMPointer(K, 2, From));
    S.set(K, 2, 9);
    void *Pointers[] = {To, From};
    S.note("info", clSetKernelExecInfo(K, CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                       sizeof(Pointers), Pointers));
    cl_bool Fine = CL_FALSE;
    S.note("info",
           clSetKernelExecInfo(K, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,
                               sizeof(Fine), &Fine));
    S.note("nonsense", clSetKernelExecInfo(K, 1, sizeof(Fine), &Fine));
    S.note("enqueue", S.enqueue(K, 64));
    S.note("map", clEnqueueSVMMap(S.Queue, CL_TRUE, CL_MAP_READ, To, 256, 0,
                                  nullptr, nullptr));
    S.note("content", std::vector<int>(To, To + 64));
    S.note("unmap", clEnqueueSVMUnmap(S.Queue, To, 0, nullptr, nullptr));
    // The argument becomes a buffer again.
    cl_mem Buffer = S.buffer(64);
    S.note("set", S.set(K, 0, Buffer));
    S.note("enqueue", S.enqueue(K, 64));
    S.note("content", S.read(Buffer, 64));
    clSVMFree(S.Context, To);
    clSVMFree(S.Context, From);
  });
}

/// Commands that have nothing to do with tasks, between some that have.
TEST(Memory, OtherCommandsBetween) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("add"), Plain = S.kernel("no_tasks");
    cl_mem A = S.buffer(64), B = S.buffer(64), C = S.buffer(64);
    S.set(K, 0, B);
    S.set(K, 1, A);
    S.set(K, 2, 4);
    S.note("enqueue", S.enqueue(K, 64));
    S.note("migrate", clEnqueueMigrateMemObjects(S.Queue, 1, &B,
                                                 CL_MIGRATE_MEM_OBJECT_HOST, 0,
                                                 nullptr, nullptr));
    S.note("copy",
           clEnqueueCopyBuffer(S.Queue, B, C, 0, 0, 128, 0, nullptr, nullptr));
    const int Pattern = 77;
    S.note("fill", clEnqueueFillBuffer(S.Queue, A, &Pattern, 4, 64, 64, 0,
                                       nullptr, nullptr));
    S.note("native", clEnqueueNativeKernel(
                         S.Queue, [](void *) {}, nullptr, 0, 0, nullptr,
                         nullptr, 0, nullptr, nullptr));
    S.note("enqueue", S.enqueue(K, 64));
    S.set(Plain, 0, A);
    S.set(Plain, 1, 12);
    S.note("plain", S.enqueue(Plain, 10));
    S.note("finish", clFinish(S.Queue));
    for (cl_mem Each : {A, B, C})
      S.note("content", S.read(Each, 64));
  });
}
