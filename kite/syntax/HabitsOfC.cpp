//===- HabitsOfC.cpp - What C programmers write by habit ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/ParserState.h"

using namespace llvm;

namespace tasklet::kite {

bool FileParser::handleStatementOfC(std::vector<Stmt *> &) { return false; }
bool FileParser::handleTopLevelOfC() { return false; }
bool FileParser::handleTypeBeforeName(VarDecl *) { return false; }
bool FileParser::handleForOfC() { return false; }

} // namespace tasklet::kite
