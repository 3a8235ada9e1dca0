//===- Diagnostics.cpp - Errors and warnings of Kite ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/Diagnostics.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace tasklet::kite {

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
  SmallVector<SMRange, 1> Ranges;
  if (Range.isValid() && Range.Start != Range.End)
    Ranges.push_back(Range);
  if (Kind == SourceMgr::DK_Note) {
    if (!DropNotes && !Messages.empty())
      Messages.back().Lines.push_back(
          Sources.GetMessage(Range.Start, Kind, Text, Ranges, FixIts));
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
  unsigned Buffer = Place ? Sources.FindBufferContainingLoc(Range.Start) : 0;
  Messages.push_back(
      {Buffer,
       Place,
       {Sources.GetMessage(Range.Start, Kind, Text, Ranges, FixIts)}});
}

void Diagnostics::print(raw_ostream &Stream) {
  std::stable_sort(
      Messages.begin(), Messages.end(), [](const Message &A, const Message &B) {
        return std::tie(A.Buffer, A.Place) < std::tie(B.Buffer, B.Place);
      });
  for (const Message &Each : Messages)
    for (const SMDiagnostic &Line : Each.Lines)
      Line.print(nullptr, Stream);
  Messages.clear();
}

} // namespace tasklet::kite
