//===- UnfinishedForms.cpp - Statements that are nearly right -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of StatementRewriter that knows what people write instead of a
/// spawn or a force. None of it is valid C, so no C program gets here. Each is
/// reported once and then treated as what it was meant to be, so that the
/// parser reports no second error.
///
//===----------------------------------------------------------------------===//

#include "plugin/tokens/StatementRewriter.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tasklet {
//===----------------------------------------------------------------------===//
// Spawns
//===----------------------------------------------------------------------===//

size_t StatementRewriter::missingSemicolon(size_t I) const {
  size_t Arguments = nameInParentheses(I) != None ? afterMatching(I) : None;
  for (++I; at(I).isNot(tok::eof); ++I) {
    const Token &Tok = at(I);
    if (Tok.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      return None;
    // A name, a keyword or the start of `() <-` follows a call: no operator
    // joins them, and no function of OpenCL C returns a function.
    bool Starts =
        (!Tok.isAnnotation() && Tok.getIdentifierInfo()) ||
        (Tok.is(tok::l_paren) && at(I + 1).is(tok::r_paren) && isArrow(I + 2));
    if (Starts && at(I - 1).is(tok::r_paren) && Match[I - 1] != None &&
        (at(Match[I - 1] - 1).is(tok::identifier) || Match[I - 1] == Arguments))
      return I;
    if (Tok.isOneOf(tok::l_paren, tok::l_square) && afterMatching(I) != None)
      I = afterMatching(I) - 1;
  }
  return None;
}

void StatementRewriter::reportMissingSemicolon(size_t I) {
  SourceLocation End = endOf(at(I - 1));
  Diag.error(End.isValid() ? End : at(I - 1).getLocation(),
             "expected ';' after this spawn")
      << Report::insert(End, ";");
  Diag.note(
      at(I - 1).getLocation(),
      "a spawn is a statement of its own: 'variable <- task(arguments);'");
}

/// `7 <- f(n);`, `x + 1 <- f(n);`: valid C, if `f` were no task.
bool StatementRewriter::spawnIntoNoLvalue() {
  size_t Arrow = P;
  for (; !isArrow(Arrow); ++Arrow) {
    const Token &Tok = at(Arrow);
    if (Tok.isOneOf(tok::l_paren, tok::l_square)) {
      if (afterMatching(Arrow) == None)
        return false;
      Arrow = afterMatching(Arrow) - 1;
      continue;
    }
    bool Operand = Tok.isOneOf(tok::identifier, tok::kw_sizeof) ||
                   tok::isLiteral(Tok.getKind());
    bool Operator =
        Tok.isOneOf(tok::period, tok::arrow, tok::plusplus, tok::minusminus,
                    tok::plus, tok::minus, tok::star, tok::slash) ||
        Tok.isOneOf(tok::percent, tok::amp, tok::pipe, tok::caret, tok::tilde,
                    tok::exclaim, tok::lessless, tok::greatergreater);
    if (!Operand && !Operator)
      return false;
  }
  size_t Task = Arrow + 2;
  if (Arrow == P || !isTaskName(Task) || at(Task + 1).isNot(tok::l_paren) ||
      afterMatching(Task + 1) == None ||
      at(afterMatching(Task + 1)).isNot(tok::semi))
    return false;
  SourceLocation Left = at(P).getLocation();
  Diag.error(Left, "this cannot receive the result of a task");
  Diag.note(Left, "spawn into a variable, an element or a member; to ignore "
                  "the result, write '() <-'");
  // As if that were done.
  SourceLocation Less = at(Arrow).getLocation();
  Marks.Spawns[Less] = Less;
  Out.push_back(replacing(at(P), make(tok::kw___extension__, Less)));
  Out.back().setLocation(Less);
  P = Task;
  copyPlain(In.size(), /*StopAtSemi=*/true);
  return true;
}

//===----------------------------------------------------------------------===//
// Force
//===----------------------------------------------------------------------===//

bool StatementRewriter::unfinishedForce() {
  return isName(P, Force) && (forceWithoutParentheses() ||
                              forceWithoutBraces() || waitWithoutSemicolon());
}

bool StatementRewriter::forceWithoutParentheses() {
  size_t Brace = P + 1;
  std::vector<Token> Names;
  while (at(Brace).is(tok::identifier)) {
    Names.push_back(at(Brace++));
    if (at(Brace).isNot(tok::comma) || at(Brace + 1).isNot(tok::identifier))
      break;
    ++Brace;
  }
  if (at(Brace).isNot(tok::l_brace))
    return false;
  SourceLocation Loc = at(P).getLocation();
  {
    auto Error = Diag.error(Loc, "the list of a 'force' stands in parentheses");
    if (Names.empty())
      Error << Report::insert(endOf(at(P)), " ()");
    else
      Error << Report::insert(Names.front().getLocation(), "(")
            << Report::insert(endOf(Names.back()), ")");
  }
  Diag.note(Loc, "'force (x) { ... }' waits for the result in 'x', and "
                 "'force () { ... }' for every task spawned so far");
  ForceList List;
  for (const Token &Name : Names)
    List.push_back({Name});
  startForce(List, {Loc, at(Brace - 1).getLocation(), at(Brace).getLocation(),
                    endOfBody(Brace)});
  forceBody(Brace);
  return true;
}

bool StatementRewriter::forceWithoutBraces() {
  if (at(P + 1).isNot(tok::l_paren) || afterMatching(P + 1) == None)
    return false;
  // A name or a keyword cannot go on with a call.
  size_t Body = afterMatching(P + 1), Last = Body;
  if (at(Body).isAnnotation() || !at(Body).getIdentifierInfo())
    return false;
  bool Simple = at(Body).isOneOf(tok::identifier, tok::kw_return);
  while (Simple && at(Last).isNot(tok::semi)) {
    Simple = !at(Last).isOneOf(tok::eof, tok::r_brace);
    Last = afterMatching(Last) != None ? afterMatching(Last) : Last + 1;
  }
  SourceLocation Loc = at(P).getLocation(), Begin = at(Body).getLocation();
  {
    auto Error = Diag.error(Begin, "the body of a 'force' stands in braces");
    if (Simple && Begin.isFileID() && endOf(at(Last)).isValid())
      Error << Report::insert(Begin, "{ ")
            << Report::insert(endOf(at(Last)), " }");
  }
  Diag.note(Loc, "write 'force (...) { ... }', or 'force (...);' to wait, and "
                 "to go on with the next statement");

  size_t RParen = Body - 1;
  ForceList List = listOfForce(P + 2, RParen);
  startForce(List, {at(P + 1).getLocation(), at(RParen).getLocation(), Begin,
                    at(Simple ? Last : Body).getLocation()});
  P = Body;
  statement();
  Out.push_back(make(tok::r_brace, at(P - 1).getLocation()));
  return true;
}

/// `force (x) }`
bool StatementRewriter::waitWithoutSemicolon() {
  size_t LParen = P + 1;
  if (at(LParen).isNot(tok::l_paren) || afterMatching(LParen) == None)
    return false;
  size_t Brace = afterMatching(LParen), RParen = Brace - 1;
  if (at(Brace).isNot(tok::r_brace) || !isForceUndeclared())
    return false;
  SourceLocation Loc = at(P).getLocation(), End = at(RParen).getLocation();
  Diag.error(End, "expected ';' after the list of a 'force'")
      << Report::insert(endOf(at(RParen)), ";");
  Diag.note(Loc, "'force (...);' waits, and goes on with the next statement; "
                 "'force (...) { ... }' makes its body the rest of the task");
  waitFor(listOfForce(LParen + 1, RParen),
          {at(LParen).getLocation(), End, Loc, End});
  P = Brace;
  return true;
}

/// `return force (x) { ... }`
bool StatementRewriter::returnedForce() {
  if (at(P).isNot(tok::kw_return) || !isForce(P + 1))
    return false;
  SourceLocation Loc = at(P).getLocation();
  SourceLocation Next = at(P + 1).getLocation();
  {
    auto Error = Diag.error(Loc, "a 'force' is a statement of its own, and "
                                 "cannot be returned");
    if (Loc.isFileID() && Next.isFileID())
      Error << FixItHint::CreateRemoval(
          CharSourceRange::getCharRange(Loc, Next));
  }
  Diag.note(Loc, "remove the 'return': the body of the 'force' returns from "
                 "the task");
  ++P;
  force();
  return true;
}

} // namespace tasklet
