//===- PrintTypes.cpp - What --emit=types shows --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/PrintTypes.h"

#include "syntax/AstPrinter.h"

using namespace llvm;
using namespace tasklet::kite;

void tasklet::kite::printTypes(const CheckedProgram &P, raw_ostream &Stream) {
  PrintOptions Options;
  Options.ShowTypes = true;
  Options.TypeName = [](const Type *T) { return T->str(); };
  for (const NamedType *T : P.Types) {
    Stream << (T->isUnion() ? "union " : "struct ") << T->str() << " {";
    const char *Separator = " ";
    for (const FieldType &Field : T->Fields) {
      Stream << Separator << Field.Name << ": " << Field.Ty->str();
      Separator = ", ";
    }
    Stream << " }" << (T->IsRecursive ? " // recursive" : "") << "\n";
  }
  for (const VarDecl *Constant : P.Constants)
    printDecl(*Constant, Stream, Options);
  for (const TaskDecl *Task : P.Tasks) {
    if (Task->UniqueName != Task->Name)
      Stream << "// " << Task->UniqueName << "\n";
    printDecl(*Task, Stream, Options);
  }
}
