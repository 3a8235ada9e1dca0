//===- NpyFile.cpp - Arrays in files of NumPy -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/NpyFile.h"
#include "compat/Strings.h"
#include "interpret/Arithmetic.h"
#include "interpret/Memory.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace tasklet;
using namespace tasklet::kite;
using llvm::dyn_cast;
using llvm::StringRef;

static constexpr char Magic[] = "\x93NUMPY";
/// Magic and version.
static constexpr size_t StartSize = 8;

/// `<f4`.
static std::string dtypeOf(Base B) {
  char Letter = B == Base::Bool      ? 'b'
                : isFloating(B)      ? 'f'
                : isSignedInteger(B) ? 'i'
                                     : 'u';
  unsigned Size = bitsOf(B) / 8;
  return std::string(Size == 1 ? "|" : "<") + Letter + std::to_string(Size);
}

namespace {

/// The element and the dimensions of a type.
struct Shape {
  const BaseType *Element = nullptr;
  unsigned Rank = 0;
};

struct Header {
  std::string Dtype;
  bool IsFortran = false;
  std::vector<uint64_t> Sizes;
};

} // namespace

static Shape shapeOf(const Type &Ty) {
  Shape Result;
  const Type *Inner = &Ty;
  while (auto *Array = dyn_cast<ArrayType>(Inner)) {
    ++Result.Rank;
    Inner = Array->Element;
  }
  Result.Element = dyn_cast<BaseType>(Inner);
  if (Result.Rank < 1 || Result.Rank > 2 ||
      (Result.Element && Result.Element->isVector()))
    Result.Element = nullptr;
  return Result;
}

bool kite::isNpyType(const Type &Ty) { return shapeOf(Ty).Element; }

/// What follows `'Key':`; empty if there is no such key.
static StringRef valueBehind(StringRef Text, StringRef Key) {
  size_t At = Text.find(("'" + Key + "'").str());
  if (At == StringRef::npos)
    return StringRef();
  Text = Text.drop_front(At + Key.size() + 2).ltrim();
  return Text.consume_front(":") ? Text.ltrim() : StringRef();
}

/// NumPy writes a dictionary of Python with three keys.
static std::optional<Header> parseHeader(StringRef Text) {
  Header Result;
  StringRef Dtype = valueBehind(Text, "descr");
  if (!Dtype.consume_front("'") || !Dtype.contains('\''))
    return std::nullopt;
  Result.Dtype = Dtype.take_until([](char C) { return C == '\''; }).str();
  StringRef Order = valueBehind(Text, "fortran_order");
  Result.IsFortran = startsWith(Order, "True");
  if (!Result.IsFortran && !startsWith(Order, "False"))
    return std::nullopt;
  StringRef Sizes = valueBehind(Text, "shape");
  if (!Sizes.consume_front("("))
    return std::nullopt;
  for (Sizes = Sizes.ltrim(); !startsWith(Sizes, ")"); Sizes = Sizes.ltrim()) {
    uint64_t Size = 0;
    if (Sizes.consumeInteger(10, Size))
      return std::nullopt;
    Result.Sizes.push_back(Size);
    Sizes = Sizes.ltrim();
    if (!Sizes.consume_front(",") && !startsWith(Sizes, ")"))
      return std::nullopt;
  }
  return Result;
}

/// The header, and in \p Data what follows it.
static std::optional<Header> readHeader(StringRef File, StringRef &Data,
                                        std::string &Error) {
  if (!startsWith(File, StringRef(Magic, 6))) {
    Error = "is no .npy file";
    return std::nullopt;
  }
  const char *Rest = File.data() + StartSize;
  // Version 1 has a length of 2 bytes, the later ones of 4.
  size_t LengthSize = File.size() > 6 && File[6] == 1 ? 2 : 4;
  if (File.size() < StartSize + LengthSize) {
    Error = "is truncated";
    return std::nullopt;
  }
  size_t Length = LengthSize == 2 ? llvm::support::endian::read16le(Rest)
                                  : llvm::support::endian::read32le(Rest);
  Data = File.drop_front(StartSize + LengthSize);
  if (Data.size() < Length) {
    Error = "is truncated";
    return std::nullopt;
  }
  std::optional<Header> Result = parseHeader(Data.take_front(Length));
  if (!Result)
    Error = "has a header that NumPy does not write";
  Data = Data.drop_front(Length);
  return Result;
}

/// What is wrong with the header for arrays of \p To; empty if nothing is.
static std::string compare(const Header &H, const Shape &To, const Type &Ty) {
  std::string Dtype = H.Dtype;
  std::string Wanted = dtypeOf(To.Element->B);
  // `=` is the host's order, `|` none.
  if (Dtype.size() > 1 && Wanted.substr(1) == Dtype.substr(1) &&
      (Dtype[0] == '<' || Dtype[0] == '=' || Dtype[0] == '|'))
    Dtype = Wanted;
  if (Dtype != Wanted)
    return "has elements of type '" + H.Dtype + "', and '" + Ty.str() +
           "' needs '" + Wanted + "'";
  if (H.Sizes.size() != To.Rank)
    return "has " + std::to_string(H.Sizes.size()) +
           (H.Sizes.size() == 1 ? " dimension" : " dimensions") + ", and '" +
           Ty.str() + "' needs " + std::to_string(To.Rank);
  if (H.IsFortran && To.Rank > 1)
    return "is in Fortran order; save numpy.ascontiguousarray(a) instead";
  return std::string();
}

static Value readElement(const char *Bytes, Base B) {
  switch (bitsOf(B)) {
  case 8:
    return fromMemory(static_cast<unsigned char>(*Bytes), B);
  case 16:
    return fromMemory(llvm::support::endian::read16le(Bytes), B);
  case 32:
    return fromMemory(llvm::support::endian::read32le(Bytes), B);
  default:
    return fromMemory(llvm::support::endian::read64le(Bytes), B);
  }
}

static Value readRow(const char *&Bytes, uint64_t Count, Base B) {
  Value Row = Value::ofParts(Count);
  for (uint64_t I = 0; Row.hasParts() && I < Count; ++I) {
    Row.shared(I) = readElement(Bytes, B);
    Bytes += bitsOf(B) / 8;
  }
  return Row;
}

std::optional<Value> kite::readNpy(StringRef Path, const Type &Ty,
                                   std::string &Error) {
  auto Fail = [&](const llvm::Twine &Text) {
    Error = ("'" + Path + "' " + Text).str();
    return std::nullopt;
  };
  Shape To = shapeOf(Ty);
  if (!To.Element) {
    Error = "'" + Ty.str() + "' cannot come from a file; only arrays of " +
            "numbers with one or two dimensions can";
    return std::nullopt;
  }
  auto File = llvm::MemoryBuffer::getFile(Path, false, false);
  if (!File)
    return Fail("cannot be read: " + File.getError().message());
  StringRef Data;
  std::string Problem;
  std::optional<Header> H = readHeader((*File)->getBuffer(), Data, Problem);
  if (!H)
    return Fail(Problem);
  Problem = compare(*H, To, Ty);
  if (!Problem.empty())
    return Fail(Problem);
  unsigned __int128 Bytes = bitsOf(To.Element->B) / 8;
  for (uint64_t Size : H->Sizes) {
    Bytes *= Size;
    // Larger than any file, and the next product would not fit.
    if (Bytes > UINT64_MAX)
      return Fail("is truncated");
  }
  if (Data.size() < Bytes)
    return Fail("is truncated: its elements take " +
                llvm::Twine(static_cast<uint64_t>(Bytes)) + " bytes, and " +
                llvm::Twine(Data.size()) + " are there");
  if (Data.size() > Bytes)
    return Fail("has bytes behind its elements");
  const char *Next = Data.data();
  if (To.Rank == 1)
    return readRow(Next, H->Sizes[0], To.Element->B);
  Value Rows = Value::ofParts(H->Sizes[0]);
  if (H->Sizes[0] != 0 && !Rows.hasParts())
    return Fail("does not fit into memory");
  for (uint64_t I = 0; I < H->Sizes[0]; ++I)
    Rows.shared(I) = readRow(Next, H->Sizes[1], To.Element->B);
  return Rows;
}

static void writeRow(const Value &Row, Base B, llvm::raw_ostream &Stream) {
  for (uint64_t I = 0; I < Row.size(); ++I) {
    uint64_t Bits = toMemory(Row.part(I), B);
    for (unsigned Byte = 0; Byte < bitsOf(B) / 8; ++Byte)
      Stream << static_cast<char>(Bits >> 8 * Byte);
  }
}

bool kite::writeNpy(StringRef Path, const Value &V, const Type &Ty,
                    std::string &Error) {
  Shape From = shapeOf(Ty);
  if (!From.Element) {
    Error = "'" + Ty.str() + "' cannot be written to a file; only arrays " +
            "of numbers with one or two dimensions can";
    return false;
  }
  std::string Sizes = "(" + std::to_string(V.size()) + ",";
  if (From.Rank == 2) {
    uint64_t Columns = V.size() ? V.part(0).size() : 0;
    for (uint64_t I = 0; I < V.size(); ++I)
      if (V.part(I).size() != Columns) {
        Error = "rows of " + std::to_string(Columns) + " and of " +
                std::to_string(V.part(I).size()) +
                " elements cannot be written to one file";
        return false;
      }
    Sizes += " " + std::to_string(Columns);
  }
  std::string Text = "{'descr': '" + dtypeOf(From.Element->B) +
                     "', 'fortran_order': False, 'shape': " + Sizes + "), }";
  // The elements begin at a multiple of 64 bytes.
  while ((StartSize + 2 + Text.size() + 1) % 64 != 0)
    Text += ' ';
  Text += '\n';

  std::error_code Code;
  llvm::raw_fd_ostream Stream(Path, Code);
  if (!Code) {
    Stream << StringRef(Magic, 6) << '\x01' << '\0'
           << static_cast<char>(Text.size() & 0xff)
           << static_cast<char>(Text.size() >> 8) << Text;
    if (From.Rank == 1)
      writeRow(V, From.Element->B, Stream);
    else
      for (uint64_t I = 0; I < V.size(); ++I)
        writeRow(V.part(I), From.Element->B, Stream);
    Stream.close();
    Code = Stream.error();
    Stream.clear_error();
    if (!Code)
      return true;
    llvm::sys::fs::remove(Path);
  }
  Error = ("'" + Path + "' cannot be written: " + Code.message()).str();
  return false;
}
