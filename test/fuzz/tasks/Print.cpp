//===- Print.cpp - Random programs as OpenCL C ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Print.h"

#include <set>

namespace tasklet::fuzz {
namespace {

const char *const ScalarNames[] = {"bool", "char", "uchar", "short", "ushort",
                                   "int",  "uint", "long",  "ulong", "float"};
const char *const Operators[] = {"+", "-", "*", "&",  "|",  "^",  "<<", ">>",
                                 "/", "%", "<", "==", "!=", "&&", "||"};
const char *const WorkItemFunctions[] = {
    "get_global_id(0)",  "get_global_id(1)",  "get_local_id(0)",
    "get_local_id(1)",   "get_group_id(0)",   "get_global_size(0)",
    "get_local_size(0)", "get_num_groups(0)", "get_global_offset(0)",
    "get_group_id(1)",   "get_local_size(1)", "get_work_dim()"};

class Printer {
public:
  Printer(const Program &P, const std::string &Prefix) : P(P), Prefix(Prefix) {}

  std::string run() {
    findUsed(P.Functions.size() - 1);
    Out += "// seed " + std::to_string(P.Seed) + "\n";
    for (size_t I = 0; I < P.Types.size(); ++I)
      if (P.Types[I].K == Type::Struct)
        printStruct(I);
    printTables();
    // Tasks may be mutually recursive.
    for (size_t I = 0; I < P.Functions.size(); ++I)
      if (P.Functions[I].K == Function::Task && Used.count(I))
        Out += head(I) + ";\n";
    for (size_t I = 0; I < P.Functions.size(); ++I)
      if (Used.count(I))
        printFunction(I);
    return Out;
  }

private:
  // Which functions the kernel reaches: the reducer need not remove others.
  void findUsed(int Index) {
    if (!Used.insert(Index).second)
      return;
    findUsed(P.Functions[Index].Body);
  }
  void findUsed(const std::vector<Stmt> &Body) {
    for (const Stmt &S : Body) {
      if (S.Callee >= 0)
        findUsed(S.Callee);
      for (const auto *List : {&S.Target, &S.Other, &S.Values})
        for (const Expr &E : *List)
          findUsed(E);
      findUsed(S.Body);
      findUsed(S.Else);
    }
  }
  void findUsed(const Expr &E) {
    if (E.K == Expr::CallHelper)
      findUsed(E.Callee);
    for (const Step &S : E.Steps)
      for (const Expr &Index : S.Index)
        findUsed(Index);
    for (const Expr &Arg : E.Args)
      findUsed(Arg);
  }

  std::string typeName(int Ty) const {
    if (Ty < 0)
      return "void";
    const Type &T = P.Types[Ty];
    std::string Element = ScalarNames[static_cast<int>(T.Element)];
    switch (T.K) {
    case Type::Number:
      return Element;
    case Type::Vector:
      return Element + std::to_string(T.Count);
    case Type::Struct:
      return "struct " + Prefix + "_s" + std::to_string(Ty);
    case Type::Array:
      return typeName(T.ElementType);
    }
    return "";
  }
  std::string declarator(int Ty, const std::string &Name) const {
    std::string Text = typeName(Ty) + " " + Name;
    for (const Type *T = &P.Types[Ty]; T->K == Type::Array;
         T = &P.Types[T->ElementType])
      Text += "[" + std::to_string(T->Count) + "]";
    return Text;
  }
  static std::string varName(int Var) { return "v" + std::to_string(Var); }
  std::string functionName(int Index) const {
    return P.Functions[Index].K == Function::Kernel
               ? Prefix + "_kernel"
               : Prefix + "_f" + std::to_string(Index);
  }

  void printStruct(int Ty) {
    const Type &T = P.Types[Ty];
    Out += typeName(Ty) + " {";
    for (size_t I = 0; I < T.Fields.size(); ++I)
      Out += " " + declarator(T.Fields[I], "m" + std::to_string(I)) + ";";
    Out += T.Packed ? " } __attribute__((packed));\n" : " };\n";
  }

  void printTables() {
    Out += "__constant uint " + Prefix + "_table[] = {";
    for (uint32_t Value : P.Table)
      Out += std::to_string(Value) + "u, ";
    Out += "};\n__constant uint " + Prefix + "_region[] = {";
    for (unsigned Fuel = 0; Fuel <= P.KernelFuel; ++Fuel)
      Out += std::to_string(P.regionWords(Fuel)) + "u, ";
    Out += "};\nuint " + Prefix +
           "_child(__global uint *g, uint base, uint fuel, uint ordinal, uint "
           "word) {\n  return fuel == 0 ? 0 : g[base + " +
           std::to_string(OwnWords) + " + ordinal * " + Prefix +
           "_region[fuel - 1] + word];\n}\n";
  }

  std::string head(int Index) const {
    const Function &F = P.Functions[Index];
    std::vector<std::string> Params;
    if (F.K == Function::Mutator)
      Params.push_back("uint *p");
    for (unsigned I = 0; I < F.Params; ++I)
      Params.push_back(declarator(F.Vars[I], varName(I)));
    std::string Start;
    if (F.K == Function::Task) {
      Params.insert(Params.begin() + F.HeaderAt,
                    F.Memory
                        ? "__global uint *g, uint base, uint pbase, uint fuel"
                        : "uint fuel");
      Start = F.ShortKeyword ? "task " : "__task ";
    } else if (F.K == Function::Kernel) {
      Params.insert(Params.begin(), "__global uint *g");
      Start = "__kernel ";
    }
    std::string Text =
        Start + typeName(F.K == Function::Helper
                             ? typeOf(F.Wide ? Scalar::ULong : Scalar::UInt)
                             : F.Result);
    Text += " " + functionName(Index) + "(";
    for (size_t I = 0; I < Params.size(); ++I)
      Text += (I ? ", " : "") + Params[I];
    return Text + ")";
  }

  void printFunction(int Index) {
    Current = &P.Functions[Index];
    Out += head(Index) + " {\n";
    Indent = 2;
    if (Current->K == Function::Kernel) {
      line("const uint fuel = " + std::to_string(P.KernelFuel) + ";");
      line("const uint base = ((uint)(get_global_id(0) - "
           "get_global_offset(0)) + (uint)get_global_size(0) * "
           "(uint)get_global_id(1)) * " +
           Prefix + "_region[fuel];");
    }
    print(Current->Body);
    Out += "}\n";
  }

  void line(const std::string &Text) {
    Out += std::string(Indent, ' ') + Text + "\n";
  }
  void print(const std::vector<Stmt> &Body) {
    for (const Stmt &S : Body)
      print(S);
  }
  void printIndented(const std::vector<Stmt> &Body) {
    Indent += 2;
    print(Body);
    Indent -= 2;
  }

  std::string list(const std::vector<Expr> &Values) const {
    std::string Text;
    for (size_t I = 0; I < Values.size(); ++I)
      Text += (I ? ", " : "") + text(Values[I]);
    return Text;
  }
  /// A value that is stored into a number of type \p Ty.
  std::string stored(int Ty, const Expr &E) const {
    const Type &T = P.Types[Ty];
    if (T.isNumber() && T.Element == Scalar::Float)
      return "(float)(ushort)(" + text(E) + ")";
    return text(E);
  }

  /// Made of as many values as the type has leaves.
  std::string initialiser(int Ty,
                          std::vector<Expr>::const_iterator &Next) const {
    const Type &T = P.Types[Ty];
    std::string Text;
    auto Add = [&](const std::string &Part) {
      Text += (Text.empty() ? "" : ", ") + Part;
    };
    switch (T.K) {
    case Type::Number:
      return stored(Ty, *Next++);
    case Type::Vector:
      for (unsigned I = 0; I < T.Count; ++I)
        Add("(" + typeName(typeOf(T.Element)) + ")" + text(*Next++));
      return "(" + typeName(Ty) + ")(" + Text + ")";
    case Type::Array:
      for (unsigned I = 0; I < T.Count; ++I)
        Add(initialiser(T.ElementType, Next));
      break;
    case Type::Struct:
      for (int Field : T.Fields)
        Add(initialiser(Field, Next));
      break;
    }
    return "{" + Text + "}";
  }

  void printSpawn(const Stmt &S) {
    const Function &Callee = P.Functions[S.Callee];
    std::vector<std::string> Args;
    for (size_t I = 0; I < S.Values.size(); ++I)
      Args.push_back(stored(Callee.Vars[I], S.Values[I]));
    std::string Left;
    switch (S.FuelMode) {
    case Fuel::OneLess:
      Left = "fuel - 1";
      break;
    case Fuel::AtMostOne:
      Left = "min(fuel - 1, 1u)";
      break;
    case Fuel::Longer:
      Left = "(fuel - 1) * 13";
      break;
    }
    if (Callee.Memory) {
      std::string Ordinal = std::to_string(S.Ordinal);
      if (S.OrdinalLoop >= 0)
        Ordinal = "(" + Ordinal + " + " + varName(S.OrdinalLoop) + ")";
      Left = "g, base + " + std::to_string(OwnWords) + " + " + Ordinal + " * " +
             Prefix + "_region[fuel - 1], base, " + Left;
    }
    Args.insert(Args.begin() + Callee.HeaderAt, Left);
    std::string Text = S.Target.empty() ? "()" : place(S.Target[0]);
    Text += " <- " + functionName(S.Callee) + "(";
    for (size_t I = 0; I < Args.size(); ++I)
      Text += (I ? ", " : "") + Args[I];
    line(Text + ");");
  }

  void print(const Stmt &S) {
    switch (S.K) {
    case Stmt::Declare: {
      int Ty = Current->Vars[S.Var];
      std::string Text = declarator(Ty, varName(S.Var));
      if (S.Values.size() > 1) {
        auto Next = S.Values.begin();
        Text += " = " + initialiser(Ty, Next);
      } else if (!S.Values.empty()) {
        Text += " = " + stored(Ty, S.Values[0]);
      }
      return line(Text + ";");
    }
    case Stmt::Assign:
      return line(place(S.Target[0]) + " = " +
                  stored(S.Target[0].Ty, S.Values[0]) + ";");
    case Stmt::Update:
      return line(place(S.Target[0]) + " " +
                  Operators[static_cast<int>(S.Operator)] + "= " +
                  text(S.Values[0]) + ";");
    case Stmt::If:
      if (S.Goto && S.Else.empty()) {
        std::string Label = "skip" + std::to_string(Labels++);
        line("if (!(" + text(S.Values[0]) + "))");
        line("  goto " + Label + ";");
        line("{");
        printIndented(S.Body);
        line("}");
        return line(Label + ":;");
      }
      line("if (" + text(S.Values[0]) + ") {");
      printIndented(S.Body);
      if (!S.Else.empty()) {
        line("} else {");
        printIndented(S.Else);
      }
      return line("}");
    case Stmt::For: {
      std::string Var = varName(S.Var);
      line("for (uint " + Var + " = 0; " + Var + " < " +
           std::to_string(S.Count) + "; ++" + Var + ") {");
      printIndented(S.Body);
      return line("}");
    }
    case Stmt::While: {
      std::string Var = varName(S.Var);
      line("uint " + Var + " = (uint)(" + text(S.Values[0]) + ") % " +
           std::to_string(S.Count) + ";");
      line("while (" + Var + "-- != 0) {");
      printIndented(S.Body);
      return line("}");
    }
    case Stmt::Switch:
      line("switch ((uint)(" + text(S.Values[0]) + ") % " +
           std::to_string(S.Body.size()) + ") {");
      for (size_t I = 0; I < S.Body.size(); ++I) {
        bool Last = I + 1 == S.Body.size();
        line((Last ? "default" : "case " + std::to_string(I)) + ": {");
        printIndented(S.Body[I].Body);
        line(S.Body[I].FallsThrough || Last ? "}" : "} break;");
      }
      return line("}");
    case Stmt::Block:
      line("{");
      printIndented(S.Body);
      return line("}");
    case Stmt::Break:
      return line("break;");
    case Stmt::Continue:
      return line("continue;");
    case Stmt::Return:
      if (S.Values.empty())
        return line("return;");
      return line("return " +
                  (Current->Result < 0 ? text(S.Values[0])
                                       : stored(Current->Result, S.Values[0])) +
                  ";");
    case Stmt::Spawn:
      return printSpawn(S);
    case Stmt::Force: {
      std::string Names;
      for (size_t I = 0; I < S.Names.size(); ++I)
        Names += (I ? ", " : "") + varName(S.Names[I]);
      line("force (" + Names + ") {");
      printIndented(S.Body);
      return line("}");
    }
    case Stmt::Mutate:
      return line(functionName(S.Callee) + "(" +
                  (S.Var < 0 ? "p" : varName(S.Var)) + ", " +
                  text(S.Values[0]) + ");");
    case Stmt::Alias: {
      line("{");
      std::string First = "&" + place(S.Target[0]);
      if (!S.Other.empty())
        First = "(" + text(S.Values[1]) + ") ? &" + place(S.Other[0]) + " : " +
                First;
      line("  " + typeName(S.Target[0].Ty) + " *p = " + First + ";");
      line("  *p " + std::string(Operators[static_cast<int>(S.Operator)]) +
           "= " + text(S.Values[0]) + ";");
      return line("}");
    }
    }
  }

  static std::string cast(bool Wide, const std::string &Text) {
    return (Wide ? "(ulong)(" : "(uint)(") + Text + ")";
  }

  std::string path(const Expr &E) const {
    if (E.Var == MutatedArray)
      return "p[(" + text(E.Steps[0].Index[0]) + ") % " +
             std::to_string(Current->ArrayLength) + "]";
    std::string Text = varName(E.Var);
    int Ty = Current->Vars[E.Var];
    for (const Step &S : E.Steps) {
      const Type &T = P.Types[Ty];
      switch (S.K) {
      case Step::Member:
        Text += ".m" + std::to_string(S.Number);
        Ty = T.Fields[S.Number];
        break;
      case Step::Component:
        Text += std::string(".s") + "0123456789abcdef"[S.Number];
        Ty = typeOf(T.Element);
        break;
      case Step::Element:
        Text += S.Index[0].K == Expr::Const
                    ? "[" + std::to_string(S.Index[0].Number % T.Count) + "]"
                    : "[(" + text(S.Index[0]) + ") % " +
                          std::to_string(T.Count) + "]";
        Ty = T.ElementType;
        break;
      }
    }
    return Text;
  }

  /// A destination.
  std::string place(const Expr &E) const {
    if (E.K == Expr::OwnWord)
      return "g[base + " + std::to_string(E.Number) + "]";
    return path(E);
  }

  std::string text(const Expr &E) const {
    auto Arg = [&](unsigned I) { return text(E.Args[I]); };
    switch (E.K) {
    case Expr::Const:
      return std::to_string(E.Number) + (E.Wide ? "ul" : "u");
    case Expr::Load:
      if (E.Var == MutatedArray)
        return cast(E.Wide, path(E));
      if (!P.Types[E.Ty].isNumber())
        return path(E);
      // A negative float is no uint.
      return cast(E.Wide,
                  (P.Types[E.Ty].Element == Scalar::Float ? "(int)" : "") +
                      path(E));
    case Expr::Unary:
      switch (E.Operator) {
      case Op::Neg:
        return "(-" + cast(E.Wide, Arg(0)) + ")";
      case Op::Not:
        return "(~" + cast(E.Wide, Arg(0)) + ")";
      case Op::LogicalNot:
        return cast(E.Wide, "!" + cast(E.Wide, Arg(0)));
      default:
        return "popcount(" + cast(E.Wide, Arg(0)) + ")";
      }
    case Expr::Binary: {
      std::string A = cast(E.Wide, Arg(0)), B = cast(E.Wide, Arg(1));
      std::string Bits = E.Wide ? "63" : "31";
      switch (E.Operator) {
      case Op::Shl:
      case Op::Shr:
        B = "(" + B + " & " + Bits + ")";
        break;
      case Op::Div:
      case Op::Rem:
        B = "(" + B + " | 1)";
        break;
      case Op::Less:
      case Op::Equal:
      case Op::NotEqual:
      case Op::LogicalAnd:
      case Op::LogicalOr:
        return cast(E.Wide, "(" + A + " " +
                                Operators[static_cast<int>(E.Operator)] + " " +
                                B + ")");
      case Op::Min:
        return "min(" + A + ", " + B + ")";
      case Op::Max:
        return "max(" + A + ", " + B + ")";
      case Op::Rotate:
        return "rotate(" + A + ", " + B + ")";
      default:
        break;
      }
      return "(" + A + " " + Operators[static_cast<int>(E.Operator)] + " " + B +
             ")";
    }
    case Expr::Choose:
      return "(" + Arg(0) + " ? " + cast(E.Wide, Arg(1)) + " : " +
             cast(E.Wide, Arg(2)) + ")";
    case Expr::Make: {
      auto Next = E.Args.begin();
      return (P.Types[E.Ty].K == Type::Struct ? "(" + typeName(E.Ty) + ")"
                                              : "") +
             initialiser(E.Ty, Next);
    }
    case Expr::Vector:
      return "(" + Arg(0) + " " + Operators[static_cast<int>(E.Operator)] +
             " " + Arg(1) + ")";
    case Expr::CallHelper:
      return cast(E.Wide, functionName(E.Callee) + "(" + list(E.Args) + ")");
    case Expr::WorkItem:
      return cast(E.Wide, WorkItemFunctions[E.Number]);
    case Expr::OwnWord:
      return cast(E.Wide, place(E));
    case Expr::ParentWord:
      return cast(E.Wide, "g[pbase + " + std::to_string(E.Number) + "]");
    case Expr::ChildWord:
      return cast(E.Wide, Prefix + "_child(g, base, fuel, " +
                              std::to_string(E.Ordinal) + ", " +
                              std::to_string(E.Number) + ")");
    case Expr::FuelLeft:
      return cast(E.Wide, "fuel");
    case Expr::Table:
      return cast(E.Wide, Prefix + "_table[" + Arg(0) + " % " +
                              std::to_string(P.Table.size()) + "]");
    }
    return "";
  }

  const Program &P;
  const std::string Prefix;
  const Function *Current = nullptr;
  std::set<int> Used;
  std::string Out;
  unsigned Indent = 0;
  unsigned Labels = 0;
};

} // namespace

std::string print(const Program &P, const std::string &Prefix) {
  return Printer(P, Prefix).run();
}

} // namespace tasklet::fuzz
