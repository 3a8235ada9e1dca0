//===- Prints.cpp - Printing values on the device -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A value is printed as interpret/PrintValue.h says. Functions of OpenCL C may
// not call themselves, so values of recursive types, and all that contain such,
// are printed by one loop over a stack in the memory of the command (`kite_tree`).
//
// Only arrays can be changed after they have become a part of something, so a
// value that contains itself has an array within that same array. The loop finds
// it as Brent finds the cycle of a sequence (1980): an array at depth d of the
// stack is compared with those below it, until one of them lies twice as deep.
//
//===----------------------------------------------------------------------===//

#include "code/Unit.h"

#include "syntax/Decl.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace tasklet::kite {

/// \p Outer: types that \p T is a part of. \p Done: those that have been looked at.
static bool isTreeWithin(const Type *T, SmallPtrSetImpl<const Type *> &Outer,
                         SmallPtrSetImpl<const Type *> &Done) {
  if (TypeCode::isBoxed(T) || Outer.count(T))
    return true;
  if (!Done.insert(T).second)
    return false;
  Outer.insert(T);
  auto IsTree = [&](const Type *Part) {
    return isTreeWithin(Part, Outer, Done);
  };
  bool Result = false;
  if (auto *Array = dyn_cast<ArrayType>(T))
    Result = IsTree(Array->Element);
  else if (auto *Tuple = dyn_cast<TupleType>(T))
    Result = any_of(Tuple->Elements, IsTree);
  else if (auto *Named = dyn_cast<NamedType>(T))
    Result =
        any_of(Named->Fields, [&](const FieldType &F) { return IsTree(F.Ty); });
  Outer.erase(T);
  return Result;
}

/// A value of \p T may contain values of one type within each other, however
/// deep: a recursive type is somewhere in it, or one that contains itself through
/// an array, which is a reference and needs no box.
static bool isTree(const Type *T) {
  SmallPtrSet<const Type *, 8> Outer, Done;
  return isTreeWithin(T, Outer, Done);
}

static bool hasArrayWithin(const Type *T, SmallPtrSetImpl<const Type *> &Done) {
  if (!Done.insert(T).second)
    return false;
  auto HasArray = [&](const Type *Part) { return hasArrayWithin(Part, Done); };
  if (auto *Tuple = dyn_cast<TupleType>(T))
    return any_of(Tuple->Elements, HasArray);
  if (auto *Named = dyn_cast<NamedType>(T))
    return any_of(Named->Fields,
                  [&](const FieldType &F) { return HasArray(F.Ty); });
  return isa<ArrayType>(T);
}

/// A value of \p T may be a part of itself.
static bool mayBeEndless(const Type *T) {
  SmallPtrSet<const Type *, 8> Done;
  return isTree(T) && hasArrayWithin(T, Done);
}

std::string Unit::printText(StringRef Text) {
  return "tkl_print_text(out, " + text(Text) + ");";
}

static std::string printScalar(Base B, const std::string &Value) {
  switch (B) {
  case Base::Bool:
    return "tkl_print_bool(out, " + Value + ");";
  case Base::Char:
    return "kite_print_char(out, " + Value + ");";
  case Base::Uchar:
  case Base::Ushort:
  case Base::Uint:
  case Base::Ulong:
    return "tkl_print_uint(out, " + Value + ");";
  case Base::Half:
    return "tkl_print_half(out, " + Value + ");";
  case Base::Float:
    return "tkl_print_float(out, " + Value + ");";
  case Base::Double:
    return "tkl_print_double(out, " + Value + ");";
  default:
    return "tkl_print_int(out, " + Value + ");";
  }
}

std::string Unit::print(const Type *T, StringRef Value, SMRange Place) {
  auto *Plain = dyn_cast<BaseType>(T);
  if (Plain && Plain->B == Base::Char && !Plain->isVector())
    return ("tkl_print_char(out, " + Value + ");").str();
  if (mayBeEndless(T))
    return (printer(T) + "(out, " + Value + ", " +
            message(Place, "the value contains itself: it cannot be printed") +
            ");")
        .str();
  return printInside(T, Value);
}

std::string Unit::printInside(const Type *T, StringRef Value) {
  auto *Plain = dyn_cast<BaseType>(T);
  if (Plain && !Plain->isVector())
    return printScalar(Plain->B, Value.str());
  if (isUnit(T))
    return printText("()");
  if (isa<TaskType>(T))
    return printText("task");
  return (printer(T) + "(out, " + Value + ");").str();
}

std::string Unit::printer(const Type *T) {
  auto [Place, IsNew] = Printers.try_emplace(T);
  if (!IsNew)
    return Place->second;
  std::string Name = Place->second = All.fresh("print_" + Types.stem(T));
  std::string TypeName = Types.name(T);
  Lines Body;
  bool IsEndless = mayBeEndless(T);
  Body.open("static void " + Name + "(tkl_print out, " + TypeName + " v" +
            (IsEndless ? ", __constant char *message" : "") + ")");
  if (isTree(T)) {
    Body.add("__global " + TypeName + " *kept = (__global " + TypeName +
             " *)tkl_alloc(sizeof(v));");
    Body.add("*kept = v;");
    Body.add("kite_print_tree(out, " + Twine(treeNumber(T)) + ", kept, " +
             (IsEndless ? "message" : "0") + ");");
    Body.close();
    TreeUsers.append(Body);
    return Name;
  }
  if (auto *Plain = dyn_cast<BaseType>(T)) {
    for (unsigned I = 0; I < Plain->Width; ++I) {
      Body.add(printText(I ? ", " : T->str() + "("));
      Body.add(
          printScalar(Plain->B, std::string("v.s") + "0123456789abcdef"[I]));
    }
    Body.add(printText(")"));
  } else if (auto *Tuple = dyn_cast<TupleType>(T)) {
    for (size_t I = 0; I < Tuple->Elements.size(); ++I) {
      Body.add(printText(I ? ", " : "("));
      Body.add(printInside(Tuple->Elements[I], "v." + Types.field(T, I)));
    }
    Body.add(printText(")"));
  } else if (auto *Array = dyn_cast<ArrayType>(T)) {
    Body.add(printText("["));
    Body.open("for (ulong i = 0; i < v.length; ++i)");
    Body.add("if (i != 0)");
    Body.add("  " + printText(", "));
    Body.add(printInside(Array->Element, "v.data[i]"));
    Body.close();
    Body.add(printText("]"));
  } else if (auto *Range = dyn_cast<RangeType>(T)) {
    auto Scalar = [&](const std::string &Value) {
      return printScalar(Range->Element->B, Value);
    };
    Body.open("if (v.length == 0)");
    Body.add(printText("[1..0]"));
    Body.add("return;");
    Body.close();
    Body.add(printText("["));
    Body.add(Scalar("v.first"));
    Body.open("if (v.length > 1 && v.step != 1)");
    Body.add(printText(", "));
    Body.add(Scalar("v.first + v.step"));
    Body.close();
    Body.add(printText(".."));
    Body.add(Scalar("v.first + (" + Types.name(Range->Element) +
                    ")(v.length - 1) * v.step"));
    Body.add(printText("]"));
  } else {
    auto *Named = cast<NamedType>(T);
    Body.add(printText(T->str() + "{"));
    if (Named->isUnion())
      Body.open("switch (v.tag)");
    for (size_t I = 0; I < Named->Fields.size(); ++I) {
      const FieldType &Field = Named->Fields[I];
      if (Named->isUnion())
        Body.add("case " + Twine(I) + ":");
      Body.add(
          printText((I && !Named->isUnion() ? ", " : "") + Field.Name + " = "));
      Body.add(printInside(Field.Ty, "v." + Types.field(T, I)));
      if (Named->isUnion())
        Body.add("break;");
    }
    if (Named->isUnion())
      Body.close();
    Body.add(printText("}"));
  }
  Body.close();
  Functions.append(Body);
  return Name;
}

/// The number of \p T, which has recursive parts, in the loop.
unsigned Unit::treeNumber(const Type *T) {
  for (size_t I = 0; I < TreeTypes.size(); ++I)
    if (TreeTypes[I] == T)
      return I;
  TreeTypes.push_back(T);
  return TreeTypes.size() - 1;
}

/// Prints a part at `place`, of which \p Value is the value. What has recursive
/// parts is put on the stack, above what follows in the whole.
void Unit::writeTreePart(Lines &Body, const Type *T, StringRef Place,
                         StringRef Next) {
  if (!isTree(T)) {
    Body.add(printInside(T, ("*(" + Place + ")").str()));
    return;
  }
  Body.add("top = kite_push(top, number, value, " + Next + ");");
  Body.add("top = kite_push(top, " + Twine(treeNumber(T)) + ", " + Place +
           ", 0);");
  Body.add("break;");
}

void Unit::writeTreePrinter() {
  if (TreeTypes.empty())
    return;
  Lines Body;
  bool HasArrays = any_of(TreeTypes, mayBeEndless);
  Body.open("static void kite_print_tree(tkl_print out, uint kind, __global "
            "const void *whole, __constant char *message)");
  Body.add("__global kite_tree *top = kite_push(0, kind, whole, 0);");
  if (HasArrays) {
    Body.add("uint marked = 0; // the depth of an array that is being printed");
    Body.add("__global const void *mark = 0;");
  }
  Body.open("while (top)");
  Body.add("uint number = top->number;");
  Body.add("ulong step = top->step;");
  Body.add("__global const void *value = top->value;");
  if (HasArrays)
    Body.add("uint depth = top->depth;");
  Body.add("top = top->below;");
  if (HasArrays) {
    Body.add("if (depth < marked)");
    Body.add("  marked = 0;");
  }
  Body.open("switch (number)");
  for (size_t Number = 0; Number < TreeTypes.size(); ++Number) {
    const Type *T = TreeTypes[Number];
    std::string Name = Types.name(T);
    Body.open("case " + Twine(Number) + ":");
    auto *Named = dyn_cast<NamedType>(T);
    if (auto *Array = dyn_cast<ArrayType>(T)) {
      Body.add("__global const " + Name + " *v = (__global const " + Name +
               " *)value;");
      Body.open("if (step == v->length)");
      Body.add("if (step == 0)");
      Body.add("  " + printText("["));
      Body.add(printText("]"));
      Body.add("break;");
      Body.close();
      Body.open("if (step == 0)");
      Body.add(printText("["));
      Body.add("if (depth > marked && marked != 0 && v->data == mark)");
      Body.add("  tkl_fail(message, 0, 0);");
      Body.open("if (depth >= 2 * marked)");
      Body.add("marked = depth;");
      Body.add("mark = v->data;");
      Body.close();
      Body.reopen("} else {");
      Body.add(printText(", "));
      Body.close();
      writeTreePart(Body, Array->Element, "v->data + step", "step + 1");
      Body.close();
      continue;
    }
    if (Named && Named->IsRecursive) {
      std::string Cell = Types.cell(Named);
      // Null is the zero, which is printed once only: it may contain itself.
      Body.add("__global const " + Cell + " *v = *(__global const " + Name +
               " *)value;");
      Body.open("if (v == 0)");
      Body.add("v = (__global const " + Cell + " *)tkl_alloc(sizeof(" + Cell +
               "));");
      Body.add("*(__global " + Name + " *)value = v;");
      Body.close();
    } else {
      Body.add("__global const " + Name + " *v = (__global const " + Name +
               " *)value;");
    }
    size_t Count = isa<TupleType>(T) ? cast<TupleType>(T)->Elements.size()
                                     : Named->Fields.size();
    std::string Open = Named ? T->str() + "{" : "(", Close = Named ? "}" : ")";
    auto Label = [&](size_t I) {
      return Named ? Named->Fields[I].Name + " = " : std::string();
    };
    if (Named && Named->isUnion()) {
      Body.open("if (step == 1)");
      Body.add(printText(Close));
      Body.add("break;");
      Body.close();
      Body.open("switch (v->tag)");
      for (size_t I = 0; I < Count; ++I) {
        Body.open("case " + Twine(I) + ":");
        Body.add(printText(Open + Label(I)));
        writeTreePart(Body, TypeCode::fieldType(T, I),
                      "&v->" + Types.field(T, I), "1");
        if (!isTree(TypeCode::fieldType(T, I))) {
          Body.add(printText(Close));
          Body.add("break;");
        }
        Body.close();
      }
      Body.close();
      Body.add("break;");
      Body.close();
      continue;
    }
    Body.open("switch (step)");
    for (size_t I = 0; I < Count; ++I) {
      Body.add("case " + Twine(I) + ":");
      Body.add(printText((I ? ", " : Open) + Label(I)));
      writeTreePart(Body, TypeCode::fieldType(T, I), "&v->" + Types.field(T, I),
                    std::to_string(I + 1));
    }
    Body.add("default:");
    Body.add(printText((Count ? "" : Open) + Close));
    Body.close();
    Body.add("break;");
    Body.close();
  }
  Body.close();
  Body.close();
  Body.close();
  Functions.append(Body);
  Functions.append(TreeUsers);
}

} // namespace tasklet::kite
