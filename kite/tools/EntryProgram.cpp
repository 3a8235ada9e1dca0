//===- EntryProgram.cpp - What kite run adds to a program -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tools/EntryProgram.h"

#include "compat/Strings.h"
#include "interpret/Memory.h"
#include "interpret/PrintValue.h"

using namespace tasklet;
using namespace tasklet::kite;
using llvm::cast;
using llvm::dyn_cast;

/// Null if values of \p Ty are no arguments of kernels. OpenCL C has no
/// parameters of type half.
static const BaseType *plainType(const Type &Ty) {
  auto *Plain = dyn_cast<BaseType>(&Ty);
  return Plain && Plain->B != Base::Half ? Plain : nullptr;
}

static const BaseType *elementOf(const Type &Ty) {
  auto *Array = dyn_cast<ArrayType>(&Ty);
  return Array ? dyn_cast<BaseType>(Array->Element) : nullptr;
}

static const BaseType *elementOfRows(const Type &Ty) {
  auto *Array = dyn_cast<ArrayType>(&Ty);
  return Array ? elementOf(*Array->Element) : nullptr;
}

/// Vectors of three take the room of four.
static unsigned componentsInMemory(const BaseType &Ty) {
  return Ty.Width == 3 ? 4 : Ty.Width;
}

static void addBytes(const Value &V, const BaseType &Ty, std::string &Bytes) {
  for (unsigned I = 0; I < componentsInMemory(Ty); ++I) {
    uint64_t Bits = 0;
    if (I < Ty.Width)
      Bits = toMemory(Ty.isVector() ? V.part(I) : V, Ty.B);
    for (unsigned Byte = 0; Byte < Ty.bits() / 8; ++Byte)
      Bytes += static_cast<char>(Bits >> 8 * Byte);
  }
}

static bool isRectangular(const Value &Rows) {
  for (uint64_t I = 1; I < Rows.size(); ++I)
    if (Rows.part(I).size() != Rows.part(0).size())
      return false;
  return true;
}

/// `inf` and `nan`, which are no literals in programs, as quotients. Fields may
/// have these names.
static std::string asExpression(llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    size_t Length = Text.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                           "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789_.");
    if (Text[0] == '\'')
      Length = Text.find('\'', Text[1] == '\\' ? 3 : 2) + 1;
    if (Length == 0)
      Length = 1;
    llvm::StringRef Word = Text.take_front(Length);
    Text = Text.drop_front(Word.size());
    bool IsField = startsWith(Text, " =");
    if (!IsField && Word == "inf")
      Result += "(1.0 / 0.0)";
    else if (!IsField && Word == "nan")
      Result += "(0.0 / 0.0)";
    else
      Result += Word;
  }
  return Result;
}

namespace {

class EntryWriter {
public:
  EntryWriter(const TaskDecl &Entry, const std::string &Prefix)
      : Entry(Entry), Prefix(Prefix) {}

  bool addArgument(const Value &V, const Type &Ty, std::string &Error);
  EntryProgram finish(bool ToFile);

private:
  std::string parameter(const Type &Ty);
  void addRows(const Value &V, const BaseType &Element);
  void addInt(uint64_t Number);
  std::string application() const { return Entry.Name + "(" + Applied + ")"; }
  std::string writeToFile();

  const TaskDecl &Entry;
  const std::string Prefix;
  EntryProgram Made;
  /// Of the exported task, and of the entry.
  std::string Parameters, Applied;
  unsigned Count = 0;
};

} // namespace

std::string EntryWriter::parameter(const Type &Ty) {
  std::string Name = Prefix + "_" + std::to_string(++Count);
  Parameters += (Parameters.empty() ? "" : ", ") + Name + ": " + Ty.str();
  return Name;
}

void EntryWriter::addInt(uint64_t Number) {
  KernelArgument A;
  BaseType Int(Base::Int, 1);
  addBytes(Value::ofInteger(Number), Int, A.Bytes);
  Made.Arguments.push_back(std::move(A));
}

/// Rows lie one behind the other, and are taken apart on the device.
void EntryWriter::addRows(const Value &V, const BaseType &Element) {
  KernelArgument Flat;
  Flat.IsArray = true;
  uint64_t Columns = V.size() ? V.part(0).size() : 0;
  Flat.Length = V.size() * Columns;
  for (uint64_t Row = 0; Row < V.size(); ++Row)
    for (uint64_t I = 0; I < Columns; ++I)
      addBytes(V.part(Row).part(I), Element, Flat.Bytes);
  Made.Arguments.push_back(std::move(Flat));
  addInt(V.size());
  addInt(Columns);

  ArrayType Type(&Element);
  BaseType Int(Base::Int, 1);
  std::string Task = Prefix + "_rows" + std::to_string(Count);
  std::string Name = Element.str();
  Made.Text += "task " + Task + "(flat: array(" + Name +
               "), rows: int, columns: int): array(array(" + Name +
               ")) {\n  made = new(" + Name +
               ")(rows, columns);\n"
               "  for (row = made[i]) {\n"
               "    for (x = row[j]) { x <- flat[i * columns + j]; }\n"
               "  }\n"
               "  then return made;\n}\n\n";
  std::string Given = parameter(Type);
  Given += ", " + parameter(Int);
  Given += ", " + parameter(Int);
  Applied += Task + "(" + Given + ")";
}

bool EntryWriter::addArgument(const Value &V, const Type &Ty,
                              std::string &Error) {
  if (!Applied.empty())
    Applied += ", ";
  if (const BaseType *Plain = plainType(Ty)) {
    KernelArgument A;
    addBytes(V, *Plain, A.Bytes);
    Made.Arguments.push_back(std::move(A));
    Applied += parameter(Ty);
    return true;
  }
  if (const BaseType *Element = elementOf(Ty)) {
    KernelArgument A;
    A.IsArray = true;
    A.Length = V.size();
    for (uint64_t I = 0; I < V.size(); ++I)
      addBytes(V.part(I), *Element, A.Bytes);
    Made.Arguments.push_back(std::move(A));
    Applied += parameter(Ty);
    return true;
  }
  const BaseType *Element = elementOfRows(Ty);
  if (Element && isRectangular(V)) {
    addRows(V, *Element);
    return true;
  }
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  Error = printValue(V, Ty, Stream);
  Applied += asExpression(Stream.str());
  return Error.empty();
}

/// Sequential: it only copies.
std::string EntryWriter::writeToFile() {
  const Type &Result = *Entry.ResultType;
  const BaseType *Rows = elementOfRows(Result);
  Made.Element = Rows ? Rows : elementOf(Result);
  std::string Task = Prefix + "_copy";
  std::string Size = Rows ? "long(rows) * long(columns)" : "long(rows)";
  std::string Text = "task " + Task + "(given: " + Result.str() +
                     ", room: array(" + Made.Element->str() +
                     "), shape: array(long)) {\n"
                     "  rows: int = length(given);\n"
                     "  columns: int = 1;\n"
                     "  other: int = -1;\n";
  if (Rows)
    Text += "  columns <- 0;\n"
            "  if (rows > 0) { columns <- length(given[0]); }\n"
            "  for (row = given[i]) {\n"
            "    if (length(row) != columns) { other <- length(row); }\n"
            "  }\n";
  Text += "  shape[0] <- long(rows);\n"
          "  shape[1] <- long(columns);\n"
          "  shape[2] <- long(other);\n"
          "  if (other == -1 && " +
          Size + " <= long(length(room))) {\n";
  Text += Rows ? "    for (row = given[i]) {\n"
                 "      for (x = row[j]) { room[i * columns + j] <- x; }\n"
                 "    }\n"
               : "    for (x = given[i]) { room[i] <- x; }\n";
  Made.Text += Text + "  }\n}\n\n";
  Parameters = Prefix + "_room: array(" + Made.Element->str() + "), " + Prefix +
               "_shape: array(long)" + (Parameters.empty() ? "" : ", ") +
               Parameters;
  return "  " + Prefix + "_result = " + application() + ";\n  then " + Task +
         "(" + Prefix + "_result, " + Prefix + "_room, " + Prefix +
         "_shape);\n";
}

EntryProgram EntryWriter::finish(bool ToFile) {
  std::string Body;
  if (ToFile)
    Body = writeToFile();
  else if (isUnit(Entry.ResultType))
    Body = "  " + application() + ";\n";
  else
    // Behind all that the tasks print.
    Body = "  " + Prefix + "_result = " + application() + ";\n  then print(" +
           Prefix + "_result, \"\\n\");\n";
  Made.Text +=
      "export task " + Prefix + "(" + Parameters + ") {\n" + Body + "}\n";
  Made.Task = Prefix;
  return std::move(Made);
}

std::optional<EntryProgram>
kite::makeEntryProgram(const TaskDecl &Entry, const std::vector<Value> &Values,
                       bool ToFile, const std::string &Prefix,
                       std::string &Error) {
  EntryWriter Writer(Entry, Prefix);
  for (size_t I = 0; I < Values.size(); ++I)
    if (!Writer.addArgument(Values[I], *Entry.Parameters[I]->Ty, Error))
      return std::nullopt;
  return Writer.finish(ToFile);
}

static Value takeElement(const char *&Bytes, Base B, unsigned Size) {
  uint64_t Bits = 0;
  for (unsigned Byte = 0; Byte < Size; ++Byte)
    Bits |= static_cast<uint64_t>(static_cast<unsigned char>(*Bytes++))
            << 8 * Byte;
  return fromMemory(Bits, B);
}

Value kite::takeResult(llvm::StringRef Bytes, const Type &Ty, uint64_t Rows,
                       uint64_t Columns) {
  const BaseType *Element = elementOfRows(Ty);
  bool HasRows = Element;
  if (!Element)
    Element = elementOf(Ty);
  const char *Next = Bytes.data();
  auto TakeRow = [&](uint64_t Count) {
    Value Row = Value::ofParts(Count);
    for (uint64_t I = 0; I < Count && Row.hasParts(); ++I)
      Row.shared(I) = takeElement(Next, Element->B, Element->bits() / 8);
    return Row;
  };
  if (!HasRows)
    return TakeRow(Rows);
  Value Made = Value::ofParts(Rows);
  for (uint64_t I = 0; I < Rows && Made.hasParts(); ++I)
    Made.shared(I) = TakeRow(Columns);
  return Made;
}
