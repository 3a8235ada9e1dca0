//===- StatementRewriter.cpp - Find spawns, forces and marks --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/tokens/StatementRewriter.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace tasklet {

StatementRewriter::StatementRewriter(Preprocessor &PP, SourceMarks &Marks,
                                     const FileScope &Names,
                                     const std::vector<Token> &In,
                                     std::vector<Token> &Out)
    : PP(PP), Marks(Marks), Names(Names), Diag(PP.getDiagnostics()), In(In),
      Out(Out), LongTask(PP.getIdentifierInfo("__task")),
      Task(PP.getIdentifierInfo("task")), Force(PP.getIdentifierInfo("force")),
      Everywhere(PP.getIdentifierInfo("everywhere")),
      Ordered(PP.getIdentifierInfo("__ordered")) {
  End.startToken();
  End.setKind(tok::eof);
  matchBrackets();
}

void StatementRewriter::run() {
  if (everywhereOutside())
    return;
  if (isShortTask(0))
    emitTaskMark();
  while (P < In.size()) {
    bool StartsBody =
        at(P).is(tok::l_brace) &&
        (P == 0 || at(P - 1).is(tok::r_paren) || isName(P - 1, Ordered));
    // The unit ends with its function body, if it has one.
    if (StartsBody && afterMatching(P) == In.size())
      compound();
    else if (StartsBody && afterMatching(P) == None)
      compound(); // Unterminated: the parser says so at the end of the file.
    else if (at(P).is(tok::l_brace) && opensNestedBody(P))
      compound();
    else if (!misspeltOrdered())
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

bool StatementRewriter::isTaskName(size_t I) const {
  return at(I).is(tok::identifier) && Names.IsTask(*at(I).getIdentifierInfo());
}

size_t StatementRewriter::afterMatching(size_t I) const {
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
  Marks.Tasks.add(Loc, at(P).getLocation());
  emitAnnotation(Mark, "\"tkl-task\"");
}

void StatementRewriter::emitAnnotation(const Token &Mark, StringRef Literal) {
  SourceLocation Loc = Mark.getLocation();
  Out.push_back(replacing(Mark, makeName("__attribute__", Loc)));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(makeName("annotate", Loc));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(makeLiteral(tok::string_literal, Literal, Loc));
  Out.push_back(make(tok::r_paren, Loc));
  Out.push_back(make(tok::r_paren, Loc));
  Out.push_back(make(tok::r_paren, Loc));
}

SourceLocation StatementRewriter::endOf(const Token &Tok) {
  SourceLocation Loc = Tok.getLocation();
  return Loc.isFileID() ? Loc.getLocWithOffset(Tok.getLength())
                        : SourceLocation();
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
      I = afterMatching(I + 1);
      if (I == None)
        return false;
      --I;
      break;
    case tok::kw_typeof:
      HasType = true;
      I = afterMatching(I + 1);
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
        I = afterMatching(I + 1);
        if (I == None)
          return false;
        --I;
      }
      break;
    case tok::identifier:
      // Other marks are specifiers, too: `task __task int f();`.
      if (isName(I, Ordered) && at(I + 1).is(tok::l_paren) &&
          afterMatching(I + 1) != None)
        I = afterMatching(I + 1) - 1;
      else if (!isName(I, LongTask) && !isName(I, Ordered))
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
  if (isName(P, LongTask)) {
    emitTaskMark();
    return;
  }
  if (isName(P, Ordered)) {
    emitOrderedMark();
    return;
  }
  if (at(P).is(tok::less) && at(P + 1).is(tok::minus) && isTaskName(P + 2))
    Marks.Comparisons.insert(at(P).getLocation());
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

void StatementRewriter::statementsAndBrace() {
  while (P < In.size() && at(P).isNot(tok::r_brace)) {
    size_t Before = P;
    statement();
    if (P == Before)
      copy();
  }
  if (P < In.size())
    copy();
}

void StatementRewriter::compound() {
  size_t Stop = afterMatching(P);
  copy(); // The opening brace.
  statementsAndBrace();
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
    } else if (at(P).is(tok::kw___attribute) && afterMatching(P + 1) != None) {
      copyTo(afterMatching(P + 1));
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
        if (at(I).isOneOf(tok::l_paren, tok::l_square) &&
            afterMatching(I) != None)
          I = afterMatching(I) - 1;
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
    bool IsIf = at(P).is(tok::kw_if), IsFor = at(P).is(tok::kw_for);
    copy();
    if (size_t End = at(P).is(tok::l_paren) ? afterMatching(P) : None;
        End != None) {
      if (IsFor)
        rejectSpawnInHead();
      copyTo(End);
    }
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
  if (wait())
    return;
  if (isEverywhere(P)) {
    everywhere();
    return;
  }
  if (unfinishedForce() || returnedForce() || everywhereWithoutBraces() ||
      misspeltWord() || foreignSpawn() || otherArrow())
    return;
  if (isShortTask(P))
    emitTaskMark();
  else if (spawn() || spawnInDeclaration() || spawnIntoNoLvalue())
    return;
  copyPlain(In.size(), /*StopAtSemi=*/true);
}

} // namespace tasklet
