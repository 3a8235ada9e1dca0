//===- Diagnostics.cpp - Errors and warnings of Kite ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <tuple>

using namespace llvm;

namespace tasklet::kite {

/// Whoever has so many looks at the first ones.
constexpr unsigned MostErrors = 1000;
/// Of a source line, columns that are shown.
constexpr size_t MostColumns = 160;

void Diagnostics::error(SMRange Range, const Twine &Text,
                        ArrayRef<SMFixIt> FixIts) {
  add(SourceMgr::DK_Error, Range, Text, FixIts);
}

void Diagnostics::warning(SMRange Range, const Twine &Text,
                          ArrayRef<SMFixIt> FixIts) {
  add(SourceMgr::DK_Warning, Range, Text, FixIts);
}

void Diagnostics::note(SMRange Range, const Twine &Text,
                       ArrayRef<SMFixIt> FixIts) {
  add(SourceMgr::DK_Note, Range, Text, FixIts);
}

void Diagnostics::add(SourceMgr::DiagKind Kind, SMRange Range,
                      const Twine &Text, ArrayRef<SMFixIt> FixIts) {
  Line New{Kind, Range, Text.str(), {FixIts.begin(), FixIts.end()}};
  if (Kind == SourceMgr::DK_Note) {
    if (!DropNotes && !Messages.empty())
      Messages.back().Lines.push_back(std::move(New));
    return;
  }
  const char *Place = Range.Start.getPointer();
  bool IsError = Kind == SourceMgr::DK_Error;
  // A warning beside an error at the same place would only distract.
  DropNotes = Place && (ErrorPlaces.count(Place) ||
                        (!IsError && WarningPlaces.count(Place)));
  if (DropNotes)
    return;
  if (Place)
    (IsError ? ErrorPlaces : WarningPlaces).insert(Place);
  Errors += IsError;
  DropNotes = ErrorPlaces.size() + WarningPlaces.size() > MostErrors;
  if (DropNotes)
    return;
  Message Whole;
  Whole.Buffer = Place ? Sources.FindBufferContainingLoc(Range.Start) : 0;
  Whole.Place = Place;
  Whole.Lines.push_back(std::move(New));
  Messages.push_back(std::move(Whole));
}

/// One character as it is printed: a blank for each column of a tab, and '?' for
/// what has no picture.
static std::string shown(StringRef Character, size_t Column) {
  if (Character == "\t")
    return std::string(8 - Column % 8, ' ');
  if (sys::unicode::columnWidthUTF8(Character) < 0)
    return "?";
  return Character.str();
}

/// Of the bytes of a line, the columns in which they begin; one more for the
/// end. \p Picture becomes what is printed.
static std::vector<size_t> layOut(StringRef Line, std::string &Picture) {
  std::vector<size_t> Columns;
  size_t Column = 0;
  while (!Line.empty()) {
    size_t Length = 1;
    while (Length < 4 && Length < Line.size() && (Line[0] & 0x80) &&
           (Line[Length] & 0xC0) == 0x80)
      ++Length;
    std::string Piece = shown(Line.take_front(Length), Column);
    Columns.insert(Columns.end(), Length, Column);
    Picture += Piece;
    int Width = sys::unicode::columnWidthUTF8(Piece);
    Column += std::max(Width, 0);
    Line = Line.drop_front(Length);
  }
  Columns.push_back(Column);
  return Columns;
}

void Diagnostics::print(const Line &L, raw_ostream &Stream) const {
  StringRef Kind = L.Kind == SourceMgr::DK_Error     ? "error: "
                   : L.Kind == SourceMgr::DK_Warning ? "warning: "
                                                     : "note: ";
  if (!L.Range.Start.isValid()) {
    Stream << Kind << L.Text << '\n';
    return;
  }
  unsigned Id = Sources.FindBufferContainingLoc(L.Range.Start);
  const MemoryBuffer *Buffer = Sources.getMemoryBuffer(Id);
  auto [Row, Column] = Sources.getLineAndColumn(L.Range.Start, Id);
  Stream << Buffer->getBufferIdentifier() << ':' << Row << ':' << Column << ": "
         << Kind << L.Text << '\n';

  const char *Place = L.Range.Start.getPointer();
  const char *From = Place - (Column - 1);
  const char *To = Place;
  while (To != Buffer->getBufferEnd() && *To != '\n' && *To != '\r')
    ++To;
  // Of a long line, what is around the place.
  bool IsCut = size_t(To - From) > MostColumns;
  if (IsCut) {
    From = std::max(From, Place - MostColumns / 2);
    To = std::min(To, Place + MostColumns / 2);
    while (From != Place && (*From & 0xC0) == 0x80)
      ++From;
  }
  std::string Picture;
  StringRef Shown(From, To - From);
  std::vector<size_t> Columns = layOut(Shown, Picture);
  Stream << Picture << '\n';

  auto ColumnOf = [&](SMLoc Loc) {
    return Columns[std::clamp(Loc.getPointer(), From, To) - From];
  };
  size_t Caret = ColumnOf(L.Range.Start);
  size_t End = std::max(ColumnOf(L.Range.End), Caret + 1);
  Stream.indent(Caret) << '^' << std::string(End - Caret - 1, '~') << '\n';

  std::string Mended;
  for (const SMFixIt &Mend : L.FixIts) {
    const char *Start = Mend.getRange().Start.getPointer();
    if (Start < From || Start > To || Mend.getText().empty() ||
        Mend.getText().contains('\n'))
      continue;
    size_t At = ColumnOf(Mend.getRange().Start);
    // One behind the other where there is no room.
    if (!Mended.empty())
      At = std::max(At, Mended.size() + 1);
    Mended.resize(At, ' ');
    Mended += Mend.getText();
  }
  if (!Mended.empty())
    Stream << Mended << '\n';
}

void Diagnostics::print(raw_ostream &Stream) {
  std::stable_sort(
      Messages.begin(), Messages.end(), [](const Message &A, const Message &B) {
        return std::tie(A.Buffer, A.Place) < std::tie(B.Buffer, B.Place);
      });
  for (const Message &Each : Messages)
    for (const Line &L : Each.Lines)
      print(L, Stream);
  if (Messages.size() >= MostErrors)
    Stream << "error: there are more mistakes than are shown\n";
  Messages.clear();
}

} // namespace tasklet::kite
