//===- main.cpp - The problems of the samples in Kite ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a program of programs/, checks its result with serial code, and takes
/// the time, as the samples do: bench/run takes it for one more system, `kite`.
///
//===----------------------------------------------------------------------===//
#include "GravityCheck.h"
#include "Matrix.h"
#include "Numbers.h"
#include "Options.h"
#include "Report.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace sample;

namespace {

/// A problem with its input. A kernel of the program solves it.
class Problem {
public:
  virtual ~Problem() = default;
  /// Makes the buffers as they were at first, and passes them. Not timed.
  virtual void prepare(const Device &Dev, cl::Kernel &Kernel) = 0;
  /// Reads the result, and gives the number that all systems agree on.
  virtual uint64_t result(const Device &Dev) = 0;
  /// Is \p Result right? Otherwise, why not.
  virtual std::string compare(uint64_t Result) = 0;
};

template <typename T>
cl::Buffer upload(const Device &Dev, std::vector<T> &From) {
  return cl::Buffer(Dev.Context, From.begin(), From.end(), /*readOnly=*/false);
}

template <typename T>
void download(const Device &Dev, const cl::Buffer &From, std::vector<T> &To) {
  Dev.Queue.enqueueReadBuffer(From, CL_TRUE, 0, To.size() * sizeof(T),
                              To.data());
}

/// A problem whose result is a number.
class Number : public Problem {
public:
  Number(int64_t N, int64_t Most) : N(cl_int(N)) {
    if (N < 0 || N > Most)
      throw UsageError("N: " + std::to_string(N) + " is not between 0 and " +
                       std::to_string(Most));
  }
  void prepare(const Device &Dev, cl::Kernel &Kernel) override {
    std::vector<cl_int> Nothing = {-1};
    Out = upload(Dev, Nothing);
    setArguments(Kernel);
  }
  uint64_t result(const Device &Dev) override {
    std::vector<cl_int> Result(1);
    download(Dev, Out, Result);
    return uint64_t(Result[0]);
  }
  std::string compare(uint64_t Result) override {
    const auto Expected = uint64_t(serially());
    return Result == Expected ? ""
                              : std::to_string(Result) + " instead of " +
                                    std::to_string(Expected);
  }

protected:
  virtual int serially() const = 0;
  virtual void setArguments(cl::Kernel &Kernel) const = 0;

  cl_int N;
  cl::Buffer Out;
};

/// A kernel `fib(result, n)`.
class Fib : public Number {
public:
  explicit Fib(int64_t N) : Number(N, 46) {}

protected:
  int serially() const override {
    unsigned A = 0, B = 1;
    for (int I = 0; I < N; ++I)
      B = std::exchange(A, B) + B;
    return int(A);
  }
  void setArguments(cl::Kernel &Kernel) const override {
    Kernel.setArg(0, Out);
    Kernel.setArg(1, N);
  }
};

int place(unsigned Board, unsigned Columns, unsigned Left, unsigned Right) {
  if (Columns == Board)
    return 1;
  int Sum = 0;
  for (unsigned Open = Board & ~(Columns | Left | Right); Open;
       Open &= Open - 1) {
    const unsigned Queen = Open & -Open;
    Sum += place(Board, Columns | Queen, (Left | Queen) << 1,
                 (Right | Queen) >> 1);
  }
  return Sum;
}

/// A kernel `place(result, board, columns, left, right)`.
class Queens : public Number {
public:
  explicit Queens(int64_t N) : Number(N, 16) {}

protected:
  int serially() const override { return place((1u << N) - 1, 0, 0, 0); }
  void setArguments(cl::Kernel &Kernel) const override {
    Kernel.setArg(0, Out);
    Kernel.setArg(1, cl_uint((1u << N) - 1));
    for (cl_uint I = 2; I < 5; ++I)
      Kernel.setArg(I, cl_uint(0));
  }
};

/// A kernel `sort(data, length, lo, hi)` or, with \p HasSpare, `sort(data, length,
/// spare, length, in place, at, count)`.
class Sort : public Problem {
public:
  Sort(int64_t N, bool HasSpare) : HasSpare(HasSpare) {
    if (N < 1 || N > 1000000000)
      throw UsageError("N: " + std::to_string(N) +
                       " is not between 1 and 10^9");
    Input = randomIntegers(size_t(N), 1);
    Sorted.resize(Input.size());
  }
  void prepare(const Device &Dev, cl::Kernel &Kernel) override {
    // One pair of buffers for all runs: fresh pages would cost time in each.
    const size_t Bytes = Input.size() * sizeof(cl_int);
    if (!Data()) {
      Data = cl::Buffer(Dev.Context, CL_MEM_READ_WRITE, Bytes);
      Spare = cl::Buffer(Dev.Context, CL_MEM_READ_WRITE, Bytes);
    }
    std::fill(Sorted.begin(), Sorted.end(), 0);
    Dev.Queue.enqueueWriteBuffer(Data, CL_TRUE, 0, Bytes, Input.data());
    Dev.Queue.enqueueWriteBuffer(Spare, CL_TRUE, 0, Bytes, Sorted.data());
    Kernel.setArg(0, Data);
    Kernel.setArg(1, cl_ulong(Input.size()));
    if (HasSpare) {
      Kernel.setArg(2, Spare);
      Kernel.setArg(3, cl_ulong(Input.size()));
      Kernel.setArg(4, cl_uchar(1));
    }
    Kernel.setArg(HasSpare ? 5 : 2, cl_int(0));
    Kernel.setArg(HasSpare ? 6 : 3, cl_int(Input.size()));
  }
  uint64_t result(const Device &Dev) override {
    download(Dev, Data, Sorted);
    return checksum(Sorted);
  }
  std::string compare(uint64_t) override {
    std::vector<cl_int> Expected = Input;
    std::sort(Expected.begin(), Expected.end());
    return Sorted == Expected ? "" : "the numbers are not in order";
  }

private:
  bool HasSpare;
  std::vector<cl_int> Input, Sorted;
  cl::Buffer Data, Spare;
};

/// A kernel `multiply(a, length, b, length, c, length, three starts, size,
/// stride)`.
class Product : public Problem {
public:
  explicit Product(int64_t N) : N(uint32_t(N)) {
    if (N < matmul::Block || N > matmul::LargestSize || (N & (N - 1)))
      throw UsageError("N: " + std::to_string(N) + " is no power of two from " +
                       std::to_string(matmul::Block) + " to " +
                       std::to_string(matmul::LargestSize));
    A = matmul::makeMatrix(this->N, 1);
    B = matmul::makeMatrix(this->N, 2);
    C.resize(A.size());
  }
  void prepare(const Device &Dev, cl::Kernel &Kernel) override {
    if (!InA()) {
      InA = upload(Dev, A);
      InB = upload(Dev, B);
      Out =
          cl::Buffer(Dev.Context, CL_MEM_READ_WRITE, C.size() * sizeof(float));
    }
    std::fill(C.begin(), C.end(), 0.0f);
    Dev.Queue.enqueueWriteBuffer(Out, CL_TRUE, 0, C.size() * sizeof(float),
                                 C.data());
    const cl_ulong Length = A.size();
    Kernel.setArg(0, InA);
    Kernel.setArg(1, Length);
    Kernel.setArg(2, InB);
    Kernel.setArg(3, Length / 8);
    Kernel.setArg(4, Out);
    Kernel.setArg(5, Length / 8);
    for (cl_uint I = 6; I < 9; ++I)
      Kernel.setArg(I, cl_int(0));
    Kernel.setArg(9, cl_int(N));
    Kernel.setArg(10, cl_int(N / 8));
  }
  uint64_t result(const Device &Dev) override {
    download(Dev, Out, C);
    return checksum(C);
  }
  std::string compare(uint64_t) override {
    std::vector<float> Row(N);
    for (size_t I = 0; I < N; ++I) {
      std::fill(Row.begin(), Row.end(), 0.0f);
      for (size_t K = 0; K < N; ++K)
        for (size_t J = 0; J < N; ++J)
          Row[J] += A[I * N + K] * B[K * N + J];
      if (!std::equal(Row.begin(), Row.end(), C.begin() + long(I * N)))
        return "row " + std::to_string(I) + " is wrong";
    }
    return "";
  }

private:
  uint32_t N;
  std::vector<float> A, B, C;
  cl::Buffer InA, InB, Out;
};

/// A kernel `pull(result, bodies, length, tree, length, forces, length)`.
class Forces : public Problem {
public:
  explicit Forces(int64_t N) {
    if (N < 1 || N > 10000000)
      throw UsageError("N: " + std::to_string(N) +
                       " is not between 1 and 10^7");
    // The tree of bench/run's serial program; the host builds it before the
    // clock starts there, too.
    const bench::Octree Of = bench::makePlummerTree(size_t(N));
    Bodies = Of.Bodies;
    Nodes = Of.Nodes;
    Found.resize(Bodies.size());
  }
  void prepare(const Device &Dev, cl::Kernel &Kernel) override {
    if (!InBodies()) {
      InBodies = upload(Dev, Bodies);
      InNodes = upload(Dev, Nodes);
      Out = cl::Buffer(Dev.Context, CL_MEM_READ_WRITE,
                       Found.size() * sizeof(Point));
    }
    std::fill(Found.begin(), Found.end(), Point{});
    Dev.Queue.enqueueWriteBuffer(Out, CL_TRUE, 0, Found.size() * sizeof(Point),
                                 Found.data());
    std::vector<cl_long> Nothing = {-1};
    Pulls = upload(Dev, Nothing);
    Kernel.setArg(0, Pulls);
    Kernel.setArg(1, InBodies);
    Kernel.setArg(2, cl_ulong(Bodies.size()));
    Kernel.setArg(3, InNodes);
    Kernel.setArg(4, cl_ulong(Nodes.size()));
    Kernel.setArg(5, Out);
    Kernel.setArg(6, cl_ulong(Found.size()));
  }
  uint64_t result(const Device &Dev) override {
    std::vector<cl_long> Result(1);
    download(Dev, Pulls, Result);
    download(Dev, Out, Found);
    return uint64_t(Result[0]);
  }
  std::string compare(uint64_t) override {
    return bench::wrongForces(Bodies, Found);
  }

private:
  using Point = bench::Octree::Point;
  static_assert(sizeof(Point) == sizeof(cl_float4), "passed as a float4");
  static_assert(sizeof(bench::Octree::Node) == sizeof(cl_int8),
                "passed as an int8");
  std::vector<Point> Bodies, Found;
  std::vector<bench::Octree::Node> Nodes;
  cl::Buffer InBodies, InNodes, Out, Pulls;
};

struct Entry {
  const char *Name, *Kernel;
  std::unique_ptr<Problem> (*Make)(int64_t);
};

template <typename T> std::unique_ptr<Problem> make(int64_t N) {
  return std::make_unique<T>(N);
}

template <bool HasSpare> std::unique_ptr<Problem> makeSort(int64_t N) {
  return std::make_unique<Sort>(N, HasSpare);
}

constexpr Entry Problems[] = {
    {"fib", "fib", make<Fib>},
    {"nqueens", "place", make<Queens>},
    {"quicksort", "sort", makeSort<false>},
    {"mergesort", "sort", makeSort<true>},
    {"matmul", "multiply", make<Product>},
    {"barnes_hut", "pull", make<Forces>},
};

const Entry &find(const std::string &Name) {
  for (const Entry &E : Problems)
    if (Name == E.Name)
      return E;
  throw UsageError("--problem: there is no '" + Name + "'");
}

} // namespace

int main(int Argc, char **Argv) {
  return runSample("bench_kite", [&] {
    std::string Name = "fib", Flags;
    int64_t N = 30;
    RunOptions Common;
    Options Opts("bench_kite", "Solves a problem of the samples in Kite.");
    Opts.add("problem", Name,
             "fib, nqueens, quicksort, mergesort, matmul or barnes_hut");
    Opts.addPositional("N", N, 0, INT64_MAX, "size");
    Opts.add("flags", Flags, "more options of the build, as '-fno-bounds'");
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Device Dev = openDevice(Common.Device);
    const Entry &Of = find(Name);
    const std::unique_ptr<Problem> P = Of.Make(N);
    const cl::Program Program = buildProgram(
        Dev, "kite_programs/" + Name + ".kite", "-x kite " + Flags);
    cl::Kernel Kernel(Program, Of.Kernel);
    Outcome O;
    O.Problem = Name + " " + std::to_string(N);
    O.Measured = medianRun(Common, [&] {
      P->prepare(Dev, Kernel);
      const Run R = runKernel(Dev, Kernel, 1);
      O.Result = P->result(Dev);
      return R;
    });
    // Of the last run; bench/run compares the results of all systems.
    const Stopwatch Serial;
    O.Wrong = P->compare(O.Result);
    O.SerialSeconds = Serial.seconds();
    return report("bench_kite", O, Common.Json);
  });
}
