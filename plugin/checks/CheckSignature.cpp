//===- CheckSignature.cpp - Types of parameters and results of tasks ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Arguments and results of a task wait in memory, and another worker may use
/// them. So they cannot contain values that have a meaning only in one
/// work-item.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace tasklet {
namespace {

/// Why a type cannot be passed.
struct Refusal {
  /// Completes "... is %0".
  StringRef Reason;
  /// The member that is to blame, if the type is a struct or union.
  const FieldDecl *Member = nullptr;
  /// What to do, if there is no value to pass.
  const char *WayOut = nullptr;
  explicit operator bool() const { return !Reason.empty(); }
};

Refusal refuse(QualType Type, unsigned Depth = 0) {
  Type = Type.getCanonicalType();
  if (const auto *Array = Type->getAsArrayTypeUnsafe())
    return refuse(Array->getElementType(), Depth);
  if (Type->isBlockPointerType())
    return {"a block", nullptr,
            "pass a number, and choose what to do with 'if' or 'switch' in the "
            "task"};
  if (Type->isFunctionPointerType())
    return {"a pointer to a function"};
  if (Type->isPointerType()) {
    switch (Type->getPointeeType().getAddressSpace()) {
    case LangAS::opencl_global:
    case LangAS::opencl_constant:
    case LangAS::opencl_global_device:
    case LangAS::opencl_global_host:
      return {};
    case LangAS::opencl_local:
      return {"a pointer to local memory"};
    case LangAS::opencl_generic:
      return {"a pointer that may point to private or local memory"};
    default:
      return {"a pointer to private memory"};
    }
  }
  if (Type->isImageType())
    return {"an image", nullptr,
            "read in the kernel what the task needs of the image, and pass the "
            "values"};
  if (Type->isSamplerT())
    return {"a sampler", nullptr,
            "read in the kernel what the task needs of the image, and pass the "
            "values"};
  if (Type->isClkEventT())
    return {"an event", nullptr,
            "use it in the kernel, and pass the values that the task needs"};
  if (Type->isEventT())
    return {"an event", nullptr,
            "wait for the event in the kernel, before the spawn"};
  if (Type->isPipeType())
    return {"a pipe", nullptr,
            "read the pipe in the kernel, and pass the values"};
  if (Type->isOpenCLSpecificType())
    return {"an object that belongs to its work-item", nullptr,
            "use it in the kernel, and pass the values that the task needs"};
  // Deeper than any real struct; cycles need a pointer, which ends the walk.
  if (const auto *Record = Type->getAs<RecordType>(); Record && Depth < 64) {
    for (const FieldDecl *Field : Record->getDecl()->fields())
      if (Refusal Inner = refuse(Field->getType(), Depth + 1)) {
        if (!Inner.Member)
          Inner.Member = Field;
        return Inner;
      }
  }
  return {};
}

/// Makes a pointer one to global memory, if it names no other.
FixItHint makeGlobal(QualType Type, SourceRange Written, const ASTContext &C) {
  if (!Type->isPointerType() || Type->getPointeeType()->isPointerType())
    return {};
  StringRef Text = Lexer::getSourceText(CharSourceRange::getTokenRange(Written),
                                        C.getSourceManager(), C.getLangOpts());
  for (StringRef Space : {"private", "local", "generic"})
    if (Text.contains(Space))
      return {};
  return Report::insert(Written.getBegin(), "__global ");
}

/// Puts ".Member" after each use of a parameter.
class MemberUses : public RecursiveASTVisitor<MemberUses> {
  const ParmVarDecl *Param;
  SmallVectorImpl<FixItHint> &Edits;

public:
  MemberUses(const ParmVarDecl *Param, SmallVectorImpl<FixItHint> &Edits)
      : Param(Param), Edits(Edits) {}
  bool VisitDeclRefExpr(DeclRefExpr *Use) {
    if (Use->getDecl() == Param)
      Edits.push_back(
          Report::insert(Use->getLocation(), (Param->getName() + ".").str()));
    return true;
  }
};

/// The start of the line on which \p Task begins, if nothing but its mark stands
/// before it. Else an invalid location.
SourceLocation lineOf(const FunctionDecl *Task, const ASTContext &C) {
  const SourceManager &SM = C.getSourceManager();
  SourceLocation Begin = Task->getOuterLocStart();
  if (Begin.isMacroID())
    return {};
  auto [File, Offset] = SM.getDecomposedLoc(Begin);
  StringRef Before = SM.getBufferData(File).take_front(Offset);
  StringRef Line = Before.drop_front(Before.rfind('\n') + 1);
  if (Line.trim() != "" && Line.trim() != "__task" && Line.trim() != "task")
    return {};
  return Begin.getLocWithOffset(-int(Line.size()));
}

/// Passes the array \p Param of \p Task in a structure. Nothing if its length is
/// not known, or if other declarations would have to change.
SmallVector<FixItHint, 8> wrapArray(const FunctionDecl *Task,
                                    const ParmVarDecl *Param) {
  const ASTContext &C = Task->getASTContext();
  SmallVector<FixItHint, 8> Edits;
  SourceLocation Line = lineOf(Task, C);
  SourceRange Written = Param->getSourceRange();
  if (Line.isInvalid() || Written.getBegin().isMacroID() ||
      Written.getEnd().isMacroID() || Param->getName().empty() ||
      Task->getPreviousDecl() || !Task->isThisDeclarationADefinition() ||
      !C.getAsConstantArrayType(Param->getOriginalType()))
    return Edits;
  StringRef Text = Lexer::getSourceText(CharSourceRange::getTokenRange(Written),
                                        C.getSourceManager(), C.getLangOpts());
  std::string Name = (Task->getName() + "_" + Param->getName()).str();
  Edits.push_back(
      Report::insert(Line, "struct " + Name + " { " + Text.str() + "; };\n"));
  Edits.push_back(Report::replace(Written, "struct " + Name + " " +
                                               Param->getName().str()));
  MemberUses(Param, Edits).TraverseStmt(Task->getBody());
  return Edits;
}

} // namespace

void checkTaskSignature(const FunctionDecl *Task, Report &Diag) {
  auto Check = [&](QualType Type, SourceLocation Loc, SourceRange Written,
                   const ParmVarDecl *Param) {
    unsigned IsResult = Param == nullptr;
    Refusal No = refuse(Type);
    if (!No)
      return;
    Type = Type.getUnqualifiedType();
    if (No.Member) {
      Diag.error(Loc, "%select{parameter|result}0 of a task has type %1, which "
                      "holds %2")
          << IsResult << Type << No.Reason;
      Diag.note(No.Member->getLocation(), "it is member %0") << No.Member;
    } else {
      Diag.error(Loc, "%select{parameter|result}0 of a task has type %1, %2")
          << IsResult << Type << No.Reason;
    }
    if (No.WayOut) {
      Diag.note(Loc, "%0") << No.WayOut;
      return;
    }
    if (Param && Param->getOriginalType()->isArrayType()) {
      auto Note =
          Diag.note(Loc, "pass the array in a structure, or pass a "
                         "pointer to '__global' or '__constant' memory");
      for (const FixItHint &Edit : wrapArray(Task, Param))
        Note << Edit;
      return;
    }
    Diag.note(Loc, "%select{pass|return}0 the value itself, or a pointer to "
                   "'__global' or '__constant' memory")
        << IsResult << makeGlobal(Type, Written, Task->getASTContext());
  };
  SourceRange Result = Task->getReturnTypeSourceRange();
  Check(Task->getReturnType(),
        Result.isValid() ? Result.getBegin() : Task->getLocation(), Result,
        nullptr);
  for (const ParmVarDecl *Param : Task->parameters())
    Check(Param->getType(), Param->getLocation(), Param->getSourceRange(),
          Param);
}

} // namespace tasklet
