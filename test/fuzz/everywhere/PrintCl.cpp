//===- PrintCl.cpp - Programs with everywhere as OpenCL C -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "PrintCl.h"
#include "PrintExpr.h"

#include <set>

namespace tasklet::simd {
namespace {

const char *const Prelude = R"(
// Both halves of a set of lanes in one number.
long fz_fold(ulong m) { return (m ^ m >> 32) & 0xffffffffUL; }
long fz_fold4(uint4 b) { return b.x ^ b.y; }
// The first lane of a set.
uint fz_first(ulong m) { return popcount((m & -m) - 1); }
long fz_first4(uint4 b) { return fz_first(b.x | (ulong)b.y << 32); }
long fz_same(long x) { return x; }
typedef struct { uint b; long c; } fz_inner;
typedef struct { long a; fz_inner in; } fz_structure;
#define fz_lid (get_local_id(1) * get_local_size(0) + get_local_id(0))
)";

bool hasVisit(const std::vector<Stmt> &List) {
  for (const Stmt &S : List)
    if (S.K == Stmt::Everywhere || S.K == Stmt::Call || hasVisit(S.Body) ||
        hasVisit(S.Else))
      return true;
  return false;
}

/// Whether a break there leaves what is around the list.
bool hasBreak(const std::vector<Stmt> &List) {
  for (const Stmt &S : List)
    if (S.K == Stmt::Break ||
        (!isLoop(S) && S.K != Stmt::Switch && S.K != Stmt::Everywhere &&
         (hasBreak(S.Body) || hasBreak(S.Else))))
      return true;
  return false;
}
/// Whether lanes that have left the loop can meet a visit before the others
/// leave it, here or in a loop inside.
bool meetsVisits(const std::vector<Stmt> &List) {
  for (const Stmt &S : List)
    if ((isLoop(S) && hasBreak(S.Body) && hasVisit(S.Body)) ||
        meetsVisits(S.Body) || meetsVisits(S.Else))
      return true;
  return false;
}

class Printer : ExprPrinter {
public:
  Printer(const Program &P, const std::string &Prefix, Fault Planted)
      : ExprPrinter(Prefix, Planted), P(P) {}

  std::string run() {
    defines();
    std::set<int> Called = {static_cast<int>(P.Functions.size()) - 1};
    for (int I = P.Functions.size(); I-- > 0;)
      if (Called.count(I))
        addCalls(P.Functions[I].Body, Called);
    // What nobody calls is no part of any body: what it could do there, it may
    // not do.
    for (int I : Called)
      function(I);
    return Text;
  }

private:
  static void addCalls(const std::vector<Stmt> &List, std::set<int> &Called) {
    for (const Stmt &S : List) {
      if (S.K == Stmt::Call)
        Called.insert(S.Callee);
      addCalls(S.Body, Called);
      addCalls(S.Else, Called);
    }
  }

  void line(const std::string &Of) {
    Text += std::string(2 * Indent, ' ') + Of + "\n";
  }
  void define(const std::string &Name, const std::string &Value) {
    Text += "#define " + Prefix + "_" + Name + " " + Value + "\n";
  }

  void defines() {
    Layout Of(P);
    define("lane", "((long)(fz_lid % " + str(P.WarpSize) + "))");
    define("warp", "((long)(get_group_id(0) * " + str(P.warpsOfGroup()) +
                       " + fz_lid / " + str(P.WarpSize) + "))");
    std::string Base =
        "words[" + macro("warp") + " * " + str(Of.WordsOfWarp) + " + ";
    define("word(l, k)", Base + "(l) * " + str(OwnWords) + " + k]");
    define("word_at(i)", Base + "(i)]");
    define("warp_word(k)", Base + str(P.WarpSize * OwnWords) + " + k]");
    std::string Counter =
        "counters[" + macro("warp") + " * " + str(Of.CountersOfWarp) + " + ";
    define("counter", Counter + macro("lane") + "]");
    define("warp_counter(k)", Counter + str(P.WarpSize) + " + k]");
    define("shared_counter(k)",
           "counters[" + str(Of.sharedCounter(0)) + " + k]");
    std::string Show = "{ __global long *to = last + (get_group_id(0) * " +
                       str(P.groupSize()) + " + fz_lid) * " +
                       str(Of.Shown.size()) + ";";
    for (size_t I = 0; I < Of.Shown.size(); ++I)
      Show += " to[" + str(I) + "] = " + name(P.kernel(), Of.Shown[I]) + ";";
    define("show", Show + " }");
  }

  void function(size_t Index) {
    F = &P.Functions[Index];
    InKernel = Index + 1 == P.Functions.size();
    const std::string Memory =
        "__global long *words, volatile __global int *counters";
    if (InKernel) {
      if (P.Required)
        line("__attribute__((reqd_work_group_size(" + str(P.Local[0]) + ", " +
             str(P.Local[1]) + ", 1)))");
      line("__kernel void " + Prefix + "_kernel(" + Memory +
           ", __global long *last) {");
    } else {
      std::string Head = "long " + Prefix + "_f" + str(Index) + "(" + Memory;
      for (unsigned I = 0; I < F->Params; ++I)
        Head += ", long v" + str(I);
      line(Head + ") {");
    }
    ++Indent;
    if (Planted == Fault::Waiting)
      line("int fz_out = 0;");
    Forgets = Planted == Fault::Jump && meetsVisits(F->Body);
    if (Forgets)
      line("int fz_jump = 0;");
    if (InKernel && P.Flat)
      for (int Var = 0, End = F->Vars.size(); Var < End; ++Var)
        if (F->Vars[Var] != Written::Member && !isMask(F->Vars[Var]))
          line(newVariable(Var) + " = " + zero(F->Vars[Var]) + ";");
    list(F->Body);
    if (InKernel)
      line(macro("show"));
    --Indent;
    line("}");
  }

  // Variables.

  static const char *typeOf(Written W) {
    static const char *const Types[] = {
        "long", "int",   "uint",  "long",         "ulong", "uint",
        "",     "long2", "uint4", "fz_structure", "long"};
    return Types[static_cast<unsigned>(W)];
  }
  static bool isArray(Written W) { return W == Written::Array; }
  static bool isVector(Written W) {
    return W == Written::LongVector2 || W == Written::UIntVector4;
  }
  static std::string zero(Written W) {
    return isVector(W)  ? std::string("(") + typeOf(W) + ")(0)"
           : isValue(W) ? "0"
                        : "{0}";
  }
  std::string newVariable(int Var) const {
    return std::string(typeOf(F->Vars[Var])) + " " + name(Var) +
           (isArray(F->Vars[Var]) ? "[2]" : "");
  }
  /// With its type, or without it where it is declared at the start.
  std::string declared(int Var) const {
    return InKernel && P.Flat ? name(Var) : newVariable(Var);
  }

  void declare(const Stmt &S) {
    bool Assigns = InKernel && P.Flat;
    Written W = F->Vars[S.Var];
    std::vector<std::string> V;
    for (const Expr &E : S.Values)
      V.push_back(expr(E));
    if (V.empty()) {
      if (!Assigns)
        line(newVariable(S.Var) + ";");
    } else if (isVector(W)) {
      const char *Each = W == Written::LongVector2 ? "(long)" : "(uint)";
      std::string All;
      for (const std::string &Value : V)
        All += (All.empty() ? "" : ", ") + (Each + ("(" + Value + ")"));
      line(declared(S.Var) + " = (" + typeOf(W) + ")(" + All + ");");
    } else if (W == Written::Structure) {
      line(declared(S.Var) + " = " + (Assigns ? "(fz_structure)" : "") + "{" +
           V[0] + ", {" + V[1] + ", " + V[2] + "}};");
    } else if (isArray(W) && !Assigns) {
      line(newVariable(S.Var) + " = {" + V[0] + ", " + V[1] + "};");
    } else if (isArray(W)) {
      line(name(S.Var + 1) + " = " + V[0] + ";");
      line(name(S.Var + 2) + " = " + V[1] + ";");
    } else {
      line(declared(S.Var) + " = " + V[0] + ";");
    }
  }

  // Statements.

  void list(const std::vector<Stmt> &Body) {
    for (const Stmt &S : Body)
      statement(S);
  }
  void nested(const std::vector<Stmt> &Body) {
    ++Indent;
    list(Body);
    if (Planted == Fault::Scope)
      for (const Stmt &S : Body)
        if (S.K == Stmt::Declare && isValue(F->Vars[S.Var]))
          line(name(S.Var) + " = 1234567;");
    --Indent;
  }

  void statement(const Stmt &S) {
    std::string Var = S.Var < 0 ? "" : name(S.Var);
    std::string Value = S.Values.empty() ? "" : expr(S.Values[0]);
    switch (S.K) {
    case Stmt::Declare:
      declare(S);
      return;
    case Stmt::Copy:
      line(Var + " = " + name(S.Number) + ";");
      return;
    case Stmt::Assign:
      line(Var + " = " + Value + ";");
      return;
    case Stmt::Halve:
      line(Var + " = " + Var + " >> 1;");
      return;
    case Stmt::StoreOwn:
      line(macro("word(") + macro("lane") + ", " + str(S.Number) +
           ") = " + Value + ";");
      return;
    case Stmt::StoreWarp:
      line(macro("warp_word(") + str(S.Number) + ") = " + Value + ";");
      return;
    case Stmt::StoreAt:
      line(macro("word_at(") + expr(S.Values[1]) + ") = " + Value + ";");
      return;
    case Stmt::CountOwn:
      line(Var + " = atomic_inc(&" + macro("counter") + ") + 1;");
      return;
    case Stmt::CountWarp:
      line("atomic_inc(&" + macro("warp_counter(") + str(S.Number) + "));");
      return;
    case Stmt::CountShared:
      line("atomic_inc(&" + macro("shared_counter(") + str(S.Number) + "));");
      return;
    case Stmt::If:
      branch(S, Value);
      return;
    case Stmt::While:
    case Stmt::DoWhile:
    case Stmt::For:
      loop(S, Value);
      return;
    case Stmt::Sweep:
      sweep(S);
      return;
    case Stmt::Switch:
      cases(S, Value);
      return;
    case Stmt::Block:
      line("{");
      nested(S.Body);
      line(S.Number ? "} l" + str(S.Number) + ": ;" : "}");
      return;
    case Stmt::Goto:
      line("goto l" + str(S.Number) + ";");
      return;
    case Stmt::Break:
      line(Jump ? "{ fz_jump = 1; goto e" + str(Jump) + "; }" : "break;");
      return;
    case Stmt::Continue:
      line("continue;");
      return;
    case Stmt::Return:
      if (InKernel)
        line("{ " + macro("show") + " return; }");
      else
        line("return " + Value + ";");
      return;
    case Stmt::Everywhere:
      visit(S);
      return;
    case Stmt::Call: {
      std::string Call =
          Var + " = " + Prefix + "_f" + str(S.Callee) + "(words, counters";
      for (const Expr &E : S.Values)
        Call += ", " + expr(E);
      line(Call + ");");
      return;
    }
    case Stmt::Barrier:
      line("sub_group_barrier(CLK_GLOBAL_MEM_FENCE);");
      return;
    case Stmt::GroupBarrier:
      line("barrier(CLK_GLOBAL_MEM_FENCE);");
      return;
    }
  }

  void branch(const Stmt &S, const std::string &Value) {
    const std::vector<Stmt> *Then = &S.Body, *Else = &S.Else;
    bool Swapped =
        Planted == Fault::Order && hasVisit(S.Body) && hasVisit(S.Else);
    if (Swapped)
      std::swap(Then, Else);
    line((Swapped ? "if (!(" : "if ((") + Value + ")) {");
    nested(*Then);
    if (!Else->empty()) {
      line("} else {");
      nested(*Else);
    }
    line("}");
  }

  void cases(const Stmt &S, const std::string &Value) {
    unsigned Outer = Jump;
    Jump = 0;
    line("switch ((int)(" + Value + " % " + str(S.Body.size()) + ")) {");
    nested(S.Else);
    for (size_t I = 0; I < S.Body.size(); ++I) {
      const Stmt &Case = S.Body[I];
      line((Case.IsDefault ? "default" : "case " + str(I)) +
           (S.Number ? ": ;" : ": {"));
      nested(Case.Body);
      if (!S.Number)
        line(Case.FallsThrough ? "}" : "} break;");
      else if (!Case.FallsThrough)
        line("  break;");
    }
    line("}");
    Jump = Outer;
  }

  /// With a break that is only a note of it, until the end of the body.
  void lap(const std::vector<Stmt> &Body) {
    unsigned Outer = Jump;
    Jump = Forgets && hasBreak(Body) && hasVisit(Body) ? ++Jumps : 0;
    std::string End = "e" + str(Jump) + ": ";
    if (Jump)
      line("{ fz_jump = 0;");
    nested(Body);
    if (Jump)
      line("} " + End + "if (fz_jump) { fz_jump = 0; break; }");
    Jump = Outer;
  }

  void loop(const Stmt &S, const std::string &Value) {
    std::string Var = name(S.Var);
    std::string Count = Var + " = max(" + Var + ", 1L) - 1;";
    std::string More = Var + " != 0";
    if (S.K != Stmt::For && S.Values.size() > 1)
      More += " && " + expr(S.Values[1]);
    if (S.K == Stmt::For) {
      line("for (" + declared(S.Var) + " = 0; " + Var + " < " + Value +
           " % 4; " + Var + " = " + Var + " + 1) {");
      lap(S.Body);
      line("}");
      return;
    }
    line("{");
    ++Indent;
    if (S.K == Stmt::While) {
      line(declared(S.Var) + " = " + Value + " % 4;");
      line("while (" + More + ") {");
    } else {
      line(declared(S.Var) + " = " + Value + " % 3 + 1;");
      line("do {");
    }
    line("  " + Count);
    lap(S.Body);
    line(S.K == Stmt::While ? "}" : "} while (" + More + ");");
    --Indent;
    line("}");
  }

  void sweep(const Stmt &S) {
    static const char *const Steps[] = {"get_sub_group_size()", "",
                                        "2 * get_sub_group_size()"};
    const std::string Var = name(S.Var), Number = str(S.Var),
                      Words = str(OwnWords) + " * get_sub_group_size()";
    const char *Type = isLong(S.Var) ? "long " : "uint ";
    line("{");
    ++Indent;
    line(Type + ("s" + Number) + " = " + expr(S.Values[0]) + " % " +
         str(MostStart) + ";");
    line(Type + ("b" + Number) + " = " + expr(S.Values[1]) + " % (" + Words +
         " + 1);");
    if (Planted == Fault::Sweep)
      line("b" + Number + " &= ~1L;");
    line("for (" + declared(S.Var) + " = s" + Number +
         " + get_sub_group_local_id(); " + Var + " < b" + Number + "; " + Var +
         " += " + (S.Number == 1 ? str(P.WarpSize) : Steps[S.Number]) + ") {");
    lap(S.Body);
    line("}");
    --Indent;
    line("}");
  }

  void visit(const Stmt &S) {
    unsigned Outer = Jump;
    Jump = 0;
    if (Planted == Fault::Waiting)
      line("fz_out = 1;");
    std::string Var = S.Var < 0 ? "" : name(S.Var);
    // Lanes that have not called this function have no parameters: they get
    // its pointers from one that has.
    bool Share = !InKernel && Bodies == 0;
    if (S.Var >= 0)
      line("everywhere (" + newVariable(S.Var) + ") {");
    else
      line(Share ? "everywhere (ulong fz_mask) {" : "everywhere {");
    ++Indent;
    ++Bodies;
    if (Share) {
      std::string From =
          "fz_first(" + (S.Var < 0 ? "fz_mask" : maskBits(S.Var)) + "));";
      line("words = (__global long *)sub_group_shuffle((ulong)words, " + From);
      line("counters = (volatile __global int *)sub_group_shuffle("
           "(ulong)counters, " +
           From);
    }
    if (Planted == Fault::Mask && S.Var >= 0)
      line(Var + " |= " + Var + " + 1;");
    if (Planted == Fault::Waiting)
      line("if (fz_out) {");
    list(S.Body);
    if (Forgets)
      line("fz_jump = 0;");
    if (Planted == Fault::Waiting)
      line("}");
    // Lanes that have returned have nothing else to show them by.
    if (InKernel && --Bodies == 0)
      line(macro("show"));
    else if (!InKernel)
      --Bodies;
    --Indent;
    line("}");
    if (Planted == Fault::Waiting)
      line("fz_out = 0;");
    Jump = Outer;
  }

  const Program &P;
  std::string Text;
  unsigned Indent = 0;
  bool InKernel = false;
  /// With that mistake: the label at the end of the innermost loop's body, or
  /// 0.
  unsigned Jump = 0, Jumps = 0;
  bool Forgets = false; ///< The function has such a loop.
};

} // namespace

std::string printPrelude() { return Prelude; }

std::string printCl(const Program &P, const std::string &Prefix,
                    Fault Planted) {
  return Printer(P, Prefix, Planted).run();
}

} // namespace tasklet::simd
