//===- Functions.cpp - What C needs in place of OpenCL C ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/elide/Functions.h"
#include "compat/Strings.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tasklet {
namespace {

struct Entry {
  const char *Name, *Text;
};
constexpr Entry Values[] = {
#define TKL_EACH(NAME, VALUE) {NAME, VALUE},
#include "plugin/elide/Builtins.def"
};
constexpr Entry Tests[] = {
#define TKL_TEST(NAME, CONDITION) {NAME, CONDITION},
#include "plugin/elide/Builtins.def"
};
constexpr Entry Atomics[] = {
#define TKL_ATOMIC(NAME, VALUE) {NAME, VALUE},
#include "plugin/elide/Builtins.def"
};

/// Functions of <tasklet/serial.h> itself.
constexpr const char *OfHeader[] = {"get_work_dim",
                                    "get_global_size",
                                    "get_global_id",
                                    "get_local_size",
                                    "get_enqueued_local_size",
                                    "get_local_id",
                                    "get_num_groups",
                                    "get_group_id",
                                    "get_global_offset",
                                    "get_global_linear_id",
                                    "get_local_linear_id",
                                    "get_sub_group_size",
                                    "get_max_sub_group_size",
                                    "get_num_sub_groups",
                                    "get_sub_group_id",
                                    "get_sub_group_local_id",
                                    "mem_fence",
                                    "read_mem_fence",
                                    "write_mem_fence",
                                    "atomic_work_item_fence",
                                    "printf"};

template <size_t N> const char *find(const Entry (&Table)[N], StringRef Name) {
  for (const Entry &Each : Table)
    if (Name == Each.Name)
      return Each.Text;
  return nullptr;
}

QualType valueType(QualType Type) {
  Type = Type.getCanonicalType();
  if (const auto *Atomic = Type->getAs<AtomicType>())
    Type = Atomic->getValueType().getCanonicalType();
  if (const auto *Enum = Type->getAs<EnumType>())
    Type = Enum->getDecl()->getIntegerType().getCanonicalType();
  return Type.getUnqualifiedType();
}

std::string unsignedName(const std::string &Name) {
  return llvm::StringSwitch<std::string>(Name)
      .Case("char", "uchar")
      .Case("short", "ushort")
      .Case("int", "uint")
      .Case("long", "ulong")
      .Default(Name);
}

/// The type of a parameter; empty if it has none in C.
std::string typeName(QualType Type) {
  Type = Type.getCanonicalType();
  if (Type->isVoidType())
    return "void";
  if (!Type->isPointerType())
    return nameOfNumbers(Type);
  QualType To = Type->getPointeeType();
  std::string Name = To->isVoidType() ? "void" : nameOfNumbers(To);
  if (Name.empty())
    return Name;
  return std::string(To.isConstQualified() ? "const " : "") +
         (To.isVolatileQualified() ? "volatile " : "") + Name + " *";
}

/// The part of a name that stands for a type.
std::string typeCode(QualType Type) {
  Type = Type.getCanonicalType();
  return Type->isPointerType() ? "p" + nameOfNumbers(Type->getPointeeType())
                               : nameOfNumbers(Type);
}

std::string nameWith(StringRef Name, ArrayRef<QualType> Types) {
  std::string Result = ("__tkl_" + Name).str();
  bool Same = llvm::all_of(Types, [&](QualType T) {
    return typeCode(T) == typeCode(Types.front());
  });
  for (QualType T : Same ? Types.take_front(1) : Types)
    Result += "_" + typeCode(T);
  return Result;
}

std::string parameter(unsigned I) { return std::string(1, char('A' + I)); }
std::string number(unsigned N) { return std::to_string(N); }

std::string parameters(ArrayRef<QualType> Types) {
  std::string Result;
  for (unsigned I = 0; I != Types.size(); ++I)
    Result += (I ? ", " : "") + typeName(Types[I]) + " " + parameter(I);
  return Result.empty() ? "void" : Result;
}

std::string replaceAll(std::string Text, StringRef What, StringRef By) {
  for (size_t At = 0;
       (At = Text.find(What.data(), At, What.size())) != std::string::npos;
       At += By.size())
    Text.replace(At, What.size(), By.data(), By.size());
  return Text;
}

std::string lanesCode(ArrayRef<unsigned> Lanes) {
  std::string Code = "_s";
  for (unsigned Lane : Lanes)
    Code += "0123456789abcdef"[Lane];
  return Code;
}

/// The limits of an integer type, as C.
std::string least(const std::string &Type) {
  std::string Unsigned = unsignedName(Type);
  return Unsigned == Type ? "(" + Type + ")0"
                          : "(" + Type + ")((" + Unsigned +
                                ")1 << (8 * sizeof(" + Type + ") - 1))";
}
std::string greatest(const std::string &Type) {
  std::string Unsigned = unsignedName(Type);
  return Unsigned == Type ? "(" + Type + ")-1"
                          : "(" + Type + ")((" + Unsigned + ")-1 >> 1)";
}

/// What `convert_` with \p Rounding and, perhaps, \p Saturated makes of `a`.
std::string conversion(QualType From, QualType To, StringRef Rounding,
                       bool Saturated) {
  bool FromFloat = elementOf(From)->isRealFloatingType();
  bool ToFloat = elementOf(To)->isRealFloatingType();
  std::string Type = nameOfNumbers(elementOf(To));
  if (ToFloat || (!FromFloat && !Saturated))
    return "a";
  if (!FromFloat)
    return "(__int128_t)a < " + least(Type) + " ? " + least(Type) +
           " : (__int128_t)a > " + greatest(Type) + " ? " + greatest(Type) +
           " : (" + Type + ")a";
  std::string Rounded = llvm::StringSwitch<std::string>(Rounding)
                            .Case("rte", "__builtin_rint(a)")
                            .Case("rtp", "__builtin_ceil(a)")
                            .Case("rtn", "__builtin_floor(a)")
                            .Default("__builtin_trunc(a)");
  if (!Saturated)
    return Rounded;
  return "({ double d = " + Rounded + "; d != d ? 0 : d <= " + least(Type) +
         " ? " + least(Type) + " : d >= (double)" + greatest(Type) + " ? " +
         greatest(Type) + " : (" + Type + ")d; })";
}

} // namespace

std::string nameOfNumbers(QualType Type) {
  Type = valueType(Type);
  if (const auto *Vector = Type->getAs<VectorType>()) {
    std::string Element = nameOfNumbers(Vector->getElementType());
    return Element.empty() ? Element : Element + number(lanesOf(Type));
  }
  const auto *Builtin = Type->getAs<BuiltinType>();
  if (!Builtin)
    return {};
  switch (Builtin->getKind()) {
  case BuiltinType::Bool:
    return "bool";
  case BuiltinType::Char_S:
  case BuiltinType::SChar:
    return "char";
  case BuiltinType::Char_U:
  case BuiltinType::UChar:
    return "uchar";
  case BuiltinType::Short:
    return "short";
  case BuiltinType::UShort:
    return "ushort";
  case BuiltinType::Int:
    return "int";
  case BuiltinType::UInt:
    return "uint";
  case BuiltinType::Long:
    return "long";
  case BuiltinType::ULong:
    return "ulong";
  case BuiltinType::Half:
    return "half";
  case BuiltinType::Float:
    return "float";
  case BuiltinType::Double:
    return "double";
  default:
    return {};
  }
}

unsigned lanesOf(QualType Type) {
  const auto *Vector = Type.getCanonicalType()->getAs<VectorType>();
  return Vector ? Vector->getNumElements() : 1;
}

QualType elementOf(QualType Type) {
  Type = valueType(Type);
  const auto *Vector = Type->getAs<VectorType>();
  return Vector ? valueType(Vector->getElementType()) : Type;
}

std::string Functions::define(const std::string &Name, QualType Result,
                              const std::string &Parameters,
                              const std::string &Body) {
  if (Known.insert(Name).second)
    Text += "__TKL_FUNCTION " + typeName(Result) + " " + Name + "(" +
            Parameters + ") { " + Body + " }\n";
  return Name;
}

std::string Functions::splat(QualType Vector) {
  std::string Type = nameOfNumbers(Vector), Body = "return (" + Type + "){";
  for (unsigned I = 0; I != lanesOf(Vector); ++I)
    Body += I ? ", A" : "A";
  return define("__tkl_splat_" + Type, Vector, parameters({elementOf(Vector)}),
                Body + "};");
}

std::string Functions::make(QualType Vector,
                            const std::vector<QualType> &Parts) {
  std::string Name = "__tkl_make_" + nameOfNumbers(Vector), List, Body;
  for (unsigned I = 0; I != Parts.size(); ++I) {
    bool Whole = Parts[I]->isVectorType();
    // Numbers are converted as in a call.
    QualType Type = Whole ? Parts[I] : elementOf(Vector);
    std::string P = "p" + number(I);
    Name += "_" + (Whole ? number(lanesOf(Type)) : "1");
    List += (I ? ", " : "") + typeName(Type) + " " + P;
    for (unsigned Lane = 0; Lane != lanesOf(Type); ++Lane)
      Body += (Body.empty() ? "" : ", ") + P +
              (Whole ? "[" + number(Lane) + "]" : "");
  }
  return define(Name, Vector, List,
                "return (" + nameOfNumbers(Vector) + "){" + Body + "};");
}

std::string Functions::get(QualType Vector, QualType Result,
                           const std::vector<unsigned> &Lanes) {
  std::string Body;
  for (unsigned Lane : Lanes)
    Body += (Body.empty() ? "A[" : ", A[") + number(Lane) + "]";
  if (Lanes.size() > 1)
    Body = "(" + nameOfNumbers(Result) + "){" + Body + "}";
  return define("__tkl_get_" + nameOfNumbers(Vector) + lanesCode(Lanes), Result,
                parameters({Vector}), "return " + Body + ";");
}

std::string Functions::reinterpret(QualType To, QualType From) {
  return define("__tkl_as_" + nameOfNumbers(To) + "_" + nameOfNumbers(From), To,
                parameters({From}),
                "return (union { " + nameOfNumbers(From) + " from; " +
                    nameOfNumbers(To) + " to; }){A}.to;");
}

std::string Functions::choose(QualType Type, QualType Condition) {
  return each("choose", Type, {Condition, Type, Type}, "a < 0 ? b : c");
}

std::string Functions::each(const std::string &Name, QualType Result,
                            const std::vector<QualType> &Operands,
                            const std::string &Expression) {
  std::string Type = nameOfNumbers(Result);
  unsigned Lanes = lanesOf(Result);
  std::string Element = nameOfNumbers(elementOf(Result)), Body, Value = Type;
  std::string First =
      Operands.empty() ? Element : nameOfNumbers(elementOf(Operands.front()));
  if (Lanes > 1)
    Body =
        Type + " r = {0}; for (int i = 0; i < " + number(Lanes) + "; ++i) { ";
  std::string Out;
  for (unsigned I = 0; I != Operands.size(); ++I) {
    QualType T = Operands[I].getCanonicalType();
    if (T->isPointerType()) {
      Out = "(*" + parameter(I) + ")" + (Lanes > 1 ? "[i]" : "");
      continue;
    }
    Body += nameOfNumbers(elementOf(T)) + " " + char('a' + I) + " = " +
            parameter(I) + (T->isVectorType() ? "[i]; " : "; ");
  }
  // Those of halves are computed with floats.
  std::string Text = replaceAll(Expression, "$", First == "double" ? "" : "f");
  Text = replaceAll(Text, "%R", Element);
  Text = replaceAll(Text, "%U", unsignedName(First));
  Text = replaceAll(Text, "%W", "(8 * (int)sizeof(" + First + "))");
  Text = replaceAll(Text, "%O", Out);
  Body +=
      Lanes > 1 ? "r[i] = " + Text + "; } return r;" : "return " + Text + ";";
  return define(nameWith(Name, Operands), Result, parameters(Operands), Body);
}

std::string Functions::shift(QualType Type, QualType Count, bool Left) {
  // To the left as if there were no sign.
  return each(Left ? "shl" : "shr", Type, {Type, Count},
              Left ? "(%U)a << ((ulong)b & (%W - 1))"
                   : "a >> ((ulong)b & (%W - 1))");
}

std::string Functions::elementwise(const std::string &Name,
                                   const FunctionDecl *Function,
                                   const std::string &Expression) {
  std::vector<QualType> Operands;
  for (const ParmVarDecl *P : Function->parameters()) {
    if (typeName(P->getType()).empty())
      return {};
    Operands.push_back(P->getType());
  }
  return each(Name, Function->getReturnType(), Operands, Expression);
}

std::string Functions::builtin(const FunctionDecl *Function) {
  std::string Own = Function->getName().str();
  StringRef Name = Own, Rest = Own;
  if (llvm::is_contained(OfHeader, Name) || startsWith(Name, "tkl_"))
    return (startsWith(Name, "tkl_") ? "__" : "__tkl_") + Own;
  if (!Rest.consume_front("native_"))
    Rest.consume_front("half_");
  std::vector<QualType> Types;
  for (const ParmVarDecl *P : Function->parameters()) {
    if (typeName(P->getType()).empty())
      return {};
    Types.push_back(P->getType());
  }
  QualType Result = Function->getReturnType();
  std::string List = parameters(Types);
  std::string ResultName = nameOfNumbers(Result);
  std::string Element = nameOfNumbers(elementOf(Result));
  unsigned Lanes = lanesOf(Result);
  if (const char *Text = find(Values, Rest))
    return elementwise(Rest.str(), Function, Text);
  if (const char *Text = find(Tests, Rest))
    return elementwise(Rest.str(), Function,
                       (Lanes > 1 ? "-(" : "(") + std::string(Text) + ")");
  if (Types.empty())
    return {};
  std::string Whole = nameWith(Name, Types);

  // Sub-groups of one work-item.
  if (Name.contains("sub_group_")) {
    if (Name == "sub_group_barrier")
      return define("__tkl_sub_group_barrier", Result, List, "(void)A;");
    if (Name == "sub_group_ballot")
      return define(Whole, Result, List, "return (uint4){A != 0};");
    if (Name == "sub_group_any" || Name == "sub_group_all")
      return define(Whole, Result, List, "return A != 0;");
    if (Name == "sub_group_scan_exclusive_add")
      return define(Whole, Result, List, "(void)A; return 0;");
    for (const char *Start : {"sub_group_shuffle", "sub_group_broadcast",
                              "sub_group_reduce_", "sub_group_scan_inclusive_"})
      if (startsWith(Name, Start))
        return define(Whole, Result, List, "return A;");
    return {};
  }

  // Atomic functions. The orders of memory mean nothing to one thread.
  std::string Atomic = Own;
  if (Rest.consume_front("atom_"))
    Atomic = "atomic_" + Rest.str();
  StringRef Base = Atomic;
  Base.consume_back("_explicit");
  QualType Number = elementOf(
      Types[0]->isPointerType() ? Types[0]->getPointeeType() : Types[0]);
  auto AsNumber = [&](const char *Text) {
    std::string T = replaceAll(Text, "%U", unsignedName(nameOfNumbers(Number)));
    return T;
  };
  if (Types[0]->isPointerType()) {
    std::string T = nameOfNumbers(Number);
    if (const char *Text = find(Atomics, Base)) {
      std::string Body = T + " a = ";
      // Memory has no value before this one.
      Body += Base == "atomic_init" ? "0; " : "*A; ";
      for (unsigned I = 1; I < Types.size() && I < 3; ++I)
        Body += nameOfNumbers(Types[I]) + " " + char('a' + I) + " = " +
                parameter(I) + "; (void)" + char('a' + I) + "; ";
      Body += "*A = " + AsNumber(Text) + "; ";
      if (Base == "atomic_load")
        Body = "return *A;";
      else if (!Result->isVoidType())
        Body += "return a;";
      else
        Body += "(void)a;";
      return define(Whole, Result, List, Body);
    }
    if (Base == "atomic_compare_exchange_strong" ||
        Base == "atomic_compare_exchange_weak")
      return define(Whole, Result, List,
                    "if (*A == *B) { *A = C; return 1; } *B = *A; return 0;");
    if (Base == "atomic_flag_test_and_set")
      return define(Whole, Result, List, "int a = *A; *A = 1; return a;");
    if (Base == "atomic_flag_clear")
      return define(Whole, Result, List, "*A = 0;");
  }

  // Conversions.
  if (Rest = Name; Rest.consume_front("convert_")) {
    StringRef Rounding;
    if (Rest.size() > 4 && Rest[Rest.size() - 4] == '_') {
      Rounding = Rest.take_back(3);
      if (Rounding == "sat")
        Rounding = {};
      else if (Rounding != "rte" && elementOf(Result)->isRealFloatingType())
        return {}; // C rounds to nearest.
    }
    return elementwise(
        Own, Function,
        conversion(Types[0], Result, Rounding, Name.contains("_sat")));
  }

  // Memory.
  auto IsWith = [&](StringRef Start) {
    StringRef Number = Name;
    return Number.consume_front(Start) && !Number.empty() &&
           Number.find_first_not_of("0123456789") == StringRef::npos;
  };
  if (IsWith("vload"))
    return define(Whole, Result, List,
                  ResultName + " r = {0}; for (int i = 0; i < " +
                      number(Lanes) + "; ++i) r[i] = B[A * " + number(Lanes) +
                      " + i]; return r;");
  if (IsWith("vstore")) {
    std::string N = number(lanesOf(Types[0]));
    return define(Whole, Result, List,
                  "for (int i = 0; i < " + N + "; ++i) C[B * " + N +
                      " + i] = A[i];");
  }
  if (Name == "vload_half")
    return define(Whole, Result, List, "return B[A];");
  if (Name == "vstore_half" || Name == "vstore_half_rte")
    return define(Whole, Result, List, "C[B] = A;");
  if (Name == "prefetch")
    return define(Whole, Result, List, "(void)A; (void)B;");

  // Conditions.
  unsigned First = lanesOf(Types[0]);
  if (Name == "any" || Name == "all") {
    bool Any = Name == "any";
    std::string Body;
    for (unsigned I = 0; I != First; ++I)
      Body += (I ? (Any ? " | " : " & ") : "") + std::string("(A") +
              (First > 1 ? "[" + number(I) + "]" : "") + " < 0)";
    return define(Whole, Result, List, "return " + Body + ";");
  }
  if (Name == "select")
    return elementwise(Own, Function,
                       Lanes == 1 ? "c ? b : a"
                                  : "(c >> (8 * sizeof(c) - 1)) & 1 ? b : a");
  if (Name == "shuffle" || Name == "shuffle2") {
    bool Two = Name == "shuffle2";
    std::string Mask = number((Two ? 2 : 1) * (First == 3 ? 4 : First) - 1);
    std::string Pick = Two ? "(k < " + number(First) + " ? A[k] : B[k - " +
                                 number(First) + "])"
                           : "A[k]";
    return define(Whole, Result, List,
                  ResultName + " r = {0}; for (int i = 0; i < " +
                      number(Lanes) + "; ++i) { int k = " + (Two ? "C" : "B") +
                      "[i] & " + Mask + "; r[i] = " + Pick + "; } return r;");
  }

  // Geometry.
  std::string Root = Element == "double" ? "__builtin_sqrt" : "__builtin_sqrtf";
  auto At = [&](const std::string &P, unsigned I) {
    return First > 1 ? P + "[" + number(I) + "]" : P;
  };
  auto Sum = [&](auto Term) {
    std::string Text;
    for (unsigned I = 0; I != First; ++I)
      Text += (I ? " + " : "") + Term(I);
    return "(" + Text + ")";
  };
  auto Product = [&](unsigned I) { return At("A", I) + " * " + At("B", I); };
  auto Square = [&](unsigned I) { return At("A", I) + " * " + At("A", I); };
  auto Gap = [&](unsigned I) {
    std::string D = "(" + At("A", I) + " - " + At("B", I) + ")";
    return D + " * " + D;
  };
  Rest = Name;
  Rest.consume_front("fast_");
  if (Rest == "dot")
    return define(Whole, Result, List, "return " + Sum(Product) + ";");
  if (Rest == "length")
    return define(Whole, Result, List,
                  "return " + Root + "(" + Sum(Square) + ");");
  if (Rest == "distance")
    return define(Whole, Result, List,
                  "return " + Root + "(" + Sum(Gap) + ");");
  if (Rest == "normalize") {
    std::string Split = First > 1 ? "for (int i = 0; i < " + number(First) +
                                        "; ++i) A[i] /= l; return A;"
                                  : "return A / l;";
    return define(Whole, Result, List,
                  Element + " l = " + Root + "(" + Sum(Square) +
                      "); if (l == 0) return A; " + Split);
  }
  if (Name == "cross")
    return define(Whole, Result, List,
                  "return (" + ResultName +
                      "){A[1] * B[2] - A[2] * B[1], A[2] * B[0] - A[0] * "
                      "B[2], A[0] * B[1] - A[1] * B[0]};");
  return {};
}

} // namespace tasklet
