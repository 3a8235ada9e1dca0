//===- Kept.cpp - Programs with everywhere as files -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Kept.h"
#include "Compare.h"
#include "Lower.h"
#include "Reference.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;
using namespace tasklet::fuzz;

namespace tasklet::simd {
namespace {

std::string assemblyFile(unsigned Lanes) {
  return "warp-" + std::to_string(Lanes) + ".usimd";
}

std::string read(const fs::path &File) {
  std::ifstream In(File);
  if (!In)
    throw std::runtime_error("cannot read " + File.string());
  std::stringstream Text;
  Text << In.rdbuf();
  return Text.str();
}

/// A program of which only the layout is right.
Program layoutOf(const std::string &Source, const std::string &Name) {
  Program P;
  P.Functions.resize(1);
  P.Flat = true;
  int End = 0;
  if (std::sscanf(
          Source.c_str(), "// warp %u, local %u x %u, groups %u, variables%n",
          &P.WarpSize, &P.Local[0], &P.Local[1], &P.Groups, &End) != 4 ||
      End == 0 || P.groupSize() == 0 || P.WarpSize == 0 || P.WarpSize > MaxWarp)
    throw std::runtime_error(
        Name + " does not begin with its sizes; see test/fuzz/everywhere/"
               "Kept.h");
  std::istringstream Variables(Source.substr(End, Source.find('\n') - End));
  std::vector<Written> &Vars = P.Functions[0].Vars;
  for (std::string Each; Variables >> Each;) {
    size_t Number = std::stoul(Each.substr(1));
    // Those between are not compared, like masks.
    Vars.resize(Number, Written::MaskLong);
    Vars.push_back(Written::Long);
  }
  return P;
}

} // namespace

void writeProgram(const Program &P, const std::string &Folder) {
  fs::path In(Folder);
  fs::create_directories(In);
  std::string Head = "// warp " + std::to_string(P.WarpSize) + ", local " +
                     std::to_string(P.Local[0]) + " x " +
                     std::to_string(P.Local[1]) + ", groups " +
                     std::to_string(P.Groups) + ", variables";
  for (int Var : P.shownVars())
    Head += " v" + std::to_string(Var);
  std::ofstream(In / "program.cl") << Head << "\n"
                                   << printPrelude() << printCl(P, "p0");
  for (unsigned W = 0; W < P.warps(); ++W)
    std::ofstream(In / assemblyFile(P.lanesOf(W))) << lower(P, P.lanesOf(W));
}

Report runKept(const std::string &Folder, const Settings &S) {
  fs::path In(Folder);
  std::string Source = read(In / "program.cl");
  Program P = layoutOf(Source, (In / "program.cl").string());
  Outcome Expected = runMachine(
      P, [&](unsigned Lanes) { return read(In / assemblyFile(Lanes)); });
  if (!Expected.Invalid.empty())
    throw std::runtime_error(Folder + ": " + Expected.Invalid);
  Batch B{1, Source, [&](Device &D, size_t) {
            return firstDifference(P, Expected, runOnDevice(D, P, "p0_kernel"));
          }};
  return runTogether(B, withWarp(S, P.WarpSize))[0];
}

} // namespace tasklet::simd
