//===- Print.cpp - Random programs as OpenCL C ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Print.h"
#include "PrintExpr.h"

#include <set>

namespace tasklet::fuzz {
namespace {

class Printer : ExprPrinter {
public:
  using ExprPrinter::ExprPrinter;

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
      for (const auto *List : {&S.Target, &S.Other, &S.Values, &S.Parts})
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
      line(P.Alone ? "const uint base = 0;"
                   : "const uint base = ((uint)(get_global_id(0) - "
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

  std::string newLabel(const std::string &Name) {
    return Name + std::to_string(Labels++);
  }

  /// What a condition decides on: without braces if it is a wait.
  void printPart(const std::string &Head, const std::vector<Stmt> &Body) {
    bool IsWait = Body.size() == 1 && Body[0].K == Stmt::Wait;
    line(IsWait ? Head : Head + " {");
    printIndented(Body);
    if (!IsWait)
      line("}");
  }

  void printLoop(const Stmt &S) {
    std::string Var = varName(S.Var), Count = std::to_string(S.Count), Outer;
    bool OuterSwitch = InSwitch;
    InSwitch = false;
    AfterLoop.swap(Outer);
    if (S.K == Stmt::While) {
      line("uint " + Var + " = (uint)(" + text(S.Values[0]) + ") % " + Count +
           ";");
      printPart("while (" + Var + "-- != 0)", S.Body);
    } else {
      std::string More = " < " + Count;
      for (const Expr &E : S.Values)
        More += " && " + text(E) + " != 0";
      if (S.Do) {
        line("uint " + Var + " = 0;");
        printPart("do", S.Body);
        line("while (++" + Var + More + ");");
      } else {
        printPart("for (uint " + Var + " = 0; " + Var + More + "; ++" + Var +
                      ")",
                  S.Body);
      }
    }
    if (!AfterLoop.empty())
      line(AfterLoop + ":;");
    AfterLoop.swap(Outer);
    InSwitch = OuterSwitch;
  }

  void printSwitch(const Stmt &S) {
    bool OuterSwitch = InSwitch;
    InSwitch = true;
    line("switch ((uint)(" + text(S.Values[0]) + ") % " +
         std::to_string(S.Body.size()) + ") {");
    for (size_t I = 0; I < S.Body.size(); ++I) {
      bool Last = I + 1 == S.Body.size();
      printPart((Last ? "default" : "case " + std::to_string(I)) + ":",
                S.Body[I].Body);
      if (!S.Body[I].FallsThrough && !Last)
        line("  break;");
    }
    line("}");
    InSwitch = OuterSwitch;
  }

  static std::string names(const Stmt &S) {
    std::string Names;
    for (int Name : S.Names)
      Names += (Names.empty() ? "" : ", ") + varName(Name);
    for (const Expr &Part : S.Parts) {
      Names += (Names.empty() ? "" : ", ") + varName(Part.Var);
      for (const Step &To : Part.Steps)
        Names += To.K == Step::Member
                     ? ".m" + std::to_string(To.Number)
                     : "[" + std::to_string(To.Index[0].Number) + "]";
    }
    return Names;
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
      return line(place(S.Target[0]) + " " + symbol(S.Operator) + "= " +
                  text(S.Values[0]) + ";");
    case Stmt::If:
      if (S.Goto && S.Else.empty()) {
        std::string Label = newLabel("skip");
        line("if (!(" + text(S.Values[0]) + "))");
        line("  goto " + Label + ";");
        line("{");
        printIndented(S.Body);
        line("}");
        return line(Label + ":;");
      }
      printPart("if (" + text(S.Values[0]) + ")", S.Body);
      if (!S.Else.empty())
        printPart("else", S.Else);
      return;
    case Stmt::For:
    case Stmt::While:
      return printLoop(S);
    case Stmt::Switch:
      return printSwitch(S);
    case Stmt::Block:
      line("{");
      printIndented(S.Body);
      return line("}");
    case Stmt::Break:
      if (!S.Goto && !InSwitch)
        return line("break;");
      if (AfterLoop.empty())
        AfterLoop = newLabel("out");
      return line("goto " + AfterLoop + ";");
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
    case Stmt::Force:
      line("force (" + names(S) + ") {");
      printIndented(S.Body);
      return line("}");
    case Stmt::Wait:
      return line("force (" + names(S) + ");");
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
      line("  *p " + symbol(S.Operator) + "= " + text(S.Values[0]) + ";");
      return line("}");
    }
    }
  }

  std::set<int> Used;
  std::string Out;
  unsigned Indent = 0;
  unsigned Labels = 0;
  std::string AfterLoop; ///< The label after the innermost loop, if any.
  bool InSwitch = false; ///< Between here and that loop.
};

} // namespace

std::string print(const Program &P, const std::string &Prefix) {
  return Printer(P, Prefix).run();
}

} // namespace tasklet::fuzz
