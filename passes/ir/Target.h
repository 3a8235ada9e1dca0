//===- Target.h - What programs are compiled for ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// All that differs between the forms in which drivers take programs, as plain
/// data: one row for each form, in Target.cpp. The option -tkl-target=NAME
/// chooses the row once for each compilation. The manifest names it, and the
/// host checks that its device takes it (docs/abi.md, section 4). Passes ask the
/// row, never an option.
///
/// A further target, such as PTX, needs a name in targets.def, a row, a new
/// value where none of those below fits, and a pass that makes the form, after
/// all others (pipeline/Pipeline.cpp). The compiler warns of each `switch` that
/// lacks the new value.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_TARGET_H
#define TASKLET_PASSES_IR_TARGET_H

#include "ir/AddressSpaces.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace tasklet {

/// A workaround that only some drivers need. The option -tkl-quirks=A,B asks for
/// workarounds; without it, programs have those of their target's row.
enum class Quirk {
#define TKL_QUIRK(ID, NAME, DRIVER) ID,
#include "targets.def"
};

class QuirkSet {
  unsigned Bits = 0;

public:
  constexpr QuirkSet() = default;
  constexpr QuirkSet(std::initializer_list<Quirk> Quirks) {
    for (Quirk Each : Quirks)
      add(Each);
  }
  constexpr void add(Quirk Q) { Bits |= 1u << unsigned(Q); }
  constexpr bool has(Quirk Q) const { return Bits >> unsigned(Q) & 1; }
  llvm::SmallVector<llvm::StringRef, 4> names() const;
};

/// How the runtime's atomic operations are written.
enum class AtomicForm {
  Ordered, ///< instructions with an order
};

/// What a worker reads the time from.
enum class ClockSource {
  CycleCounter, ///< llvm.readcyclecounter
  None,         ///< time is always 0
};

/// What the form can hold of LLVM's IR.
enum class Form {
  Bitcode, ///< everything
  Spirv,   ///< what SPIR-V has (target/SpirvForm.h)
  Ptx,     ///< SPIR bitcode of which PTX is made (target/nvptx/MakePtx.h)
};

struct Target {
  llvm::StringRef Name;
  llvm::StringRef Triple; ///< the architecture in it
  Form Output;
  const AddressSpaces &Spaces;
  AtomicForm Atomics;
  ClockSource Clock;
  unsigned TeamLanes; ///< workers of a work-group (tasks/Team.h), as the
                      ///< device's warps are
  bool HasWarps;      ///< Its sub-groups are WarpKind::Hardware.
  QuirkSet Quirks;
};

/// With the quirks that were asked for.
const Target &chosenTarget();

inline bool hasQuirk(Quirk Q) { return chosenTarget().Quirks.has(Q); }

} // namespace tasklet

#endif
