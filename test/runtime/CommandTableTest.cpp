//===- CommandTableTest.cpp - What Commands.def says of memory ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The oracle is what the commands do. Each runs on memory of every kind; what
/// is different after it must be what the table says it writes. It runs again
/// with other content in one place: if that shows elsewhere, the table must say
/// that it reads there.
///
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"
#include "api/CommandCall.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

using namespace tasklet;
using namespace tasklet::words;

/// Of a call: what the table says. Set by the functions below.
static std::vector<MemoryUse> Uses;
static bool Blocks;

template <typename Function, typename... Words>
static auto call(Function Driver, Words... All) {
  Uses = usesOf(All...);
  Blocks = anyBlocking(All...);
  return Driver(plain(All)...);
}

namespace table {
#define UNPACK(...) __VA_ARGS__
#define COMMAND(Name, Type, Parameters, Arguments)                             \
  [[maybe_unused]] static cl_int Name(UNPACK Parameters) {                     \
    return call(                                                               \
        [](auto... All) { return ::Name(All..., 0, nullptr, nullptr); },       \
        UNPACK Arguments);                                                     \
  }
#define MAPPING(Name, Type, Parameters, Arguments)                             \
  [[maybe_unused]] static void *Name(UNPACK Parameters) {                      \
    return call(                                                               \
        [](auto... All) {                                                      \
          return ::Name(All..., 0, nullptr, nullptr, nullptr);                 \
        },                                                                     \
        UNPACK Arguments);                                                     \
  }
#define LAUNCH(Name, Type, Parameters, Arguments, Range)                       \
  COMMAND(Name, Type, Parameters, Arguments)
#include "api/Commands.def"
} // namespace table

static const char *const Names[] = {
#define COMMAND(Name, ...) #Name,
#define MAPPING(Name, ...) #Name,
#define LAUNCH(Name, ...) #Name,
#include "api/Commands.def"
};

namespace {

constexpr size_t Bytes = 64;
using Content = std::vector<unsigned char>;

class CommandTableTest : public DeviceTest {
protected:
  enum Place {
    BufferA,
    BufferB,
    ImageA,
    ImageB,
    HostA,
    HostB,
    SharedA,
    SharedB
  };
  static constexpr int Places = 8;

  void SetUp() override {
    DeviceTest::SetUp();
    cl_image_format Format = {CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc Shape = {};
    Shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    Shape.image_width = Shape.image_height = 4;
    cl_bool Images = CL_FALSE;
    clGetDeviceInfo(Device, CL_DEVICE_IMAGE_SUPPORT, sizeof(Images), &Images,
                    nullptr);
    cl_device_svm_capabilities Shares = 0;
    clGetDeviceInfo(Device, CL_DEVICE_SVM_CAPABILITIES, sizeof(Shares), &Shares,
                    nullptr);
    for (int I : {0, 1}) {
      Object[BufferA + I] =
          clCreateBuffer(Context, CL_MEM_READ_WRITE, Bytes, nullptr, nullptr);
      Host[I].resize(Bytes);
      Pointer[HostA + I] = Host[I].data();
      if (Images)
        Object[ImageA + I] = clCreateImage(Context, CL_MEM_READ_WRITE, &Format,
                                           &Shape, nullptr, nullptr);
      if (Shares)
        Pointer[SharedA + I] = clSVMAlloc(Context, CL_MEM_READ_WRITE, Bytes, 0);
    }
  }
  void TearDown() override {
    for (cl_mem Each : Object)
      if (Each)
        clReleaseMemObject(Each);
    for (int I : {SharedA, SharedB})
      if (Pointer[I])
        clSVMFree(Context, Pointer[I]);
    DeviceTest::TearDown();
  }

  bool has(int P) const { return Object[P] || Pointer[P]; }

  /// Reads or writes the whole of a place.
  void transfer(int P, Content &Data, bool Write) {
    const size_t Origin[3] = {0, 0, 0}, Region[3] = {4, 4, 1};
    cl_int Error = CL_SUCCESS;
    if (P == ImageA || P == ImageB)
      Error =
          Write ? clEnqueueWriteImage(Queue, Object[P], CL_TRUE, Origin, Region,
                                      0, 0, Data.data(), 0, nullptr, nullptr)
                : clEnqueueReadImage(Queue, Object[P], CL_TRUE, Origin, Region,
                                     0, 0, Data.data(), 0, nullptr, nullptr);
    else if (Object[P])
      Error = Write ? clEnqueueWriteBuffer(Queue, Object[P], CL_TRUE, 0, Bytes,
                                           Data.data(), 0, nullptr, nullptr)
                    : clEnqueueReadBuffer(Queue, Object[P], CL_TRUE, 0, Bytes,
                                          Data.data(), 0, nullptr, nullptr);
    else if (P == SharedA || P == SharedB)
      Error = clEnqueueSVMMemcpy(
          Queue, CL_TRUE, Write ? Pointer[P] : Data.data(),
          Write ? Data.data() : Pointer[P], Bytes, 0, nullptr, nullptr);
    else
      std::copy_n(Write ? Data.data() : static_cast<uint8_t *>(Pointer[P]),
                  Bytes, Write ? static_cast<uint8_t *>(Pointer[P]) : &Data[0]);
    ASSERT_EQ(Error, CL_SUCCESS) << P;
  }

  /// What is everywhere after \p Command, with \p Other content at one place.
  std::map<int, Content> run(const std::function<cl_int()> &Command,
                             int Other = -1) {
    std::map<int, Content> All;
    for (int P = 0; P < Places; ++P)
      if (has(P)) {
        All[P] = initial(P, Other);
        transfer(P, All[P], true);
      }
    EXPECT_EQ(Command(), CL_SUCCESS);
    EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
    for (auto &[P, Data] : All)
      transfer(P, Data, false);
    return All;
  }
  static Content initial(int P, int Other) {
    return Content(Bytes, uint8_t(10 + P + (P == Other ? 100 : 0)));
  }

  bool uses(int P, bool Written) const {
    return std::any_of(Uses.begin(), Uses.end(), [&](const MemoryUse &Each) {
      return Each.IsWritten == Written &&
             (Object[P] ? Each.Object == Object[P]
                        : Pointer[P] && Each.Pointer == Pointer[P]);
    });
  }

  void check(const std::function<cl_int()> &Command) {
    const std::map<int, Content> After = run(Command);
    std::set<int> Written, Read;
    for (const auto &[P, Data] : After) {
      EXPECT_EQ(Data != initial(P, -1), uses(P, true)) << "place " << P;
      if (uses(P, true))
        Written.insert(P);
      if (uses(P, false))
        Read.insert(P);
    }
    EXPECT_EQ(Written.size() + Read.size(), Uses.size());
    for (const auto &[P, Unused] : After) {
      bool Shows = false;
      for (const auto &[Q, Data] : run(Command, P))
        Shows |= Q != P && Data != After.at(Q);
      EXPECT_EQ(Shows, Read.count(P) > 0) << "place " << P;
    }
  }

  cl_mem Object[Places] = {};
  void *Pointer[Places] = {};
  Content Host[2];
};

} // namespace

TEST_F(CommandTableTest, WhatCommandsReadAndWrite) {
  const size_t At[3] = {0, 0, 0}, Pixels[3] = {4, 4, 1}, Rows[3] = {8, 8, 1};
  const cl_uint Colour[4] = {1, 2, 3, 4};
  const uint8_t Pattern = 99;
  std::set<std::string> Seen;
  auto Check = [&](const char *Name, const std::function<cl_int()> &Command) {
    SCOPED_TRACE(Name);
    Seen.insert(Name);
    check(Command);
  };
#define CHECK_COMMAND(Name, ...)                                               \
  Check(#Name, [&] { return table::Name(Queue, __VA_ARGS__); })
  cl_mem A = Object[BufferA], B = Object[BufferB], I = Object[ImageA],
         J = Object[ImageB];
  void *H = Pointer[HostA], *S = Pointer[SharedA], *T = Pointer[SharedB];
  CHECK_COMMAND(clEnqueueReadBuffer, A, CL_TRUE, 0, Bytes, H);
  EXPECT_TRUE(Blocks);
  CHECK_COMMAND(clEnqueueWriteBuffer, A, CL_FALSE, 0, Bytes, H);
  EXPECT_FALSE(Blocks);
  CHECK_COMMAND(clEnqueueReadBufferRect, A, CL_TRUE, At, At, Rows, 0, 0, 0, 0,
                H);
  CHECK_COMMAND(clEnqueueWriteBufferRect, A, CL_TRUE, At, At, Rows, 0, 0, 0, 0,
                H);
  CHECK_COMMAND(clEnqueueCopyBuffer, A, B, 0, 0, Bytes);
  CHECK_COMMAND(clEnqueueCopyBufferRect, A, B, At, At, Rows, 0, 0, 0, 0);
  CHECK_COMMAND(clEnqueueFillBuffer, A, &Pattern, 1, 0, Bytes);
  if (I) {
    CHECK_COMMAND(clEnqueueReadImage, I, CL_TRUE, At, Pixels, 0, 0, H);
    CHECK_COMMAND(clEnqueueWriteImage, I, CL_TRUE, At, Pixels, 0, 0, H);
    CHECK_COMMAND(clEnqueueCopyImage, I, J, At, At, Pixels);
    CHECK_COMMAND(clEnqueueCopyBufferToImage, A, I, 0, At, Pixels);
    CHECK_COMMAND(clEnqueueCopyImageToBuffer, I, A, At, Pixels, 0);
    CHECK_COMMAND(clEnqueueFillImage, I, Colour, At, Pixels);
  }
  if (S) {
    CHECK_COMMAND(clEnqueueSVMMemcpy, CL_TRUE, S, T, Bytes);
    CHECK_COMMAND(clEnqueueSVMMemFill, S, &Pattern, 1, Bytes);
    // Buffers are read to shared memory as well, and written from there.
    CHECK_COMMAND(clEnqueueReadBuffer, A, CL_TRUE, 0, Bytes, S);
    CHECK_COMMAND(clEnqueueWriteBuffer, A, CL_TRUE, 0, Bytes, S);
  }
  // The others change nothing by themselves, or run what the application made.
  const std::set<std::string> Others = {
      "clEnqueueNDRangeKernel",
      "clEnqueueTask",
      "clEnqueueNativeKernel",
      "clEnqueueMapBuffer",
      "clEnqueueMapImage",
      "clEnqueueUnmapMemObject",
      "clEnqueueMigrateMemObjects",
      "clEnqueueSVMMap",
      "clEnqueueSVMUnmap",
      "clEnqueueSVMMigrateMem",
      "clEnqueueSVMFree",
      "clEnqueueMarkerWithWaitList",
      "clEnqueueBarrierWithWaitList",
  };
  for (const char *Name : Names)
    EXPECT_NE(Seen.count(Name), Others.count(Name))
        << Name << " needs a line above";
}

/// Who writes to mapped memory has written when it is unmapped.
TEST_F(CommandTableTest, MapsAndLists) {
  cl_mem A = Object[BufferA], B = Object[BufferB];
  void *Region =
      table::clEnqueueMapBuffer(Queue, A, CL_TRUE, CL_MAP_WRITE, 0, Bytes);
  ASSERT_NE(Region, nullptr);
  EXPECT_TRUE(Blocks);
  EXPECT_TRUE(uses(BufferA, false));
  EXPECT_EQ(Uses.size(), 1u);
  EXPECT_EQ(table::clEnqueueUnmapMemObject(Queue, A, Region), CL_SUCCESS);
  EXPECT_TRUE(uses(BufferA, true));
  EXPECT_EQ(Uses.size(), 1u);
  const cl_mem Both[] = {A, B};
  EXPECT_EQ(table::clEnqueueMigrateMemObjects(Queue, 2, Both, 0), CL_SUCCESS);
  EXPECT_TRUE(uses(BufferA, true));
  EXPECT_TRUE(uses(BufferB, true));
  // Nothing, and what is wrong.
  EXPECT_EQ(table::clEnqueueBarrierWithWaitList(Queue), CL_SUCCESS);
  EXPECT_TRUE(Uses.empty());
  EXPECT_NE(table::clEnqueueMigrateMemObjects(Queue, 2, nullptr, 0),
            CL_SUCCESS);
  EXPECT_TRUE(Uses.empty());
  cl_kernel Kernel = makeKernel("plain");
  clSetKernelArg(Kernel, 0, sizeof(A), &A);
  EXPECT_EQ(table::clEnqueueTask(Queue, Kernel), CL_SUCCESS);
  ASSERT_EQ(Uses.size(), 1u);
  EXPECT_EQ(Uses[0].Kernel, Kernel);
  clFinish(Queue);
}
