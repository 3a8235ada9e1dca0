//===- Prints.cpp - What tasks have printed -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/Prints.h"

#include "heap/HeapLayout.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace tasklet;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// `1` and `-17` become `1.0` and `-17.0`.
static std::string withPoint(std::string Text) {
  return Text.find_first_of(".e") == std::string::npos ? Text + ".0" : Text;
}

static bool describeSpecial(double Value, std::string &Text) {
  if (std::isnan(Value))
    Text = "nan"; // Whatever its sign.
  else if (std::isinf(Value))
    Text = Value < 0 ? "-inf" : "inf";
  return !Text.empty();
}

template <typename Float> static std::string shortest(Float Value) {
  std::string Text;
  if (describeSpecial(Value, Text))
    return Text;
  char Buffer[64];
  std::to_chars_result End =
      std::to_chars(Buffer, Buffer + sizeof(Buffer), Value);
  return withPoint(std::string(Buffer, End.ptr));
}

std::string tasklet::formatFloating(double Value) { return shortest(Value); }
std::string tasklet::formatFloating(float Value) { return shortest(Value); }

/// The half nearest to \p Value, as a number; ties go to even.
static double roundToHalf(double Value) {
  int Exponent = 0;
  std::frexp(Value, &Exponent);
  // 11 digits of a normal number; the smallest subnormal one is 2^-24.
  double Unit = std::ldexp(1.0, std::max(Exponent - 11, -24));
  double Rounded = std::nearbyint(Value / Unit) * Unit;
  return std::fabs(Rounded) > 65504 ? std::copysign(INFINITY, Value) : Rounded;
}

std::string tasklet::formatHalf(float Value) {
  std::string Text;
  if (describeSpecial(Value, Text))
    return Text;
  // The C++ library knows no halves: the first number of digits that is enough.
  // Five always are.
  for (int Digits = 1;; ++Digits) {
    char Buffer[64];
    char *End = std::to_chars(Buffer, Buffer + sizeof(Buffer), double(Value),
                              std::chars_format::general, Digits)
                    .ptr;
    double Read = 0;
    std::from_chars(Buffer, End, Read);
    if (Digits == 5 || roundToHalf(Read) == roundToHalf(Value))
      return withPoint(std::string(Buffer, End));
  }
}

//===----------------------------------------------------------------------===//
// Prints
//===----------------------------------------------------------------------===//

namespace {

/// Reads a heap that may have been overwritten.
class HeapReader {
  const char *Heap;
  const uint64_t Size;

public:
  HeapReader(const char *Heap, uint64_t Size) : Heap(Heap), Size(Size) {}

  /// Copies \p Bytes from \p Offset to \p To; false if they lie outside.
  bool read(uint64_t Offset, void *To, uint64_t Bytes) const {
    if (Offset > Size || Bytes > Size - Offset)
      return false;
    memcpy(To, Heap + Offset, Bytes);
    return true;
  }
};

/// The items of one print, one after the other.
class Items {
  const std::string Bytes;
  size_t At = 0;

  template <typename Value> Value take(size_t Size = sizeof(Value)) {
    Value Result = {};
    Size = std::min(Size, Bytes.size() - At);
    memcpy(&Result, Bytes.data() + At, Size);
    At += Size;
    return Result;
  }

public:
  explicit Items(std::string Bytes) : Bytes(std::move(Bytes)) {}
  void appendTo(std::string &Text);
};

} // namespace

void Items::appendTo(std::string &Text) {
  while (At < Bytes.size()) {
    switch (take<uint8_t>()) {
    case TKL_PRINT_TEXT: {
      size_t End = std::min(Bytes.find('\0', At), Bytes.size());
      Text.append(Bytes, At, End - At);
      At = std::min(End + 1, Bytes.size());
      break;
    }
    case TKL_PRINT_INT:
      Text += std::to_string(take<int64_t>());
      break;
    case TKL_PRINT_UINT:
      Text += std::to_string(take<uint64_t>());
      break;
    case TKL_PRINT_HALF:
      Text += formatHalf(take<float>());
      break;
    case TKL_PRINT_FLOAT:
      Text += formatFloating(take<float>());
      break;
    case TKL_PRINT_DOUBLE:
      Text += formatFloating(take<double>());
      break;
    case TKL_PRINT_FALSE:
      Text += "false";
      break;
    case TKL_PRINT_TRUE:
      Text += "true";
      break;
    case TKL_PRINT_CHAR:
      Text += take<char>();
      break;
    default:
      return; // Overwritten by the program.
    }
  }
}

/// The bytes of all items of the print whose first block is at \p Offset.
static std::string readItems(const HeapReader &Heap, uint64_t Offset,
                             uint64_t Limit) {
  std::string Bytes;
  tkl_print_block Block;
  while (Offset && Heap.read(Offset, &Block, sizeof(Block))) {
    size_t Before = Bytes.size();
    // Blocks that form a ring would never end.
    if (!Block.used || Block.used > Limit - Before)
      break;
    Bytes.resize(Before + Block.used);
    if (!Heap.read(Offset + sizeof(Block), &Bytes[Before], Block.used)) {
      Bytes.resize(Before);
      break;
    }
    Offset = Block.next;
  }
  return Bytes;
}

std::string tasklet::formatPrints(const char *Heap, uint64_t Size,
                                  const tkl_services &Services) {
  HeapReader Reader(Heap, Size);
  std::vector<uint64_t> Prints; // the newest first
  uint64_t Most = Size / (sizeof(tkl_print) + sizeof(tkl_print_block));
  tkl_print Print;
  for (uint64_t At = Services.prints;
       At && Prints.size() < Most && Reader.read(At, &Print, sizeof(Print));
       At = Print.older)
    Prints.push_back(At);
  std::string Text;
  uint64_t Left = Size; // No more than that can be meant.
  for (auto At = Prints.rbegin(); At != Prints.rend(); ++At) {
    std::string Bytes = readItems(Reader, *At + sizeof(tkl_print), Left);
    Left -= Bytes.size();
    Items(std::move(Bytes)).appendTo(Text);
  }
  return Text;
}

void tasklet::writePrints(const char *Heap, uint64_t Size,
                          const tkl_services &Services) {
  std::string Text = formatPrints(Heap, Size, Services);
  if (Text.empty())
    return;
  fwrite(Text.data(), 1, Text.size(), stdout);
  fflush(stdout);
}
