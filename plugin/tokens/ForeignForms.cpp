//===- ForeignForms.cpp - Misspelt words, and those of other systems ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of StatementRewriter that knows misspelt words of the language, and
/// the words of Cilk. As statements they are no valid C. Each is reported once
/// and then treated as the word that it stands for.
///
//===----------------------------------------------------------------------===//

#include "plugin/messages/ForeignWords.h"
#include "plugin/tokens/StatementRewriter.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tasklet {

bool StatementRewriter::isUndeclaredName(size_t I) const {
  return at(I).is(tok::identifier) &&
         !at(I).getIdentifierInfo()->getFETokenInfo();
}

bool StatementRewriter::areUndeclaredNames(size_t Begin, size_t End) const {
  // Clang keeps a note about a parameter's name beyond its function.
  for (size_t I = Begin; I < End; ++I)
    if (at(I).isNot(tok::identifier) ||
        Names.IsDeclared(*at(I).getIdentifierInfo()))
      return false;
  return true;
}

/// `evrywhere {`, `evrywhere (uint m) {`, `forse (x) {`: no C statement has a
/// brace there.
bool StatementRewriter::misspeltWord() {
  if (!isUndeclaredName(P))
    return false;
  size_t Brace = P + 1;
  bool HasList = at(Brace).is(tok::l_paren);
  if (HasList)
    Brace = afterMatching(Brace);
  if (Brace == None || at(Brace).isNot(tok::l_brace))
    return false;
  for (size_t I = P + 2; HasList && I + 1 < Brace; ++I)
    if (at(I).isNot(tok::comma) &&
        (at(I).isAnnotation() || !at(I).getIdentifierInfo()))
      return false;
  StringRef Name = at(P).getIdentifierInfo()->getName();
  bool MeansForce = HasList && isMisspelt(Name, Force->getName());
  if (!MeansForce && !isMisspelt(Name, Everywhere->getName()))
    return false;
  StringRef Word = (MeansForce ? Force : Everywhere)->getName();
  SourceLocation Loc = at(P).getLocation();
  Diag.error(Loc, "there is no statement '%0'; did you mean '%1'?")
      << Name << Word << Report::replace(SourceRange(Loc), Word);
  if (MeansForce)
    force();
  else
    everywhere();
  return true;
}

/// `spawn f(n);`, `x = spawn f(n);`, `int x = spawn f(n);`
bool StatementRewriter::foreignSpawn() {
  size_t Word = P;
  while (!(isUndeclaredName(Word) &&
           isWordForSpawn(at(Word).getIdentifierInfo()->getName()))) {
    if (at(Word).isOneOf(tok::semi, tok::eof, tok::l_brace, tok::r_brace))
      return false;
    Word = afterMatching(Word) != None ? afterMatching(Word) : Word + 1;
  }
  size_t Task = Word + 1;
  size_t End = at(Task + 1).is(tok::l_paren) ? afterMatching(Task + 1) : None;
  if (at(Task).isNot(tok::identifier) || End == None ||
      at(End).isNot(tok::semi))
    return false;
  // It is a type if the function declares it so.
  for (const Token &Tok : In)
    if (Tok.is(tok::kw_typedef))
      return false;
  bool Alone = Word == P;
  bool Assigned = !Alone && afterLvalue(P) == Word - 1;
  size_t Equal = Word - 1, Name = Word - 2;
  if (!Alone && (at(Equal).isNot(tok::equal) || Name < P))
    return false;
  // One variable, which can still get a value.
  for (size_t I = P; !Alone && !Assigned && I < Equal; ++I)
    if (at(I).isAnnotation() || !at(I).getIdentifierInfo() ||
        at(I).is(tok::kw_const))
      return false;
  if (!Alone && !Assigned && (Name == P || at(Name).isNot(tok::identifier)))
    return false;

  SourceLocation Loc = at(Word).getLocation();
  StringRef TaskName = at(Task).getIdentifierInfo()->getName();
  {
    auto Error = Diag.error(Loc, "a task is spawned with '<-', without '%0'");
    Error << at(Word).getIdentifierInfo()->getName();
    SourceRange FromEqual(at(Equal).getLocation(), Loc);
    if (Alone)
      Error << Report::replace(SourceRange(Loc), "() <-");
    else if (Assigned)
      Error << Report::replace(FromEqual, "<-");
    else
      Error << Report::replace(SourceRange(at(Name).getLocation(), Loc),
                               (at(Name).getIdentifierInfo()->getName() + "; " +
                                at(Name).getIdentifierInfo()->getName() + " <-")
                                   .str());
  }
  Diag.note(Loc,
            "write 'x <- %0(...);', and use 'x' in the body of 'force (x) { "
            "... }'; '() <- %0(...);' ignores the result")
      << TaskName;

  // As if that were there.
  if (Alone) {
    Marks.Spawns[Loc] = Loc;
    Out.push_back(replacing(at(P), make(tok::kw___extension__, Loc)));
    ++P;
  } else {
    copyTo(Equal);
    if (!Assigned) {
      Out.push_back(make(tok::semi, at(Name).getLocation()));
      Out.push_back(at(Name));
    }
    emitArrow();
  }
  copyPlain(In.size(), /*StopAtSemi=*/true);
  return true;
}

/// What people write for `<-`, and its tokens.
static const struct {
  llvm::StringLiteral Text;
  tok::TokenKind First, Second; ///< the second may be `unknown`: none
} OtherArrows[] = {
    {"->", tok::arrow, tok::unknown},    {"<=", tok::lessequal, tok::unknown},
    {"<--", tok::less, tok::minusminus}, {"<<-", tok::lessless, tok::minus},
    {"<<", tok::lessless, tok::unknown}, {"=>", tok::equal, tok::greater},

};

/// `x -> f(n);`, `x <-- f(n);`: a call of a task is no valid C.
bool StatementRewriter::otherArrow() {
  for (size_t Arrow = P + 1; at(Arrow - 1).isNot(tok::eof);) {
    for (const auto &[Text, First, Second] : OtherArrows) {
      size_t Task = Arrow + (Second == tok::unknown ? 1 : 2);
      if (at(Arrow).isNot(First) ||
          (Task == Arrow + 2 && at(Arrow + 1).isNot(Second)) ||
          !isTaskName(Task) || at(Task + 1).isNot(tok::l_paren) ||
          afterMatching(Task + 1) == None ||
          at(afterMatching(Task + 1)).isNot(tok::semi))
        continue;
      SourceLocation Loc = at(Arrow).getLocation();
      Diag.error(Loc, "a task is spawned with '<-', not with '%0'")
          << Text
          << Report::replace(SourceRange(Loc, at(Task - 1).getLocation()),
                             "<-");
      // As if that were there.
      if (at(P).is(tok::l_paren) && Arrow == P + 2) {
        Marks.Spawns[at(P).getLocation()] = Loc;
        Out.push_back(
            replacing(at(P), make(tok::kw___extension__, at(P).getLocation())));
      } else {
        copyTo(Arrow);
        Marks.Spawns[Loc] = Loc;
        Out.push_back(make(tok::equal, Loc));
        Out.push_back(make(tok::kw___extension__, Loc));
      }
      P = Task;
      copyPlain(In.size(), /*StopAtSemi=*/true);
      return true;
    }
    if (at(Arrow).isOneOf(tok::semi, tok::eof, tok::l_brace, tok::r_brace))
      return false;
    Arrow = afterMatching(Arrow) != None ? afterMatching(Arrow) : Arrow + 1;
  }
  return false;
}

} // namespace tasklet
