//===- Program.cpp - Programs of the machine ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Program.h"

#include <algorithm>

using namespace tasklet::usimd;

// In the order of Opcode.
const std::vector<Syntax> &tasklet::usimd::allSyntax() {
  static const std::vector<Syntax> All = {
      {Opcode::Bz, "bz", "vl"},
      {Opcode::Bnz, "bnz", "vl"},
      {Opcode::BranchMask, "branch_mask", "ol"},
      {Opcode::Jump, "jump", "l"},
      {Opcode::Load, "load", "dv"},
      {Opcode::Store, "store", "vv"},
      {Opcode::Atomic, "atomic", "dv"},
      {Opcode::Copy, "copy", "dv"},
      {Opcode::Const, "const", "dc"},
      {Opcode::Sync, "sync", ""},
      {Opcode::Stop, "stop", ""},
      {Opcode::Everywhere, "everywhere", ""},
      {Opcode::EndEverywhere, "end_everywhere", ""},
      {Opcode::Shfl, "shfl", "dv"},
      {Opcode::Add, "add", "doo"},
      {Opcode::Sub, "sub", "doo"},
      {Opcode::Mul, "mul", "doo"},
      {Opcode::Div, "div", "doo"},
      {Opcode::Mod, "mod", "doo"},
      {Opcode::Min, "min", "doo"},
      {Opcode::Max, "max", "doo"},
      {Opcode::And, "and", "doo"},
      {Opcode::Or, "or", "doo"},
      {Opcode::Xor, "xor", "doo"},
      {Opcode::Shl, "shl", "doo"},
      {Opcode::Shr, "shr", "doo"},
      {Opcode::Eq, "eq", "doo"},
      {Opcode::Ne, "ne", "doo"},
      {Opcode::Lt, "lt", "doo"},
      {Opcode::Le, "le", "doo"},
      {Opcode::Gt, "gt", "doo"},
      {Opcode::Ge, "ge", "doo"},
  };
  return All;
}

const Syntax &tasklet::usimd::syntaxOf(Opcode Op) {
  return allSyntax()[static_cast<size_t>(Op)];
}

const Syntax *tasklet::usimd::findSyntax(const std::string &Name) {
  for (const Syntax &Each : allSyntax())
    if (Name == Each.Name)
      return &Each;
  return nullptr;
}

size_t Program::variable(const std::string &Name) {
  auto Found = std::find(Variables.begin(), Variables.end(), Name);
  if (Found != Variables.end())
    return Found - Variables.begin();
  Variables.push_back(Name);
  return Variables.size() - 1;
}

std::string Program::print(const Instruction &I) const {
  const Syntax &Form = syntaxOf(I.Op);
  std::string Text = Form.Name;
  const Operand *Next = &I.A;
  const char *Separator = " ";
  for (const char *Kind = Form.Operands; *Kind; ++Kind) {
    Text += Separator;
    Separator = ", ";
    if (*Kind == 'l')
      Text += std::to_string(I.Label);
    else if (*Kind == 'd')
      Text += Variables[I.Target];
    else {
      Text += Next->IsConstant ? std::to_string(Next->Value)
                               : Variables[Next->Value];
      Next = &I.B;
    }
  }
  return Text;
}
