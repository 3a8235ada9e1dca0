//===- Unit.cpp - One generated program -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Unit.h"

using namespace llvm;

namespace tasklet::kite {

std::string Unit::fileName(unsigned Buffer) {
  StringRef Name = Sources.getMemoryBuffer(Buffer)->getBufferIdentifier();
  Name.consume_front(Options.DroppedFolder);
  return Name.str();
}

std::pair<std::string, unsigned> Unit::lineOf(SMRange Place) {
  unsigned Buffer = Sources.FindBufferContainingLoc(Place.Start);
  return {fileName(Buffer), Sources.getLineAndColumn(Place.Start, Buffer).first};
}

std::string Unit::text(StringRef Text) {
  auto [Place, IsNew] = TextNames.try_emplace(Text.str());
  if (IsNew) {
    Place->second = All.fresh("text");
    Texts.add("__constant char " + Place->second + "[] = " + quoted(Text) +
              ";");
  }
  return Place->second;
}

std::string Unit::message(SMRange Place, StringRef Text) {
  if (!Place.isValid())
    return text(("error: " + Text).str());
  unsigned Buffer = Sources.FindBufferContainingLoc(Place.Start);
  auto [Line, Column] = Sources.getLineAndColumn(Place.Start, Buffer);
  return text((fileName(Buffer) + ":" + Twine(Line) + ":" + Twine(Column) + ": error: " + Text)
                  .str());
}

} // namespace tasklet::kite
