//===- BitcodeFile.cpp - Whether a program is all there -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/BitcodeFile.h"

#include <cstdint>
#include <cstring>

using namespace tasklet;

/// Both kinds have their words in little-endian order.
static uint32_t wordAt(const std::string &Bytes, size_t Pos) {
  uint32_t Word = 0;
  for (unsigned I = 0; I < 4; ++I)
    Word |= uint32_t(static_cast<unsigned char>(Bytes[Pos + I])) << (8 * I);
  return Word;
}

// LLVM's Bitstream format: outside of all blocks abbreviations have 2 bits, and
// a block begins with abbreviation 1, its number (8 bits as long as that is
// below 128), the width of its abbreviations, and, in the next word, its length
// in words.
bool tasklet::isWholeBitcode(const std::string &Bytes) {
  constexpr uint32_t EnterBlock = 1, ModuleBlock = 8, NamesBlock = 23;
  if (Bytes.size() < 4 || memcmp(Bytes.data(), "BC\xC0\xDE", 4) != 0)
    return false;
  bool HasModule = false, HasNames = false;
  size_t Pos = 4;
  while (Bytes.size() - Pos >= 8) {
    uint32_t Head = wordAt(Bytes, Pos);
    uint64_t Length = uint64_t(wordAt(Bytes, Pos + 4)) * 4;
    Pos += 8;
    if ((Head & 3) != EnterBlock || Length > Bytes.size() - Pos)
      return false;
    HasModule |= (Head >> 2 & 255) == ModuleBlock;
    HasNames |= (Head >> 2 & 255) == NamesBlock;
    Pos += Length;
  }
  return Pos == Bytes.size() && HasModule && HasNames;
}

// SPIR-V: five words, then instructions, each with its length in words in the
// upper half of its first word.
bool tasklet::isWholeSpirv(const std::string &Bytes) {
  constexpr uint32_t Magic = 0x07230203, FunctionEnd = 56;
  if (Bytes.size() < 20 || wordAt(Bytes, 0) != Magic)
    return false;
  uint32_t Last = 0;
  for (size_t Pos = 20; Pos != Bytes.size();) {
    if (Bytes.size() - Pos < 4)
      return false;
    Last = wordAt(Bytes, Pos);
    size_t Length = size_t(Last >> 16) * 4;
    if (!Length || Length > Bytes.size() - Pos)
      return false;
    Pos += Length;
  }
  return (Last & 0xFFFF) == FunctionEnd;
}
