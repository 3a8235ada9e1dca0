//===- PrintStages.h - What the stages of graphs/ make ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `--emit=anf`, `--emit=graph` and `--emit=graph-flat`. Both functions bring the
/// program to A-normal form (Anf.h), so only one can be called, once.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_PRINTSTAGES_H
#define TASKLET_KITE_GRAPHS_PRINTSTAGES_H

#include "types/CheckedProgram.h"

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace tasklet::kite {

/// As Kite, but that lifted tasks have their captures behind their names.
void printNormalForm(CheckedProgram &P, AstContext &Context, TypeContext &Types,
                     llvm::raw_ostream &Stream);

/// As DOT (GraphDot.h); \p IsFlat: after flattening (Flatten.h).
void printGraphs(CheckedProgram &P, AstContext &Context, TypeContext &Types,
                 const llvm::SourceMgr &Sources, bool IsFlat,
                 llvm::raw_ostream &Stream);

} // namespace tasklet::kite

#endif
