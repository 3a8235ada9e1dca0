//===- SharedSlabs.cpp - Small memory of commands and the host ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/SharedSlabs.h"

using namespace tasklet;

SharedPiece SharedSlabs::take() {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (Free.empty()) {
    if (Slabs.size() == MostSlabs)
      return SharedPiece();
    Slabs.emplace_back(Context, PieceBytes * PiecesOfSlab);
    char *Begin = Slabs.back().begin();
    if (!Begin) {
      Slabs.pop_back();
      return SharedPiece();
    }
    Free.reserve(PiecesOfSlab * Slabs.size());
    for (size_t I = PiecesOfSlab; I-- != 0;)
      Free.push_back(Begin + I * PieceBytes);
  }
  char *Taken = Free.back();
  Free.pop_back();
  return SharedPiece(Taken, GiveBack{this});
}

void SharedSlabs::leave(char *Returned) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Free.push_back(Returned); // There is room for all.
}
