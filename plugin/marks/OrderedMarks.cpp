//===- OrderedMarks.cpp - Which kernels are ordered -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/marks/OrderedMarks.h"
#include "compat/Clang.h"
#include "compat/Strings.h"
#include "plugin/marks/MonitoredTypes.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace tasklet {
namespace {

bool isOrderedMark(const Attr *A) {
  const auto *Annotation = dyn_cast<AnnotateAttr>(A);
  return Annotation && Annotation->getAnnotation() == OrderedMark;
}

const tasklet::AssumptionAttr *resolvedMark(const FunctionDecl *Function) {
  for (const auto *A : Function->specific_attrs<tasklet::AssumptionAttr>())
    if (startsWith(A->getAssumption(), OrderedMark))
      return A;
  return nullptr;
}

/// What stands after the word in the assumption, as in ":0:3". Empty for a mark
/// whose list has been reported, or without a mark.
StringRef indicesOf(const FunctionDecl *Function) {
  const tasklet::AssumptionAttr *Mark = resolvedMark(Function);
  return Mark ? Mark->getAssumption().drop_front(StringRef(OrderedMark).size())
              : StringRef();
}

void reportNoKernel(SourceLocation Mark, Report &Diag) {
  Diag.error(Mark, "'__ordered' marks kernels, and this is none");
  Diag.note(Mark, "remove it, or declare a kernel here");
}

SmallVector<unsigned, 8> numbersOf(StringRef Indices) {
  SmallVector<StringRef, 8> Texts;
  Indices.split(Texts, ':', -1, /*KeepEmpty=*/false);
  SmallVector<unsigned, 8> Numbers(Texts.size());
  for (size_t I = 0; I != Texts.size(); ++I)
    Texts[I].getAsInteger(10, Numbers[I]);
  return Numbers;
}

/// The names that \p Function has for the parameters of \p Indices.
std::string namesOf(StringRef Indices, const FunctionDecl *Function) {
  SmallVector<unsigned, 8> Numbers = numbersOf(Indices);
  std::string Text;
  for (size_t I = 0; I != Numbers.size(); ++I) {
    StringRef Name = Function->getParamDecl(Numbers[I])->getName();
    Text += I == 0 ? "" : I + 1 == Numbers.size() ? " and " : ", ";
    Text += Name.empty() ? "parameter " + std::to_string(Numbers[I] + 1)
                         : ("'" + Name + "'").str();
  }
  return Text;
}

/// The mark that \p Function would need, to insert. Empty if it does not name
/// the parameters.
std::string textOf(StringRef Indices, const FunctionDecl *Function) {
  std::string Text;
  for (unsigned Index : numbersOf(Indices)) {
    StringRef Name = Function->getParamDecl(Index)->getName();
    if (Name.empty())
      return {};
    Text += (Text.empty() ? "__ordered(" : ", ") + Name.str();
  }
  return Text.empty() ? Text : Text + ") ";
}

/// Decides which parameters one declaration of a kernel monitors.
class ListCheck {
public:
  ListCheck(const FunctionDecl *Kernel, const OrderedList &List, Report &Diag)
      : Kernel(Kernel), List(List), Diag(Diag) {}

  /// The indices as the assumption has them. Empty if anything was reported.
  std::string run(SourceLocation Mark) {
    SmallVector<unsigned, 8> Indices;
    if (List.Names.empty() && !List.Wrong) {
      Indices = monitoredByTypes(Kernel);
      if (Indices.empty())
        reportNothing(Mark);
    }
    bool Wrong = List.Wrong;
    for (const OrderedList::Name &Each : List.Names)
      if (const ParmVarDecl *Param = parameter(Each))
        Indices.push_back(Param->getFunctionScopeIndex());
      else
        Wrong = true;
    if (Wrong)
      return {};
    llvm::sort(Indices);
    std::string Text;
    for (unsigned Index : Indices)
      Text += ":" + std::to_string(Index);
    return Text;
  }

private:
  /// The parameter that \p Listed names, or null with a report.
  const ParmVarDecl *parameter(const OrderedList::Name &Listed) {
    const ParmVarDecl *Param = nullptr;
    for (const ParmVarDecl *Each : Kernel->parameters())
      if (Each->getIdentifier() == Listed.Text)
        Param = Each;
    if (!Param) {
      reportUnknown(Listed);
      return nullptr;
    }
    auto [First, New] = FirstOf.try_emplace(Param, Listed.Loc);
    if (!New) {
      Diag.error(Listed.Loc, "'__ordered' lists %0 twice")
          << Param << Report::remove(Listed.Removal);
      Diag.note(First->second, "it is listed here");
      return nullptr;
    }
    if (Param->isInvalidDecl())
      return nullptr;
    if (isGlobalPointer(Param->getType()))
      return Param;
    reportOther(Listed, Param);
    return nullptr;
  }

  void reportUnknown(const OrderedList::Name &Listed) {
    StringRef Name = Listed.Text->getName();
    const ParmVarDecl *Nearest = nullptr;
    // Something of the name must be right.
    unsigned Least = std::min(Name.size() / 3 + 1, Name.size() - 1);
    bool AllNamed = true;
    for (const ParmVarDecl *Each : Kernel->parameters()) {
      AllNamed &= Each->getIdentifier() != nullptr;
      if (!isGlobalPointer(Each->getType()) || !Each->getIdentifier())
        continue;
      unsigned Distance = Name.edit_distance_insensitive(Each->getName());
      if (Distance <= Least && (!Nearest || Distance < Least)) {
        Nearest = Each;
        Least = Distance;
      }
    }
    if (Nearest) {
      Diag.error(Listed.Loc, "kernel %0 has no parameter '%1'; did you mean "
                             "%2?")
          << Kernel << Name << Nearest
          << Report::replace(SourceRange(Listed.Loc), Nearest->getName());
      Diag.note(Nearest->getLocation(), "%0 is declared here") << Nearest;
      return;
    }
    Diag.error(Listed.Loc, "kernel %0 has no parameter '%1'") << Kernel << Name;
    Diag.note(Kernel->getLocation(),
              "%select{give the parameters their names in this declaration, "
              "too|'__ordered' lists parameters of this kernel}0")
        << AllNamed;
  }

  void reportOther(const OrderedList::Name &Listed, const ParmVarDecl *Param) {
    QualType Type = Param->getType();
    enum { Value, Constant, Local, Object } Kind = Value;
    if (Type->isPointerType())
      Kind = Type->getPointeeType().getAddressSpace() == LangAS::opencl_local
                 ? Local
                 : Constant;
    else if (Type->isOpenCLSpecificType() || Type->isPipeType())
      Kind = Object;
    Diag.error(Listed.Loc, "'__ordered' lists %0, which is no pointer to "
                           "'__global' memory")
        << Param << Report::remove(Listed.Removal);
    Diag.note(Param->getLocation(),
              "%select{each work-item has its own copy of it|nothing writes to "
              "'__constant' memory|an ordered kernel has no local memory|an "
              "ordered kernel orders accesses to buffers only}0")
        << Kind;
  }

  void reportNothing(SourceLocation Mark) {
    Diag.error(Mark, "nothing is left to order in kernel %0: it cannot write "
                     "through any of its parameters")
        << Kernel;
    Diag.note(Kernel->getLocation(),
              "give it a pointer to '__global' memory that is not 'const', or "
              "remove '__ordered'");
  }

  const FunctionDecl *Kernel;
  const OrderedList &List;
  Report &Diag;
  llvm::SmallDenseMap<const ParmVarDecl *, SourceLocation> FirstOf;
};

class OrderedMarkResolver : public RecursiveASTVisitor<OrderedMarkResolver> {
public:
  OrderedMarkResolver(SourceMarks &Marks, Report &Diag)
      : Marks(Marks), Diag(Diag) {}

  bool shouldVisitImplicitCode() const { return false; }

  bool VisitDecl(Decl *D) {
    SmallVector<SourceLocation, 1> Own;
    if (D->hasAttrs()) {
      AttrVec &Attrs = D->getAttrs();
      for (const Attr *A : Attrs)
        if (isOrderedMark(A) && !A->isInherited()) {
          Own.push_back(A->getLocation());
          Marks.Ordered.place(Own.back());
        }
      llvm::erase_if(Attrs, isOrderedMark);
      if (Attrs.empty())
        D->dropAttrs();
    }
    if (auto *Function = dyn_cast<FunctionDecl>(D)) {
      // Clang drops the attributes of a declaration that follows the
      // definition.
      if (Own.empty())
        Own = Marks.Ordered.placeOf(Function);
      resolve(Function, Own);
    } else if (!Own.empty()) {
      reportNoKernel(Own.front(), Diag);
    }
    return true;
  }

private:
  void resolve(FunctionDecl *Function, ArrayRef<SourceLocation> Own) {
    const FunctionDecl *Previous = Function->getPreviousDecl();
    bool WasOrdered = Previous && resolvedMark(Previous);
    if (Own.empty()) {
      if (!WasOrdered)
        return;
      Diag.error(Function->getLocation(),
                 "%0 was declared '__ordered', and this declaration is without")
          << Function
          << insertion(Function, textOf(indicesOf(Previous), Function));
      Diag.note(Previous->getLocation(),
                "declared '__ordered' here; mark every "
                "declaration of an ordered kernel");
      mark(Function, indicesOf(Previous));
      return;
    }
    checkOnce(Function, Own);
    if (!isKernel(Function, Own.front())) {
      mark(Function, {});
      return;
    }
    const OrderedList &List = Marks.OrderedLists[Own.front()];
    // A type that was incomplete before may alias less now. What the first
    // declaration without a list has found holds for all.
    bool WithoutList = List.Names.empty();
    if (WasOrdered)
      WithoutList &= Marks.WithoutList.count(Function->getCanonicalDecl());
    else if (WithoutList)
      Marks.WithoutList.insert(Function->getCanonicalDecl());
    std::string Indices;
    if (!Function->isInvalidDecl())
      Indices = ListCheck(Function, List, Diag).run(Own.front());
    if (Previous && !Function->isInvalidDecl())
      checkAgreement(Function, Own.front(), Indices, WithoutList);
    mark(Function, WasOrdered ? indicesOf(Previous) : StringRef(Indices));
  }

  void checkOnce(const FunctionDecl *Function, ArrayRef<SourceLocation> Own) {
    for (SourceLocation Mark : Own.drop_front()) {
      SourceLocation End = Marks.OrderedLists[Mark].Parentheses.getEnd();
      Diag.error(Mark, "'__ordered' stands twice on %0")
          << Function
          << Report::replace(SourceRange(Mark, End.isValid() ? End : Mark), "");
      Diag.note(Own.front(), "it stands here, too: keep one of them");
    }
  }

  bool isKernel(const FunctionDecl *Function, SourceLocation Mark) {
    if (Function->hasAttr<OpenCLKernelAttr>())
      return true;
    Diag.error(Mark, "'__ordered' marks kernels, and %0 is none") << Function;
    if (isTask(Function)) {
      Diag.note(Function->getLocation(),
                "tasks run in no order that is known beforehand: remove "
                "'__ordered'");
    } else {
      auto Note = Diag.note(Function->getLocation(),
                            "remove '__ordered', or make it a kernel: write "
                            "'__kernel'");
      if (Function->getReturnType()->isVoidType() &&
          !Function->getPreviousDecl())
        Note << Report::insert(Mark, "__kernel ");
    }
    return false;
  }

  void checkAgreement(const FunctionDecl *Function, SourceLocation Mark,
                      StringRef Indices, bool WithoutList) {
    const FunctionDecl *Previous = Function->getPreviousDecl();
    if (!resolvedMark(Previous)) {
      Diag.error(Mark, "%0 is declared '__ordered' here, but not before")
          << Function;
      Diag.note(Previous->getLocation(),
                "mark the earlier declaration with '__ordered', too")
          << insertion(Previous, textOf(Indices, Previous));
      return;
    }
    StringRef Before = indicesOf(Previous);
    if (Indices.empty() || Before.empty() || Indices == Before || WithoutList)
      return;
    Diag.error(Mark, "%0 monitors %1 here, and %2 where it was declared before")
        << Function << namesOf(Indices, Function) << namesOf(Before, Function);
    Diag.note(
        Previous->getLocation(),
        "declared here; monitor the same parameters in every declaration");
  }

  static FixItHint insertion(const FunctionDecl *Function, StringRef Text) {
    return Text.empty() ? FixItHint()
                        : Report::insert(Function->getBeginLoc(), Text);
  }

  void mark(FunctionDecl *Function, StringRef Indices) {
    if (!resolvedMark(Function))
      Function->addAttr(tasklet::AssumptionAttr::CreateImplicit(
          Function->getASTContext(), (OrderedMark + Indices).str()));
  }

  SourceMarks &Marks;
  Report &Diag;
};

} // namespace

bool isOrdered(const FunctionDecl *Function) {
  if (!Function->hasAttr<OpenCLKernelAttr>())
    return false;
  for (const FunctionDecl *Redecl : Function->redecls())
    if (resolvedMark(Redecl) || llvm::any_of(Redecl->attrs(), isOrderedMark))
      return true;
  return false;
}

bool isOrderedName(const IdentifierInfo &Name, const ASTContext &Context) {
  for (const NamedDecl *D : Context.getTranslationUnitDecl()->lookup(&Name))
    if (const auto *Function = dyn_cast<FunctionDecl>(D))
      if (isOrdered(Function))
        return true;
  return false;
}

void resolveOrderedMarks(Decl *Root, SourceMarks &Marks, Report &Diag) {
  OrderedMarkResolver(Marks, Diag).TraverseDecl(Root);
}

void reportLostOrderedMarks(SourceLocation End, SourceMarks &Marks,
                            const SourceManager &SM, bool HadErrors,
                            Report &Diag) {
  for (SourceLocation Mark : Marks.Ordered.lost(End, SM, HadErrors))
    reportNoKernel(Mark, Diag);
}

} // namespace tasklet
