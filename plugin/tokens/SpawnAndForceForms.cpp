//===- SpawnAndForceForms.cpp - Recognise and rewrite spawns and forces ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of StatementRewriter that knows the two statements of the language.
///
//===----------------------------------------------------------------------===//

#include "plugin/tokens/StatementRewriter.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tasklet {

//===----------------------------------------------------------------------===//
// Spawns
//===----------------------------------------------------------------------===//

size_t StatementRewriter::afterLvalue(size_t I) const {
  bool Deref = false;
  while (true) {
    if (at(I).is(tok::star)) {
      Deref = true;
      ++I;
      continue;
    }
    // `*--q`, `*&x`.
    if (Deref && at(I).isOneOf(tok::plusplus, tok::minusminus, tok::amp)) {
      ++I;
      continue;
    }
    // A cast, as in `*(T *)p`.
    if (Deref && at(I).is(tok::l_paren) && afterMatching(I) != None) {
      const Token &Next = at(afterMatching(I));
      bool Pointer = at(afterMatching(I) - 2).is(tok::star);
      if (Next.is(tok::identifier) || Next.is(tok::l_paren) ||
          (Pointer && Next.isOneOf(tok::star, tok::amp))) {
        I = afterMatching(I);
        continue;
      }
    }
    break;
  }
  // A number only as in `7[out]`.
  if (at(I).is(tok::identifier) ||
      (at(I).isOneOf(tok::numeric_constant, tok::char_constant) &&
       at(I + 1).is(tok::l_square)))
    ++I;
  else if (at(I).is(tok::l_paren) && at(I + 1).isNot(tok::r_paren))
    I = afterMatching(I);
  else
    return None;
  bool EndsWithValue = false;
  while (I != None) {
    if (at(I).isOneOf(tok::l_square, tok::l_paren)) {
      EndsWithValue = at(I).is(tok::l_paren);
      I = afterMatching(I);
    } else if (at(I).isOneOf(tok::period, tok::arrow) &&
               at(I + 1).is(tok::identifier)) {
      EndsWithValue = false;
      I += 2;
    } else if (at(I).isOneOf(tok::plusplus, tok::minusminus)) {
      // As in `*q++` and `q++[0]`; by itself `q++` is no lvalue.
      EndsWithValue = true;
      ++I;
    } else {
      break;
    }
  }
  return EndsWithValue && !Deref ? None : I;
}

bool StatementRewriter::isArrow(size_t I) const {
  if (!at(I).is(tok::less) || !at(I + 1).is(tok::minus))
    return false;
  const SourceManager &SM = PP.getSourceManager();
  SourceLocation Less = SM.getSpellingLoc(at(I).getLocation());
  return SM.getSpellingLoc(at(I + 1).getLocation()) == Less.getLocWithOffset(1);
}

size_t StatementRewriter::endOfRightHandSide(size_t I) const {
  for (;; ++I) {
    switch (at(I).getKind()) {
    case tok::l_paren:
    case tok::l_square:
    case tok::l_brace:
      if (afterMatching(I) == None)
        return None;
      I = afterMatching(I) - 1;
      break;
    case tok::equal:
    case tok::starequal:
    case tok::slashequal:
    case tok::percentequal:
    case tok::plusequal:
    case tok::minusequal:
    case tok::lesslessequal:
    case tok::greatergreaterequal:
    case tok::ampequal:
    case tok::caretequal:
    case tok::pipeequal:
    case tok::comma:
    case tok::question:
    case tok::ampamp:
    case tok::pipepipe:
      return None;
    case tok::semi:
    case tok::r_brace:
    case tok::eof:
      return I;
    default:
      break;
    }
  }
}

bool StatementRewriter::spawn() {
  bool Ignored = at(P).is(tok::l_paren) && at(P + 1).is(tok::r_paren);
  size_t Arrow = Ignored ? P + 2 : afterLvalue(P);
  if (Arrow == None || !isArrow(Arrow))
    return false;
  size_t Right = Arrow + 2;
  size_t Missing = missingSemicolon(Right);
  size_t Stop = Missing != None ? Missing : endOfRightHandSide(Right);
  if (Stop == None)
    return false;
  if (Missing != None)
    reportMissingSemicolon(Missing);
  bool CanBeCall = at(Right).isOneOf(tok::identifier, tok::l_paren) &&
                   at(Stop - 1).is(tok::r_paren);
  if (!CanBeCall && Stop != Right) {
    rejectRightHandSide(Arrow, Stop, Ignored);
    return true;
  }

  size_t Name = Right;
  while (at(Name).is(tok::l_paren))
    ++Name;
  if (at(Name).is(tok::identifier))
    Marks.Spawned[at(Arrow).getLocation()] = at(Name).getIdentifierInfo();
  if (Ignored) {
    Marks.Spawns[at(P).getLocation()] = at(Arrow).getLocation();
    for (size_t I = 0; I != 4; ++I, ++P)
      Out.push_back(
          replacing(at(P), make(tok::kw___extension__, at(P).getLocation())));
  } else {
    copyTo(Arrow);
    emitArrow();
  }
  dropParentheses();
  if (Missing == None) {
    copyPlain(In.size(), /*StopAtSemi=*/true);
  } else {
    copyTo(Missing);
    Out.push_back(make(tok::semi, at(P - 1).getLocation()));
  }
  return true;
}

size_t StatementRewriter::nameInParentheses(size_t I) const {
  size_t Name = I;
  while (at(Name).is(tok::l_paren))
    ++Name;
  size_t Close = Name + (Name - I);
  return Name != I && isTaskName(Name) && afterMatching(I) == Close + 1 &&
                 at(Close + 1).is(tok::l_paren)
             ? Name
             : None;
}

void StatementRewriter::dropParentheses() {
  size_t Name = nameInParentheses(P);
  if (Name == None)
    return;
  size_t Arguments = afterMatching(P);
  P = Name;
  copy();
  P = Arguments;
}

void StatementRewriter::emitArrow() {
  SourceLocation Less = at(P).getLocation();
  Marks.Spawns[Less] = Less;
  Out.push_back(make(tok::equal, Less));
  Out.push_back(make(tok::kw___extension__, at(P + 1).getLocation()));
  P += 2;
}

bool StatementRewriter::callsTask(size_t Begin, size_t Stop) const {
  for (size_t I = Begin; I < Stop; ++I)
    if (isTaskName(I) && at(I + 1).is(tok::l_paren))
      return true;
  return false;
}

void StatementRewriter::rejectRightHandSide(size_t Arrow, size_t Stop,
                                            bool Ignored) {
  SourceLocation Less = at(Arrow).getLocation();
  SourceLocation Right = at(Arrow + 2).getLocation();
  bool IsTask = Stop == Arrow + 3 && isTaskName(Arrow + 2);
  bool MoreThanTask = callsTask(Arrow + 2, Stop);
  {
    auto Error =
        Diag.error(Right, "only a call of a '__task' function can be spawned");
    if (!Ignored && !IsTask && !MoreThanTask)
      Error << Report::replace(Less, 2, "=");
  }
  if (IsTask)
    Diag.note(Right, "to spawn '%0', give it its arguments: '%0(...)'")
        << at(Arrow + 2).getIdentifierInfo()->getName();
  else if (MoreThanTask)
    Diag.note(Right, "%0") << AdviceOfPartsThatAreTasks;
  else if (Ignored)
    Diag.note(Right, "write '() <-' before the call of a task only");
  else
    Diag.note(Right, "to assign a value, write '='");

  // The right-hand side would only lead to more errors. The left-hand side is
  // kept, so that its names are looked up and count as used, but it is not
  // read.
  if (Ignored) {
    P = Stop;
    if (at(P).isNot(tok::semi))
      Out.push_back(make(tok::semi, Right));
  } else {
    SourceLocation Loc = at(P).getLocation();
    Out.push_back(replacing(at(P), make(tok::l_paren, Loc)));
    Out.push_back(makeName("void", Loc));
    Out.push_back(make(tok::r_paren, Loc));
    Out.push_back(makeName("sizeof", Loc));
    Out.push_back(make(tok::l_paren, Loc));
    copyTo(Arrow);
    Out.push_back(make(tok::r_paren, Less));
    P = Stop;
  }
  if (at(P).is(tok::semi))
    copy();
}

//===----------------------------------------------------------------------===//
// Force
//===----------------------------------------------------------------------===//

bool StatementRewriter::isForce(size_t I) const {
  return isName(I, Force) && at(I + 1).is(tok::l_paren) &&
         afterMatching(I + 1) != None &&
         at(afterMatching(I + 1)).is(tok::l_brace);
}

/// `force (a; b)`
void StatementRewriter::reportSemicolons(size_t Begin, size_t Stop) {
  std::vector<size_t> Found;
  for (size_t I = Begin; I < Stop;
       I = afterMatching(I) != None ? afterMatching(I) : I + 1)
    if (at(I).is(tok::semi))
      Found.push_back(I);
  if (Found.empty())
    return;
  SourceLocation First = at(Found.front()).getLocation();
  {
    auto Error =
        Diag.error(First, "commas separate the variables of a 'force'");
    for (size_t I : Found)
      Error << Report::replace(at(I).getLocation(), 1, ",");
  }
  Diag.note(First, "write 'force (x, y) { ... }'");
}

size_t StatementRewriter::nameAmongParentheses(size_t Item, size_t Stop) const {
  size_t Name = None;
  bool IsElement = at(Item).is(tok::star);
  for (size_t I = Item; I < Stop; ++I) {
    if (at(I).is(tok::identifier) && Name == None)
      Name = I;
    else if (!at(I).isOneOf(tok::l_paren, tok::r_paren, tok::amp, tok::star) &&
             !(IsElement && at(I).isOneOf(tok::plus, tok::numeric_constant)))
      return None;
  }
  return Name != Item ? Name : None;
}

/// Whether the tokens are a name with indices and members after it, such as
/// `r[1].v`.
bool StatementRewriter::isPartOfVariable(size_t Item, size_t Stop) const {
  if (at(Item).isNot(tok::identifier))
    return false;
  for (size_t I = Item + 1; I < Stop;) {
    if (at(I).is(tok::l_square) && afterMatching(I) != None)
      I = afterMatching(I);
    else if (at(I).is(tok::period) && at(I + 1).is(tok::identifier))
      I += 2;
    else
      return false;
  }
  return true;
}

ForceList StatementRewriter::listOfForce(size_t Begin, size_t Stop) {
  ForceList List;
  if (Begin == Stop)
    return List;
  if (Stop == Begin + 1 && at(Begin).is(tok::kw_void)) {
    SourceLocation Loc = at(Begin).getLocation();
    Diag.error(Loc, "an empty list of a 'force' has no 'void'")
        << Report::replace(SourceRange(Loc), "");
    Diag.note(Loc, "'force ()' waits for every task spawned so far; name the "
                   "variables whose values are used");
    return List;
  }
  reportSemicolons(Begin, Stop);
  for (size_t I = Begin;; ++I) {
    size_t Item = I;
    while (I < Stop && !at(I).isOneOf(tok::comma, tok::semi))
      I = at(I).isOneOf(tok::l_paren, tok::l_square, tok::l_brace) &&
                  afterMatching(I) != None
              ? afterMatching(I)
              : I + 1;
    if (Item == I) {
      // The comma before it, or, at the start of the list, after it.
      SourceLocation Comma = at(I == Begin ? I : I - 1).getLocation();
      Diag.error(at(I).getLocation(),
                 "expected the name of a variable in the list of 'force'")
          << Report::replace(Comma, 1, "");
      Diag.note(Comma, "remove this comma, or name a variable");
    } else if (size_t Name = nameAmongParentheses(Item, I); Name != None) {
      SourceLocation Loc = at(Item).getLocation();
      StringRef Text = at(Name).getIdentifierInfo()->getName();
      Diag.error(Loc, "the list of 'force' holds only names of variables")
          << Report::replace(SourceRange(Loc, at(I - 1).getLocation()), Text);
      Diag.note(Loc, "write '%0'") << Text;
      List.push_back({at(Name)});
    } else if (I > Item + 1 && areUndeclaredNames(Item, I)) {
      // `x y`; where one of them is a type, it is a declaration.
      {
        auto Error = Diag.error(at(Item + 1).getLocation(),
                                "commas separate the variables of a 'force'");
        for (size_t Name = Item; Name + 1 < I; ++Name)
          Error << Report::replace(
              SourceRange(at(Name).getLocation()),
              (at(Name).getIdentifierInfo()->getName() + ",").str());
      }
      Diag.note(at(Item + 1).getLocation(), "write 'force (x, y) { ... }'");
      for (size_t Name = Item + 1; Name < I; ++Name)
        List.push_back({at(Name)});
    } else if (isPartOfVariable(Item, I)) {
      List.emplace_back(In.begin() + Item, In.begin() + I);
      Item = I;
    } else {
      SourceLocation Loc = at(Item).getLocation();
      Diag.error(Loc, "the list of 'force' holds only names of variables");
      if (at(Item).is(tok::identifier)) {
        SourceLocation Last = at(I - 1).getLocation();
        Diag.note(Loc, "write '%0'")
            << at(Item).getIdentifierInfo()->getName()
            << Report::replace(SourceRange(at(Item + 1).getLocation(), Last),
                               "");
      } else {
        Diag.note(Loc, "store the value in a variable before the 'force', or "
                       "leave it out of the list");
      }
    }
    if (Item != I && at(Item).is(tok::identifier))
      List.push_back({at(Item)});
    if (I >= Stop)
      return List;
  }
}

void StatementRewriter::force() {
  size_t LParen = P + 1, LBrace = afterMatching(LParen), RParen = LBrace - 1;
  ForceList List = listOfForce(LParen + 1, RParen);
  startForce(List, {at(LParen).getLocation(), at(RParen).getLocation(),
                    at(LBrace).getLocation(), endOfBody(LBrace)});
  forceBody(LBrace);
}

SourceLocation StatementRewriter::endOfBody(size_t Brace) const {
  size_t After = afterMatching(Brace);
  return In[After == None ? In.size() - 1 : After - 1].getLocation();
}

void StatementRewriter::startForce(const ForceList &List,
                                   const ForceMark &Mark) {
  SourceLocation Loc = at(P).getLocation();
  Marks.Forces[Loc] = Mark;
  Out.push_back(replacing(at(P), makeName("while", Loc)));
  Out.push_back(make(tok::l_paren, Mark.LParen));
  Out.push_back(makeLiteral(tok::numeric_constant, "1", Loc));
  Out.push_back(make(tok::r_paren, Mark.RParen));
  Out.push_back(make(tok::l_brace, Mark.LBrace));
  emitMarkers(List, ForceName, Loc);
}

bool StatementRewriter::isForceUndeclared() const {
  if (Names.IsDeclared(*Force))
    return false;
  // It may also be a name where no statement starts, as in a list of
  // parameters.
  for (size_t I = 1; I < In.size(); ++I)
    if (isName(I, Force) &&
        !at(I - 1).isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::r_paren,
                           tok::colon, tok::kw_else, tok::kw_do))
      return false;
  return true;
}

bool StatementRewriter::wait() {
  size_t LParen = P + 1;
  if (!isName(P, Force) || !at(LParen).is(tok::l_paren) ||
      afterMatching(LParen) == None)
    return false;
  size_t Semi = afterMatching(LParen), RParen = Semi - 1;
  if (!at(Semi).is(tok::semi) || !isForceUndeclared())
    return false;
  waitFor(listOfForce(LParen + 1, RParen),
          {at(LParen).getLocation(), at(RParen).getLocation(),
           at(P).getLocation(), at(Semi).getLocation()});
  P = Semi + 1;
  return true;
}

void StatementRewriter::waitFor(const ForceList &List, const ForceMark &Mark) {
  Marks.Waits[Mark.LBrace] = Mark;
  Out.push_back(replacing(at(P), make(tok::l_brace, Mark.LBrace)));
  emitMarkers(List, WaitName, Mark.LBrace);
  Out.push_back(make(tok::r_brace, Mark.RBrace));
}

/// The calls of the markers, with \p Last after those for \p List.
void StatementRewriter::emitMarkers(const ForceList &List, StringRef Last,
                                    SourceLocation Loc) {
  for (const std::vector<Token> &Item : List) {
    SourceLocation NameLoc = Item.front().getLocation();
    Marks.ListedNames.insert(NameLoc);
    Out.push_back(makeName(ForceVarName, NameLoc));
    Out.push_back(make(tok::l_paren, NameLoc));
    Out.push_back(make(tok::amp, NameLoc));
    Out.insert(Out.end(), Item.begin(), Item.end());
    Out.push_back(make(tok::r_paren, NameLoc));
    Out.push_back(make(tok::semi, NameLoc));
  }
  Out.push_back(makeName(Last, Loc));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(make(tok::r_paren, Loc));
  Out.push_back(make(tok::semi, Loc));
}

void StatementRewriter::forceBody(size_t Brace) {
  size_t Stop = afterMatching(Brace);
  P = Brace + 1;
  statementsAndBrace();
  if (Stop != None && P < Stop)
    copyTo(Stop);
}

} // namespace tasklet
