//===- Anf.cpp - A-normal form --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/Anf.h"

#include "graphs/AnfSteps.h"

#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace tasklet::kite;

void tasklet::kite::toNormalForm(CheckedProgram &P, AstContext &Context,
                                 TypeContext &Types) {
  liftTasks(P, Context, Types);
  for (TaskDecl *Task : P.Tasks) {
    separateApplications(*Task, Context, Types);
    separateReturns(*Task, Context, Types);
  }
  giveNames(P, Context, Types);
}

Program tasklet::kite::programOf(const CheckedProgram &P) {
  // Several types may come from one generic declaration.
  SetVector<const TypeDecl *> TypeDecls;
  for (const NamedType *T : P.Types)
    TypeDecls.insert(T->Declaration);
  Program Result;
  // A Program holds what may be changed; printing changes nothing.
  for (const TypeDecl *D : TypeDecls)
    Result.Decls.push_back(const_cast<TypeDecl *>(D));
  Result.Decls.insert(Result.Decls.end(), P.Constants.begin(),
                      P.Constants.end());
  Result.Decls.insert(Result.Decls.end(), P.Tasks.begin(), P.Tasks.end());
  return Result;
}
