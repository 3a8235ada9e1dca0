//===- main.cpp - A loop over edges that adds to both ends ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Orders.h"
#include "Report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

using namespace sample;

namespace {

/// A plane of triangles: a grid whose squares are cut along one diagonal or the
/// other, by chance. So points have 4 to 8 edges.
struct Mesh {
  size_t Points;
  std::vector<cl_int2> Edges;
  std::vector<cl_float> Weight, Value;

  Mesh(size_t Side, bool Shuffle, uint32_t Seed) : Points(Side * Side) {
    std::mt19937 Random(Seed);
    const auto Add = [&](size_t A, size_t B) {
      Edges.push_back({{static_cast<cl_int>(A), static_cast<cl_int>(B)}});
    };
    for (size_t Y = 0; Y < Side; ++Y)
      for (size_t X = 0; X < Side; ++X) {
        const size_t At = Y * Side + X;
        if (X + 1 < Side)
          Add(At, At + 1);
        if (Y + 1 < Side)
          Add(At, At + Side);
        if (X + 1 < Side && Y + 1 < Side) {
          if (Random() % 2)
            Add(At, At + Side + 1);
          else
            Add(At + 1, At + Side);
        }
      }
    // std::shuffle differs from library to library.
    for (size_t I = Edges.size(); Shuffle && I > 1; --I)
      std::swap(Edges[I - 1], Edges[Random() % I]);
    const auto Number = [&] {
      return static_cast<float>(Random() % 2000) / 1024 + 0.1f;
    };
    std::generate_n(std::back_inserter(Weight), Edges.size(), Number);
    std::generate_n(std::back_inserter(Value), Points, Number);
  }

  /// The loop that the kernel is made of.
  std::vector<cl_float> flow() const {
    std::vector<cl_float> Sum(Points);
    for (size_t E = 0; E < Edges.size(); ++E) {
      const size_t A = size_t(Edges[E].s[0]), B = size_t(Edges[E].s[1]);
      const float Drop = Value[B] - Value[A];
      Sum[A] = std::fma(Weight[E], Drop, Sum[A]);
      Sum[B] = std::fma(-Weight[E], Drop, Sum[B]);
    }
    return Sum;
  }
};

} // namespace

int main(int Argc, char **Argv) {
  return runSample("mesh_edges", [&] {
    int64_t Side = 500, Seed = 1;
    bool Shuffle = false;
    OrderOptions How;
    Options Opts("mesh_edges", "Adds what flows along the edges of a mesh of "
                               "triangles to both ends of each.");
    Opts.add("side", Side, 2, 10000, "points on each side of the mesh");
    Opts.addSwitch("shuffle", Shuffle, "take the edges in random order");
    Opts.add("seed", Seed, 0, UINT32_MAX, "of the random numbers");
    How.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const Mesh M(static_cast<size_t>(Side), Shuffle,
                 static_cast<uint32_t>(Seed));
    const Stopwatch Serial;
    const std::vector<cl_float> Wanted = M.flow();
    const double SerialSeconds = Serial.seconds();

    const Device Dev = openDevice(How.Device);
    const cl::Program Program = buildProgram(Dev, "mesh_edges.cl");
    const auto Upload = [&](auto &From) {
      return cl::Buffer(Dev.Context, From.begin(), From.end(), true);
    };
    const cl::Buffer Edges = Upload(M.Edges), Weight = Upload(M.Weight),
                     Value = Upload(M.Value);
    const size_t Bytes = M.Points * sizeof(cl_float);
    const cl::Buffer Sum(Dev.Context, CL_MEM_READ_WRITE, Bytes);

    OrderedProblem P;
    P.Kernel = cl::Kernel(Program, "flow");
    P.Kernel.setArg(0, Sum);
    P.Kernel.setArg(1, Edges);
    P.Kernel.setArg(2, Weight);
    P.Kernel.setArg(3, Value);
    P.Kernel.setArg(4, static_cast<cl_int>(M.Edges.size()));
    P.Range = cl::NDRange(M.Edges.size());
    P.Reset = [&] { Dev.Queue.enqueueFillBuffer(Sum, cl_float(0), 0, Bytes); };
    P.Check = [&] {
      std::vector<cl_float> Got(M.Points);
      Dev.Queue.enqueueReadBuffer(Sum, CL_TRUE, 0, Bytes, Got.data());
      return firstDifference(Got, Wanted);
    };
    P.SerialSeconds = SerialSeconds;
    std::printf("%zu points, %zu edges%s\n", M.Points, M.Edges.size(),
                Shuffle ? " in random order" : "");
    return compareOrders("mesh_edges", Dev, P, How);
  });
}
