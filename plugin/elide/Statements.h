//===- Statements.h - Statements and expressions as C -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies the text of statements, from their first token to their last. Most of
/// it is C already. Each function here is about one kind of text that is not.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_ELIDE_STATEMENTS_H
#define TASKLET_PLUGIN_ELIDE_STATEMENTS_H

#include "plugin/elide/Copier.h"
#include "plugin/elide/Functions.h"
#include "plugin/marks/SourceMarks.h"
#include "plugin/messages/Diagnostics.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtVisitor.h"

namespace tasklet {

class Statements : public clang::StmtVisitor<Statements> {
public:
  Statements(clang::ASTContext &Context, const SourceMarks &Marks, Report &Diag,
             Copier &Text, Functions &Helpers)
      : Context(Context), Marks(Marks), Diag(Diag), Text(Text),
        Helpers(Helpers) {}

  void writeBody(const clang::FunctionDecl *Function);
  /// \p Constant: C evaluates it before the program starts.
  void writeInitialiser(const clang::Expr *Value, bool Constant);

  // Called by StmtVisitor.
  void VisitStmt(const clang::Stmt *S);
  void VisitAsTypeExpr(const clang::AsTypeExpr *E);
  void VisitAttributedStmt(const clang::AttributedStmt *S);
  void
  VisitBinaryConditionalOperator(const clang::BinaryConditionalOperator *E);
  void VisitBinaryOperator(const clang::BinaryOperator *E);
  void VisitBlockExpr(const clang::BlockExpr *E);
  void VisitCallExpr(const clang::CallExpr *E);
  void VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr *E);
  void VisitCompoundStmt(const clang::CompoundStmt *S);
  void VisitConditionalOperator(const clang::ConditionalOperator *E);
  void VisitCStyleCastExpr(const clang::CStyleCastExpr *E);
  void VisitDeclRefExpr(const clang::DeclRefExpr *E);
  void VisitDeclStmt(const clang::DeclStmt *S);
  void VisitExtVectorElementExpr(const clang::ExtVectorElementExpr *E);
  void VisitFloatingLiteral(const clang::FloatingLiteral *E);
  void VisitImplicitCastExpr(const clang::ImplicitCastExpr *E);
  void VisitInitListExpr(const clang::InitListExpr *E);
  void VisitReturnStmt(const clang::ReturnStmt *S);
  void VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *E);
  void VisitUnaryOperator(const clang::UnaryOperator *E);
  void VisitWhileStmt(const clang::WhileStmt *S);

  /// The name of a user's function in C.
  std::string nameOf(const clang::FunctionDecl *Function) const;
  /// Whether OpenCL or the language of tasks declares it.
  bool isBuiltin(const clang::FunctionDecl *Function) const;
  /// Whether work-items wait for each other.
  bool hasBarriers() const { return Barriers; }

private:
  using Expr = clang::Expr;
  unsigned begin(const clang::Stmt *S) const;
  unsigned end(const clang::Stmt *S) const;
  void write(const clang::Stmt *S);
  /// The text of \p E by itself.
  std::string text(const Expr *E);
  /// `Name(a, b)` in place of \p Whole, whose operands these are.
  void call(const std::string &Name, const clang::Stmt *Whole,
            std::initializer_list<const Expr *> Operands);
  void refuse(clang::SourceLocation Loc, const std::string &What,
              const std::string &Advice);
  /// In a constant, writes the value of what is no constant in C.
  bool constant(const Expr *E);

  void bodyAfter(const clang::Stmt *Body, clang::SourceLocation Brace);
  /// Writes part of an initialiser.
  void part(const Expr *Value);
  void literal(const Expr *Whole, const clang::InitListExpr *List);
  void splat(const Expr *Whole, const Expr *Value);
  void assignElements(const clang::BinaryOperator *E,
                      const clang::ExtVectorElementExpr *To);
  void shift(const clang::BinaryOperator *E);
  void shiftAssign(const clang::BinaryOperator *E);
  /// The vector that an element expression is about, and the elements.
  const Expr *elements(const clang::ExtVectorElementExpr *E,
                       std::vector<unsigned> &Lanes) const;
  /// The vector of an element expression, as an lvalue.
  std::string vectorText(const clang::ExtVectorElementExpr *E,
                         const Expr *Root);
  /// Whether the lvalue \p E, or where a pointer leads, is less aligned than its
  /// type, as part of a packed structure.
  bool mayBeMisaligned(const Expr *E) const;
  /// A division, or its rest, of vectors of three integers.
  std::string divide(clang::QualType Type, bool Div);
  /// Whether \p E may be evaluated twice.
  bool mayRepeat(const Expr *E) const;

  clang::ASTContext &Context;
  const SourceMarks &Marks;
  Report &Diag;
  Copier &Text;
  Functions &Helpers;
  const clang::FunctionDecl *Current = nullptr;
  bool InConstant = false;
  /// In a constant, the next expression is a whole initialiser.
  bool IsPart = false;
  bool Barriers = false;
};

} // namespace tasklet

#endif
