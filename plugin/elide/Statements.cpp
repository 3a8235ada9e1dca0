//===- Statements.cpp - Statements and expressions as C -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/elide/Statements.h"
#include "compat/Strings.h"
#include "plugin/marks/ServiceDeclarations.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/Attr.h"
#include <utility>

using namespace clang;

namespace tasklet {

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The `__extension__` of a rewritten spawn is no text of the user's.
static bool isOfSpawn(const UnaryOperator *E, StringRef Source, unsigned At) {
  return E->getOpcode() == UO_Extension &&
         !startsWith(Source.drop_front(At), "__extension__");
}

unsigned Statements::begin(const Stmt *S) const {
  if (const auto *E = dyn_cast<UnaryOperator>(S))
    if (isOfSpawn(E, Text.text(), Text.offset(E->getOperatorLoc())))
      return begin(E->getSubExpr());
  if (const auto *E = dyn_cast<ImplicitCastExpr>(S))
    return begin(E->getSubExpr());
  return Text.offset(S->getBeginLoc());
}

unsigned Statements::end(const Stmt *S) const {
  return Text.offsetAfter(S->getEndLoc());
}

void Statements::write(const Stmt *S) {
  if (!S || !Text.isInSource(S->getBeginLoc()))
    return;
  Visit(const_cast<Stmt *>(S));
  Text.copyTo(end(S));
}

std::string Statements::text(const Expr *E) {
  return Text.aside(begin(E), [&] { write(E); });
}

void Statements::call(const std::string &Name, const Stmt *Whole,
                      std::initializer_list<const Expr *> Operands) {
  Text.copyTo(begin(Whole));
  Text.add(Name + "(");
  bool First = true;
  for (const Expr *E : Operands) {
    Text.add(First ? "" : ", ");
    Text.skipTo(begin(E));
    write(E);
    First = false;
  }
  Text.skipTo(end(Whole));
  Text.add(")");
}

void Statements::refuse(SourceLocation Loc, const std::string &What,
                        const std::string &Advice) {
  Diag.error(Loc, "%0 cannot be elided") << What;
  Diag.note(Loc, "%0") << Advice;
}

void Statements::VisitStmt(const Stmt *S) {
  for (const Stmt *Child : S->children())
    write(Child);
}

void Statements::writeBody(const FunctionDecl *Function) {
  Current = Function;
  write(Function->getBody());
  Current = nullptr;
}

void Statements::writeInitialiser(const Expr *Value, bool Constant) {
  InConstant = Constant;
  part(Value);
  InConstant = false;
}

void Statements::part(const Expr *Value) {
  const Expr *Bare = Value->IgnoreImplicit();
  IsPart = InConstant && Value->getType()->isVectorType() &&
           !isa<InitListExpr>(Bare);
  if (IsPart && !isa<CompoundLiteralExpr>(Bare) && !isa<CStyleCastExpr>(Bare))
    constant(Value);
  else
    write(Value);
  IsPart = false;
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// The user's own statements of a body; all else stands before its brace.
void Statements::bodyAfter(const Stmt *Body, SourceLocation Brace) {
  unsigned Open = Text.offset(Brace);
  for (const Stmt *Child : cast<CompoundStmt>(Body)->body())
    if (Text.isInSource(Child->getBeginLoc()) && begin(Child) > Open)
      write(Child);
}

/// The body of a `force` is the rest of the function. That of an `everywhere`
/// is a block: warps have one work-item.
void Statements::VisitWhileStmt(const WhileStmt *S) {
  auto Everywhere = Marks.Everywheres.find(S->getWhileLoc());
  if (Everywhere != Marks.Everywheres.end())
    return bodyAfter(S->getBody(), Everywhere->second.LBrace);
  auto Force = Marks.Forces.find(S->getWhileLoc());
  if (Force == Marks.Forces.end())
    return VisitStmt(S);
  bodyAfter(S->getBody(), Force->second.LBrace);
  if (Current->getReturnType()->isVoidType()) {
    Text.copyTo(Text.offset(Force->second.RBrace));
    Text.add("return; ");
  }
}

/// A wait has become a block of markers.
void Statements::VisitCompoundStmt(const CompoundStmt *S) {
  if (!Marks.Waits.count(S->getLBracLoc()))
    VisitStmt(S);
}

void Statements::VisitUnaryOperator(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  if (isOfSpawn(E, Text.text(), Text.offset(E->getOperatorLoc())))
    return write(Sub);
  QualType Type = E->getType();
  if (!Sub->getType()->isVectorType())
    return VisitStmt(E);
  if (E->getOpcode() == UO_LNot) {
    call(Helpers.each("not", Type, {Sub->getType()}, "-(a == 0)"), E, {Sub});
  } else if (E->isIncrementDecrementOp()) {
    // For C only the elements are numbers.
    if (isa<ExtVectorElementExpr>(Sub->IgnoreParens()) || !mayRepeat(Sub))
      return refuse(E->getBeginLoc(), "this step of a vector",
                    "write it as an assignment");
    std::string Vector = text(Sub),
                Operation = E->isIncrementOp() ? " += " : " -= ";
    std::string One = Helpers.splat(Type) + "(1)";
    Text.copyTo(begin(E));
    Text.skipTo(end(E));
    Text.add("(" + Vector + Operation + One + ")");
    if (E->isPostfix())
      Text.add((E->isIncrementOp() ? " - " : " + ") + One);
  } else {
    VisitStmt(E);
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool Statements::isBuiltin(const FunctionDecl *Function) const {
  return Function->isImplicit() || !Text.isInSource(Function->getLocation());
}

std::string Statements::nameOf(const FunctionDecl *Function) const {
  std::string Name = Function->getName().str();
  if (!Function->hasAttr<OverloadableAttr>())
    return Name;
  for (const ParmVarDecl *P : Function->parameters()) {
    Name += '_';
    std::string Numbers = nameOfNumbers(P->getType());
    Name += Numbers;
    if (!Numbers.empty())
      continue;
    for (char C : P->getType().getCanonicalType().getAsString())
      Name += isalnum(static_cast<unsigned char>(C)) ? C : '_';
  }
  return Name;
}

void Statements::VisitDeclRefExpr(const DeclRefExpr *E) {
  const auto *Function = dyn_cast<FunctionDecl>(E->getDecl());
  if (!Function)
    return;
  std::string Name = Function->getName().str(), InC;
  if (isBuiltin(Function)) {
    InC = Helpers.builtin(Function);
    if (Name == "barrier" || Name == "work_group_barrier") {
      InC = "__tkl_barrier";
      Barriers = true;
    }
    if (InC.empty() && Name.rfind("__builtin_", 0) == 0)
      InC = Name;
    if (InC.empty())
      return refuse(
          E->getLocation(), "the built-in function '" + Name + "'",
          "docs/elision.md lists those that C has; write the function "
          "yourself under '#ifdef __TKL_SERIAL__'");
  } else {
    if (!Function->isDefined())
      return refuse(E->getLocation(), "a call of '" + Name + "'",
                    "another source defines it; make one source that includes "
                    "both");
    InC = nameOf(Function);
  }
  Text.copyTo(begin(E));
  Text.add(InC);
  Text.skipTo(end(E));
}

void Statements::VisitCallExpr(const CallExpr *E) {
  const FunctionDecl *Function = E->getDirectCallee();
  if (Function && isBuiltin(Function) && Function->getName() == "printf")
    for (const Expr *Argument : E->arguments())
      if (Argument->getType()->isVectorType())
        return refuse(Argument->getBeginLoc(), "a vector that is printed",
                      "print its elements one by one");
  VisitStmt(E);
}

void Statements::VisitBlockExpr(const BlockExpr *E) {
  refuse(E->getBeginLoc(), "a block", "write a function");
}

void Statements::VisitAttributedStmt(const AttributedStmt *S) {
  // Hints for loops, which gcc takes for errors.
  Text.copyTo(begin(S));
  Text.skipTo(begin(S->getSubStmt()));
  write(S->getSubStmt());
}

void Statements::VisitReturnStmt(const ReturnStmt *S) {
  // Of the markers' making; the text has none.
  VisitStmt(S);
}

void Statements::VisitDeclStmt(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *Variable = dyn_cast<VarDecl>(D);
    if (!Variable)
      continue;
    LangAS Space = Variable->getType().getAddressSpace();
    bool Constant = Space == LangAS::opencl_constant;
    if ((Constant || Space == LangAS::opencl_local) &&
        Variable->getStorageClass() == SC_None && D == *S->decl_begin()) {
      Text.copyTo(begin(S));
      Text.add("static ");
    }
    if (Variable->getInit())
      writeInitialiser(Variable->getInit(),
                       Constant || Variable->isStaticLocal());
  }
}

} // namespace tasklet
