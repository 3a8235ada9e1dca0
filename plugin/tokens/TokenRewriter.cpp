//===- TokenRewriter.cpp - Turn the additions into C tokens ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/tokens/TokenRewriter.h"
#include "plugin/tokens/StatementRewriter.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tasklet {

void TokenRewriter::install() {
  PP.setTokenWatcher([this](const Token &Tok) { onToken(Tok); });
}

void TokenRewriter::onToken(const Token &First) {
  // Reading a unit shows its tokens here, too.
  if (Reading || First.is(tok::eof))
    return;
  Reading = true;
  Unit.assign(1, First);
  readUnit();
  Reading = false;

  std::vector<Token> Result;
  Result.reserve(Unit.size());
  bool HadMarks = Marks.Tasks.any() || Marks.Ordered.any();
  StatementRewriter(PP, Marks, Names, Unit, Result).run();
  OnUnit(Unit);
  // What is marked may be declared again after its definition. Clang then finds no
  // attribute on that declaration, and would warn, or fail with -Werror.
  if (!HadMarks && (Marks.Tasks.any() || Marks.Ordered.any()))
    PP.getDiagnostics().setSeverity(diag::warn_attribute_precede_definition,
                                    diag::Severity::Ignored, SourceLocation());

  // This is the parser's own token, or one in the preprocessor's look-ahead
  // cache. The token itself is not const. Reading the unit has not moved it:
  // the caching lexer is off while a token is lexed into the cache.
  const_cast<Token &>(First) = Result.front();
  if (Result.size() == 1)
    return;
  auto Rest = std::make_unique<Token[]>(Result.size() - 1);
  std::copy(Result.begin() + 1, Result.end(), Rest.get());
  PP.EnterTokenStream(std::move(Rest), Result.size() - 1,
                      /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
}

void TokenRewriter::readUnit() {
  unsigned Depth = 0;
  bool InBody = false;
  for (Token Tok = Unit.front();;) {
    switch (Tok.getKind()) {
    case tok::eof:
      return;
    case tok::l_brace:
      if (Depth == 0)
        InBody = opensFunctionBody();
      LLVM_FALLTHROUGH;
    case tok::l_paren:
    case tok::l_square:
      ++Depth;
      break;
    case tok::r_brace:
      // A stray closing brace ends the unit: nothing sensible follows it.
      if (Depth == 0 || (--Depth == 0 && InBody))
        return;
      break;
    case tok::r_paren:
    case tok::r_square:
      if (Depth != 0)
        --Depth;
      break;
    case tok::semi:
      if (Depth == 0)
        return;
      break;
    default:
      break;
    }
    PP.Lex(Tok);
    Unit.push_back(Tok);
  }
}

bool TokenRewriter::opensFunctionBody() const {
  // The opening brace itself is the last token of the unit.
  if (Unit.size() == 2 && Unit.front().is(tok::identifier) &&
      Unit.front().getIdentifierInfo()->isStr("everywhere"))
    return true; // Refused, but it ends here.
  bool SawParameters = false;
  bool TagPending = false;
  for (size_t I = 0, E = Unit.size() - 1; I != E; ++I) {
    switch (Unit[I].getKind()) {
    case tok::equal:
      return false;
    case tok::kw_struct:
    case tok::kw_union:
    case tok::kw_enum:
      TagPending = true;
      break;
    case tok::identifier:
      break;
    case tok::l_paren: {
      bool IsAttribute =
          I != 0 && Unit[I - 1].isOneOf(tok::kw___attribute, tok::kw__Alignas,
                                        tok::kw_typeof, tok::kw___declspec);
      if (!IsAttribute) {
        SawParameters = true;
        TagPending = false;
      }
      for (unsigned Depth = 0; I != E; ++I) {
        if (Unit[I].is(tok::l_paren))
          ++Depth;
        else if (Unit[I].is(tok::r_paren) && --Depth == 0)
          break;
      }
      if (I == E)
        return false;
      break;
    }
    case tok::l_brace:
      TagPending = false;
      for (unsigned Depth = 0; I != E; ++I) {
        if (Unit[I].is(tok::l_brace))
          ++Depth;
        else if (Unit[I].is(tok::r_brace) && --Depth == 0)
          break;
      }
      if (I == E)
        return false;
      break;
    default:
      if (Unit[I].isNot(tok::kw___attribute))
        TagPending = TagPending && Unit[I].isAnnotation();
      break;
    }
  }
  // An old-style definition has declarations between `)` and `{`. They end
  // units of their own, so the body starts a unit.
  return Unit.size() == 1 || (SawParameters && !TagPending);
}

} // namespace tasklet
