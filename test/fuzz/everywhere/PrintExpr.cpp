//===- PrintExpr.cpp - Expressions as OpenCL C ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "PrintExpr.h"

namespace tasklet::simd {

std::string ExprPrinter::name(const simd::Function &F, int Var) {
  static const char *const Parts[][4] = {{".x", ".y"},
                                         {".x", ".y", ".z", ".w"},
                                         {".a", ".in.b", ".in.c"},
                                         {"[0]", "[1]"}};
  int Whole = F.wholeOf(Var);
  std::string Name = "v" + str(F.nameOf(Whole));
  if (Var == Whole)
    return Name;
  return Name + Parts[static_cast<int>(F.Vars[Whole]) -
                      static_cast<int>(Written::LongVector2)][Var - Whole - 1];
}

bool ExprPrinter::isLong(int Var) const {
  switch (F->Vars[F->wholeOf(Var)]) {
  case Written::UInt:
  case Written::UIntVector4:
    return false;
  case Written::Structure:
    return Var != F->wholeOf(Var) + 2;
  default:
    return true;
  }
}

std::string ExprPrinter::maskBits(int Var) const {
  std::string Name = name(Var);
  // Not from int at once: that would copy the sign.
  return F->Vars[Var] == Written::MaskInt ? "(ulong)(uint)" + Name
                                          : "(ulong)" + Name;
}

std::string ExprPrinter::binary(const Expr &E) const {
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

std::string ExprPrinter::lane(const Expr &E) const {
  return "(uint)(" + expr(E) + " % get_sub_group_size())";
}

std::string ExprPrinter::source(const Expr &E) const {
  const Expr &From = E.Args[1];
  if (E.Number == 0)
    return ", " + lane(From);
  return From.K == Expr::Const ? ", " + str(From.Number & 63) + "u"
                               : ", (uint)(" + expr(From) + " & 63L)";
}

std::string ExprPrinter::exchange(const char *Name, const Expr &E,
                                  const std::string &More) const {
  static const char *const Types[] = {"long", "uint", "ulong"};
  std::string Of = std::string("(") + Types[E.Width] + ")" + expr(E.Args[0]);
  bool IsShuffle = E.K == Expr::Shuffle || E.K == Expr::Broadcast;
  if (IsShuffle && F->isVariable(E.Args[0])) {
    int Var = E.Args[0].Var;
    Of = name(Var);
    if (E.Width)
      Of = "(" + Of + ")";
    if (E.Width == 2)
      Of = (isLong(Var) ? "(ulong)" : "(int)") + Of;
    if (Planted == Fault::Operand)
      Of += " + 0";
  }
  return std::string("((long)sub_group_") + Name + "(" + Of + More +
         ") & 0xffffffffL)";
}

std::string ExprPrinter::expr(const Expr &E) const {
  switch (E.K) {
  case Expr::Const:
    return str(E.Number) + "L";
  case Expr::Read:
    return isMask(F->Vars[E.Var]) ? "fz_fold(" + maskBits(E.Var) + ")"
                                  : "(long)" + name(E.Var);
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
  case Expr::Same:
    return (E.Number ? "(long)(uint)(" : "fz_same(") + expr(E.Args[0]) + ")";
  case Expr::OwnCounter:
    return "(long)" + macro("counter");
  case Expr::WarpWord:
    return macro("warp_word(") + str(E.Number) + ")";
  case Expr::WarpCounter:
    return "(long)" + macro("warp_counter(") + str(E.Number) + ")";
  case Expr::Size:
    return "(long)get_sub_group_size()";
  case Expr::OtherWord:
    return macro("word(") + "(long)" + lane(E.Args[0]) + ", " + str(E.Number) +
           ")";
  case Expr::WordAt:
    return macro("word_at(") + expr(E.Args[0]) + ")";
  case Expr::Reached:
    return "(long)(" + maskBits(E.Var) + " >> " + str(E.Number) + " & 1UL)";
  case Expr::OfReached:
    return exchange("shuffle", E, ", fz_first(" + maskBits(E.Var) + ")");
  case Expr::FirstActive:
    return "fz_first4(sub_group_ballot(1))";
  case Expr::Shuffle:
    return exchange("shuffle", E, source(E));
  case Expr::Broadcast:
    return exchange("broadcast", E, source(E));
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

} // namespace tasklet::simd
