//===- EverywhereForm.cpp - Recognise and rewrite everywhere --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of StatementRewriter that knows `everywhere`. For Clang the body
/// runs once, as it does for the work-items that come to it:
///
///   do { T m = ((void)sizeof m, (T)__tkl_everywhere_mask()); body } while (0);
///
/// So Clang's analyses, and ours, know that a variable that the body assigns
/// has a value after it. The AST stage turns this into the loop that the passes
/// expect. The `sizeof` uses the mask, so that Clang does not warn of an unused
/// mask. It does not warn of an unused parameter either.
///
//===----------------------------------------------------------------------===//

#include "plugin/tokens/StatementRewriter.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tasklet {

/// The tokens for a cast to the type of \p Declared; empty if they are not
/// obvious.
static std::vector<Token> typeForCast(ArrayRef<Token> Declared) {
  std::vector<Token> Type;
  for (const Token &Tok : Declared) {
    if (Tok.isOneOf(tok::identifier, tok::kw_int, tok::kw_long,
                    tok::kw_unsigned, tok::kw_signed))
      Type.push_back(Tok);
    else if (!Tok.isOneOf(tok::kw_const, tok::kw_volatile, tok::kw___private))
      return {};
  }
  return Type;
}

/// Whether \p Tok alone is a type, as far as tokens tell.
static bool isTypeName(const Token &Tok) {
  if (Tok.isNot(tok::identifier))
    return true;
  StringRef Name = Tok.getIdentifierInfo()->getName();
  return Name == "uint" || Name == "ulong" || Name == "size_t" ||
         Name == "uchar" || Name == "ushort";
}

bool StatementRewriter::isEverywhere(size_t I) const {
  if (!isName(I, Everywhere))
    return false;
  size_t Brace = at(I + 1).is(tok::l_paren) ? afterMatching(I + 1) : I + 1;
  return Brace != None && at(Brace).is(tok::l_brace);
}

void StatementRewriter::everywhere() {
  size_t Word = P;
  bool HasMask = at(Word + 1).is(tok::l_paren);
  size_t Brace = HasMask ? afterMatching(Word + 1) : Word + 1;
  SourceLocation Loc = at(Word).getLocation();
  EverywhereMark &Mark = Marks.Everywheres[Loc];
  Mark.LBrace = at(Brace).getLocation();
  Mark.RBrace = endOfBody(Brace);

  // If the closing brace is missing, the parser reports that, and nothing about
  // `do`.
  size_t Stop = afterMatching(Brace);
  if (Stop != None)
    Out.push_back(replacing(at(Word), makeName("do", Loc)));
  Out.push_back(make(tok::l_brace, Mark.LBrace));
  size_t EndOfMask = HasMask ? checkMask(Word + 2, Brace - 1) : None;
  if (EndOfMask != None) {
    Mark.Mask = at(EndOfMask - 1).getLocation();
    declareMask(Word + 2, EndOfMask);
  }
  P = Brace + 1;
  statementsAndBrace();
  if (Stop == None)
    return;
  if (P < Stop)
    copyTo(Stop);
  Out.push_back(makeName("while", Loc));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(makeLiteral(tok::numeric_constant, "0", Loc));
  Out.push_back(make(tok::r_paren, Loc));
  Out.push_back(make(tok::semi, Mark.RBrace));
}

bool StatementRewriter::looksLikeMask(size_t I) const {
  return at(I).is(tok::l_paren) && afterMatching(I) == I + 4 &&
         at(I + 1).getIdentifierInfo() && at(I + 2).is(tok::identifier);
}

bool StatementRewriter::everywhereWithoutBraces() {
  size_t Body = P + 5;
  if (!isName(P, Everywhere) || !looksLikeMask(P + 1) ||
      at(Body).isOneOf(tok::semi, tok::eof))
    return false;
  SourceLocation Loc = at(P).getLocation(), Begin = at(Body).getLocation();
  size_t Last = Body;
  while (!at(Last).isOneOf(tok::semi, tok::eof, tok::r_brace))
    Last = afterMatching(Last) != None ? afterMatching(Last) : Last + 1;
  bool Simple = at(Body).is(tok::identifier) && at(Last).is(tok::semi) &&
                Begin.isFileID() && at(Last).getLocation().isFileID();
  {
    auto Error =
        Diag.error(Begin, "the body of an 'everywhere' stands in braces");
    if (Simple)
      Error << Report::insert(Begin, "{ ")
            << Report::insert(at(Last).getLocation().getLocWithOffset(1), " }");
  }
  Diag.note(Loc, "write 'everywhere (...) { ... }'");
  // As a block, so that the name is known.
  Out.push_back(replacing(at(P), make(tok::l_brace, Loc)));
  P += 2;
  copyTo(Body - 1);
  Out.push_back(make(tok::equal, Loc));
  Out.push_back(makeLiteral(tok::numeric_constant, "0", Loc));
  Out.push_back(make(tok::semi, Loc));
  P = Body;
  statement();
  Out.push_back(make(tok::r_brace, at(P - 1).getLocation()));
  return true;
}

bool StatementRewriter::everywhereOutside() {
  bool HasMask = looksLikeMask(1);
  if (!isName(0, Everywhere) || at(HasMask ? 5 : 1).isNot(tok::l_brace))
    return false;
  SourceLocation Loc = at(0).getLocation();
  Diag.error(Loc, "'everywhere' is a statement and stands in a function");
  Diag.note(Loc, "move it into the kernel, or the function, that is to run it");
  // In its place a declaration that declares nothing.
  Out.push_back(replacing(at(0), makeName("_Static_assert", Loc)));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(makeLiteral(tok::numeric_constant, "1", Loc));
  Out.push_back(make(tok::comma, Loc));
  Out.push_back(makeLiteral(tok::string_literal, "\"\"", Loc));
  Out.push_back(make(tok::r_paren, Loc));
  Out.push_back(make(tok::semi, Loc));
  return true;
}

size_t StatementRewriter::checkMask(size_t Begin, size_t Stop) {
  SourceLocation Loc = at(Begin).getLocation();
  auto Advise = [&] {
    Diag.note(Loc, "write 'everywhere (uint mask) { ... }', or, if the mask is "
                   "not needed, 'everywhere { ... }'");
  };
  if (Begin == Stop) {
    SourceLocation Open = at(Begin - 1).getLocation();
    Diag.error(Open, "'everywhere' needs a mask in its parentheses, or none")
        << Report::replace(SourceRange(Open, Loc), "");
    Advise();
    return None;
  }
  size_t EndOfName = Begin;
  while (EndOfName < Stop &&
         !at(EndOfName).isOneOf(tok::comma, tok::semi, tok::equal,
                                tok::l_square, tok::star))
    ++EndOfName;
  if (Begin + 1 == Stop && !isTypeName(at(Begin))) {
    Diag.error(Loc, "the mask of an 'everywhere' is a new variable and needs "
                    "a type")
        << Report::insert(Loc, "uint ");
    Advise();
    // As if it had: the body knows it.
    Out.push_back(makeName("unsigned", Loc));
    return Stop;
  }
  if (Begin + 1 == Stop) {
    Diag.error(Loc, "the mask of an 'everywhere' is a new variable and needs "
                    "a name");
    Advise();
    return None;
  }
  bool HasName = EndOfName > Begin + 1 && at(EndOfName - 1).is(tok::identifier);
  if (HasName && EndOfName == Stop)
    return Stop;
  Diag.error(Loc, "an 'everywhere' declares one variable, its mask: a type and "
                  "a name");
  Advise();
  return HasName ? EndOfName : None;
}

void StatementRewriter::declareMask(size_t Begin, size_t Stop) {
  P = Begin;
  copyTo(Stop);
  const Token Name = at(Stop - 1);
  SourceLocation Loc = Name.getLocation();
  Out.push_back(make(tok::equal, Loc));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(make(tok::l_paren, Loc));
  Out.push_back(makeName("void", Loc));
  Out.push_back(make(tok::r_paren, Loc));
  Out.push_back(makeName("sizeof", Loc));
  Out.push_back(Name);
  Out.push_back(make(tok::comma, Loc));
  // Whether all bits fit is checked, so the conversion needs no warning.
  std::vector<Token> Type =
      typeForCast({In.data() + Begin, In.data() + Stop - 1});
  if (!Type.empty()) {
    Out.push_back(make(tok::l_paren, Loc));
    Out.insert(Out.end(), Type.begin(), Type.end());
    Out.push_back(make(tok::r_paren, Loc));
  }
  Out.push_back(makeName(EverywhereMaskName, Loc));
  for (auto Kind : {tok::l_paren, tok::r_paren, tok::r_paren, tok::semi})
    Out.push_back(make(Kind, Loc));
}

} // namespace tasklet
