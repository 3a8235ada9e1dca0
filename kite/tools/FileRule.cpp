//===- FileRule.cpp - Which files a program was read from -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tools/FileRule.h"
#include "compat/Strings.h"

using namespace llvm;

/// As make and ninja read names.
static std::string escaped(StringRef Name) {
  std::string Text;
  for (char C : Name) {
    if (C == ' ' || C == '#')
      Text += '\\';
    if (C == '$')
      Text += '$';
    Text += C;
  }
  return Text;
}

std::string tasklet::kite::makeFileRule(const SourceMgr &Sources,
                                        StringRef Target) {
  std::string Rule = escaped(Target) + ":";
  for (unsigned Buffer = 1; Buffer <= Sources.getNumBuffers(); ++Buffer) {
    StringRef Name = Sources.getMemoryBuffer(Buffer)->getBufferIdentifier();
    if (!startsWith(Name, "<"))
      Rule += " \\\n  " + escaped(Name);
  }
  return Rule + "\n";
}
