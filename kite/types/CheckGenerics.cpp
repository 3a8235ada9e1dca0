//===- CheckGenerics.cpp - Instances of generic declarations -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tasklet::kite;

/// Larger types, counted in names, come from declarations that need themselves
/// with ever larger types, or from `x = (y, y)` again and again: written out
/// they would fill the memory.
static constexpr unsigned LargestType = 300;

bool Checker::match(const Type *Pattern, const Type *Actual, const void *Owner,
                    Bindings &Bound) {
  if (!Pattern || !Actual)
    return false;
  if (auto *Parameter = dyn_cast<ParameterType>(Pattern))
    if (Parameter->Owner == Owner) {
      const Type *&Slot = Bound[Parameter->Number];
      if (!Slot)
        Slot = Actual;
      return Slot == Actual;
    }
  // Equal types are not the end: in the body of a generic task its own type
  // parameters are also types of values.
  if (Pattern->K != Actual->K)
    return false;
  auto MatchAll = [&](const std::vector<const Type *> &Left,
                      const std::vector<const Type *> &Right) {
    bool Result = Left.size() == Right.size();
    for (size_t I = 0; I < std::min(Left.size(), Right.size()); ++I)
      Result &= match(Left[I], Right[I], Owner, Bound);
    return Result;
  };
  switch (Pattern->K) {
  case Type::Kind::Tuple:
    return MatchAll(cast<TupleType>(Pattern)->Elements,
                    cast<TupleType>(Actual)->Elements);
  case Type::Kind::Array:
    return match(cast<ArrayType>(Pattern)->Element,
                 cast<ArrayType>(Actual)->Element, Owner, Bound);
  case Type::Kind::Named:
    return cast<NamedType>(Pattern)->Declaration ==
               cast<NamedType>(Actual)->Declaration &&
           MatchAll(cast<NamedType>(Pattern)->Arguments,
                    cast<NamedType>(Actual)->Arguments);
  case Type::Kind::Task: {
    bool Result = MatchAll(cast<TaskType>(Pattern)->Parameters,
                           cast<TaskType>(Actual)->Parameters);
    return match(cast<TaskType>(Pattern)->Result,
                 cast<TaskType>(Actual)->Result, Owner, Bound) &&
           Result;
  }
  default:
    return Pattern == Actual;
  }
}

const Type *Checker::substitute(const Type *T, const void *Owner,
                                const Bindings &Bound) {
  if (!T)
    return nullptr;
  auto All = [&](const std::vector<const Type *> &Parts) {
    std::vector<const Type *> Result;
    for (const Type *Part : Parts)
      Result.push_back(substitute(Part, Owner, Bound));
    return Result;
  };
  switch (T->K) {
  case Type::Kind::Base:
  case Type::Kind::Range:
    return T;
  case Type::Kind::Parameter: {
    auto *Parameter = cast<ParameterType>(T);
    return Parameter->Owner == Owner ? Bound[Parameter->Number] : T;
  }
  case Type::Kind::Tuple: {
    auto Parts = All(cast<TupleType>(T)->Elements);
    return is_contained(Parts, nullptr) ? nullptr : Types.tuple(Parts);
  }
  case Type::Kind::Array: {
    const Type *Element = substitute(cast<ArrayType>(T)->Element, Owner, Bound);
    return Element ? Types.array(Element) : nullptr;
  }
  case Type::Kind::Named: {
    auto *Named = cast<NamedType>(T);
    if (Named->Arguments.empty())
      return T;
    auto Parts = All(Named->Arguments);
    return is_contained(Parts, nullptr)
               ? nullptr
               : this->named(Named->Declaration, Parts);
  }
  case Type::Kind::Task: {
    auto *Task = cast<TaskType>(T);
    auto Parts = All(Task->Parameters);
    const Type *Result = substitute(Task->Result, Owner, Bound);
    return !Result || is_contained(Parts, nullptr) ? nullptr
                                                   : Types.task(Parts, Result);
  }
  case Type::Kind::Future: {
    const Type *Result = substitute(cast<FutureType>(T)->Result, Owner, Bound);
    return Result ? Types.future(Result) : nullptr;
  }
  }
  return nullptr;
}

template <class Visit> static void visitParts(const Type *T, Visit Each) {
  switch (T->K) {
  case Type::Kind::Tuple:
    for (const Type *Part : cast<TupleType>(T)->Elements)
      Each(Part);
    break;
  case Type::Kind::Array:
    Each(cast<ArrayType>(T)->Element);
    break;
  case Type::Kind::Named:
    for (const Type *Part : cast<NamedType>(T)->Arguments)
      Each(Part);
    break;
  case Type::Kind::Task:
    for (const Type *Part : cast<TaskType>(T)->Parameters)
      Each(Part);
    Each(cast<TaskType>(T)->Result);
    break;
  case Type::Kind::Future:
    Each(cast<FutureType>(T)->Result);
    break;
  default:
    break;
  }
}

bool Checker::hasParameters(const Type *T) {
  if (isa<ParameterType>(T))
    return true;
  if (auto *Named = dyn_cast<NamedType>(T))
    if (RigidTypes.count(Named))
      return true;
  bool Result = false;
  visitParts(T, [&](const Type *Part) { Result |= hasParameters(Part); });
  return Result;
}

static void countNames(const Type *T, unsigned &Count) {
  if (++Count > LargestType)
    return;
  visitParts(T, [&](const Type *Part) {
    if (Count <= LargestType)
      countNames(Part, Count);
  });
}

bool Checker::isTooLarge(const Type *T) {
  unsigned Count = 0;
  countNames(T, Count);
  return Count > LargestType;
}

// The body with type parameters that stand for any type, on a copy: mistakes
// are found where they are made, whether there are instances or not.
void Checker::checkGeneric(TaskDecl *Generic) {
  TaskInfo &Info = info(Generic);
  unsigned Before = Messages.errorCount();
  TaskDecl *Copy = cloneTask(Generic, Nodes);
  Copy->UniqueName = Generic->Name;
  Bindings Rigid;
  for (size_t I = 0; I != Generic->TypeParameters.size(); ++I)
    Rigid.push_back(
        Types.parameter(Generic->TypeParameters[I].Name, Generic, I));
  TaskInfo &CopyInfo = info(Copy);
  CopyInfo.Where = Info.Where;
  CopyInfo.Around = Info.Around;
  CopyInfo.Order = Info.Order;
  Contexts.emplace_back();
  Contexts.back().IsRigid = true;
  checkBody(Copy, Contexts.back(), Rigid);
  Info.IsBad |= Messages.errorCount() != Before;
}

static std::string identifier(StringRef Text) {
  std::string Name;
  for (char C : Text) {
    if (isalnum(static_cast<unsigned char>(C)) || C == '_')
      Name += C;
    else if (!Name.empty() && Name.back() != '_')
      Name += '_';
  }
  while (!Name.empty() && Name.back() == '_')
    Name.pop_back();
  return Name;
}

TaskDecl *Checker::instance(TaskDecl *Generic, const Bindings &Arguments,
                            SMRange Where) {
  TaskInfo &Info = info(Generic);
  // What a generic body needs is made for each of its own instances.
  if (isRigid() || Info.IsBad ||
      any_of(Arguments, [&](const Type *T) { return hasParameters(T); }))
    return Generic;
  TaskDecl *&Known = Info.Instances[Arguments];
  if (Known)
    return Known;
  for (const Type *T : Arguments)
    if (isTooLarge(T)) {
      Info.IsBad = true;
      error(Where,
            "'" + Generic->Name +
                "' needs itself with ever larger types, without end",
            {{Generic->NameRange, "'" + Generic->Name + "' is declared here"}});
      return nullptr;
    }
  TaskDecl *Made = Known = cloneTask(Generic, Nodes);
  Made->TypeParameters.clear();
  std::string Name = Generic->Name + "(";
  for (const Type *T : Arguments)
    Name += (Name.back() == '(' ? "" : ", ") + T->str();
  Name += ")";
  Made->UniqueName = uniqueName(
      (Info.Around ? Info.Around->Task->UniqueName + "_" : std::string()) +
      identifier(StringRef(Name).take_front(60)));
  Origins[Made] = {Where, Name, Generic, Arguments, In ? In->Task : nullptr};

  TaskInfo &MadeInfo = info(Made);
  MadeInfo.Where = Info.Where;
  MadeInfo.Around = Info.Around;
  MadeInfo.Order = Info.Order;
  for (const Type *T : Info.Parameters)
    MadeInfo.Parameters.push_back(substitute(T, Generic, Arguments));
  MadeInfo.Result = substitute(Info.Result, Generic, Arguments);
  if (!Info.Around) {
    Info.InstancesInOrder.push_back(Made);
    PendingInstances.push_back(Made);
    return Made;
  }
  // Its captures must be known before the task around it ends. It stands behind
  // the instances that it needs.
  Contexts.emplace_back();
  checkBody(Made, Contexts.back(), Arguments);
  Info.InstancesInOrder.push_back(Made);
  return Made;
}

void Checker::finishInstances() {
  while (!PendingInstances.empty()) {
    // The newest first: a task that needs itself without end comes to the
    // limit soon, and not only after all shorter ways there.
    TaskDecl *Made = PendingInstances.back();
    PendingInstances.pop_back();
    InstanceOrigin &Origin = Origins[Made];
    if (info(Origin.Generic).IsBad)
      continue;
    Contexts.emplace_back();
    checkBody(Made, Contexts.back(), Origin.Arguments);
  }
}
