//===- DeclarationForms.cpp - Spawns in declarations ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of StatementRewriter that knows `int x <- f(n);`. An arrow in a
/// declarator becomes the `=` of an initialiser, so Clang declares the variable
/// and evaluates everything in the order of the source.
///
//===----------------------------------------------------------------------===//

#include "plugin/tokens/StatementRewriter.h"
#include <algorithm>

using namespace clang;

namespace tasklet {
namespace {

bool startsDeclaration(const Token &Tok) {
  return Tok.isOneOf(tok::kw_char, tok::kw_short, tok::kw_int, tok::kw_long,
                     tok::kw_unsigned, tok::kw_signed, tok::kw_float,
                     tok::kw_double, tok::kw_half, tok::kw_bool, tok::kw__Bool,
                     tok::kw_struct, tok::kw_union, tok::kw_enum) ||
         Tok.isOneOf(tok::kw_const, tok::kw_volatile, tok::kw_static,
                     tok::kw_auto, tok::kw_register, tok::kw___global,
                     tok::kw___constant, tok::kw___private, tok::kw___local,
                     tok::kw___generic, tok::kw_typeof);
}

} // namespace

/// The first arrow from \p I on that no initialiser has in it, or None. Stops
/// at the end of the declaration.
size_t StatementRewriter::arrowOfDeclarator(size_t I) const {
  bool Initialiser = false;
  for (;; ++I) {
    const Token &Tok = at(I);
    if (Tok.isOneOf(tok::semi, tok::eof, tok::r_brace))
      return None;
    if (Tok.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      if (afterMatching(I) == None)
        return None;
      I = afterMatching(I) - 1;
    } else if (Tok.is(tok::comma)) {
      Initialiser = false;
    } else if (Tok.is(tok::equal)) {
      Initialiser = true;
    } else if (!Initialiser && isArrow(I)) {
      return I;
    }
  }
}

size_t StatementRewriter::endOfDeclarator(size_t I) const {
  while (!at(I).isOneOf(tok::comma, tok::semi, tok::r_brace, tok::eof))
    I = afterMatching(I) != None ? afterMatching(I) : I + 1;
  return I;
}

bool StatementRewriter::startsDeclarationAt(size_t I) const {
  return startsDeclaration(at(I)) ||
         (at(I).is(tok::identifier) && at(I + 1).is(tok::identifier));
}

bool StatementRewriter::spawnInDeclaration() {
  if (!startsDeclarationAt(P) || arrowOfDeclarator(P) == None)
    return false;
  for (size_t Arrow; (Arrow = arrowOfDeclarator(P)) != None;)
    if (!spawnOfDeclarator(Arrow))
      return true;
  copyPlain(In.size(), /*StopAtSemi=*/true);
  return true;
}

/// Copies up to and with the right-hand side of the arrow. False if the
/// declaration ends there.
bool StatementRewriter::spawnOfDeclarator(size_t Arrow) {
  size_t Right = Arrow + 2, Missing = missingSemicolon(Right);
  size_t Stop = std::min(Missing, endOfDeclarator(Right));
  SourceLocation Less = at(Arrow).getLocation();
  copyTo(Arrow);
  bool CanBeCall = at(Right).isOneOf(tok::identifier, tok::l_paren) &&
                   at(Stop - 1).is(tok::r_paren);
  if (at(Arrow - 1).is(tok::r_square)) {
    Diag.error(Less, "an array cannot receive the result of a task");
    Diag.note(Less, "declare it first, and spawn into its elements");
    initialiseWithZero(Less, Stop);
  } else if (!CanBeCall) {
    Diag.error(Less, "only a call of a '__task' function can be spawned")
        << Report::replace(Less, 2, "=");
    Diag.note(Less, "to initialise the variable with a value, write '='");
    initialiseWithZero(Less, Stop);
  } else {
    SourceLocation Minus = at(Arrow + 1).getLocation();
    size_t Name = Right;
    while (at(Name).is(tok::l_paren))
      ++Name;
    Marks.Declared[Minus] = Less;
    if (at(Name).is(tok::identifier))
      Marks.Spawned[Less] = at(Name).getIdentifierInfo();
    Out.push_back(make(tok::equal, Less));
    Out.push_back(make(tok::kw___extension__, Minus));
    P = Right;
    dropParentheses();
    copyTo(Stop);
  }
  if (Stop != Missing)
    return true;
  reportMissingSemicolon(Missing);
  Out.push_back(make(tok::semi, at(P - 1).getLocation()));
  return false;
}

/// `for (int x <- f(n); ...)`: there is no place for a force before the
/// condition.
void StatementRewriter::rejectSpawnInHead() {
  size_t Begin = P + 1;
  size_t Arrow = startsDeclarationAt(Begin) ? arrowOfDeclarator(Begin) : None;
  if (Arrow == None || Arrow > afterMatching(P))
    return;
  SourceLocation Less = at(Arrow).getLocation();
  Diag.error(Less, "the head of a 'for' cannot spawn");
  Diag.note(Less, "spawn into a variable before the loop, and force it there");
  copyTo(Arrow);
  initialiseWithZero(Less, endOfDeclarator(Arrow));
}

/// Gives the variable of a wrong spawn a value, up to \p Stop, so that Clang
/// does not warn of it as well.
void StatementRewriter::initialiseWithZero(SourceLocation Loc, size_t Stop) {
  Out.push_back(make(tok::equal, Loc));
  Out.push_back(make(tok::l_brace, Loc));
  Out.push_back(makeLiteral(tok::numeric_constant, "0", Loc));
  Out.push_back(make(tok::r_brace, Loc));
  P = Stop;
}

} // namespace tasklet
