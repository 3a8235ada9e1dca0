//===- Script.cpp - Random scripts, and the program that runs them --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Script.h"

namespace tasklet::fuzz {

constexpr unsigned Copies = 4;

static std::vector<AccessOp> makeAccessOps() {
  std::vector<AccessOp> Ops;
  auto add = [&](std::string Text, std::vector<Touch> Touches) {
    Ops.push_back({std::move(Text), std::move(Touches)});
  };
  for (unsigned I = 0; I < 6; ++I) {
    std::string At = "m[" + std::to_string(I) + "]";
    add("s += " + At, {{I, 1, false, false}});
    add(At + " = 1", {{I, 1, true, false}});
  }
  // The same bytes as words, and pieces that overlap without alignment.
  add("s += ((__global int *)m)[0]", {{0, 4, false, false}});
  add("((__global int *)m)[1] = s", {{4, 4, true, false}});
  add("s += vload2(0, m + 3).x", {{3, 2, false, false}});
  add("vstore4((char4)(1), 0, m + 1)", {{1, 4, true, false}});
  add("((__global short *)m)[4] = 1", {{8, 2, true, false}});
  add("s += ((__global short4 *)m)[1].x", {{8, 8, false, false}});
  add("atomic_inc((__global int *)(m + 12))", {{12, 4, true, true}});
  add("atomic_add((__global int *)(m + 12), 2)", {{12, 4, true, true}});
  add("s += m[13]", {{13, 1, false, false}});
  add("m[14] = 2", {{14, 1, true, false}});
  // A structure: a copy of memory.
  add("((__global struct piece *)(m + 16))[1] = *(__global struct piece *)(m + "
      "16)",
      {{16, 12, false, false}, {28, 12, true, false}});
  add("m[20] = 3", {{20, 1, true, false}});
  add("m[30] = 3", {{30, 1, true, false}});
  add("s += m[30]", {{30, 1, false, false}});
  Ops.reserve(Ops.size() * Copies);
  for (unsigned I = 1, Kinds = Ops.size(); I < Copies; ++I)
    for (unsigned Kind = 0; Kind < Kinds; ++Kind)
      Ops.push_back(Ops[Kind]);
  return Ops;
}

const std::vector<AccessOp> &accessOps() {
  static const std::vector<AccessOp> Ops = makeAccessOps();
  return Ops;
}

unsigned accessKinds() { return accessOps().size() / Copies; }

/// The word that results of GroupStored go to.
constexpr unsigned StoredWord = 10; // bytes 40 to 43

//===----------------------------------------------------------------------===//
// Scripts
//===----------------------------------------------------------------------===//

namespace {

struct Maker {
  Random &R;
  Script S;
  std::vector<unsigned> Usual; ///< accesses of this script
  unsigned Left;               ///< tasks that may still be made
  unsigned AccessChance, ForceChance;
  unsigned JoinChance; ///< of tasks that end with a force
  unsigned TailChance; ///< of the others, that they end with a tail spawn
  /// Descendants only read, and those above write when they have waited. So what
  /// is remembered of parallel reads decides what is found.
  bool ReadsBelow = false;

  void fill(unsigned At, unsigned Depth, bool MayForce) {
    unsigned Length = ReadsBelow ? 2 + R.below(6) : R.below(6);
    bool Waited = false;
    for (unsigned I = 0; I < Length; ++I) {
      Op O{OpKind::Access};
      unsigned Roll = R.below(100);
      if (Roll < AccessChance) {
        O.Access =
            Usual[R.below(Usual.size())] + accessKinds() * R.below(Copies);
        // Reads and writes of bytes alternate in accessOps().
        if (ReadsBelow)
          O.Access = (O.Access & ~1u) | (Waited && Depth >= 3);
      } else if (Roll < AccessChance + ForceChance) {
        if (!MayForce)
          continue;
        O.Kind = OpKind::Force;
        unsigned Which = R.below(ReadsBelow ? 2 : 3);
        O.Into = Which == 0 ? GroupA : Which == 1 ? GroupB : Groups;
        Waited = true;
      } else {
        if (Left == 0 || Depth == 0)
          continue;
        --Left;
        O.Kind = OpKind::Spawn;
        unsigned Which = R.below(10);
        O.Into = Which < 4   ? GroupA
                 : Which < 8 ? GroupB
                 : Which < 9 ? GroupStored
                             : GroupDetached;
        O.Child = S.Parts.size();
        S.Parts[At].push_back(O);
        task(Depth - 1, O.Into == GroupDetached);
        continue;
      }
      S.Parts[At].push_back(O);
    }
  }

  /// With all that it spawns. \p Ignored: nobody asks for a result.
  void task(unsigned Depth, bool Ignored) {
    unsigned At = S.Parts.size();
    S.Parts.emplace_back();
    if (R.percent(JoinChance))
      S.Parts[At].End = R.percent(70) ? TaskEnd::JoinsAll : TaskEnd::JoinsA;
    else if (Left && R.percent(TailChance))
      S.Parts[At].End = Ignored && R.percent(70) ? TaskEnd::LastAct
                        : R.percent(50)          ? TaskEnd::Tail
                                                 : TaskEnd::TailBody;
    fill(At, Depth, true);
    if (!S.Parts[At].spawnsTail())
      return;
    // Chains do not become deeper, only longer.
    Left -= Left != 0;
    S.Parts[At].Next = S.Parts.size();
    task(Depth, S.Parts[At].End == TaskEnd::LastAct);
  }

  unsigned part(bool MayForce) {
    unsigned At = S.Parts.size();
    S.Parts.emplace_back();
    fill(At, 4, MayForce);
    return At;
  }
};

} // namespace

Script makeScript(Random &R) {
  Maker M{R, {}, {}, 1 + R.below(24), 20 + R.below(50), 10 + R.below(30), 0, 0};
  M.JoinChance = R.below(4) * 33;
  M.TailChance = R.below(3) * 40;
  // Few places make races likely, and reads rare ones.
  unsigned Kinds = 1 + R.below(4);
  bool Reads = R.percent(50);
  while (M.Usual.size() < Kinds) {
    unsigned Access = R.below(accessKinds());
    bool Writes = false;
    for (const Touch &T : accessOps()[Access].Touches)
      Writes |= T.Write;
    if (!Reads || !Writes || R.percent(30))
      M.Usual.push_back(Access);
  }
  if (R.percent(30)) {
    M.ReadsBelow = true;
    M.Usual = {2 * R.below(2)};
    M.AccessChance = 25 + R.below(20);
    M.ForceChance = 20 + R.below(20);
    M.Left = 4 + R.below(12);
  }
  M.S.Forces = R.percent(60);
  M.S.ItemsForce = R.percent(50) ? GroupA : Groups;
  M.S.GroupSize = 1 + R.below(2);
  unsigned Items = M.S.GroupSize * (R.percent(60) ? 1 : 1 + R.below(2));
  // Sometimes so many that long lists of accesses are made short.
  if (R.percent(15)) {
    M.Left += 60;
    M.S.GroupSize = 1 + R.below(4);
    Items = M.S.GroupSize * (1 + R.below(5));
  }
  if (R.percent(25)) {
    M.S.Ordered = true;
    M.S.GroupSize = 1;
    M.S.Monitored = R.percent(50) ? 0 : 1 + R.below(32);
    M.AccessChance = 100;
    M.ReadsBelow = false;
    Items = R.below(7);
  } else if (R.percent(25)) {
    M.S.Meets = true;
    M.S.GroupSize = 1 + R.below(5);
    M.AccessChance = 100;
    M.ReadsBelow = false;
    Items = M.S.GroupSize * (1 + R.below(2));
  }
  for (unsigned I = 0; I < Items; ++I) {
    Item New;
    New.Before = M.part(false);
    New.After = M.part(false);
    New.Behind = M.part(true);
    New.Last = M.part(false);
    New.Reaches = R.percent(40);
    M.S.Items.push_back(New);
  }
  return M.S;
}

/// The numbers of operations in the device's program.
enum : int {
  EndWord,
  SpawnWord,
  ForceWord = SpawnWord + Groups * TaskEnds,
  AccessWord = ForceWord + 3
};

std::vector<int> Script::words() const {
  // How many work-items, how they force, where their parts begin; then parts.
  size_t Head = 2 + Items.size() * 5;
  std::vector<size_t> Begins;
  size_t Next = Head;
  // A task that does nothing at all has no part of its own.
  auto begin = [&](unsigned Child) {
    const Part &P = Parts[Child];
    return P.empty() && !P.spawnsTail() ? 0 : int(Begins[Child]);
  };
  for (const Part &P : Parts) {
    Begins.push_back(Next);
    Next += (P.size() + 1) * 2;
  }
  std::vector<int> Words = {int(Items.size()), int(ItemsForce)};
  for (const Item &I : Items) {
    for (unsigned P : {I.Before, I.After, I.Behind, I.Last})
      Words.push_back(Begins[P]);
    Words.push_back(I.Reaches);
  }
  for (const Part &P : Parts) {
    for (const Op &O : P) {
      switch (O.Kind) {
      case OpKind::Access:
        Words.insert(Words.end(), {AccessWord + int(O.Access), 0});
        break;
      case OpKind::Spawn:
        Words.insert(Words.end(), {SpawnWord + int(O.Into) +
                                       Groups * int(Parts[O.Child].End),
                                   begin(O.Child)});
        break;
      case OpKind::Force:
        Words.insert(Words.end(),
                     {ForceWord + (O.Into == Groups ? 2 : int(O.Into)), 0});
        break;
      }
    }
    Words.insert(Words.end(),
                 {EndWord, !P.spawnsTail() ? 0
                                           : begin(P.Next) * int(TaskEnds) +
                                                 int(Parts[P.Next].End)});
  }
  return Words;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

namespace {

struct Printer {
  std::string Text;
  unsigned Line = 1;

  void line(const std::string &L) {
    Text += L + "\n";
    ++Line;
  }
  /// A loop over operations, up to the end of the part.
  void loop(Lines &Where, unsigned Piece, bool Forces, bool Spawns = true) {
    line("  for (int more = 1; more;) {");
    line("    int op = code[at], x = next = code[at + 1];");
    line("    at += 2;");
    line("    switch (op) {");
    auto choice = [&](int Number, const std::string &What) {
      return "case " + std::to_string(Number) + ": " + What + "; break;";
    };
    // Of one kind, all stand in one line.
    const std::string Into[] = {
        "a[x & 1]", "b[x & 1]",
        "((__global int *)m)[" + std::to_string(StoredWord) + "]", "()"};
    for (unsigned G = 0; Spawns && G < Groups; ++G) {
      if (G == GroupStored)
        Where.StoredSpawn[Piece] = Line;
      std::string All = "   ";
      for (unsigned E = 0; E < TaskEnds; ++E)
        if (E != unsigned(TaskEnd::LastAct) || G == GroupDetached)
          All += " " + choice(SpawnWord + G + Groups * E,
                              Into[G] + " <- run" + std::to_string(E) +
                                  "(code, m, x)");
      line(All);
    }
    if (Forces) {
      line("    " + choice(ForceWord, "force (a)"));
      line("    " + choice(ForceWord + 1, "force (b)"));
      line("    " + choice(ForceWord + 2, "force ()"));
    }
    int Number = AccessWord;
    for (const AccessOp &O : accessOps()) {
      Where.Accesses[Piece].push_back(Line);
      line("    " + choice(Number++, O.Text));
    }
    line("    default: more = 0; break;");
    line("    }");
    line("  }");
  }
};

} // namespace

std::string programSource(Lines &Where) {
  Printer P;
  P.line("struct piece { int a, b, c; };");
  constexpr unsigned Void = unsigned(TaskEnd::LastAct);
  auto head = [](unsigned End) {
    return std::string("__task ") + (End == Void ? "void" : "int") + " run" +
           std::to_string(End) +
           "(__global const int *code, __global char *m, int at)";
  };
  for (unsigned End = 1; End < TaskEnds; ++End)
    P.line(head(End) + ";");
  // The last word of a part says which task a tail spawn is for, and with what.
  auto tail = [](unsigned Kinds, const std::string &Into,
                 const std::string &Force) {
    const std::string N = std::to_string(TaskEnds);
    std::string Text = "  switch (next % " + N + ") {";
    for (unsigned End = 0; End < Kinds; ++End)
      Text += " case " + std::to_string(End) + ": " + Into + " <- run" +
              std::to_string(End) + "(code, m, next / " + N + "); " + Force;
    return Text + " }";
  };
  const std::string Ends[TaskEnds] = {
      "",
      "  force (a);",
      "  force ();",
      tail(Void, "t", "force (t); return t;"),
      tail(Void, "t", "force (t) { return t; }"),
      tail(TaskEnds, "()", "return;")};
  for (unsigned End = 0; End < TaskEnds; ++End) {
    const std::string Return = End == Void ? "return" : "return s";
    P.line(head(End) + " {");
    // It does nothing, not even that: a leaf.
    P.line(std::string("  if (at == 0) return") + (End == Void ? ";" : " 7;"));
    P.line("  int a[2], b[2], t, s = 0, next;");
    P.loop(Where, End, true);
    P.line(Ends[End]);
    P.line("  " + Return + ";");
    P.line("}");
  }
  for (bool Forces : {false, true}) {
    unsigned Piece = Lines::KernelPiece + (Forces ? 2 : 0);
    P.line(std::string("__kernel void ") + (Forces ? "waits" : "plain") +
           "(__global const int *code, __global char *m) {");
    P.line("  int a[2], b[2], s = 0, next;");
    P.line("  int at = code[2 + get_global_id(0) * 5];");
    P.loop(Where, Piece, false);
    P.line("  barrier(CLK_GLOBAL_MEM_FENCE);");
    P.line("  at = code[3 + get_global_id(0) * 5];");
    P.loop(Where, Piece + 1, false);
    if (Forces) {
      P.line("  if (code[1] == 0) force (a); else force ();");
      P.line("  at = code[4 + get_global_id(0) * 5];");
      P.loop(Where, Piece + 2, true);
    }
    P.line("  if (s == 1234567) m[63] = 1;"); // Nobody knows that it is not.
    P.line("}");
  }
  P.line("__kernel __ordered(o) void ordered(__global const int *code, "
         "__global char *m, __global char *o) {");
  P.line("  int next, s = 0, at = code[2 + get_global_id(0) * 5];");
  P.line("  o[0] += 0;");
  P.loop(Where, Lines::OrderedPiece, false, false);
  P.line("  if (s == 1234567) m[63] = 1;");
  P.line("}");
  P.line("__kernel void lanes(__global const int *code, __global char *m) {");
  P.line(
      "  int next, s = 0, item = 2 + get_global_id(0) * 5, at = code[item];");
  P.loop(Where, Lines::LanesPiece, false, false);
  P.line("  if (code[item + 4])");
  P.line("    everywhere (uint lanes) {");
  P.line("  at = code[item + 1];");
  P.loop(Where, Lines::LanesPiece + 1, false, false);
  P.line("  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);");
  P.line("  at = code[item + 2];");
  P.loop(Where, Lines::LanesPiece + 2, false, false);
  P.line("    }");
  P.line("  at = code[item + 3];");
  P.loop(Where, Lines::LanesPiece + 3, false, false);
  P.line("  if (s == 1234567) m[63] = 1;");
  P.line("}");
  return P.Text;
}

} // namespace tasklet::fuzz
