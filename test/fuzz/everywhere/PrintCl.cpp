//===- PrintCl.cpp - Programs with everywhere as OpenCL C -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "PrintCl.h"

namespace tasklet::simd {
namespace {

const char *const Prelude = R"(
// Both halves of a set of lanes in one number.
long fz_fold(ulong m) { return (m ^ m >> 32) & 0xffffffffUL; }
long fz_fold4(uint4 b) { return b.x ^ b.y; }
// The first lane of a set.
uint fz_first(ulong m) { return popcount((m & -m) - 1); }
long fz_first4(uint4 b) { return fz_first(b.x | (ulong)b.y << 32); }
#define fz_lid (get_local_id(1) * get_local_size(0) + get_local_id(0))
)";

bool hasVisit(const std::vector<Stmt> &List) {
  for (const Stmt &S : List)
    if (S.K == Stmt::Everywhere || S.K == Stmt::Call || hasVisit(S.Body) ||
        hasVisit(S.Else))
      return true;
  return false;
}

class Printer {
public:
  Printer(const Program &P, const std::string &Prefix, Fault Planted)
      : P(P), L(P), Prefix(Prefix), Planted(Planted) {}

  std::string run() {
    defines();
    for (size_t I = 0; I < P.Functions.size(); ++I)
      function(I);
    return Text;
  }

private:
  static std::string str(uint64_t N) { return std::to_string(N); }
  void line(const std::string &Of) {
    Text += std::string(2 * Indent, ' ') + Of + "\n";
  }
  void define(const std::string &Name, const std::string &Value) {
    Text += "#define " + Prefix + "_" + Name + " " + Value + "\n";
  }
  std::string macro(const std::string &Name) const {
    return Prefix + "_" + Name;
  }

  void defines() {
    Layout Of(P);
    define("lane", "((long)(fz_lid % " + str(P.WarpSize) + "))");
    define("warp", "((long)(get_group_id(0) * " + str(P.warpsOfGroup()) +
                       " + fz_lid / " + str(P.WarpSize) + "))");
    std::string Base =
        "words[" + macro("warp") + " * " + str(Of.WordsOfWarp) + " + ";
    define("word(l, k)", Base + "(l) * " + str(OwnWords) + " + k]");
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
      Show += " to[" + str(I) + "] = v" + str(Of.Shown[I]) + ";";
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
    if (InKernel && P.Flat)
      for (int Var : L.Shown)
        line("long v" + str(Var) + " = 0;");
    list(F->Body);
    if (InKernel)
      line(macro("show"));
    --Indent;
    line("}");
  }

  // Expressions.

  std::string maskBits(int Var) const {
    std::string Name = "v" + str(Var);
    // Not from int at once: that would copy the sign.
    return F->Vars[Var] == Written::MaskInt ? "(ulong)(uint)" + Name
                                            : "(ulong)" + Name;
  }

  std::string binary(const Expr &E) const {
    std::string A = expr(E.Args[0]), B = expr(E.Args[1]);
    auto With = [&](const char *Sign) {
      return "(" + A + " " + Sign + " " + B + ")";
    };
    auto Truth = [&](const char *Sign) { return "(long)" + With(Sign); };
    switch (E.Operator) {
    case Op::Add:
      return "(" + With("+") + " & 0xffffffffL)";
    case Op::Sub:
      return "(" + With("-") + " & 0xffffffffL)";
    case Op::Mul:
      return "((" + A + " & 0xffffL) * (" + B + " & 0xffffL))";
    case Op::Div:
      return "(" + A + " / (" + B + " | 1L))";
    case Op::Rem:
      return "(" + A + " % (" + B + " | 1L))";
    case Op::Min:
      return "min(" + A + ", " + B + ")";
    case Op::Max:
      return "max(" + A + ", " + B + ")";
    case Op::And:
      return With("&");
    case Op::Or:
      return With("|");
    case Op::Xor:
      return With("^");
    case Op::Shl:
      return "((" + A + " << (" + B + " & 7L)) & 0xffffffffL)";
    case Op::Shr:
      return "(" + A + " >> (" + B + " & 31L))";
    case Op::Eq:
      return Truth("==");
    case Op::Ne:
      return Truth("!=");
    case Op::Lt:
      return Truth("<");
    case Op::Le:
      return Truth("<=");
    case Op::Gt:
      return Truth(">");
    case Op::Ge:
      return Truth(">=");
    case Op::LogicalAnd:
      return Truth("&&");
    case Op::LogicalOr:
      return Truth("||");
    }
    return "";
  }

  std::string lane(const Expr &E) const {
    return "(uint)(" + expr(E) + " % get_sub_group_size())";
  }

  /// A sub-group function whose values are of the width.
  std::string exchange(const char *Name, const Expr &E,
                       const std::string &More = "") const {
    static const char *const Types[] = {"long", "uint", "ulong"};
    return std::string("((long)sub_group_") + Name + "((" + Types[E.Width] +
           ")" + expr(E.Args[0]) + More + ") & 0xffffffffL)";
  }

  std::string expr(const Expr &E) const {
    switch (E.K) {
    case Expr::Const:
      return str(E.Number) + "L";
    case Expr::Read:
      return isMask(F->Vars[E.Var]) ? "fz_fold(" + maskBits(E.Var) + ")"
                                    : "v" + str(E.Var);
    case Expr::Lane:
      return E.Number && Bodies ? "(long)get_sub_group_local_id()"
                                : macro("lane");
    case Expr::Warp:
      return macro("warp");
    case Expr::Binary:
      return binary(E);
    case Expr::Choose:
      return "(" + expr(E.Args[0]) + " ? " + expr(E.Args[1]) + " : " +
             expr(E.Args[2]) + ")";
    case Expr::OwnWord:
      return macro("word(") + macro("lane") + ", " + str(E.Number) + ")";
    case Expr::OwnCounter:
      return "(long)" + macro("counter");
    case Expr::WarpWord:
      return macro("warp_word(") + str(E.Number) + ")";
    case Expr::WarpCounter:
      return "(long)" + macro("warp_counter(") + str(E.Number) + ")";
    case Expr::Size:
      return "(long)get_sub_group_size()";
    case Expr::OtherWord:
      return macro("word(") + "(long)" + lane(E.Args[0]) + ", " +
             str(E.Number) + ")";
    case Expr::Reached:
      return "(long)(" + maskBits(E.Var) + " >> " + str(E.Number) + " & 1UL)";
    case Expr::OfReached:
      return exchange("shuffle", E, ", fz_first(" + maskBits(E.Var) + ")");
    case Expr::FirstActive:
      return "fz_first4(sub_group_ballot(1))";
    case Expr::Shuffle:
      return exchange("shuffle", E, ", " + lane(E.Args[1]));
    case Expr::Broadcast:
      return exchange("broadcast", E, ", " + lane(E.Args[1]));
    case Expr::Ballot:
      return "fz_fold4(sub_group_ballot(" + expr(E.Args[0]) + " != 0))";
    case Expr::Any:
      return "(long)(sub_group_any(" + expr(E.Args[0]) + " != 0) != 0)";
    case Expr::All:
      return "(long)(sub_group_all(" + expr(E.Args[0]) + " != 0) != 0)";
    case Expr::ReduceAdd:
      return exchange("reduce_add", E);
    case Expr::ReduceMin:
      return exchange("reduce_min", E);
    case Expr::ReduceMax:
      return exchange("reduce_max", E);
    case Expr::ScanInclusive:
      return exchange("scan_inclusive_add", E);
    case Expr::ScanExclusive:
      return exchange("scan_exclusive_add", E);
    }
    return "";
  }

  // Statements.

  void list(const std::vector<Stmt> &Body) {
    for (const Stmt &S : Body)
      statement(S);
  }
  void nested(const std::vector<Stmt> &Body) {
    ++Indent;
    list(Body);
    --Indent;
  }
  /// "long vN", or only "vN" where that is declared at the start.
  std::string declared(int Var) const {
    return (InKernel && P.Flat ? "v" : "long v") + str(Var);
  }

  void statement(const Stmt &S) {
    std::string Var = "v" + str(S.Var);
    std::string Value = S.Values.empty() ? "" : expr(S.Values[0]);
    switch (S.K) {
    case Stmt::Declare:
      line(declared(S.Var) + " = " + Value + ";");
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
    case Stmt::Switch:
      line("switch ((int)(" + Value + " % " + str(S.Body.size()) + ")) {");
      for (size_t I = 0; I < S.Body.size(); ++I) {
        const Stmt &Case = S.Body[I];
        line((Case.IsDefault ? "default" : "case " + str(I)) +
             std::string(": {"));
        nested(Case.Body);
        line(Case.FallsThrough ? "}" : "} break;");
      }
      line("}");
      return;
    case Stmt::Block:
      line("{");
      nested(S.Body);
      line("}");
      return;
    case Stmt::Break:
      line("break;");
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

  void loop(const Stmt &S, const std::string &Value) {
    std::string Var = "v" + str(S.Var);
    std::string Count = Var + " = max(" + Var + ", 1L) - 1;";
    std::string More = Var + " != 0";
    if (S.K != Stmt::For && S.Values.size() > 1)
      More += " && " + expr(S.Values[1]);
    if (S.K == Stmt::For) {
      line("for (" + declared(S.Var) + " = 0; " + Var + " < " + Value +
           " % 4; " + Var + " = " + Var + " + 1) {");
      nested(S.Body);
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
    ++Indent;
    line(Count);
    list(S.Body);
    --Indent;
    line(S.K == Stmt::While ? "}" : "} while (" + More + ");");
    --Indent;
    line("}");
  }

  void visit(const Stmt &S) {
    static const char *const Types[] = {"long", "int", "uint", "long", "ulong"};
    if (Planted == Fault::Waiting)
      line("fz_out = 1;");
    std::string Var = "v" + str(S.Var);
    std::string Type =
        S.Var < 0 ? "" : Types[static_cast<unsigned>(F->Vars[S.Var])];
    // Lanes that have not called this function have no parameters: they get
    // its pointers from one that has.
    bool Share = !InKernel && Bodies == 0;
    if (S.Var >= 0)
      line("everywhere (" + Type + " " + Var + ") {");
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
  }

  const Program &P;
  const Layout L;
  const std::string Prefix;
  const Fault Planted;
  std::string Text;
  unsigned Indent = 0;
  const Function *F = nullptr;
  bool InKernel = false;
  unsigned Bodies = 0;
};

} // namespace

std::string printPrelude() { return Prelude; }

std::string printCl(const Program &P, const std::string &Prefix,
                    Fault Planted) {
  return Printer(P, Prefix, Planted).run();
}

} // namespace tasklet::simd
