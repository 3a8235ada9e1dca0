//===- StatementRewriter.cpp - Find spawns, forces and task marks ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/StatementRewriter.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace tasklet {

StatementRewriter::StatementRewriter(Preprocessor &PP, SourceMarks &Marks,
                                     const std::vector<Token> &In,
                                     std::vector<Token> &Out)
    : PP(PP), Marks(Marks), Diag(PP.getDiagnostics()), In(In), Out(Out),
      LongTask(PP.getIdentifierInfo("__task")),
      Task(PP.getIdentifierInfo("task")), Force(PP.getIdentifierInfo("force")) {
  End.startToken();
  End.setKind(tok::eof);
  matchBrackets();
}

void StatementRewriter::run() {
  if (isShortTask(0))
    emitTaskMark();
  while (P < In.size()) {
    bool StartsBody =
        at(P).is(tok::l_brace) && (P == 0 || at(P - 1).is(tok::r_paren));
    // The unit ends with its function body, if it has one.
    if (StartsBody && behind(P) == In.size())
      compound();
    else if (StartsBody && behind(P) == None)
      compound(); // Unterminated: the parser says so at the end of the file.
    else if (at(P).is(tok::l_brace) && opensNestedBody(P))
      compound();
    else
      copy();
  }
}

//===----------------------------------------------------------------------===//
// Tokens and brackets
//===----------------------------------------------------------------------===//

const Token &StatementRewriter::at(size_t I) const {
  return I < In.size() ? In[I] : End;
}

bool StatementRewriter::isName(size_t I, const IdentifierInfo *Name) const {
  return at(I).is(tok::identifier) && at(I).getIdentifierInfo() == Name;
}

size_t StatementRewriter::behind(size_t I) const {
  // Closing brackets have a match, too; it lies before them.
  return I < Match.size() && Match[I] != None && Match[I] > I ? Match[I] + 1
                                                              : None;
}

void StatementRewriter::matchBrackets() {
  Match.assign(In.size(), None);
  std::vector<size_t> Open;
  auto Closer = [](tok::TokenKind Kind) {
    return Kind == tok::l_paren    ? tok::r_paren
           : Kind == tok::l_square ? tok::r_square
                                   : tok::r_brace;
  };
  for (size_t I = 0; I != In.size(); ++I) {
    switch (In[I].getKind()) {
    case tok::l_paren:
    case tok::l_square:
    case tok::l_brace:
      Open.push_back(I);
      break;
    case tok::r_brace:
      // A brace closes what was left open inside it.
      while (!Open.empty() && In[Open.back()].isNot(tok::l_brace))
        Open.pop_back();
      LLVM_FALLTHROUGH;
    case tok::r_paren:
    case tok::r_square:
      if (!Open.empty() && In[I].is(Closer(In[Open.back()].getKind()))) {
        Match[Open.back()] = I;
        Match[I] = Open.back();
        Open.pop_back();
      }
      break;
    default:
      break;
    }
  }
}

Token StatementRewriter::make(tok::TokenKind Kind, SourceLocation Loc) {
  Token Tok;
  Tok.startToken();
  Tok.setKind(Kind);
  Tok.setLocation(Loc);
  Tok.setLength(1);
  return Tok;
}

Token StatementRewriter::makeName(StringRef Name, SourceLocation Loc) {
  IdentifierInfo *Info = PP.getIdentifierInfo(Name);
  Token Tok = make(Info->getTokenID(), Loc);
  Tok.setIdentifierInfo(Info);
  Tok.setLength(Name.size());
  return Tok;
}

Token StatementRewriter::makeLiteral(tok::TokenKind Kind, StringRef Text,
                                     SourceLocation Loc) {
  Token Tok = make(Kind, Loc);
  Tok.setLength(Text.size());
  Tok.setLiteralData(Text.data());
  return Tok;
}

Token StatementRewriter::replacing(const Token &Old, Token New) {
  New.setLocation(Old.getLocation());
  New.setLength(Old.getLength());
  for (Token::TokenFlags Flag : {Token::StartOfLine, Token::LeadingSpace})
    New.setFlagValue(Flag, Old.getFlag(Flag));
  return New;
}

void StatementRewriter::emitTaskMark() {
  const Token &Mark = In[P++];
  SourceLocation Loc = Mark.getLocation();
  Marks.SawTask = true;
  Out.push_back(replacing(Mark, makeName("__attribute__", Loc)));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(makeName("annotate", Loc));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(makeLiteral(tok::string_literal, "\"tkl-task\"", Loc));
  Out.push_back(make(tok::r_paren, Loc));
  Out.push_back(make(tok::r_paren, Loc));
  Out.push_back(make(tok::r_paren, Loc));
}

bool StatementRewriter::isShortTask(size_t I) const {
  if (!isName(I, Task))
    return false;
  bool HasType = false;
  unsigned Names = 0;
  for (++I;; ++I) {
    switch (at(I).getKind()) {
    case tok::l_paren:
      // A type and the function's name; or two names, the first then a type.
      return HasType ? true : Names >= 2;
    case tok::kw___attribute:
      I = behind(I + 1);
      if (I == None)
        return false;
      --I;
      break;
    case tok::kw_typeof:
      HasType = true;
      I = behind(I + 1);
      if (I == None)
        return false;
      --I;
      break;
    case tok::kw_struct:
    case tok::kw_union:
    case tok::kw_enum:
      HasType = true;
      if (at(I + 1).is(tok::identifier))
        ++I;
      if (at(I + 1).is(tok::l_brace)) {
        I = behind(I + 1);
        if (I == None)
          return false;
        --I;
      }
      break;
    case tok::identifier:
      // The long form is a specifier, too: `task __task int f();`.
      if (!isName(I, LongTask))
        ++Names;
      break;
    case tok::star:
    case tok::kw_const:
    case tok::kw_volatile:
    case tok::kw_restrict:
    case tok::kw_static:
    case tok::kw_extern:
    case tok::kw_inline:
    case tok::kw___global:
    case tok::kw___constant:
    case tok::kw___local:
    case tok::kw___private:
    case tok::kw___generic:
    case tok::kw___kernel:
      break;
    default:
      // Every other keyword that may stand here names a type: int, unsigned...
      if (at(I).isAnnotation() || !at(I).getIdentifierInfo())
        return false;
      HasType = true;
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// The statement structure
//===----------------------------------------------------------------------===//

void StatementRewriter::copy() {
  if (isName(P, LongTask))
    emitTaskMark();
  else
    Out.push_back(In[P++]);
}

void StatementRewriter::copyTo(size_t Stop) {
  while (P < Stop && P < In.size()) {
    if (at(P).is(tok::l_brace) && opensNestedBody(P))
      compound();
    else
      copy();
  }
}

bool StatementRewriter::opensNestedBody(size_t Brace) const {
  if (Brace == 0)
    return false;
  // `({ statements })` and the blocks `^{ }` and `^(parameters) { }`.
  const Token &Before = at(Brace - 1);
  if (Before.isOneOf(tok::l_paren, tok::caret))
    return true;
  if (Before.isNot(tok::r_paren))
    return false;
  size_t Open = Match[Brace - 1];
  return Open != None && Open != 0 && at(Open - 1).is(tok::caret);
}

void StatementRewriter::copyPlain(size_t Stop, bool StopAtSemi) {
  unsigned Brackets = 0;
  while (P < Stop && P < In.size()) {
    switch (at(P).getKind()) {
    case tok::l_brace:
      if (opensNestedBody(P)) {
        compound();
        continue;
      }
      LLVM_FALLTHROUGH;
    case tok::l_paren:
    case tok::l_square:
      ++Brackets;
      break;
    case tok::r_brace:
      if (Brackets == 0)
        return;
      LLVM_FALLTHROUGH;
    case tok::r_paren:
    case tok::r_square:
      if (Brackets != 0)
        --Brackets;
      break;
    case tok::semi:
      if (Brackets == 0 && StopAtSemi) {
        copy();
        return;
      }
      break;
    default:
      break;
    }
    copy();
  }
}

void StatementRewriter::compound() {
  size_t Stop = behind(P);
  copy(); // The opening brace.
  while (P < In.size() && at(P).isNot(tok::r_brace)) {
    size_t Before = P;
    statement();
    if (P == Before)
      copy();
  }
  if (P < In.size())
    copy();
  // Brackets that do not match may have led astray.
  if (Stop != None && P < Stop)
    copyTo(Stop);
}

void StatementRewriter::statement() {
  ++Depth;
  auto Leave = llvm::make_scope_exit([this] { --Depth; });
  if (Depth > MaxDepth) {
    while (P < In.size())
      copy();
    return;
  }
  // What may stand before a statement, in any number.
  for (;;) {
    if (at(P).isAnnotation()) {
      copy();
    } else if (at(P).is(tok::kw___attribute) && behind(P + 1) != None) {
      copyTo(behind(P + 1));
    } else if (at(P).is(tok::identifier) && at(P + 1).is(tok::colon)) {
      copyTo(P + 2);
    } else if (at(P).is(tok::kw_default) && at(P + 1).is(tok::colon)) {
      copyTo(P + 2);
    } else if (at(P).is(tok::kw_case)) {
      unsigned Conditions = 0;
      size_t I = P + 1;
      for (; at(I).isNot(tok::eof); ++I) {
        if (at(I).isOneOf(tok::semi, tok::l_brace, tok::r_brace))
          break;
        if (at(I).isOneOf(tok::l_paren, tok::l_square) && behind(I) != None)
          I = behind(I) - 1;
        else if (at(I).is(tok::question))
          ++Conditions;
        else if (at(I).is(tok::colon) && Conditions-- == 0)
          break;
      }
      copyTo(at(I).is(tok::colon) ? I + 1 : I);
    } else {
      break;
    }
  }

  switch (at(P).getKind()) {
  case tok::eof:
  case tok::r_brace:
    return;
  case tok::l_brace:
    compound();
    return;
  case tok::kw_if:
  case tok::kw_while:
  case tok::kw_for:
  case tok::kw_switch: {
    bool IsIf = at(P).is(tok::kw_if);
    copy();
    if (at(P).is(tok::l_paren) && behind(P) != None)
      copyTo(behind(P));
    statement();
    if (IsIf && at(P).is(tok::kw_else)) {
      copy();
      statement();
    }
    return;
  }
  case tok::kw_else: // Without an `if`: the parser's business.
    copy();
    statement();
    return;
  case tok::kw_do:
    copy();
    statement();
    if (at(P).is(tok::kw_while))
      copyPlain(In.size(), /*StopAtSemi=*/true);
    return;
  default:
    break;
  }

  if (isForce(P)) {
    force();
    return;
  }
  if (isShortTask(P))
    emitTaskMark();
  else if (spawn())
    return;
  copyPlain(In.size(), /*StopAtSemi=*/true);
}

//===----------------------------------------------------------------------===//
// Spawns
//===----------------------------------------------------------------------===//

size_t StatementRewriter::behindLvalue(size_t I) const {
  bool Deref = false;
  while (true) {
    if (at(I).is(tok::star)) {
      Deref = true;
      ++I;
      continue;
    }
    // A cast, as in `*(T *)p`.
    if (Deref && at(I).is(tok::l_paren) && behind(I) != None) {
      const Token &Next = at(behind(I));
      bool Pointer = at(behind(I) - 2).is(tok::star);
      if (Next.is(tok::identifier) || Next.is(tok::l_paren) ||
          (Pointer && Next.is(tok::star))) {
        I = behind(I);
        continue;
      }
    }
    break;
  }
  if (at(I).is(tok::identifier))
    ++I;
  else if (at(I).is(tok::l_paren) && at(I + 1).isNot(tok::r_paren))
    I = behind(I);
  else
    return None;
  bool EndsWithCall = false;
  while (I != None) {
    if (at(I).isOneOf(tok::l_square, tok::l_paren)) {
      EndsWithCall = at(I).is(tok::l_paren);
      I = behind(I);
    } else if (at(I).isOneOf(tok::period, tok::arrow) &&
               at(I + 1).is(tok::identifier)) {
      EndsWithCall = false;
      I += 2;
    } else {
      break;
    }
  }
  return EndsWithCall ? None : I;
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
      if (behind(I) == None)
        return None;
      I = behind(I) - 1;
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
  size_t Arrow = Ignored ? P + 2 : behindLvalue(P);
  if (Arrow == None || !isArrow(Arrow))
    return false;
  size_t Right = Arrow + 2;
  size_t Stop = endOfRightHandSide(Right);
  if (Stop == None)
    return false;
  bool CanBeCall = at(Right).isOneOf(tok::identifier, tok::l_paren) &&
                   at(Stop - 1).is(tok::r_paren);
  if (!CanBeCall && Stop != Right) {
    rejectRightHandSide(Arrow, Stop, Ignored);
    return true;
  }

  SourceLocation Less = at(Arrow).getLocation();
  if (Ignored) {
    Marks.Spawns[at(P).getLocation()] = Less;
    for (size_t I = 0; I != 4; ++I, ++P)
      Out.push_back(
          replacing(at(P), make(tok::kw___extension__, at(P).getLocation())));
  } else {
    Marks.Spawns[Less] = Less;
    copyTo(Arrow);
    Out.push_back(make(tok::equal, Less));
    Out.push_back(make(tok::kw___extension__, at(Arrow + 1).getLocation()));
    P += 2;
  }
  copyPlain(In.size(), /*StopAtSemi=*/true);
  return true;
}

void StatementRewriter::rejectRightHandSide(size_t Arrow, size_t Stop,
                                            bool Ignored) {
  SourceLocation Less = at(Arrow).getLocation();
  SourceLocation Right = at(Arrow + 2).getLocation();
  // A single name may be that of a task, which is nothing to assign.
  bool MayBeTask = Stop == Arrow + 3 && at(Arrow + 2).is(tok::identifier);
  {
    auto Error =
        Diag.error(Right, "only a call of a '__task' function can be spawned");
    if (!Ignored && !MayBeTask)
      Error << Report::replace(Less, 2, "=");
  }
  if (MayBeTask)
    Diag.note(Right, "to spawn '%0', give it its arguments: '%0(...)'; to "
                     "assign a value, write '='")
        << at(Arrow + 2).getIdentifierInfo()->getName();
  else
    Diag.note(Right, "to assign a value, write '='");

  // The rest would only lead to more errors. The left-hand side is kept, so
  // that its names are looked up and count as used.
  if (Ignored) {
    P = Stop;
    if (at(P).isNot(tok::semi))
      Out.push_back(make(tok::semi, Right));
  } else {
    Out.push_back(replacing(at(P), make(tok::l_paren, at(P).getLocation())));
    Out.push_back(makeName("void", at(P).getLocation()));
    Out.push_back(make(tok::r_paren, at(P).getLocation()));
    copyTo(Arrow);
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
         behind(I + 1) != None && at(behind(I + 1)).is(tok::l_brace);
}

std::vector<Token> StatementRewriter::listedNames(size_t Begin, size_t Stop) {
  std::vector<Token> Names;
  if (Begin == Stop)
    return Names;
  for (size_t I = Begin;; ++I) {
    size_t Item = I;
    while (I < Stop && at(I).isNot(tok::comma))
      I = at(I).isOneOf(tok::l_paren, tok::l_square, tok::l_brace) &&
                  behind(I) != None
              ? behind(I)
              : I + 1;
    if (Item == I) {
      Diag.error(at(I).getLocation(),
                 "expected the name of a variable in the list of 'force'");
    } else if (I != Item + 1 || at(Item).isNot(tok::identifier)) {
      SourceLocation Loc = at(Item).getLocation();
      Diag.error(Loc, "the list of 'force' holds only names of variables");
      if (at(Item).is(tok::identifier)) {
        SourceLocation Last = at(I - 1).getLocation();
        Diag.note(Loc, "a future is forced as a whole: write '%0'")
            << at(Item).getIdentifierInfo()->getName()
            << Report::replace(SourceRange(at(Item + 1).getLocation(), Last),
                               "");
      } else {
        Diag.note(Loc, "store the value in a variable before the 'force', or "
                       "leave it out of the list");
      }
    }
    if (Item != I && at(Item).is(tok::identifier))
      Names.push_back(at(Item));
    if (I >= Stop)
      return Names;
  }
}

void StatementRewriter::force() {
  SourceLocation Loc = at(P).getLocation();
  size_t LParen = P + 1;
  size_t RParen = behind(LParen) - 1;
  Marks.Forces[Loc] = {at(LParen).getLocation(), at(RParen).getLocation()};
  std::vector<Token> Names = listedNames(LParen + 1, RParen);

  Out.push_back(replacing(at(P), makeName("while", Loc)));
  Out.push_back(at(LParen));
  Out.push_back(makeLiteral(tok::numeric_constant, "1", Loc));
  Out.push_back(at(RParen));
  P = RParen + 1;
  size_t Stop = behind(P);
  Out.push_back(at(P++)); // The opening brace.
  for (const Token &Name : Names) {
    SourceLocation NameLoc = Name.getLocation();
    Out.push_back(makeName(ForceVarName, NameLoc));
    Out.push_back(make(tok::l_paren, NameLoc));
    Out.push_back(make(tok::amp, NameLoc));
    Out.push_back(Name);
    Out.push_back(make(tok::r_paren, NameLoc));
    Out.push_back(make(tok::semi, NameLoc));
  }
  Out.push_back(makeName(ForceName, Loc));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(make(tok::r_paren, Loc));
  Out.push_back(make(tok::semi, Loc));
  while (P < In.size() && at(P).isNot(tok::r_brace)) {
    size_t Before = P;
    statement();
    if (P == Before)
      copy();
  }
  if (P < In.size())
    copy();
  if (Stop != None && P < Stop)
    copyTo(Stop);
}

} // namespace tasklet
