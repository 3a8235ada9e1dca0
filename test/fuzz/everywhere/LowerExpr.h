//===- LowerExpr.h - Expressions for the machine ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The half of Lower.h that computes: instructions as text, the form of
/// expressions, and the everywhere blocks that stand for sub-group functions.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_LOWEREXPR_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_LOWEREXPR_H

#include "Lower.h"

#include <functional>
#include <map>

namespace tasklet::simd {

class ExprLowering {
protected:
  explicit ExprLowering(unsigned Lanes) : Memory(Lanes), Lanes(Lanes) {}

  /// One call of a function, or the kernel.
  struct Function {
    const simd::Function *F = nullptr;
    std::vector<std::string> Vars;
    std::string Returned, Result;
    /// The flags of lanes that do not go on in this list: those of the loops
    /// and switches here, and of the function. Empty at the start of an
    /// everywhere body, which no lane leaves.
    std::vector<std::string> Left;
    std::string Break, Continue;          ///< Those that such a statement sets.
    std::map<uint64_t, std::string> Gone; ///< That of goto, by label.
    int Mask = -1; ///< The variable of the innermost body; -1: it has none.
    bool InBody = false;
    bool Diverged = false; ///< Some lanes of the body may not be here.
  };
  static Function diverged(Function F) {
    F.Diverged = true;
    return F;
  }

  // Text.

  std::string variable(const std::string &Name) {
    Variables.push_back(Name);
    return Name;
  }
  std::string fresh(const std::string &Role) {
    return variable(Role + "_" + std::to_string(Next++));
  }
  std::string label() { return "l" + std::to_string(Next++); }
  void place(const std::string &Label) { Text += Label + ":\n"; }
  void instruction(const std::string &Name,
                   const std::vector<std::string> &Operands = {});
  static std::string number(int64_t N) { return std::to_string(N); }

  std::string compute(const char *Name, const std::string &A,
                      const std::string &B);
  /// Sets a variable to \p Operand, which may be a constant.
  void set(const std::string &To, const std::string &Operand);
  std::string inVariable(const std::string &Operand);

  /// Code only for lanes where the operand is zero, or is not.
  void unless(const std::string &Operand, const std::function<void()> &Do);
  void when(const std::string &Operand, const std::function<void()> &Do);
  void choose(const std::string &Operand, const std::function<void()> &Then,
              const std::function<void()> &Else);

  /// Whether any of the flags is set.
  std::string anyOf(const std::vector<std::string> &Flags);

  // Expressions. The result is a variable or a number.

  std::string value(const Function &F, const Expr &E);
  std::string ownWord(const std::string &Lane, unsigned K);
  std::string wordAt(const std::string &Index);
  std::string ownCounter();
  /// The set of the lanes that reached the innermost everywhere.
  void maskOf(const std::string &R);

  const MachineMemory Memory;
  const unsigned Lanes;
  std::vector<std::string> Variables;
  std::string Text;

private:
  void guarded(const char *Branch, const std::string &Operand,
               const std::function<void()> &Do);
  std::string load(const std::string &Address);
  std::string fold(const std::string &Mask);
  std::string binary(const Function &F, const Expr &E);

  /// Whether the lane reached the body: by the rule of branch_mask if that
  /// concerns this body, otherwise from the variable.
  std::string reached(const Function &F, const Expr &E);
  /// Lets all lanes do something for each of the lanes that are active here.
  void forEachActive(const std::function<void()> &Before,
                     const std::function<void(unsigned)> &Do);
  /// The set of the lanes that are active here.
  void activeLanes(const std::string &R);
  /// In all lanes, sets \p T to the value of a lane that has reached this body.
  void take(const std::string &T, const std::string &Value, unsigned Lane);

  std::string exchange(const Function &F, const Expr &E);
  /// The lane that a shuffle reads.
  std::string source(const Function &F, const Expr &E);
  /// If all lanes of a body are here, shfl does it. It may read from lanes that
  /// did not reach the body; the paper leaves that open (rule Si), the language
  /// does not. Otherwise all lanes offer \p Variable to the lanes that are
  /// here. An operand that is no variable is 0 in lanes that are not.
  std::string shuffle(const Function &F, const std::string &A,
                      const std::string &From, const std::string &Variable);

  unsigned Next = 0;
};

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_LOWEREXPR_H
