//===- TypeFunctions.cpp - Functions that belong to types -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Types.h"

#include "syntax/Decl.h"

using namespace llvm;

namespace tasklet::kite {

std::string TypeCode::unbox(const NamedType *T, StringRef Value) {
  auto [Place, IsNew] = Functions.try_emplace({T, ".unbox"});
  if (IsNew) {
    Place->second = All.fresh(stem(T) + "_of");
    Code.open("static " + cell(T) + " " + Place->second + "(" + name(T) +
              " value)");
    Code.add(cell(T) + " zero = {0};");
    Code.add("return value ? *value : zero;");
    Code.close();
  }
  return (Place->second + "(" + Value + ")").str();
}

std::string TypeCode::box(const NamedType *T, StringRef Cell) {
  auto [Place, IsNew] = Functions.try_emplace({T, ".box"});
  if (IsNew) {
    Place->second = All.fresh("make_" + stem(T));
    Code.open("static " + name(T) + " " + Place->second + "(" + cell(T) +
              " value)");
    Code.add("__global " + cell(T) + " *made = (__global " + cell(T) +
             " *)tkl_alloc(sizeof(value));");
    Code.add("*made = value;");
    Code.add("return made;");
    Code.close();
  }
  return (Place->second + "(" + Cell + ")").str();
}

std::string TypeCode::equal(const Type *T, StringRef A, StringRef B) {
  if (isUnit(T))
    return "true";
  if (auto *Plain = dyn_cast<BaseType>(T))
    return (Plain->isVector() ? "all(" + A + " == " + B + ")" : A + " == " + B)
        .str();
  auto [Place, IsNew] = Functions.try_emplace({T, ".equal"});
  if (IsNew) {
    Place->second = All.fresh("equal_" + stem(T));
    std::string Each;
    size_t Count = isa<TupleType>(T) ? cast<TupleType>(T)->Elements.size()
                                     : cast<NamedType>(T)->Fields.size();
    for (size_t I = 0; I < Count; ++I)
      Each += (I ? " && " : "") +
              equal(fieldType(T, I), "a." + field(T, I), "b." + field(T, I));
    Code.open("static bool " + Place->second + "(" + name(T) + " a, " +
              name(T) + " b)");
    Code.add("return " + (Count ? Each : "true") + ";");
    Code.close();
  }
  return (Place->second + "(" + A + ", " + B + ")").str();
}

std::string TypeCode::makeArray(const ArrayType *T, unsigned Sizes) {
  auto [Place, IsNew] =
      Functions.try_emplace({T, (".new" + Twine(Sizes)).str()});
  if (!IsNew)
    return Place->second;
  std::string Element = name(T->Element);
  std::string Allocated = "(__global " + Element + " *)kite_new(";
  Place->second =
      All.fresh(("new" + (Sizes == 1 ? std::string() : std::to_string(Sizes)) +
                 "_" + stem(T->Element)));
  std::string Parameters, Rest;
  for (unsigned I = 0; I < Sizes; ++I) {
    Parameters += ("long n" + Twine(I) + ", ").str();
    if (I > 1)
      Rest += ("n" + Twine(I) + ", ").str();
  }
  // Rows are parts of one block. First, since it makes functions of its own.
  std::string Block;
  if (Sizes > 1)
    Block = makeArray(cast<ArrayType>(T->Element), Sizes - 1);
  Code.open("static " + name(T) + " " + Place->second + "(" + Parameters +
            "__constant char *message)");
  Code.add(name(T) + " made = {" + Allocated + "n0, sizeof(" + Element +
           "), message), n0};");
  if (Sizes > 1) {
    Code.add(Element + " all = " + Block + "(kite_product(n0, n1, message), " +
             Rest + "message);");
    Code.open("for (long i = 0; i < n0; ++i)");
    Code.add("made.data[i].data = all.data + i * n1;");
    Code.add("made.data[i].length = n1;");
    Code.close();
  }
  Code.add("return made;");
  Code.close();
  return Place->second;
}

std::string TypeCode::listArray(const ArrayType *T, unsigned Count) {
  auto [Place, IsNew] =
      Functions.try_emplace({T, (".list" + Twine(Count)).str()});
  if (!IsNew)
    return Place->second;
  Place->second =
      All.fresh(("list" + Twine(Count) + "_" + stem(T->Element)).str());
  std::string Element = name(T->Element), Parameters;
  for (unsigned I = 0; I < Count; ++I)
    Parameters += ((I ? ", " : "") + Element + " e" + Twine(I)).str();
  Code.open("static " + name(T) + " " + Place->second + "(" +
            (Count ? Parameters : "void") + ")");
  Code.add((name(T) + " made = {(__global " + Element + " *)tkl_alloc(" +
            Twine(Count) + " * sizeof(" + Element + ")), " + Twine(Count) +
            "};")
               .str());
  for (unsigned I = 0; I < Count; ++I)
    Code.add("made.data[" + Twine(I) + "] = e" + Twine(I) + ";");
  Code.add("return made;");
  Code.close();
  return Place->second;
}

std::string TypeCode::makeRange(const RangeType *T, bool HasSecond) {
  auto [Place, IsNew] =
      Functions.try_emplace({T, HasSecond ? ".steps" : ".range"});
  if (!IsNew)
    return Place->second;
  Place->second = All.fresh(stem(T) + (HasSecond ? "_by_steps" : "_from"));
  std::string Element = name(T->Element);
  Code.open("static " + name(T) + " " + Place->second + "(" + Element +
            " first, " + (HasSecond ? Element + " second, " : "") + Element +
            " last" + (HasSecond ? ", __constant char *message)" : ")"));
  if (HasSecond) {
    Code.add("if (second == first)");
    Code.add("  tkl_fail(message, 0, 0);");
    Code.add("bool up = second > first;");
    Code.add("bool none = up ? last < first : last > first;");
    Code.add("ulong step = up ? (ulong)second - (ulong)first"
             " : (ulong)first - (ulong)second;");
    Code.add("ulong way = up ? (ulong)last - (ulong)first"
             " : (ulong)first - (ulong)last;");
    Code.add(name(T) + " made = {first, (" + Element +
             ")(second - first), none ? 0 : way / step + 1};");
  } else {
    Code.add(name(T) + " made = {first, 1, last < first ? 0 : (ulong)last - "
                       "(ulong)first + 1};");
  }
  Code.add("return made;");
  Code.close();
  return Place->second;
}

std::string TypeCode::divide(const BaseType *T, bool Divides) {
  auto [Place, IsNew] =
      Functions.try_emplace({T, Divides ? ".divide" : ".remainder"});
  if (!IsNew)
    return Place->second;
  std::string Name = Place->second =
      All.fresh((Divides ? "divide_" : "remainder_") + stem(T));
  std::string Type = name(T), OfPart;
  if (T->isVector())
    OfPart = divide(Base.base(T->B), Divides);
  Code.open("static " + Type + " " + Name + "(" + Type + " a, " + Type +
            " b, __constant char *message)");
  if (T->isVector()) {
    for (unsigned I = 0; I < T->Width; ++I) {
      std::string Part = std::string(".s") + "0123456789abcdef"[I];
      Code.add("a" + Part + " = " + OfPart + "(a" + Part + ", b" + Part +
               ", message);");
    }
    Code.add("return a;");
  } else {
    Code.add("if (b == 0)");
    Code.add("  tkl_fail(message, a, b);");
    // The smallest number divided by -1 wraps.
    if (T->isSigned()) {
      Code.add("if (b == -1)");
      Code.add(Divides ? "  return -a;" : "  return 0;");
    }
    Code.add(Divides ? "return a / b;" : "return a % b;");
  }
  Code.close();
  return Name;
}

std::string TypeCode::trailingZeroes(const BaseType *T) {
  auto [Place, IsNew] = Functions.try_emplace({T, ".ctz"});
  if (!IsNew)
    return Place->second;
  Place->second = All.fresh("ctz_" + stem(T));
  Code.open("static " + name(T) + " " + Place->second + "(" + name(T) + " a)");
  Code.add("return popcount((" + name(T) + ")(~a & (a - (" + name(T) +
           ")1)));");
  Code.close();
  return Place->second;
}

} // namespace tasklet::kite
