//===- OrderedForm.cpp - Recognise and rewrite __ordered ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of StatementRewriter that knows `__ordered`, its list, and what
/// people write instead. The list names parameters that are declared only
/// later, so no attribute of Clang's can hold it: it goes to the AST stage by
/// SourceMarks.
///
//===----------------------------------------------------------------------===//

#include "plugin/messages/ForeignWords.h"
#include "plugin/tokens/StatementRewriter.h"
#include "clang/Lex/Preprocessor.h"
#include <algorithm>

using namespace clang;

namespace tasklet {

//===----------------------------------------------------------------------===//
// The mark
//===----------------------------------------------------------------------===//

void StatementRewriter::emitOrderedMark() {
  const Token &Word = at(P);
  SourceLocation Loc = Word.getLocation();
  bool Late = followsParameters(P);
  ++P;
  OrderedList List = takeOrderedList(Word);
  if (Late)
    reportLateMark(Word, List);
  Marks.Ordered.add(Loc, at(P).getLocation());
  Marks.OrderedLists[Loc] = std::move(List);
  size_t Size = Out.size();
  emitAnnotation(Word, "\"tkl-ordered\"");
  if (!Late)
    return;
  // As if it stood at the start. Pragmas come first in any case.
  auto Start =
      llvm::find_if(Out, [](const Token &T) { return !T.isAnnotation(); });
  std::rotate(Start, Out.begin() + Size, Out.end());
}

/// Whether the `__ordered` at \p Word comes after the parameters of the function
/// that the unit declares.
bool StatementRewriter::followsParameters(size_t Word) const {
  bool Follows = false;
  for (size_t I = 0; I < Word; ++I) {
    if (at(I).is(tok::comma))
      Follows = false;
    if (!at(I).isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      continue;
    if (afterMatching(I) == None || afterMatching(I) > Word)
      return false;
    Follows |= at(I).is(tok::l_paren) && I != 0 &&
               at(I - 1).is(tok::identifier) && !isName(I - 1, Ordered);
    I = afterMatching(I) - 1;
  }
  return Follows;
}

void StatementRewriter::reportLateMark(const Token &Word,
                                       const OrderedList &List) {
  SourceLocation Loc = Word.getLocation();
  std::string Text;
  for (const OrderedList::Name &Each : List.Names)
    Text += (Text.empty() ? "(" : ", ") + Each.Text->getName().str();
  Text = "__ordered" + Text + (Text.empty() ? " " : ") ");
  FixItHint Removal = Report::remove(
      CharSourceRange::getTokenRange(Loc, at(P - 1).getLocation()));
  FixItHint Insertion = Report::insert(at(0).getLocation(), Text);
  {
    auto Error =
        Diag.error(Loc, "'__ordered' stands before the name of the kernel");
    if (!Removal.isNull() && !Insertion.isNull())
      Error << Insertion << Removal;
  }
  Diag.note(Loc, "write it before '__kernel', or between '__kernel' and the "
                 "name");
}

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

/// The list at P, which is the one of \p Word; moves P to what follows it.
OrderedList StatementRewriter::takeOrderedList(const Token &Word) {
  size_t Open = P, After = afterMatching(P), Bare = endOfBareList(P);
  if (After != None && at(Open).isOneOf(tok::l_paren, tok::l_square)) {
    if (at(Open).is(tok::l_square))
      Diag.error(at(Open).getLocation(),
                 "the list of '__ordered' stands in parentheses")
          << Report::replace(at(Open).getLocation(), 1, "(")
          << Report::replace(at(After - 1).getLocation(), 1, ")");
    P = After;
    OrderedList List = listOfOrdered(Open + 1, After - 1);
    List.Parentheses =
        SourceRange(at(Open).getLocation(), at(After - 1).getLocation());
    return List;
  }
  if (Bare == Open)
    return {};
  Diag.error(at(Open).getLocation(),
             "the list of '__ordered' stands in parentheses")
      << Report::replace(SourceRange(Word.getLocation()), "__ordered(")
      << Report::remove(
             CharSourceRange::getCharRange(endOf(Word), at(Open).getLocation()))
      << Report::insert(endOf(at(Bare - 1)), ")");
  P = Bare;
  return listOfOrdered(Open, Bare);
}

/// The end of the names at \p I, `__ordered x, y void`, which can be no type;
/// \p I if there are none.
size_t StatementRewriter::endOfBareList(size_t I) const {
  size_t Stop = I;
  while (at(Stop).is(tok::identifier) &&
         !Names.IsDeclared(*at(Stop).getIdentifierInfo())) {
    ++Stop;
    if (at(Stop).isOneOf(tok::kw_void, tok::kw___kernel))
      return llvm::any_of(In,
                          [](const Token &T) { return T.is(tok::kw___kernel); })
                 ? Stop
                 : I;
    if (at(Stop).is(tok::comma))
      ++Stop;
  }
  return I;
}

OrderedList StatementRewriter::listOfOrdered(size_t Begin, size_t Stop) {
  OrderedList List;
  if (Begin == Stop || (Stop == Begin + 1 && at(Begin).is(tok::kw_void))) {
    SourceRange Parentheses(at(Begin - 1).getLocation(),
                            at(Stop).getLocation());
    Diag.error(Parentheses.getBegin(), "the list of '__ordered' is empty")
        << Report::replace(Parentheses, "");
    Diag.note(Parentheses.getBegin(),
              "name the pointers to monitor, or write '__ordered' alone to "
              "monitor all that the kernel may write through");
    return List;
  }
  for (size_t I = Begin;; ++I) {
    size_t Item = I;
    while (I < Stop && !at(I).isOneOf(tok::comma, tok::semi))
      I = afterMatching(I) != None ? afterMatching(I) : I + 1;
    if (at(I).is(tok::semi)) {
      SourceLocation Loc = at(I).getLocation();
      Diag.error(Loc, "commas separate the parameters that '__ordered' lists")
          << Report::replace(Loc, 1, ",");
    }
    itemOfOrdered(List, Begin, Item, I, Stop);
    if (I >= Stop)
      return List;
  }
}

/// Adds what stands from \p Item to \p Next, which is a comma or \p Stop.
void StatementRewriter::itemOfOrdered(OrderedList &List, size_t Begin,
                                      size_t Item, size_t Next, size_t Stop) {
  SourceLocation Loc = at(Item).getLocation();
  auto Add = [&](size_t Name) {
    CharSourceRange Removal;
    if (Item != Begin)
      Removal = CharSourceRange::getTokenRange(at(Item - 1).getLocation(),
                                               at(Next - 1).getLocation());
    else if (Next != Stop)
      Removal = CharSourceRange::getCharRange(Loc, at(Next + 1).getLocation());
    List.Names.push_back(
        {at(Name).getIdentifierInfo(), at(Name).getLocation(), Removal});
  };
  if (Item == Next) {
    // The comma before it, or, at the start of the list, after it.
    SourceLocation Comma = at(Item == Begin ? Item : Item - 1).getLocation();
    Diag.error(Loc, "expected the name of a parameter in the list of "
                    "'__ordered'")
        << Report::replace(Comma, 1, "");
    Diag.note(Comma, "remove this comma, or name a parameter");
    List.Wrong = true;
    return;
  }
  if (Next == Item + 1 && at(Item).is(tok::identifier)) {
    Add(Item);
    return;
  }
  if (areUndeclaredNames(Item, Next)) {
    auto Error = Diag.error(at(Item + 1).getLocation(),
                            "commas separate the parameters that '__ordered' "
                            "lists");
    for (size_t Name = Item; Name < Next; ++Name) {
      Add(Name);
      List.Names.back().Removal = {};
      if (Name + 1 < Next)
        Error << Report::insert(endOf(at(Name)), ",");
    }
    return;
  }
  size_t Name = nameOfPointer(Item, Next);
  if (Name == None) {
    Diag.error(Loc, "expected the name of a parameter in the list of "
                    "'__ordered'");
    Diag.note(Loc, "write the names of pointers to '__global' memory, as in "
                   "'__ordered(x, y)'");
    List.Wrong = true;
    return;
  }
  StringRef Text = at(Name).getIdentifierInfo()->getName();
  Diag.error(Loc, "'__ordered' lists parameters by their names alone")
      << Report::replace(SourceRange(Loc, at(Next - 1).getLocation()), Text);
  Diag.note(Loc, "write '%0': all that it points to is monitored") << Text;
  Add(Name);
}

/// The pointer that `*x`, `x[0]`, `x + 1` or `float *x` is about, or None.
size_t StatementRewriter::nameOfPointer(size_t Item, size_t Stop) const {
  size_t Name = None;
  for (size_t I = Item; I < Stop; ++I) {
    if (at(I).is(tok::l_square) && afterMatching(I) != None)
      I = afterMatching(I) - 1;
    else if (at(I).is(tok::identifier) &&
             (Name == None || !at(I - 1).isOneOf(tok::period, tok::arrow,
                                                 tok::plus, tok::minus)))
      Name = I;
  }
  return Name;
}

//===----------------------------------------------------------------------===//
// Misspelt marks
//===----------------------------------------------------------------------===//

/// `ordered kernel`, `__kernel _ordered(x) void`: beside the word `__kernel` an
/// unknown name can only be meant so.
bool StatementRewriter::misspeltOrdered() {
  if (at(P).isNot(tok::identifier) ||
      Names.IsDeclared(*at(P).getIdentifierInfo()))
    return false;
  StringRef Name = at(P).getIdentifierInfo()->getName();
  if (!isMisspelt(Name, Ordered->getName()))
    return false;
  size_t Next = at(P + 1).is(tok::l_paren) ? afterMatching(P + 1) : P + 1;
  if (Next == None ||
      (at(Next).isNot(tok::kw___kernel) && !standsBeforeDeclarator(P, Next)))
    return false;
  SourceLocation Loc = at(P).getLocation();
  Diag.error(Loc, "there is no mark '%0'; did you mean '__ordered'?")
      << Name << Report::replace(SourceRange(Loc), "__ordered");
  emitOrderedMark();
  return true;
}

/// Whether `__kernel` stands before \p Word, and from \p Next on the name of a
/// function. In `void __kernel ordered(...)` the word itself is that name.
bool StatementRewriter::standsBeforeDeclarator(size_t Word, size_t Next) const {
  bool AfterKernel = false;
  for (size_t I = 0; I < Word; ++I) {
    AfterKernel |= at(I).is(tok::kw___kernel);
    if (afterMatching(I) != None) {
      if (afterMatching(I) > Word)
        return false;
      I = afterMatching(I) - 1;
    }
  }
  for (; AfterKernel; ++Next) {
    if (at(Next).is(tok::kw___attribute) && afterMatching(Next + 1) != None)
      Next = afterMatching(Next + 1) - 1;
    else if (at(Next).is(tok::l_paren))
      return at(Next - 1).is(tok::identifier);
    else if (at(Next).isAnnotation() || !at(Next).getIdentifierInfo())
      return false;
  }
  return false;
}

} // namespace tasklet
