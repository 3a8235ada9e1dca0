//===- OrderedFixture.cpp - Fixture for ordered kernels -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;

const std::vector<OrderedTest::Mode> &OrderedTest::modes() {
  static const std::vector<Mode> *All = [] {
    auto *Made = new std::vector<Mode>{
        {"serial", CL_TASKLET_ORDERED_SERIAL_TKL, nullptr},
        {"levels", CL_TASKLET_ORDERED_LEVELS_TKL, nullptr},
        {"passes", CL_TASKLET_ORDERED_PASSES_TKL, nullptr},
        {"bins", CL_TASKLET_ORDERED_BINS_TKL, nullptr},
        {"tasks", CL_TASKLET_ORDERED_TASKS_TKL, nullptr},
        {"copies", CL_TASKLET_ORDERED_COPIES_TKL, nullptr},
        {"owners", CL_TASKLET_ORDERED_OWNERS_TKL, nullptr},
        {"auto", CL_TASKLET_ORDERED_AUTO_TKL, nullptr}};
    for (Mode &M : *Made) {
      const cl_queue_properties List[] = {CL_QUEUE_TASKLET_ORDERED_TKL, M.Value,
                                          0};
      cl_int Status;
      M.Queue.reset(clCreateCommandQueueWithProperties(Device::get()->Context,
                                                       Device::get()->Id, List,
                                                       &Status),
                    clReleaseCommandQueue);
      check(Status, "clCreateCommandQueueWithProperties");
    }
    return Made;
  }();
  return *All;
}

static constexpr char Common[] = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
)";

std::string OrderedTest::orderedSource(const OrderedText &T) {
  return Common + T.Helpers + "\n__kernel __ordered" +
         (T.Mark.empty() ? "" : "(" + T.Mark + ")") + " void k(" + T.Params +
         ") {" + T.Body + "}\n";
}

/// The names of the parameters, with a comma after each.
static std::string namesOf(const std::string &Params) {
  std::string Names, Word;
  for (char C : Params + ",") {
    if (isalnum(static_cast<unsigned char>(C)) || C == '_') {
      Word += C;
    } else if (C == ',') {
      Names += Word + ", ";
      Word.clear();
    } else {
      Word.clear();
    }
  }
  return Names;
}

std::string OrderedTest::oracleSource(const OrderedText &T) {
  return Common + T.Helpers + R"(
#define get_work_dim() ((uint)its_range[9])
#define get_global_id(d) (its_id[d])
#define get_global_size(d) (its_range[d])
#define get_global_offset(d) (its_range[3 + (d)])
static void item()" +
         T.Params +
         R"(, const ulong *its_id, __global const ulong *its_range) {)" +
         T.Body + R"(}
__kernel void k()" +
         T.Params + R"(, __global const ulong *its_range) {
  ulong its_id[3];
  for (ulong at2 = 0; at2 < its_range[2]; ++at2)
    for (ulong at1 = 0; at1 < its_range[1]; ++at1)
      for (ulong at0 = 0; at0 < its_range[0]; ++at0) {
        its_id[0] = its_range[3] + at0;
        its_id[1] = its_range[4] + at1;
        its_id[2] = its_range[5] + at2;
        item()" +
         namesOf(T.Params) + R"(its_id, its_range);
      }
})";
}

std::vector<Bytes> OrderedTest::runOn(cl_command_queue Queue, const Program &P,
                                      const char *Name, const Range &NDRange,
                                      const OrderedCall &Call,
                                      cl_ordered_stats_tkl *Stats) {
  cl_int Status;
  std::vector<std::shared_ptr<_cl_mem>> Memory, Parts;
  for (const Bytes &Content : Call.Buffers) {
    Memory.emplace_back(
        clCreateBuffer(Device::get()->Context,
                       CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, Content.size(),
                       const_cast<unsigned char *>(Content.data()), &Status),
        clReleaseMemObject);
    check(Status, "clCreateBuffer");
  }
  Kernel K = P.kernel(Name);
  cl_uint Index = 0;
  for (const OrderedArgument &A : Call.Arguments) {
    const void *Value = A.Value.data();
    size_t Size = A.Value.size();
    cl_mem Object = nullptr;
    if (A.IsBuffer) {
      Object = Memory[A.Buffer].get();
      if (A.Offset != 0 || A.Size != Call.Buffers[A.Buffer].size()) {
        cl_buffer_region Region = {A.Offset, A.Size};
        Parts.emplace_back(clCreateSubBuffer(Object, 0,
                                             CL_BUFFER_CREATE_TYPE_REGION,
                                             &Region, &Status),
                           clReleaseMemObject);
        check(Status, "clCreateSubBuffer");
        Object = Parts.back().get();
      }
      Value = &Object;
      Size = sizeof(Object);
    }
    check(clSetKernelArg(K.get(), Index++, Size, Value), "clSetKernelArg");
  }
  cl_event Event = nullptr;
  const Range &R = NDRange;
  check(clEnqueueNDRangeKernel(
            Queue, K.get(), static_cast<cl_uint>(R.Global.size()),
            R.Offset.empty() ? nullptr : R.Offset.data(), R.Global.data(),
            R.Local.empty() ? nullptr : R.Local.data(), 0, nullptr, &Event),
        "clEnqueueNDRangeKernel");
  check(clWaitForEvents(1, &Event), "clWaitForEvents");
  if (Stats)
    *Stats = statsOf(Event);
  clReleaseEvent(Event);
  std::vector<Bytes> Got = Call.Buffers;
  for (size_t I = 0; I < Got.size(); ++I)
    check(clEnqueueReadBuffer(Queue, Memory[I].get(), CL_TRUE, 0, Got[I].size(),
                              Got[I].data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  return Got;
}

std::vector<Bytes> OrderedTest::sequential(const OrderedText &T,
                                           const Range &NDRange,
                                           const OrderedCall &Call) {
  std::vector<cl_ulong> Numbers = {1, 1, 1, 0, 0, 0, 1, 1, 1, 0};
  for (size_t D = 0; D < NDRange.Global.size(); ++D) {
    Numbers[D] = NDRange.Global[D];
    if (!NDRange.Offset.empty())
      Numbers[3 + D] = NDRange.Offset[D];
  }
  Numbers[9] = NDRange.Global.size();
  OrderedCall WithRange = Call;
  WithRange.add(Numbers);
  // No options: TASKLET_TEST_OPTIONS may make this program one of ours.
  std::string Source = oracleSource(T);
  Program P = build(Source);
  std::vector<Bytes> Left =
      runOn(Device::get()->Queue, P, "k", Range({1}, {1}), WithRange);
  Left.pop_back();
  return Left;
}

void OrderedTest::expectSequential(const Program &P, const OrderedText &T,
                                   const Range &NDRange,
                                   const OrderedCall &Call, Inspection Wanted) {
  std::vector<Bytes> Expected = sequential(T, NDRange, Call);
  for (const Mode &M : modes()) {
    SCOPED_TRACE(M.Name);
    cl_ordered_stats_tkl Stats = {};
    std::vector<Bytes> Got =
        runOn(M.Queue.get(), P, "k", NDRange, Call, &Stats);
    for (size_t I = 0; I < Expected.size(); ++I) {
      size_t At = 0;
      while (At < Expected[I].size() && Expected[I][At] == Got[I][At])
        ++At;
      EXPECT_EQ(At, Expected[I].size())
          << "first byte of buffer " << I << " that differs; executor "
          << Stats.executor;
    }
    if (M.Value == CL_TASKLET_ORDERED_SERIAL_TKL || Wanted == InOrder) {
      EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
    } else if (M.Value == CL_TASKLET_ORDERED_PASSES_TKL &&
               Wanted == Inspected) {
      EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_PASSES_TKL));
    }
  }
}

void OrderedTest::expectSequential(const OrderedText &T, const Range &NDRange,
                                   const OrderedCall &Call, Inspection Wanted,
                                   const std::string &Options) {
  expectSequential(build(orderedSource(T), Options), T, NDRange, Call, Wanted);
}

cl_ordered_stats_tkl OrderedTest::launch(cl_command_queue Queue,
                                         const Kernel &K, size_t Items,
                                         cl_order_tkl Order) {
  cl_event Event = nullptr;
  check(Order ? extensionFunction<clEnqueueOrderedNDRangeKernelTKL_fn>(
                    "clEnqueueOrderedNDRangeKernelTKL")(
                    Queue, K.get(), Order, 1, nullptr, &Items, nullptr, 0,
                    nullptr, &Event)
              : clEnqueueNDRangeKernel(Queue, K.get(), 1, nullptr, &Items,
                                       nullptr, 0, nullptr, &Event),
        "the ordered kernel");
  const cl_ordered_stats_tkl Stats = statsOf(Event);
  clReleaseEvent(Event);
  return Stats;
}

std::shared_ptr<_cl_order_tkl>
OrderedTest::makeOrder(cl_command_queue Queue, const Kernel &K, size_t Items) {
  cl_int Status;
  std::shared_ptr<_cl_order_tkl> Order(
      extensionFunction<clCreateOrderTKL_fn>("clCreateOrderTKL")(
          Queue, K.get(), 1, nullptr, &Items, nullptr, 0, nullptr, nullptr,
          &Status),
      extensionFunction<clReleaseOrderTKL_fn>("clReleaseOrderTKL"));
  check(Status, "clCreateOrderTKL");
  return Order;
}

cl_ordered_stats_tkl OrderedTest::statsOf(cl_event Event) {
  cl_ordered_stats_tkl Stats = {};
  check(clWaitForEvents(1, &Event), "clWaitForEvents");
  check(extensionFunction<clGetOrderedStatsTKL_fn>("clGetOrderedStatsTKL")(
            Event, &Stats),
        "clGetOrderedStatsTKL");
  return Stats;
}
