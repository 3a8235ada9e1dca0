//===- StatementRewriter.h - Find spawns, forces and marks ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Rewrites the tokens of one external declaration. It follows the statement
/// structure of C (labels, `else`, heads of loops, statement expressions,
/// blocks), because the additions mean something only where a statement starts.
///
/// The rewritten forms, with `E` for `__extension__`:
///
///   __task, short task    __attribute__((annotate("tkl-task")))
///   __ordered(x)          __attribute__((annotate("tkl-ordered")))
///   x <- f(a);            x = E f(a);
///   () <- f(a);           E E E E f(a);
///   T x <- f(a);          T x = E f(a);
///   force (x) { ...       while (1) { __tkl_force_var(&x); __tkl_force(); ...
///   force (x);            { __tkl_force_var(&x); __tkl_wait(); }
///   everywhere (T m) {    do { T m = __tkl_everywhere_mask(); ... } while (0);
///
/// A statement is a spawn if it is
///
///   lvalue <- right-hand side ;
///
/// The lvalue is built of names, numbers before [..], [..], ., ->, ++ and --,
/// calls, prefix *, whatever may follow a prefix * (casts, ++, --, &), and
/// parentheses. It ends with a call, ++ or -- only after a prefix *. `<` and
/// `-` are neighbours in the source. The right-hand side has no assignment,
/// comma, `?`, `&&` or `||` outside brackets. These operators are the ones that
/// give an effect to a C statement starting with a comparison. So such a
/// statement, and every `<-` in a longer expression, keeps its C meaning. A
/// right-hand side that cannot be a call is reported here, because it would
/// confuse the parser (`x <- f;` takes the address of a function).
///
/// What is no valid C and looks like a spawn, a force or a mark with something
/// wrong is reported here, too.
///
/// `force` is a statement if it starts one and the `)` of its list is followed
/// by `{`; so is `everywhere`, whose parentheses may be missing. `force (x);` is
/// one if nothing named `force` is declared: else it may be a call. The short
/// `task` is a mark if it starts a declaration that has a type after it, then a
/// name and `(`: then it can be no type or function name.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_TOKENS_STATEMENTREWRITER_H
#define TASKLET_PLUGIN_TOKENS_STATEMENTREWRITER_H

#include "plugin/marks/SourceMarks.h"
#include "plugin/messages/Diagnostics.h"
#include "clang/Lex/Token.h"
#include <vector>

namespace clang {
class IdentifierInfo;
class Preprocessor;
} // namespace clang

namespace tasklet {

/// The variables and parts of variables that a force names: the tokens of each.
using ForceList = std::vector<std::vector<clang::Token>>;

class StatementRewriter {
public:
  StatementRewriter(clang::Preprocessor &PP, SourceMarks &Marks,
                    const FileScope &Names, const std::vector<clang::Token> &In,
                    std::vector<clang::Token> &Out);

  void run();

private:
  static constexpr size_t None = ~size_t(0);
  /// More than any -fbracket-depth in use; what is deeper is only copied.
  static constexpr unsigned MaxDepth = 2048;

  /// The token at an index, or one of kind eof beyond the last.
  const clang::Token &at(size_t I) const;
  /// Whether the token is the name of a task.
  bool isTaskName(size_t I) const;
  bool isName(size_t I, const clang::IdentifierInfo *Name) const;
  /// The index after the bracket that closes the one at \p I, or None.
  size_t afterMatching(size_t I) const;
  void matchBrackets();

  // Copying and the statement structure.
  void copy();
  void copyTo(size_t End);
  void copyPlain(size_t End, bool StopAtSemi);
  /// The rest of a compound statement after its opening brace.
  void statementsAndBrace();
  void compound();
  void statement();
  bool opensNestedBody(size_t Brace) const;

  // Spawns.
  bool spawn();
  size_t afterLvalue(size_t I) const;
  bool isArrow(size_t I) const;
  /// The index of the `;` that ends the right-hand side starting at \p I, or
  /// None if the statement is a larger expression.
  size_t endOfRightHandSide(size_t I) const;
  void rejectRightHandSide(size_t Arrow, size_t End, bool Ignored);
  /// Whether the tokens from \p Begin on contain a call of a task.
  bool callsTask(size_t Begin, size_t End) const;

  /// The index of a task's name in parentheses of its own at \p I, before the
  /// arguments, or None: `(f)(n)`.
  size_t nameInParentheses(size_t I) const;
  /// Copies the name of the task at P without its parentheses: Clang takes
  /// `(f)` for the address of `f`, which OpenCL C forbids.
  void dropParentheses();
  /// `= __extension__` for the arrow at P.
  void emitArrow();

  // Spawns in declarations (DeclarationForms.cpp).
  bool spawnInDeclaration();
  bool spawnOfDeclarator(size_t Arrow);
  void rejectSpawnInHead();
  void initialiseWithZero(clang::SourceLocation Loc, size_t Stop);
  bool startsDeclarationAt(size_t I) const;
  size_t arrowOfDeclarator(size_t I) const;
  /// The index of the `,` or `;` after the declarator that goes on at \p I.
  size_t endOfDeclarator(size_t I) const;

  // Force.
  bool isForce(size_t I) const;
  void force();
  /// `force (x);`
  bool wait();
  /// Whether the `force` at \p I can only be ours: nothing of that name has
  /// been declared before, and nothing in these tokens declares it.
  bool isForceUndeclared() const;
  void waitFor(const ForceList &List, const ForceMark &Mark);
  void emitMarkers(const ForceList &List, llvm::StringRef Last,
                   clang::SourceLocation Loc);
  /// The head of the loop that stands for the force at P, its opening brace and
  /// the markers.
  void startForce(const ForceList &List, const ForceMark &Mark);
  /// The body with its opening brace at \p Brace, but without that brace.
  void forceBody(size_t Brace);
  clang::SourceLocation endOfBody(size_t Brace) const;
  void reportSemicolons(size_t Begin, size_t End);
  /// The index of the name if \p Item is only a name with parentheses, `&` and
  /// `*`, or None: `(x)`, `&x`, `*x` and `*(x + 1)`.
  size_t nameAmongParentheses(size_t Item, size_t End) const;
  ForceList listOfForce(size_t Begin, size_t End);
  bool isPartOfVariable(size_t Item, size_t Stop) const;

  // Everywhere (EverywhereForm.cpp).
  bool isEverywhere(size_t I) const;
  void everywhere();
  /// `everywhere (uint m) statement;`
  bool everywhereWithoutBraces();
  /// An `everywhere` where a declaration should start.
  bool everywhereOutside();
  /// Whether the parentheses at \p I hold a type and a name, which cannot be an
  /// argument.
  bool looksLikeMask(size_t I) const;
  /// Reports what is wrong with the mask that starts at \p Begin. Puts out a
  /// type if that is missing. Returns the index after the mask's name, or None
  /// if the mask cannot be declared.
  size_t checkMask(size_t Begin, size_t End);
  void declareMask(size_t Begin, size_t End);

  // Forms that are nearly a spawn or a force (UnfinishedForms.cpp).
  /// If the spawn with the right-hand side at \p I lacks its `;`, the index of
  /// the token before which it belongs, or None.
  size_t missingSemicolon(size_t I) const;
  void reportMissingSemicolon(size_t I);
  bool spawnIntoNoLvalue();
  bool unfinishedForce();
  bool forceWithoutParentheses();
  bool forceWithoutBraces();
  bool waitWithoutSemicolon();
  bool returnedForce();

  // Misspelt words, and words of other systems (ForeignForms.cpp).
  /// Whether the token is a name that is not declared outside of this function.
  bool isUndeclaredName(size_t I) const;
  bool areUndeclaredNames(size_t Begin, size_t End) const;
  bool misspeltWord();
  bool foreignSpawn();
  bool otherArrow();

  // Marks of ordered kernels (OrderedForm.cpp).
  void emitOrderedMark();
  bool followsParameters(size_t Word) const;
  void reportLateMark(const clang::Token &Word, const OrderedList &List);
  OrderedList takeOrderedList(const clang::Token &Word);
  size_t endOfBareList(size_t I) const;
  OrderedList listOfOrdered(size_t Begin, size_t Stop);
  void itemOfOrdered(OrderedList &List, size_t Begin, size_t Item, size_t Next,
                     size_t Stop);
  size_t nameOfPointer(size_t Item, size_t Stop) const;
  bool misspeltOrdered();
  bool standsBeforeDeclarator(size_t Word, size_t Next) const;

  // Marks of tasks.
  bool isShortTask(size_t I) const;

  // New tokens.
  clang::Token make(clang::tok::TokenKind Kind, clang::SourceLocation Loc);
  clang::Token makeName(llvm::StringRef Name, clang::SourceLocation Loc);
  clang::Token makeLiteral(clang::tok::TokenKind Kind, llvm::StringRef Text,
                           clang::SourceLocation Loc);
  /// A new token with the location and white space of the token that it
  /// replaces: some warnings look at what starts a line.
  clang::Token replacing(const clang::Token &Old, clang::Token New);
  void emitTaskMark();
  /// An annotation with the quoted text \p Literal, in the place of \p Mark.
  void emitAnnotation(const clang::Token &Mark, llvm::StringRef Literal);
  /// Where \p Tok ends; invalid inside macros.
  static clang::SourceLocation endOf(const clang::Token &Tok);

  clang::Preprocessor &PP;
  SourceMarks &Marks;
  const FileScope &Names;
  Report Diag;
  const std::vector<clang::Token> &In;
  std::vector<clang::Token> &Out;
  std::vector<size_t> Match;
  clang::Token End;
  size_t P = 0;
  unsigned Depth = 0;
  const clang::IdentifierInfo *LongTask, *Task, *Force, *Everywhere, *Ordered;
};

} // namespace tasklet

#endif
