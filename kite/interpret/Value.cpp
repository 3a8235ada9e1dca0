//===- Value.cpp - What expressions of Kite give --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Value.h"

#include <cstdlib>
#include <new>
#include <vector>

using namespace tasklet::kite;

static Cell *makeCell(uint64_t Size, uint32_t Branch) {
  if (Size == 0 || Size > (UINT64_MAX - sizeof(Cell)) / sizeof(Value))
    return nullptr;
  // Zeroes are zeroed values; pages that nobody writes to take no memory.
  auto *Made =
      static_cast<Cell *>(calloc(1, sizeof(Cell) + Size * sizeof(Value)));
  if (Made) {
    Made->References = 1;
    Made->Branch = Branch;
    Made->Size = Size;
  }
  return Made;
}

Value Value::ofParts(uint64_t Size, uint32_t Branch) {
  Value Made;
  Made.Parts = makeCell(Size, Branch);
  return Made;
}

Value Value::ofTask(const TaskDecl *Task, uint64_t Captures) {
  Value Made = ofParts(Captures);
  Made.Bits = reinterpret_cast<uintptr_t>(Task);
  return Made;
}

Value Value::ofRange(uint64_t First, uint64_t Step, uint64_t Count) {
  Value Made = ofParts(3);
  if (Made.hasParts()) {
    Made.shared(0) = ofInteger(First);
    Made.shared(1) = ofInteger(Step);
    Made.shared(2) = ofInteger(Count);
  }
  return Made;
}

Value &Value::own(uint64_t Number, uint64_t Size) {
  if (!Parts) {
    Parts = makeCell(Size, 0);
    if (!Parts) {
      // As operator new does in a program without exceptions.
      abort();
    }
  } else if (Parts->References > 1) {
    Value Copy = ofParts(Parts->Size, Parts->Branch);
    if (!Copy.Parts)
      abort();
    for (uint64_t I = 0; I < Parts->Size; ++I)
      Copy.Parts->parts()[I] = Parts->parts()[I];
    std::swap(Parts, Copy.Parts);
  }
  return Parts->parts()[Number];
}

void Value::destroy(Cell *Last) {
  // A list of a million elements is a chain of cells: no recursion.
  std::vector<Cell *> Dead = {Last};
  while (!Dead.empty()) {
    Cell *Next = Dead.back();
    Dead.pop_back();
    for (uint64_t I = 0; I < Next->Size; ++I) {
      Cell *Part = Next->parts()[I].Parts;
      if (Part && --Part->References == 0)
        Dead.push_back(Part);
    }
    free(Next);
  }
}
