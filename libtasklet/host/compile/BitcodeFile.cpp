//===- BitcodeFile.cpp - Whether a program is all there -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/BitcodeFile.h"

#include <algorithm>
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

namespace {

// SPIR-V specification 1.2, sections 2.3 and 3.32.
enum SpirvCode : uint32_t { Source = 3, EntryPoint = 15, FunctionEnd = 56 };
constexpr uint32_t SpirvMagic = 0x07230203;
constexpr size_t SpirvHeader = 20;

} // namespace

/// Passes the code of each instruction to \p Visit. False if the module is cut
/// off within one. Each has its length in words in the upper half of its first
/// word.
template <typename Visitor>
static bool forEachCode(const std::string &Bytes, const Visitor &Visit) {
  if (Bytes.size() < SpirvHeader || wordAt(Bytes, 0) != SpirvMagic)
    return false;
  for (size_t Pos = SpirvHeader; Pos != Bytes.size();) {
    if (Bytes.size() - Pos < 4)
      return false;
    uint32_t Head = wordAt(Bytes, Pos);
    size_t Length = size_t(Head >> 16) * 4;
    if (!Length || Length > Bytes.size() - Pos)
      return false;
    Visit(Head & 0xFFFF);
    Pos += Length;
  }
  return true;
}

bool tasklet::hasSpirvKernel(const std::string &Bytes) {
  bool Has = false;
  forEachCode(Bytes, [&](uint32_t Code) { Has |= Code == EntryPoint; });
  return Has;
}

// Kernels are listed before the source language is named, and that before what
// they consist of.
bool tasklet::isWholeSpirv(const std::string &Bytes) {
  uint32_t Last = 0;
  bool HasKernel = false, HasSource = false;
  if (!forEachCode(Bytes, [&](uint32_t Code) {
        Last = Code;
        HasKernel |= Code == EntryPoint;
        HasSource |= Code == Source;
      }))
    return false;
  return Last == FunctionEnd || (HasSource && !HasKernel);
}

bool tasklet::isWholePtx(const std::string &Text) {
  for (const char *Head : {".version ", ".target ", ".address_size 64"})
    if (Text.find(Head) == std::string::npos)
      return false;
  // Bytes of strings are numbers in it.
  return Text.back() == '\n' && std::count(Text.begin(), Text.end(), '{') ==
                                    std::count(Text.begin(), Text.end(), '}');
}
