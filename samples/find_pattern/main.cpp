//===- main.cpp - Long matches are compared by all lanes ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <regex>
#include <string>
#include <vector>

using namespace sample;

namespace {

constexpr size_t PieceSize = 256; ///< Places that one work-item looks at.

/// Few letters, so that many places begin like the pattern by chance.
constexpr char Letters[] = "acgt";

class Input {
  std::mt19937 Random;

  size_t below(size_t End) { return Random() % End; }
  char letter() { return Letters[below(4)]; }
  void plant(size_t At, bool Damaged);

public:
  std::string Pattern, Text;
  std::vector<cl_uint2> Parts; ///< Of the pattern, between its dots.

  Input(size_t Size, size_t Length, size_t Gaps, size_t Copies, int64_t Seed);
};

} // namespace

/// A pattern of `2 * Gaps + 1` runs of about the same length, every other one
/// of dots; a text with \p Copies of it, of which every other one is damaged in
/// one place: such copies look right for a long time.
Input::Input(size_t Size, size_t Length, size_t Gaps, size_t Copies,
             int64_t Seed)
    : Random(static_cast<uint32_t>(Seed)) {
  const size_t Runs = 2 * Gaps + 1;
  for (size_t Run = 0; Run < Runs; ++Run) {
    const size_t Begin = Run * Length / Runs, End = (Run + 1) * Length / Runs;
    for (size_t I = Begin; I < End; ++I)
      Pattern += Run % 2 ? '.' : letter();
    if (Run % 2 == 0)
      Parts.push_back(
          {{static_cast<cl_uint>(Begin), static_cast<cl_uint>(End)}});
  }
  for (size_t I = 0; I < Size; ++I)
    Text += letter();
  // Each copy has a stretch of the text for itself.
  for (size_t I = 0; I < Copies; ++I)
    plant(I * (Size / Copies) + below(Size / Copies - Length + 1), I % 2);
}

void Input::plant(size_t At, bool Damaged) {
  for (size_t I = 0; I < Pattern.size(); ++I)
    if (Pattern[I] != '.')
      Text[At + I] = Pattern[I];
  if (!Damaged)
    return;
  size_t Where = below(Pattern.size());
  if (Pattern[Where] == '.')
    Where = Pattern.size() - 1;
  while (Text[At + Where] == Pattern[Where])
    Text[At + Where] = letter();
}

/// The check: what std::regex finds, one entry for each place of the text.
static std::vector<cl_uchar> searchByRegex(const Input &In, size_t Places) {
  std::vector<cl_uchar> Found(Places);
  const std::regex Wanted(In.Pattern);
  std::smatch Match;
  for (auto Begin = In.Text.begin();
       std::regex_search(Begin, In.Text.end(), Match, Wanted);
       Begin = Match[0].first + 1) // Matches may overlap.
    Found[static_cast<size_t>(Match[0].first - In.Text.begin())] = 1;
  return Found;
}

int main(int Argc, char **Argv) {
  return runSample("find_pattern", [&] {
    int64_t Size = 1000000, Length = 3000, Gaps = 2, Copies = 100, Seed = 1;
    RunOptions How;
    Options Opts("find_pattern",
                 "Looks for a long pattern in a text of SIZE characters; all "
                 "lanes of a warp compare the places that begin like it.");
    Opts.addPositional("SIZE", Size, 1, 100000000, "1 to 10^8");
    Opts.add("length", Length, 1, 4096, "of the pattern, 1 to 4096");
    Opts.add("gaps", Gaps, 0, 2047, "in the pattern, where anything fits");
    Opts.add("copies", Copies, 0, 1000000,
             "in the text, every other one with a mistake");
    Opts.add("seed", Seed, 0, UINT32_MAX, "of the random letters");
    Opts.add("runs", How.Runs, 1, 1000000, "show the median of N runs");
    if (!Opts.parse(Argc, Argv))
      return 0;
    if (2 * Gaps + 1 > Length)
      throw UsageError("--gaps: a pattern of " + std::to_string(Length) +
                       " characters has room for " +
                       std::to_string((Length - 1) / 2) + " gaps");
    if (Copies * Length > Size)
      throw UsageError("--copies: " + std::to_string(Size) +
                       " characters have room for " +
                       std::to_string(Size / Length) + " copies of " +
                       std::to_string(Length));

    const Device Dev = openDevice();
    const cl::Program Program = buildProgram(Dev, "find_pattern.cl");
    Input In(static_cast<size_t>(Size), static_cast<size_t>(Length),
             static_cast<size_t>(Gaps), static_cast<size_t>(Copies), Seed);
    const size_t Places =
        Size < Length ? 0 : static_cast<size_t>(Size - Length + 1);
    const Stopwatch Serial;
    const std::vector<cl_uchar> Expected = searchByRegex(In, Places);
    const double SerialSeconds = Serial.seconds();

    const cl::Buffer Text(Dev.Context, In.Text.begin(), In.Text.end(),
                          /*readOnly=*/true);
    const cl::Buffer Pattern(Dev.Context, In.Pattern.begin(), In.Pattern.end(),
                             true);
    const cl::Buffer Parts(Dev.Context, In.Parts.begin(), In.Parts.end(), true);
    const cl::Buffer Found(Dev.Context, CL_MEM_READ_WRITE, In.Text.size());
    const cl::Buffer Asked(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_uint));
    // Whole warps; those at the end may have nothing to look at.
    const size_t Pieces = (Places + PieceSize - 1) / PieceSize;
    const size_t Items = std::max<size_t>(64, (Pieces + 63) / 64 * 64);

    bool Right = true;
    for (const char *Name : {"alone", "by_hand", "by_library"}) {
      cl::Kernel Kernel(Program, Name);
      Kernel.setArg(0, Text);
      Kernel.setArg(1, static_cast<cl_uint>(Places));
      Kernel.setArg(2, static_cast<cl_uint>(PieceSize));
      Kernel.setArg(3, Pattern);
      Kernel.setArg(4, static_cast<cl_uint>(Length));
      Kernel.setArg(5, Parts);
      Kernel.setArg(6, static_cast<cl_uint>(In.Parts.size()));
      Kernel.setArg(7, Found);
      Kernel.setArg(8, Asked);
      std::vector<cl_uchar> Result(Places);
      cl_uint Begins = 0;
      bool Same = true;
      const Run Measured = medianRun(How, [&] {
        Dev.Queue.enqueueFillBuffer(Found, cl_uchar(0), 0, In.Text.size());
        Dev.Queue.enqueueFillBuffer(Asked, cl_uint(0), 0, sizeof(Begins));
        const Run Once = runKernel(Dev, Kernel, Items);
        if (Places)
          Dev.Queue.enqueueReadBuffer(Found, CL_TRUE, 0, Places, Result.data());
        Dev.Queue.enqueueReadBuffer(Asked, CL_TRUE, 0, sizeof(Begins), &Begins);
        Same &= Result == Expected;
        return Once;
      });
      std::printf(
          "%-10s %8.3f ms, %u places begin like the pattern, it is at "
          "%zu%s\n",
          Name, 1e3 * Measured.KernelSeconds, Begins,
          static_cast<size_t>(std::count(Result.begin(), Result.end(), 1)),
          Same ? "" : ": WRONG");
      Right &= Same;
    }
    std::printf(
        "check      %8.3f ms, std::regex finds %zu\n", 1e3 * SerialSeconds,
        static_cast<size_t>(std::count(Expected.begin(), Expected.end(), 1)));
    return Right ? 0 : 1;
  });
}
