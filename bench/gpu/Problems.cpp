//===- Problems.cpp - What can be measured --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Problem.h"

#include <charconv>

using namespace gpu;

const std::vector<Entry> &gpu::problems() {
  static const std::vector<Entry> All = {
      {"fib", makeFib, "which Fibonacci number"},
      {"nqueens", makeQueens, "queens on as many rows"},
      {"cilksort", makeCilksort, "numbers"},
      {"mergesort", makeMergesort, "numbers"},
      {"tree", makeTree, "levels below the root"},
      {"pruned", makePruned, "levels below the root"},
      {"copies", makeCopies, "words of a row"},
      {"copies-by-hand", makeCopiesByHand, "likewise"},
      {"bfs", makeBfs, "grid:SIDE, rmat:SCALE, or a file"},
  };
  return All;
}

const Entry &gpu::findProblem(const std::string &Name) {
  for (const Entry &Each : problems())
    if (Name == Each.Name)
      return Each;
  throw Failure("there is no problem '" + Name + "'");
}

int gpu::parseNumber(const std::string &Size, int Min, int Max) {
  int Number = 0;
  const char *End = Size.data() + Size.size();
  auto [Rest, Error] = std::from_chars(Size.data(), End, Number);
  if (Error != std::errc() || Rest != End || Number < Min || Number > Max)
    throw Failure("the size '" + Size + "' is no number from " +
                  std::to_string(Min) + " to " + std::to_string(Max));
  return Number;
}
