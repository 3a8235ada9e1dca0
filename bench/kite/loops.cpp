//===- loops.cpp - map beside a kernel, and orders of dispatch ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Times `map` over floats beside the same as a plain OpenCL kernel, and two
/// workloads in the orders of `map` (row by row) and of `for` (column by
/// column), whose first touches it checks. All that is compared takes turns,
/// and must compute what serial code computes.
///
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Report.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

using namespace sample;

namespace {

constexpr const char *PlainKernel = R"(
__kernel void plain(__global float *v, float a, float b) {
  size_t i = get_global_id(0);
  v[i] = v[i] * a + b;
})";

constexpr int64_t MostRows = 8192;

double median(std::vector<double> All) {
  std::nth_element(All.begin(), All.begin() + long(All.size() / 2), All.end());
  return All[All.size() / 2];
}

class Bench {
  Device Dev;
  cl::Program Program;
  int64_t Runs;
  cl::Buffer Numbers; ///< Of rows and columns, from 0 on.

  cl::Buffer upload(std::vector<cl_int> From) const {
    return cl::Buffer(Dev.Context, From.begin(), From.end(),
                      /*readOnly=*/false);
  }
  std::vector<cl_int> download(const cl::Buffer &From, size_t Count) const {
    std::vector<cl_int> To(Count);
    Dev.Queue.enqueueReadBuffer(From, CL_TRUE, 0, Count * sizeof(cl_int),
                                To.data());
    return To;
  }
  /// A buffer and how many elements it has: an array of Kite.
  static void setArray(cl::Kernel &Kernel, cl_uint At, const cl::Buffer &Array,
                       size_t Length) {
    Kernel.setArg(At, Array);
    Kernel.setArg(At + 1, cl_ulong(Length));
  }
  cl::Kernel kernel(const std::string &Name, size_t Rows, size_t Columns) const;

public:
  Bench(const Device &Dev, int64_t Runs)
      : Dev(Dev),
        Program(buildProgram(Dev, "kite_programs/loops.kite", "-x kite")),
        Runs(Runs) {
    std::vector<cl_int> All(MostRows);
    std::iota(All.begin(), All.end(), 0);
    Numbers = upload(All);
  }
  void compareMap(size_t Count);
  void checkOrder(size_t Rows, size_t Columns);
  void compareOrders(const std::string &Workload, size_t Rows, size_t Columns,
                     size_t TableSize);
};

} // namespace

/// \p Name works on numbers of rows and columns.
cl::Kernel Bench::kernel(const std::string &Name, size_t Rows,
                         size_t Columns) const {
  cl::Kernel Made(Program, Name.c_str());
  setArray(Made, 0, Numbers, Rows);
  setArray(Made, 2, Numbers, Columns);
  return Made;
}

void Bench::compareMap(size_t Count) {
  cl::Program Plain(Dev.Context, PlainKernel);
  Plain.build(); // cl::Program itself would ask for OpenCL C 2.0
  cl::Kernel Kernels[] = {cl::Kernel(Plain, "plain"),
                          cl::Kernel(Program, "scale")};
  const size_t Bytes = Count * sizeof(float);
  cl::Buffer Buffers[] = {cl::Buffer(Dev.Context, CL_MEM_READ_WRITE, Bytes),
                          cl::Buffer(Dev.Context, CL_MEM_READ_WRITE, Bytes)};
  std::vector<float> Values(Count), Others(Count);
  for (size_t I = 0; I < Count; ++I)
    Values[I] = float(I % 1000);
  for (int Form : {0, 1}) {
    Dev.Queue.enqueueWriteBuffer(Buffers[Form], CL_TRUE, 0, Bytes,
                                 Values.data());
    Kernels[Form].setArg(0, Buffers[Form]);
    cl_uint At = 1;
    if (Form == 1)
      Kernels[Form].setArg(At++, cl_ulong(Count));
    // Sums of powers of two: exact, fused or not.
    Kernels[Form].setArg(At++, 0.5f);
    Kernels[Form].setArg(At, 256.0f);
  }
  std::vector<double> Seconds[2];
  for (int64_t I = 0; I <= Runs; ++I)
    for (int Form : {0, 1}) {
      const Run Timed = runKernel(
          Dev, Kernels[Form], Form == 0 ? cl::NDRange(Count) : cl::NDRange(1));
      if (I != 0) // The first one is a warm-up.
        Seconds[Form].push_back(Timed.KernelSeconds);
    }
  Dev.Queue.enqueueReadBuffer(Buffers[0], CL_TRUE, 0, Bytes, Values.data());
  Dev.Queue.enqueueReadBuffer(Buffers[1], CL_TRUE, 0, Bytes, Others.data());
  for (size_t I = 0; I < Count; ++I) {
    float Expected = float(I % 1000);
    for (int64_t Turn = 0; Turn <= Runs; ++Turn)
      Expected = Expected * 0.5f + 256.0f;
    // Roundings of fused operations may differ in the last bit.
    for (float Value : {Values[I], Others[I]})
      if (!(std::abs(Value - Expected) <= 1e-3f))
        throw SetupError("map: element " + std::to_string(I) + " is " +
                         std::to_string(Value) + " instead of " +
                         std::to_string(Expected));
  }
  const double Kernel = median(Seconds[0]), Map = median(Seconds[1]);
  std::printf("| map over %zu floats | kernel: %.2f | map: %.2f | %.2f |\n",
              Count, 1e3 * Kernel, 1e3 * Map, Kernel / Map);
  std::fflush(stdout);
}

/// With one worker the order is exact; with more, which of them counts first is
/// left open, and all must be there.
void Bench::checkOrder(size_t Rows, size_t Columns) {
  for (bool ByColumns : {false, true}) {
    const std::string Name = ByColumns ? "order_by_columns" : "order_by_rows";
    cl::Kernel Kernel = kernel(Name, Rows, Columns);
    const size_t Count = Rows * Columns;
    const cl::Buffer Order = upload(std::vector<cl_int>(Count, -1)),
                     At = upload({0});
    setArray(Kernel, 4, Order, Count);
    setArray(Kernel, 6, At, 1);
    const Run R = runKernel(Dev, Kernel, 1);
    std::vector<cl_int> Touched = download(Order, Count), Expected;
    for (size_t Outer = 0; Outer < (ByColumns ? Columns : Rows); ++Outer)
      for (size_t Inner = 0; Inner < (ByColumns ? Rows : Columns); ++Inner)
        Expected.push_back(
            cl_int(ByColumns ? Inner * 65536 + Outer : Outer * 65536 + Inner));
    if (R.Workers != 1) {
      std::sort(Touched.begin(), Touched.end());
      std::sort(Expected.begin(), Expected.end());
    }
    const auto Wrong =
        std::mismatch(Touched.begin(), Touched.end(), Expected.begin());
    if (Wrong.first != Touched.end())
      throw SetupError(Name + ": touch " +
                       std::to_string(Wrong.first - Touched.begin()) +
                       " is of " + std::to_string(*Wrong.first) +
                       " instead of " + std::to_string(*Wrong.second));
    std::printf("%s: %zu first touches %s\n", Name.c_str(), Count,
                R.Workers == 1 ? "in order" : "all there, in some order");
  }
}

void Bench::compareOrders(const std::string &Workload, size_t Rows,
                          size_t Columns, size_t TableSize) {
  const size_t Count = Rows * Columns;
  const bool HasTables = TableSize != 0;
  std::vector<cl_int> Zeros(Count), Tables(Columns * TableSize);
  for (size_t I = 0; I < Tables.size(); ++I)
    Tables[I] = cl_int(I % 1001);
  const cl::Buffer Result = upload(Zeros),
                   Input = upload(HasTables ? Tables : Zeros);
  cl::Kernel Kernels[] = {kernel(Workload + "_by_rows", Rows, Columns),
                          kernel(Workload + "_by_columns", Rows, Columns)};
  for (cl::Kernel &Kernel : Kernels) {
    if (HasTables) {
      setArray(Kernel, 4, Input, Tables.size());
      Kernel.setArg(6, cl_int(TableSize));
    }
    setArray(Kernel, HasTables ? 7 : 4, Result, Count);
  }
  std::vector<double> Seconds[2];
  for (int64_t I = 0; I <= Runs; ++I)
    for (int Form : {0, 1}) {
      Dev.Queue.enqueueWriteBuffer(Result, CL_TRUE, 0, Count * sizeof(cl_int),
                                   Zeros.data());
      const Run Timed = runKernel(Dev, Kernels[Form], 1);
      if (I != 0)
        Seconds[Form].push_back(Timed.KernelSeconds);
      const std::vector<cl_int> Got = download(Result, Count);
      for (size_t Column = 0; Column < Columns; ++Column) {
        const auto First = Tables.begin() + long(Column * TableSize);
        const cl_int Sum =
            HasTables ? std::accumulate(First, First + long(TableSize), 0) : 1;
        for (size_t Row = 0; Row < Rows; ++Row)
          if (Got[Row * Columns + Column] !=
              Sum + (HasTables ? cl_int(Row) : 0))
            throw SetupError(Workload + ": row " + std::to_string(Row) +
                             ", column " + std::to_string(Column) +
                             " is wrong");
      }
    }
  const double ByRows = median(Seconds[0]), ByColumns = median(Seconds[1]);
  std::printf("| %s, %zu by %zu | by rows: %.2f | by columns: %.2f | %.2f |\n",
              Workload.c_str(), Rows, Columns, 1e3 * ByRows, 1e3 * ByColumns,
              ByColumns / ByRows);
  std::fflush(stdout);
}

int main(int Argc, char **Argv) {
  return runSample("bench_kite_loops", [&] {
    int64_t Runs = 9, Floats = 1 << 26, Rows = 2048, Table = 65536;
    std::string Part;
    Options Opts("bench_kite_loops",
                 "Compares map with a kernel, and orders of dispatch.");
    Opts.add("floats", Floats, 1, 1 << 28, "that map and kernel work on");
    Opts.add("rows", Rows, 1, MostRows, "and columns of the matrix");
    Opts.add("table", Table, 1, 1 << 20, "integers of a table");
    Opts.add("runs", Runs, 1, 1000, "runs of each form");
    Opts.add("device", Part, "part of the device's name");
    if (!Opts.parse(Argc, Argv))
      return 0;
    Bench B(openDevice(Part), Runs);
    B.checkOrder(16, 24);
    std::printf("| what | ms | ms | second / first; map: speed |\n"
                "|---|--:|--:|--:|\n");
    B.compareMap(size_t(Floats));
    B.compareOrders("matrix", size_t(Rows), size_t(Rows), 0);
    B.compareOrders("tables", 16, 32, size_t(Table));
    return 0;
  });
}
