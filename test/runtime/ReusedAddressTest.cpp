//===- ReusedAddressTest.cpp - Memory where other memory has been ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of memory that is gone must not count for what comes to lie at
/// its address. Each test runs in a process of its own: in a heap that others
/// have used, the address is not the same.
///
//===----------------------------------------------------------------------===//
#include "ReuseFixture.h"

#include <algorithm>
#include <map>
#include <set>

using namespace tasklet;

namespace {
class ReusedAddressTest : public ReuseTest {};
} // namespace

/// PoCL mostly gives a new buffer the address of the old one.
TEST_F(ReusedAddressTest, ANewBufferAtTheSameAddress) {
  cl_int Error = CL_SUCCESS;
  for (int I = 0; I < 20; ++I) {
    At = makeIndices(200 + I);
    cl_mem Indices =
        clCreateBuffer(Context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, Bytes,
                       At.data(), &Error);
    ASSERT_EQ(clSetKernelArg(Kernel, 1, sizeof(Indices), &Indices), CL_SUCCESS);
    EXPECT_FALSE(reuses());
    EXPECT_TRUE(reuses());
    EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
    clReleaseMemObject(Indices);
  }
}

/// PoCL 3.1 does not say when such an image is destroyed. Its address may go to
/// a later buffer, which is no part of what the image was a part of. One image
/// is not enough: other threads may take its address, and the C library may
/// keep it.
TEST_F(ReusedAddressTest, ANewBufferAtTheAddressOfAnImageOfABuffer) {
  cl_bool HasImages = CL_FALSE;
  clGetDeviceInfo(Device, CL_DEVICE_IMAGE_SUPPORT, sizeof(HasImages),
                  &HasImages, nullptr);
  if (!HasImages)
    GTEST_SKIP() << "the device has no images";
  const cl_image_format Format = {CL_R, CL_SIGNED_INT32};
  cl_image_desc Shape = {};
  Shape.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  Shape.image_width = 100;
  Shape.buffer = makeBuffer(100);
  cl_int Error = CL_SUCCESS;
  std::set<const void *> Gone;
  std::vector<cl_mem> Images(32);
  for (cl_mem &Image : Images) {
    Image = clCreateImage(Context, CL_MEM_READ_WRITE, &Format, &Shape, nullptr,
                          &Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    Gone.insert(Image);
  }
  for (cl_mem Image : Images)
    clReleaseMemObject(Image);
  std::vector<cl_mem> Buffers;
  size_t NumSame = 0;
  for (int I = 0; I < 100 && NumSame < 5; ++I) {
    At = makeIndices(400 + I);
    cl_mem Indices =
        clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, Bytes,
                       At.data(), &Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    Buffers.push_back(Indices);
    if (!Gone.count(Indices))
      continue;
    ++NumSame;
    ASSERT_EQ(clSetKernelArg(Kernel, 1, sizeof(Indices), &Indices), CL_SUCCESS);
    cl_buffer_region Start = {0, 100 * sizeof(int)};
    cl_mem Part =
        clCreateSubBuffer(Indices, CL_MEM_READ_WRITE,
                          CL_BUFFER_CREATE_TYPE_REGION, &Start, &Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    expectNew([&] {
      std::vector<int> Others = makeIndices(500 + I);
      std::copy_n(Others.begin(), 100, At.begin());
      Others.resize(100);
      write(Part, Others);
    });
    EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
    clReleaseMemObject(Part);
  }
  for (cl_mem Buffer : Buffers)
    clReleaseMemObject(Buffer);
  EXPECT_NE(NumSame, 0U) << "so this has tested nothing";
}

/// Nothing but the call that frees it says that what is there later is other
/// memory. The new content comes without a command, which works where devices
/// share the memory of the host.
TEST_F(ReusedAddressTest, NewSharedMemoryAtTheSameAddress) {
  cl_device_svm_capabilities Shares = 0;
  clGetDeviceInfo(Device, CL_DEVICE_SVM_CAPABILITIES, sizeof(Shares), &Shares,
                  nullptr);
  cl_bool Unified = CL_FALSE;
  clGetDeviceInfo(Device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof(Unified),
                  &Unified, nullptr);
  if (!Shares || !Unified)
    GTEST_SKIP() << "the device has none, or memory of its own";
  // Whether a command has freed the memory at an address.
  std::map<const void *, bool> Freed;
  bool WasSame[2] = {};
  for (int I = 0; I < 40; ++I) {
    bool ByCommand = I % 2;
    void *Memory = clSVMAlloc(Context, CL_MEM_READ_WRITE, Bytes, 0);
    ASSERT_NE(Memory, nullptr);
    auto Before = Freed.find(Memory);
    if (Before != Freed.end())
      WasSame[Before->second] = true;
    Freed[Memory] = ByCommand;
    At = makeIndices(300 + I);
    memcpy(Memory, At.data(), Bytes);
    ASSERT_EQ(clSetKernelArgSVMPointer(Kernel, 1, Memory), CL_SUCCESS);
    EXPECT_FALSE(reuses()) << I;
    EXPECT_TRUE(reuses()) << I;
    EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
    if (ByCommand) {
      EXPECT_EQ(clEnqueueSVMFree(Queue, 1, &Memory, nullptr, nullptr, 0,
                                 nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
    } else {
      clSVMFree(Context, Memory);
    }
  }
  EXPECT_TRUE(WasSame[0]) << "so this has tested nothing";
  EXPECT_TRUE(WasSame[1]) << "so this has tested nothing";
  clSVMFree(Context, nullptr);
}
