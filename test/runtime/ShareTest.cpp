//===- ShareTest.cpp - One range on several queues ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <algorithm>
#include <atomic>

using namespace tasklet;

class ShareTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    // Two devices if the platform has them, else two queues on one.
    std::vector<cl_device_id> All(2);
    cl_uint Count = 0;
    clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 2, All.data(), &Count);
    Second = Count > 1 ? All[1] : Device;
    if (Count > 1)
      restart(0, {Second});
    Other = makeQueue(Context, Second);
    share = extension<clEnqueueSharedNDRangeKernelTKL_fn>(
        "clEnqueueSharedNDRangeKernelTKL");
    getPieces = extension<clGetTaskletPiecesTKL_fn>("clGetTaskletPiecesTKL");
    ASSERT_TRUE(share && getPieces);
  }
  void TearDown() override {
    EXPECT_EQ(clReleaseCommandQueue(Other), CL_SUCCESS);
    DeviceTest::TearDown();
  }

  /// `squares` for both devices, with its arguments.
  cl_kernel squares(cl_mem Out, int Scale = 3) {
    cl_program Program = makeProgram(TaskSource);
    EXPECT_EQ(clBuildProgram(Program, 0, nullptr, "", nullptr, nullptr),
              CL_SUCCESS)
        << buildLog(Program);
    return kernelOf(Program, "squares", Out, &Scale);
  }
  cl_kernel kernelOf(cl_program Program, const char *Name, cl_mem Out,
                     const int *Scale = nullptr) {
    cl_int Error = CL_SUCCESS;
    cl_kernel Kernel = clCreateKernel(Program, Name, &Error);
    EXPECT_EQ(Error, CL_SUCCESS);
    Released.push_back(Kernel);
    EXPECT_EQ(clSetKernelArg(Kernel, 0, sizeof(Out), &Out), CL_SUCCESS);
    if (Scale) {
      EXPECT_EQ(clSetKernelArg(Kernel, 1, sizeof(*Scale), Scale), CL_SUCCESS);
    }
    return Kernel;
  }

  /// Enqueues \p Kernel on both queues.
  cl_int enqueue(cl_kernel Kernel, size_t Count, cl_event *Event,
                 std::vector<cl_event> Waits = {}, size_t First = 0,
                 const size_t *Local = nullptr) {
    const cl_tasklet_share_tkl Shares[] = {{Queue, Kernel}, {Other, Kernel}};
    return share(2, Shares, 1, &First, &Count, Local, cl_uint(Waits.size()),
                 Waits.empty() ? nullptr : Waits.data(), Event);
  }

  std::vector<cl_tasklet_piece_tkl> pieces(cl_event Event) {
    cl_uint Count = 0;
    EXPECT_EQ(getPieces(Event, 0, nullptr, &Count), CL_SUCCESS);
    std::vector<cl_tasklet_piece_tkl> All(Count);
    if (Count) {
      EXPECT_EQ(getPieces(Event, Count, All.data(), nullptr), CL_SUCCESS);
    }
    return All;
  }

  /// They are the range, one behind the other.
  void expectWhole(const std::vector<cl_tasklet_piece_tkl> &All, size_t First,
                   size_t Count, cl_uint Shares = 2) {
    size_t Next = First;
    for (const cl_tasklet_piece_tkl &Each : All) {
      EXPECT_EQ(Each.first, Next);
      EXPECT_LT(Each.share, Shares);
      EXPECT_GT(Each.time, 0u);
      Next += Each.count;
    }
    EXPECT_EQ(Next, First + Count);
  }

  static cl_int statusOf(cl_event Event) {
    cl_int Status = 77;
    clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                   &Status, nullptr);
    return Status;
  }

  void expectNextWorks() {
    cl_mem Out = makeBuffer(100);
    cl_event Event = nullptr;
    ASSERT_EQ(enqueue(squares(Out), 100, &Event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    expectSquares(read(Out, 100), 3);
    clReleaseEvent(Event);
  }

  struct Kernels : std::vector<cl_kernel> {
    ~Kernels() {
      for (cl_kernel Each : *this)
        clReleaseKernel(Each);
    }
  } Released;
  cl_device_id Second = nullptr;
  cl_command_queue Other = nullptr;
  clEnqueueSharedNDRangeKernelTKL_fn share = nullptr;
  clGetTaskletPiecesTKL_fn getPieces = nullptr;
};

TEST_F(ShareTest, EachItemRunsOnce) {
  for (size_t Count : {size_t(1), size_t(2), size_t(100), size_t(5000)}) {
    cl_mem Out = makeBuffer(Count);
    cl_event Event = nullptr;
    ASSERT_EQ(enqueue(squares(Out), Count, &Event), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    expectSquares(read(Out, Count), 3);
    expectWhole(pieces(Event), 0, Count);
    clReleaseEvent(Event);
  }
}

/// Unless one is done before the other thread runs.
TEST_F(ShareTest, BothTakeTheirPart) {
  const size_t Count = 5000;
  size_t Parts[2] = {};
  for (int Round = 0; Round < 200 && !(Parts[0] && Parts[1]); ++Round) {
    Parts[0] = Parts[1] = 0;
    cl_mem Out = makeBuffer(Count);
    cl_event Event = nullptr;
    ASSERT_EQ(enqueue(squares(Out), Count, &Event), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    for (const cl_tasklet_piece_tkl &Each : pieces(Event))
      Parts[Each.share] += Each.count;
    clReleaseEvent(Event);
  }
  EXPECT_GT(Parts[0], 0u);
  EXPECT_GT(Parts[1], 0u);
}

TEST_F(ShareTest, OffsetsAndLocalSizes) {
  const size_t Count = 3000, First = 1000, Local = 50;
  cl_mem Out = makeBuffer(First + Count);
  write(Out, std::vector<int>(First + Count, -1));
  cl_event Event = nullptr;
  ASSERT_EQ(enqueue(squares(Out), Count, &Event, {}, First, &Local),
            CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  std::vector<int> Result = read(Out, First + Count);
  for (size_t I = 0; I < Result.size(); ++I)
    ASSERT_EQ(Result[I], I < First ? -1 : int(3 * I * I)) << I;
  for (const cl_tasklet_piece_tkl &Each : pieces(Event))
    EXPECT_EQ(Each.count % Local, 0u);
  expectWhole(pieces(Event), First, Count);
  clReleaseEvent(Event);
}

/// The last dimension is divided; the program is the driver's alone.
TEST_F(ShareTest, PlainKernelsInThreeDimensions) {
  cl_program Program =
      makeProgram("__kernel void k(__global int *out) {"
                  "  int x = get_global_id(0), y = get_global_id(1),"
                  "      z = get_global_id(2);"
                  "  out[(z * 5 + y) * 7 + x] += 1 + x + 10 * y + 100 * z; }");
  ASSERT_EQ(clBuildProgram(Program, 0, nullptr, "", nullptr, nullptr),
            CL_SUCCESS);
  const size_t Global[] = {7, 5, 40};
  cl_mem Out = makeBuffer(7 * 5 * 40);
  write(Out, std::vector<int>(7 * 5 * 40));
  cl_kernel Kernel = kernelOf(Program, "k", Out);
  const cl_tasklet_share_tkl Shares[] = {{Queue, Kernel}, {Other, Kernel}};
  cl_event Event = nullptr;
  ASSERT_EQ(share(2, Shares, 3, nullptr, Global, nullptr, 0, nullptr, &Event),
            CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  std::vector<int> Result = read(Out, 7 * 5 * 40);
  for (int I = 0; I < 7 * 5 * 40; ++I)
    ASSERT_EQ(Result[I], 1 + I % 7 + 10 * (I / 7 % 5) + 100 * (I / 35)) << I;
  expectWhole(pieces(Event), 0, 40);
  clReleaseEvent(Event);
}

/// Each has its own buffer, and the pieces say whose results are where.
TEST_F(ShareTest, TwoContexts) {
  const size_t Count = 4000;
  cl_mem Out = makeBuffer(Count);
  cl_kernel First = squares(Out);
  cl_context Old = Context;
  cl_command_queue OldQueue = Queue;
  cl_int Error = CL_SUCCESS;
  Context = clCreateContext(nullptr, 1, &Second, nullptr, nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  Queue = makeQueue(Context, Second);
  cl_mem OutThere = makeBuffer(Count);
  cl_kernel There = squares(OutThere);
  const cl_tasklet_share_tkl Shares[] = {{OldQueue, First}, {Queue, There}};
  cl_event Event = nullptr;
  ASSERT_EQ(share(2, Shares, 1, nullptr, &Count, nullptr, 0, nullptr, &Event),
            CL_SUCCESS);
  // Both queues wait for all of it.
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  EXPECT_EQ(statusOf(Event), CL_COMPLETE);
  std::vector<int> Part = read(OutThere, Count), Whole(Count, -1);
  std::swap(Queue, OldQueue);
  std::vector<int> Rest = read(Out, Count);
  std::vector<cl_tasklet_piece_tkl> All = pieces(Event);
  expectWhole(All, 0, Count);
  for (const cl_tasklet_piece_tkl &Each : All)
    for (size_t I = Each.first; I < Each.first + Each.count; ++I)
      Whole[I] = (Each.share ? Part : Rest)[I];
  expectSquares(Whole, 3);
  clReleaseEvent(Event);
  clReleaseCommandQueue(OldQueue);
  clReleaseContext(Context);
  Context = Old;
}

TEST_F(ShareTest, HasItsPlaceInEachQueue) {
  cl_int Error = CL_SUCCESS;
  cl_event Gate = clCreateUserEvent(Context, &Error);
  cl_mem Out = makeBuffer(100);
  std::vector<int> Zeros(100), Early(100, 77), Late(100, 77);
  // Before it, on the second queue, something that waits.
  ASSERT_EQ(clEnqueueWriteBuffer(Other, Out, CL_FALSE, 0, 400, Zeros.data(), 1,
                                 &Gate, nullptr),
            CL_SUCCESS);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueue(squares(Out), 100, &Event), CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(Other, Out, CL_FALSE, 0, 400, Early.data(), 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(Queue, Out, CL_FALSE, 0, 400, Late.data(), 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_GT(statusOf(Event), CL_COMPLETE);
  cl_uint Count = 77;
  EXPECT_EQ(getPieces(Event, 0, nullptr, &Count),
            CL_PROFILING_INFO_NOT_AVAILABLE);
  ASSERT_EQ(clSetUserEventStatus(Gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(Other), CL_SUCCESS);
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  expectSquares(Early, 3);
  expectSquares(Late, 3);
  clReleaseEvent(Event);
  clReleaseEvent(Gate);
}

TEST_F(ShareTest, WaitsForItsEventsAndKeepsItsArguments) {
  cl_int Error = CL_SUCCESS;
  cl_event Gate = clCreateUserEvent(Context, &Error);
  cl_mem Out = makeBuffer(100);
  cl_kernel Kernel = squares(Out, 3);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueue(Kernel, 100, &Event, {Gate}), CL_SUCCESS);
  const int Later = 5;
  ASSERT_EQ(clSetKernelArg(Kernel, 1, sizeof(Later), &Later), CL_SUCCESS);
  EXPECT_GT(statusOf(Event), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(Gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  expectSquares(read(Out, 100), 3);
  clReleaseEvent(Event);
  clReleaseEvent(Gate);
}

TEST_F(ShareTest, QueuesOutOfOrder) {
  cl_command_queue Free =
      makeQueue(Context, Device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_mem Out = makeBuffer(1000);
  std::swap(Queue, Free);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueue(squares(Out), 1000, &Event), CL_SUCCESS);
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  EXPECT_EQ(statusOf(Event), CL_COMPLETE);
  expectSquares(read(Out, 1000), 3);
  clReleaseEvent(Event);
  std::swap(Queue, Free);
  clReleaseCommandQueue(Free);
}

TEST_F(ShareTest, WithoutAnEvent) {
  cl_mem Out = makeBuffer(1000);
  ASSERT_EQ(enqueue(squares(Out), 1000, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  expectSquares(read(Out, 1000), 3);
}

TEST_F(ShareTest, EmptyRanges) {
  cl_mem Out = makeBuffer(1);
  write(Out, {7});
  cl_event Event = nullptr;
  ASSERT_EQ(enqueue(squares(Out), 0, &Event), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  EXPECT_EQ(pieces(Event).size(), 0u);
  EXPECT_EQ(read(Out, 1)[0], 7);
  clReleaseEvent(Event);
}

TEST_F(ShareTest, MayBeReleasedAtOnce) {
  cl_event Event = nullptr;
  cl_mem Out = makeBuffer(5000);
  {
    cl_kernel Kernel = squares(Out);
    ASSERT_EQ(enqueue(Kernel, 5000, &Event), CL_SUCCESS);
    Released.pop_back();
    clReleaseKernel(Kernel);
  }
  clReleaseEvent(Event);
  EXPECT_EQ(clFinish(Other), CL_SUCCESS);
  expectSquares(read(Out, 5000), 3);
}

/// Also the memory that it works on, of kernels with tasks and without.
TEST_F(ShareTest, MemoryMayBeReleasedAtOnce) {
  cl_program Plain =
      makeProgram("__kernel void k(__global int *out, int scale) {"
                  "  int i = get_global_id(0); out[i] = scale * i * i; }");
  ASSERT_EQ(clBuildProgram(Plain, 0, nullptr, "", nullptr, nullptr),
            CL_SUCCESS);
  const int Scale = 3;
  for (bool Spawns : {true, false}) {
    cl_int Error = CL_SUCCESS;
    cl_event Gate = clCreateUserEvent(Context, &Error), Event = nullptr;
    cl_mem Out = makeBuffer(3000);
    const cl_buffer_region Whole = {0, 3000 * sizeof(int)};
    cl_mem Part =
        clCreateSubBuffer(Out, 0, CL_BUFFER_CREATE_TYPE_REGION, &Whole, &Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    cl_kernel Kernel =
        Spawns ? squares(Part) : kernelOf(Plain, "k", Part, &Scale);
    ASSERT_EQ(enqueue(Kernel, 3000, &Event, {Gate}), CL_SUCCESS);
    ASSERT_EQ(clReleaseMemObject(Part), CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(Gate, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    expectSquares(read(Out, 3000), 3);
    clReleaseEvent(Event);
    clReleaseEvent(Gate);
  }
}

TEST_F(ShareTest, CallsBackOnce) {
  cl_mem Out = makeBuffer(100);
  cl_event Event = nullptr;
  std::pair<std::atomic<int>, std::atomic<int>> Seen(0, 77);
  ASSERT_EQ(enqueue(squares(Out), 100, &Event), CL_SUCCESS);
  ASSERT_EQ(clSetEventCallback(
                Event, CL_COMPLETE,
                [](cl_event, cl_int Status, void *Data) {
                  auto &Both = *static_cast<decltype(Seen) *>(Data);
                  Both.second = Status;
                  ++Both.first;
                },
                &Seen),
            CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  while (!Seen.first)
    ;
  EXPECT_EQ(Seen.second, CL_COMPLETE);
  clReleaseEvent(Event);
}

/// The code of the piece, one message, and nothing broken.
TEST_F(ShareTest, FailuresOfAPiece) {
  cl_mem Out = makeBuffer(100);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueue(squares(Out, -1), 100, &Event), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &Event),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_LT(statusOf(Event), 0);
  ASSERT_FALSE(Messages.empty());
  EXPECT_EQ(Messages[0].find("tasklet: kernel 'squares' failed: "), 0u)
      << Messages[0];
  EXPECT_LT(pieces(Event).size(), 2u);
  // What comes later and waits for it.
  cl_event After = nullptr;
  EXPECT_EQ(enqueue(squares(Out), 100, &After, {Event}), CL_SUCCESS);
  clWaitForEvents(1, &After);
  EXPECT_EQ(statusOf(After), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  clReleaseEvent(After);
  clReleaseEvent(Event);
  expectNextWorks();
}

TEST_F(ShareTest, FinishTellsOfAFailure) {
  cl_mem Out = makeBuffer(100);
  ASSERT_EQ(enqueue(squares(Out, -1), 100, nullptr), CL_SUCCESS);
  EXPECT_NE(clFinish(Other), CL_SUCCESS);
  EXPECT_EQ(clFinish(Other), CL_SUCCESS);
  expectNextWorks();
}

TEST_F(ShareTest, ArgumentsThatAreNotSet) {
  cl_mem Out = makeBuffer(100);
  cl_program Program = makeProgram(TaskSource);
  ASSERT_EQ(clBuildProgram(Program, 0, nullptr, "", nullptr, nullptr),
            CL_SUCCESS);
  cl_kernel Kernel = kernelOf(Program, "squares", Out);
  cl_event Event = nullptr;
  cl_int Error = enqueue(Kernel, 100, &Event);
  if (!Error) {
    clWaitForEvents(1, &Event);
    Error = statusOf(Event);
    ASSERT_FALSE(Messages.empty());
    EXPECT_EQ(Messages[0].find(
                  "tasklet: a piece of kernel 'squares' on the device '"),
              0u)
        << Messages[0];
    clReleaseEvent(Event);
  }
  EXPECT_EQ(Error, CL_INVALID_KERNEL_ARGS);
  expectNextWorks();
}

TEST_F(ShareTest, WrongCallsAreRefused) {
  cl_mem Out = makeBuffer(100);
  cl_kernel Kernel = squares(Out);
  cl_int Error = CL_SUCCESS;
  cl_context Foreign =
      clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Error);
  cl_command_queue ForeignQueue = makeQueue(Foreign, Device);
  cl_event ForeignEvent = clCreateUserEvent(Foreign, &Error);
  cl_program Ordered = makeProgram(OrderedSource);
  ASSERT_EQ(clBuildProgram(Ordered, 0, nullptr, "", nullptr, nullptr),
            CL_SUCCESS);
  cl_kernel InOrder = kernelOf(Ordered, "scatter", Out);
  const size_t Count = 100, None = 0, NoPart = 32, TooMany = 1 << 30,
               Far = SIZE_MAX - 50;
  using Share = cl_tasklet_share_tkl;
  const Share Good[] = {{Queue, Kernel}, {Other, Kernel}};
  const struct {
    std::vector<Share> Shares;
    cl_int Code;
    const char *Message;
  } Cases[] = {
      {{}, CL_INVALID_VALUE, ""},
      {{Good[0], {nullptr, Kernel}}, CL_INVALID_COMMAND_QUEUE, ""},
      {{Good[0], {Other, nullptr}}, CL_INVALID_KERNEL, ""},
      {{Good[0], Good[0]},
       CL_INVALID_VALUE,
       "tasklet: no range is shared: share 1: its queue is named twice"},
      {{Good[0], {ForeignQueue, Kernel}}, CL_INVALID_CONTEXT, nullptr},
      {{Good[0], {Other, InOrder}},
       CL_INVALID_KERNEL,
       "tasklet: no range is shared: share 1: kernel 'scatter' is ordered, and "
       "no device knows what the others have done; enqueue it on one queue"}};
  for (const auto &[Shares, Code, Message] : Cases) {
    Messages.clear();
    cl_event Event = nullptr;
    EXPECT_EQ(share(cl_uint(Shares.size()), Shares.data(), 1, nullptr, &Count,
                    nullptr, 0, nullptr, &Event),
              Code);
    EXPECT_EQ(Event, nullptr);
    if (Message) {
      EXPECT_EQ(Messages.empty() ? "" : Messages[0], Message);
    }
  }
  auto Call = [&](cl_uint Dimensions, const size_t *Global, const size_t *Local,
                  cl_uint Waits, const cl_event *List) {
    return share(2, Good, Dimensions, nullptr, Global, Local, Waits, List,
                 nullptr);
  };
  EXPECT_EQ(Call(0, &Count, nullptr, 0, nullptr), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(Call(4, &Count, nullptr, 0, nullptr), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(Call(1, nullptr, nullptr, 0, nullptr), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(Call(1, &Count, &None, 0, nullptr), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Call(1, &Count, &NoPart, 0, nullptr), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(Call(1, &TooMany, &TooMany, 0, nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(share(2, Good, 1, &Far, &Count, nullptr, 0, nullptr, nullptr),
            CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(Call(1, &Count, nullptr, 1, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(Call(1, &Count, nullptr, 1, &ForeignEvent), CL_INVALID_CONTEXT);
  EXPECT_EQ(share(2, nullptr, 1, nullptr, &Count, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  clReleaseEvent(ForeignEvent);
  clReleaseCommandQueue(ForeignQueue);
  clReleaseContext(Foreign);
  expectNextWorks();
}

TEST_F(ShareTest, PiecesOfOtherEvents) {
  cl_mem Out = makeBuffer(10);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueueSquares(squares(Out), Out, 3, 10, &Event), CL_SUCCESS);
  cl_uint Count = 77;
  EXPECT_EQ(getPieces(Event, 0, nullptr, &Count), CL_INVALID_EVENT);
  EXPECT_EQ(Count, 77u);
  clReleaseEvent(Event);
  ASSERT_EQ(enqueue(squares(Out), 10, &Event), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  cl_tasklet_piece_tkl One[1];
  EXPECT_EQ(getPieces(Event, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(getPieces(Event, 0, One, &Count), CL_INVALID_VALUE);
  EXPECT_EQ(getPieces(Event, 1, One, &Count), CL_SUCCESS);
  EXPECT_EQ(One[0].first, 0u);
  EXPECT_GE(Count, 1u);
  clReleaseEvent(Event);
}

TEST_F(ShareTest, Times) {
  cl_command_queue Timed =
      makeQueue(Context, Device, CL_QUEUE_PROFILING_ENABLE);
  std::swap(Queue, Timed);
  cl_mem Out = makeBuffer(1000);
  cl_event Event = nullptr;
  ASSERT_EQ(enqueue(squares(Out), 1000, &Event), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
  cl_ulong Start = 0, End = 0;
  EXPECT_EQ(clGetEventProfilingInfo(Event, CL_PROFILING_COMMAND_START,
                                    sizeof(Start), &Start, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clGetEventProfilingInfo(Event, CL_PROFILING_COMMAND_END,
                                    sizeof(End), &End, nullptr),
            CL_SUCCESS);
  cl_ulong Longest = 0;
  for (const cl_tasklet_piece_tkl &Each : pieces(Event))
    Longest = std::max(Longest, Each.time);
  EXPECT_GE(End - Start, Longest);
  clReleaseEvent(Event);
  std::swap(Queue, Timed);
  clReleaseCommandQueue(Timed);
}
