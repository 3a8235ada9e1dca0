//===- Print.cpp - An ordered kernel and its oracle as OpenCL C -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Print.h"
#include "Linear.h"
#include "Prelude.h"

#include <algorithm>

namespace tasklet::ordered {
namespace {

constexpr unsigned Widths[NumWidths] = {2, 3, 4, 8, 16};

std::string number(uint64_t N) { return std::to_string(N); }

class Printer {
  const Program &P;
  std::string Out;
  unsigned Indent = 1;
  unsigned Loops = 0;
  unsigned Switches = 0; ///< inside of the innermost loop

  void line(const std::string &Text) {
    Out += std::string(2 * Indent, ' ') + Text + "\n";
  }
  const Param &param(unsigned N) const { return P.Params[N]; }
  static std::string name(unsigned N) { return "m" + number(N); }
  std::string index(unsigned N, const Expr &At, unsigned Width = 1) const;
  std::string linear(const LinearIndex &At) const;
  std::string element(unsigned N, const Expr &At) const {
    return name(N) + "[" + index(N, At) + "]";
  }
  std::string loaded(unsigned N, unsigned Part, const Expr &At) const;
  std::string binary(unsigned Op, const std::string &A,
                     const std::string &B) const;
  void store(const Stmt &S);
  void storeParts(const std::string &E, Element Type);
  bool storePair(const Stmt &S);
  bool storeByPointer(const Stmt &S);
  void storeOrNot(unsigned Form, std::string E, Element Type);
  void border(const Stmt &S);
  void block(const std::vector<Stmt> &Body) {
    ++Indent;
    for (const Stmt &S : Body)
      stmt(S);
    --Indent;
  }
  void stmt(const Stmt &S);

public:
  explicit Printer(const Program &P) : P(P) {}
  std::string expr(const Expr &E) const;
  std::string params() const;
  std::string arguments() const;
  std::string body();
};

const char *typeName(Element E) {
  static const char *const Names[NumElements] = {
      "uchar",  "ushort", "uint",  "ulong",     "float",
      "double", "uint2",  "uint4", "struct rec"};
  return Names[static_cast<unsigned>(E)];
}

} // namespace

/// Own memory has one place for each work-item.
std::string Printer::index(unsigned N, const Expr &At, unsigned Width) const {
  const Param &A = param(N);
  if (A.K == Param::Own)
    return "lid";
  if (A.K == Param::Scratch)
    return "lid * 4u + (" + expr(At) + " & 3u)";
  if (At.K == Expr::Linear && Width == 1)
    if (auto Largest = largestOf(P, P.Indexes[At.N]);
        Largest && *Largest < A.Size)
      return expr(At);
  return expr(At) + " % " + number(std::max(1u, A.Size / Width)) + "u";
}

std::string Printer::linear(const LinearIndex &At) const {
  static const char *const Names[] = {"uint", "int",    "ulong",
                                      "long", "ushort", "uchar"};
  const bool IsNarrow = At.Type >= LinearIndex::UShort;
  const std::string Cast =
      std::string("(") + (IsNarrow ? "uint" : Names[At.Type]) + ")";
  std::string Sum = Cast + number(static_cast<uint64_t>(At.Constant));
  auto Add = [&](int64_t Factor, const std::string &Of) {
    if (Factor)
      Sum += (Factor < 0 ? " - " : " + ") + Cast + Of + " * " +
             number(static_cast<uint64_t>(std::abs(Factor)));
  };
  std::string Rows;
  for (unsigned D = 0; D < 3; ++D) {
    Add(At.Ids[D], "WIDE_ID(" + number(D) + ")" + Rows);
    if (At.BySize)
      Rows += " * " + Cast + "GLOBAL_SIZE(" + number(D) + ")";
  }
  if (Loops)
    Add(At.Round, "k" + number(Loops - 1));
  Add(At.Scalar, "n");
  return "(" + std::string(IsNarrow ? "(" : "") +
         (IsNarrow ? std::string(Names[At.Type]) + ")(" + Sum + ")" : Sum) +
         ")";
}

std::string Printer::loaded(unsigned N, unsigned Part, const Expr &At) const {
  static const char *const Fields[] = {".a", ".b", ".c", ".d[1]"};
  std::string E = element(N, At);
  switch (param(N).Type) {
  case Element::UInt2:
    return E + ".s" + number(Part % 2);
  case Element::UInt4:
    return E + ".s" + number(Part % 4);
  case Element::Struct:
    return "(uint)" + E + Fields[Part % 4];
  case Element::ULong:
    return "(uint)(" + E + " >> 7)";
  default:
    return "(uint)" + E;
  }
}

std::string Printer::binary(unsigned Op, const std::string &A,
                            const std::string &B) const {
  static const char *const Plain[] = {"+", "-", "*", "&", "|", "^"};
  static const char *const Truth[] = {"<", "==", ">=", "&&", "||"};
  if (Op < 6)
    return "(" + A + " " + Plain[Op] + " " + B + ")";
  if (Op < 11)
    return "(uint)(" + A + " " + Truth[Op - 6] + " " + B + ")";
  switch (Op) {
  case 11:
    return "(" + A + " << (" + B + " & 31u))";
  case 12:
    return "(" + A + " >> (" + B + " & 31u))";
  case 13:
    return "(" + A + " / (" + B + " | 1u))";
  case 14:
    return "(" + A + " % (" + B + " | 1u))";
  case 15:
    return "min(" + A + ", " + B + ")";
  default:
    return "max(" + A + ", " + B + ")";
  }
}

std::string Printer::expr(const Expr &E) const {
  auto OfDimension = [&](const char *What) {
    return std::string(What) + "(" + number(E.N % 3) + ")";
  };
  // A launch without local size may choose any.
  auto OfGroup = [&](const char *What) {
    return P.HasLocal ? OfDimension(What) : "2u";
  };
  switch (E.K) {
  case Expr::Const:
    return number(E.N) + "u";
  case Expr::GlobalId:
    return OfDimension("GLOBAL_ID");
  case Expr::LocalId:
    return OfGroup("LOCAL_ID");
  case Expr::GroupId:
    return OfGroup("GROUP_ID");
  case Expr::GlobalSize:
    return OfDimension("GLOBAL_SIZE");
  case Expr::LocalSize:
    return OfGroup("LOCAL_SIZE");
  case Expr::GroupCount:
    return OfGroup("GROUP_COUNT");
  case Expr::GlobalOffset:
    return OfDimension("GLOBAL_OFFSET");
  case Expr::LinearId:
    return "lid";
  case Expr::Scalar:
    return "n";
  case Expr::Loop:
    return E.N < Loops ? "k" + number(E.N) : "3u";
  case Expr::Linear:
    return linear(P.Indexes[E.N]);
  case Expr::Clean:
    return "c" + number(E.N);
  case Expr::Dirty:
    return "d" + number(E.N);
  case Expr::Argument:
    return !P.HasArgument ? "1u" : E.N ? "arg.d[1]" : "arg.a";
  case Expr::Private:
    return std::string(E.N ? "dirty" : "clean") + "[" + expr(E.Args[0]) +
           " & 3u]";
  case Expr::Load:
    return "(" + loaded(E.N, E.M, E.Args[0]) + ")";
  case Expr::VectorLoad: {
    unsigned Width = Widths[E.M % NumWidths];
    if (param(E.N).Size < Width || param(E.N).K >= Param::Own)
      return "(" + loaded(E.N, E.M, E.Args[0]) + ")";
    return "vload" + number(Width) + "(" + index(E.N, E.Args[0], Width) + ", " +
           name(E.N) + ").s" + number(E.M / NumWidths % Width % 10);
  }
  case Expr::Binary:
    return binary(E.N, expr(E.Args[0]), expr(E.Args[1]));
  case Expr::Select:
    return "((" + expr(E.Args[0]) + " & 1u) ? " + expr(E.Args[1]) + " : " +
           expr(E.Args[2]) + ")";
  case Expr::Helper:
    return "help" + number(E.N) + "(" + expr(E.Args[0]) + ", " +
           expr(E.Args[1]) + ")";
  }
  return "0u";
}

/// Floats stay small and not negative, so that nothing of them is implied by
/// the device.
/// Two accesses to one element, of which the second needs the first.
void Printer::storeParts(const std::string &E, Element Type) {
  std::string First = E, Second = E;
  std::string V = "v";
  if (Type == Element::Struct) {
    First += ".d[1]";
    Second += ".a";
  } else if (Type == Element::UInt2 || Type == Element::UInt4) {
    First += ".s1";
    Second += ".s0";
  } else {
    V = std::string("(") + typeName(Type) + ")(v & 0x7fu)";
  }
  line(First + " = " + First + " / 2 + " + V + ";");
  line(Second + " = " + Second + " / 2 + " + First + ";");
}

/// Elements beside each other. The compiler sees late that both stores are to one
/// place. False: the array has no such elements.
bool Printer::storePair(const Stmt &S) {
  const Param &A = param(S.N);
  if (A.K != Param::Monitored || A.Type != Element::UInt || A.Size < 2)
    return false;
  const std::string Both = "(*(__global pair *)(" + name(S.N) + " + " +
                           expr(S.Args[0]) + " % " + number(A.Size - 1) + "u))";
  line(Both + " = " + Both + ".yx * 3u + v;");
  line(Both + " = " + Both + " ^ v / 5u;");
  return true;
}

/// What becomes of \p E, a number.
static std::string changed(const std::string &E, Element Type) {
  const std::string Name = typeName(Type);
  return Type == Element::Float || Type == Element::Double
             ? E + " * (" + Name + ")0.7 + (" + Name + ")(v & 0xfffu)"
             : E + " * 3 + (" + Name + ")v";
}

/// Changes of numbers as programs make them with pointers, and in windows. False: that
/// is not possible here.
bool Printer::storeByPointer(const Stmt &S) {
  const Param &A = param(S.N);
  if (A.K != Param::Monitored || A.Size < 4 || A.Type > Element::Double)
    return false;
  const std::string Own = name(S.N), At = "(" + expr(S.Args[0]) + ")",
                    Pointer =
                        std::string("__global ") + typeName(A.Type) + " *p = ";
  const std::string P0 = "*p";
  if (S.M == 9) {
    line(Pointer + Own + " + " + At + " % " + number(A.Size - 3) + "u;");
    line("if (lid & 1u) *p = " + changed(P0, A.Type) + ";");
    line("for (uint e = 0; e < (lid & 3u); ++e, ++p) *p = " +
         changed(P0, A.Type) + ";");
    return true;
  }
  if (S.M == 10) {
    const std::string Half = " % " + number(A.Size / 2) + "u";
    line("int e = " + At + Half + ", f = (e * 5u + 3u)" + Half + ";");
    for (const char *Of : {"e", "f"}) {
      const std::string First = Own + "[2 * " + Of + "]",
                        Second = Own + "[2 * " + Of + " + 1]";
      line(First + " = " + changed(Second, A.Type) + ";");
      line(Second + " = " + changed(Second, A.Type) + ";");
    }
    line(Own + "[2 * e] = " + changed(Own + "[2 * e]", A.Type) + ";");
    return true;
  }
  for (unsigned I = 0; I < P.Params.size(); ++I) {
    const Param &B = param(I);
    if (I == S.N || B.K != Param::Monitored || B.Type != A.Type)
      continue;
    line(Pointer + "lid & 4u ? " + Own + " : " + name(I) + ";");
    line("p += " + At + " % " + number(std::max(1u, std::min(A.Size, B.Size))) +
         "u;");
    line("*p = " + changed(P0, A.Type) + ";");
    return true;
  }
  return false;
}

/// What is there decides whether, or what, is written.
void Printer::storeOrNot(unsigned Form, std::string E, Element Type) {
  std::string Name = typeName(Type), V = "(" + Name + ")(v & 0x7fu)";
  if (Type == Element::UInt2 || Type == Element::UInt4 ||
      Type == Element::Struct) {
    E += Type == Element::Struct ? ".a" : ".s1";
    Name = "uint";
    V = "v";
  }
  if (Form == 0) {
    line("if (" + E + " < " + V + ") " + E + " = " + V + ";");
    return;
  }
  if (Form == 1) {
    // One side may come to nothing.
    line("if (v & 8u) { " + Name + " t = " + E + ";");
    line("  if (t < " + V + ") { uint h = (uint)t * 7u ^ v >> 3; h += h >> 7;");
    line("    if (h & 4u) " + E + " = (" + Name + ")(h & 0x7fu); }");
    line("} else if (" + E + " == " + V + ") " + E + " = " + V + ";");
    return;
  }
  line(Name + " t = " + E + ", s = " + V + ";");
  line("if ((uint)t & 1u) " + E + " = t + s;");
  line("else if (v & 2u) " + E + " = s;");
  line("else if ((uint)t & 4u) { " + E + " = t / 2; }");
}

void Printer::store(const Stmt &S) {
  const Param &A = param(S.N);
  std::string E = element(S.N, S.Args[0]);
  std::string Type = typeName(A.Type);
  line("{ uint v = " + expr(S.Args[1]) + ";");
  ++Indent;
  if (S.M == 3) {
    line(E + " += (" + Type + ")v;");
    --Indent;
    line("}");
    return;
  }
  if (S.M > 3) {
    if (S.M == 7 || (S.M == 8 && !storePair(S)) ||
        (S.M > 8 && !storeByPointer(S)))
      storeParts(E, A.Type);
    else if (S.M < 7)
      storeOrNot(S.M - 4, E, A.Type);
    --Indent;
    line("}");
    return;
  }
  switch (A.Type) {
  case Element::Float:
  case Element::Double:
    line(S.M == 0   ? E + " = (" + Type + ")(v & 0xffffu);"
         : S.M == 1 ? E + " = " + E + " * (" + Type + ")0.7 + (" + Type +
                          ")(v & 0xfffu);"
                    : E + " = fmax(" + E + " * (" + Type + ")0.9, (" + Type +
                          ")(v & 0xffu));");
    break;
  case Element::UInt2:
  case Element::UInt4: {
    bool Four = A.Type == Element::UInt4;
    line(S.M == 0   ? E + (Four ? " = (uint4)(v, v + 1u, v ^ 3u, v * 5u);"
                                : " = (uint2)(v, v ^ 3u);")
         : S.M == 1 ? E + " = " + E + (Four ? ".yzwx" : ".yx") + " * 3u + v;"
                    : E + ".s1 ^= v + " + E + ".s0;");
    break;
  }
  case Element::Struct:
    if (S.M == 0) {
      line("struct rec r = {v, (ushort)v, 7, {v + 1u, v ^ 9u}};");
      line(E + " = r;");
    } else {
      line(S.M == 1 ? E + ".a = " + E + ".a * 3u + v;"
                    : E + ".d[1] += v ^ " + E + ".b;");
    }
    break;
  default:
    line(S.M == 0   ? E + " = (" + Type + ")v;"
         : S.M == 1 ? E + " = " + E + " * 3 + (" + Type + ")v;"
                    : E + " ^= (" + Type + ")v;");
  }
  --Indent;
  line("}");
}

/// As kernels check their ids, or numbers beside them.
void Printer::border(const Stmt &S) {
  static const char *const Types[] = {"int", "uint", "long", "ulong"};
  static const char *const Beside[] = {"", " - 1u", " + 2u", " - 7u"};
  const std::string Type = Types[S.M % 4], T = "(" + Type + ")";
  const std::string A = "(" + T + "(" + expr(S.Args[0]) + "))",
                    B = "(" + T + "(" + expr(S.Args[1]) + "))";
  const std::string Lower[] = {"", "i < " + A, "i <= " + A, A + " > i"};
  const std::string Upper[] = {"i >= " + B, "i > " + B, "!(i < " + B + ")",
                               "i == " + B};
  const std::string &First = Lower[S.M / 4 % 4];
  line("{ " + Type + " i = " + T + "(WIDE_ID(" + number(S.N % P.Dimensions) +
       ")" + Beside[S.M / 64 % 4] + ");");
  line("  if (" + First + (First.empty() ? "" : " || ") + Upper[S.M / 16 % 4] +
       ") return;");
  // So that the number is needed for more.
  line("  c0 ^= (uint)i; }");
}

void Printer::stmt(const Stmt &S) {
  auto Arg = [&](unsigned I) { return expr(S.Args[I]); };
  auto At = [&] { return index(S.N, S.Args[0]); };
  static const char *const Sets[] = {"=", "+=", "^="};
  static const char *const Atomics[] = {"add", "sub", "xchg", "min",
                                        "max", "and", "or",   "xor"};
  switch (S.K) {
  case Stmt::SetClean:
    line("c" + number(S.N) + " " + Sets[S.M] + " " + Arg(0) + ";");
    break;
  case Stmt::SetDirty:
    line("d" + number(S.N) + " " + Sets[S.M] + " " + Arg(0) + ";");
    break;
  case Stmt::SetPrivate:
    line(std::string(S.N ? "dirty" : "clean") + "[" + Arg(0) +
         " & 3u] = " + Arg(1) + ";");
    break;
  case Stmt::SetArgument:
    line(P.HasArgument ? "arg.a += " + Arg(0) + ";" : ";");
    break;
  case Stmt::Store:
    store(S);
    break;
  case Stmt::VectorStore: {
    unsigned Width = Widths[S.M];
    if (param(S.N).Size < Width) {
      line(name(S.N) + "[" + At() + "] = " + Arg(1) + ";");
      break;
    }
    std::string W = number(Width);
    line("vstore" + W + "((uint" + W + ")(" + Arg(1) + "), " +
         index(S.N, S.Args[0], Width) + ", " + name(S.N) + ");");
    break;
  }
  case Stmt::Copy:
    line(element(S.N, S.Args[0]) + " = " + element(S.M, S.Args[1]) + ";");
    break;
  case Stmt::Atomic: {
    std::string To = "(" + name(S.N) + " + " + At() + ")";
    unsigned D = S.M % 3;
    std::string Call = S.M < 8 ? std::string("atomic_") + Atomics[S.M] + "(" +
                                     To + ", " + Arg(1) + ")"
                       : S.M == 8 ? "atomic_inc" + To
                       : S.M == 9 ? "atomic_dec" + To
                                  : "atomic_cmpxchg(" + To + ", d" + number(D) +
                                        ", " + Arg(1) + ")";
    line((S.M % 2 ? "d" + number(D) + " += " : "") + Call + ";");
    break;
  }
  case Stmt::Put:
    line("put(" + name(S.N) + ", " + At() + ", " + Arg(1) + ");");
    break;
  case Stmt::GuardedLoad: {
    // The address of the load is only good where it is made.
    line("{ uint t = " + Arg(0) + ", g = " + Arg(1) + ";");
    line("  if (t < " + number(param(S.M).Size) + "u && (g & 1u)) {");
    Expr Constant;
    std::string From = loaded(S.M, 0, Constant);
    From.replace(From.find("0u % "), From.find(']') - From.find("0u % "), "t");
    line("    uint u = " + From + ";");
    Stmt Then;
    Then.K = Stmt::Store;
    Then.N = S.N;
    Then.M = 1;
    Expr U;
    U.K = Expr::Scalar;
    // `n` is the argument; here, the value that was loaded.
    line("    uint n = u;");
    Then.Args = {U, S.Args[2]};
    Indent += 2;
    store(Then);
    Indent -= 2;
    line("  }");
    line("}");
    break;
  }
  case Stmt::GuardedDivision: {
    line("{ uint t = " + Arg(0) + ", o = " + Arg(1) + ", g = " + Arg(2) + ";");
    line("  if (t != 0u && (g & 1u)) {");
    line("    uint n = o / t + o % t;");
    Stmt Then;
    Then.K = Stmt::Store;
    Then.N = S.N;
    Then.M = 1;
    Expr U;
    U.K = Expr::Scalar;
    Then.Args = {U, S.Args[3]};
    Indent += 2;
    store(Then);
    Indent -= 2;
    line("  }");
    line("}");
    break;
  }
  case Stmt::Border:
    border(S);
    break;
  case Stmt::If:
    line("if (" + Arg(0) + " & 1u) {");
    block(S.Body);
    if (!S.Else.empty()) {
      line("} else {");
      block(S.Else);
    }
    line("}");
    break;
  case Stmt::For: {
    std::string K = "k" + number(Loops);
    // Outside of the loop, its counter means nothing.
    line("for (uint " + K + " = 0; " + K + " < " + Arg(0) + " % " +
         number(S.M) + "u; ++" + K + ") {");
    unsigned Before = Switches;
    Switches = 0;
    ++Loops;
    block(S.Body);
    --Loops;
    Switches = Before;
    line("}");
    break;
  }
  case Stmt::Switch: {
    line("switch (" + Arg(0) + " % 4u) {");
    ++Switches;
    const std::vector<Stmt> *Parts[] = {&S.Body, &S.Else, &S.More};
    const char *const Labels[] = {"case 0u:", "case 1u:", "default:"};
    for (unsigned I = 0; I < 3; ++I) {
      if (I && Parts[I]->empty())
        continue;
      line(Labels[I]);
      block(*Parts[I]);
      if (!(S.M >> I & 1))
        line("  break;");
    }
    --Switches;
    line("  ;");
    line("}");
    break;
  }
  case Stmt::Return:
    line("return;");
    break;
  case Stmt::Break:
    line(Loops || Switches ? "break;" : ";");
    break;
  case Stmt::Continue:
    line(Loops ? "continue;" : ";");
    break;
  }
}

std::string Printer::params() const {
  std::string Text;
  for (unsigned I = 0; I < P.Params.size(); ++I) {
    const Param &A = param(I);
    Text += std::string("__global ") + (A.IsConst ? "const " : "") +
            typeName(A.Type) + " *" + name(I) + ", ";
  }
  Text += "uint n";
  if (P.HasArgument)
    Text += ", struct rec arg";
  return Text;
}

std::string Printer::arguments() const {
  std::string Text;
  for (unsigned I = 0; I < P.Params.size(); ++I)
    Text += name(I) + ", ";
  return Text + (P.HasArgument ? "n, arg" : "n");
}

std::string Printer::body() {
  Out.clear();
  line("uint lid = ((GLOBAL_ID(2) - GLOBAL_OFFSET(2)) * GLOBAL_SIZE(1) + "
       "GLOBAL_ID(1) - GLOBAL_OFFSET(1)) * GLOBAL_SIZE(0) + GLOBAL_ID(0) - "
       "GLOBAL_OFFSET(0);");
  line("uint c0 = lid, c1 = n ^ lid, c2 = 5u, d0 = 0u, d1 = lid, d2 = n;");
  line("uint clean[4] = {lid, 1u, n, 3u}, dirty[4] = {0u, lid, 2u, n};");
  for (const Stmt &S : P.Body)
    stmt(S);
  return "{\n" + Out + "}\n";
}

static std::string kernelOf(const Program &P, const std::string &Name) {
  Printer Text(P);
  std::string Mark;
  if (P.NamesParams) {
    for (unsigned I = 0; I < P.Params.size(); ++I)
      if (P.Params[I].K == Param::Monitored)
        Mark += (Mark.empty() ? "m" : ", m") + number(I);
    Mark = "(" + Mark + ")";
  }
  return "__kernel __ordered" + Mark + " void " + Name + "(" + Text.params() +
         ") " + Text.body();
}

static std::string oracleOf(const Program &P, const std::string &Name) {
  Printer Text(P);
  std::string Source = "static void " + Name + "_item(const struct item *w, " +
                       Text.params() + ") " + Text.body();
  Source += "__kernel void " + Name + "_oracle(" + Text.params() +
            ", __global const uint *range) {\n"
            "  struct item w;\n"
            "  for (uint d = 0; d < 3; ++d) {\n"
            "    w.size[d] = range[d];\n"
            "    w.offset[d] = range[3 + d];\n"
            "    w.group[d] = range[6 + d];\n"
            "  }\n"
            "  for (uint z = 0; z < w.size[2]; ++z)\n"
            "    for (uint y = 0; y < w.size[1]; ++y)\n"
            "      for (uint x = 0; x < w.size[0]; ++x) {\n"
            "        w.id[0] = w.offset[0] + x;\n"
            "        w.id[1] = w.offset[1] + y;\n"
            "        w.id[2] = w.offset[2] + z;\n"
            "        " +
            Name + "_item(&w, " + Text.arguments() + ");\n      }\n}\n";
  return Source;
}

std::string print(const std::vector<Program> &Programs) {
  std::string Source = std::string(Prelude) + OfKernel;
  for (size_t I = 0; I < Programs.size(); ++I)
    Source += kernelOf(Programs[I], "p" + number(I));
  Source += OfOracle;
  for (size_t I = 0; I < Programs.size(); ++I)
    Source += oracleOf(Programs[I], "p" + number(I));
  return Source;
}

std::string printKernel(const Program &P) {
  std::string Text = "// range";
  for (unsigned D = 0; D < P.Dimensions; ++D)
    Text += " " + number(P.Offset[D]) + "+" + number(P.Global[D]) + "/" +
            (P.HasLocal ? number(P.Local[D]) : "any");
  Text += "\n";
  for (unsigned I = 0; I < P.Params.size(); ++I) {
    const Param &A = P.Params[I];
    Text += "// m" + number(I) + ": " + number(A.Size) + " elements, byte " +
            number(A.Offset) + " of buffer " + number(A.Root) + "\n";
  }
  return Text + kernelOf(P, "p0");
}

size_t linesOf(const Program &P) {
  std::string Text = printKernel(P);
  return std::count(Text.begin(), Text.end(), '\n');
}

} // namespace tasklet::ordered
