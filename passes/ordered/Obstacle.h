//===- Obstacle.h - Why a kernel cannot be inspected ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// An ordered kernel without slice runs in order. The warning
/// -Wtasklet-ordered-sequential says which access is the reason, on what it
/// depends, and what would help.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_OBSTACLE_H
#define TASKLET_PASSES_ORDERED_OBSTACLE_H

#include "ir/Diagnose.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace tasklet {

/// A value that is known only while the kernel runs.
struct ObstacleCause {
  enum Origin {
    Read,     ///< of memory that the kernel writes
    Atomic,   ///< the result of an atomic operation
    Variable, ///< the same as Read, of a variable at program scope
    Printed   ///< the result of printf
  } Kind = Read;
  SourcePlace Place;
  llvm::SmallVector<unsigned, 2> Params; ///< whose memory it is read from
};

struct Obstacle {
  enum Kind {
    None,
    Call,         ///< it is not known what memory a call uses
    Pointer,      ///< nor from which parameter a pointer comes
    MixedPointer, ///< nor whether it leads to private memory
    // The rest depends on a value that is known too late.
    Address,
    Size,
    Read, ///< the address of what decides about an access
    // Whether or how often an access is made; see BothSides.h.
    Often,
    Shared,
    Endless,
    Harmful
  } Why = None;
  SourcePlace Place;             ///< of the access
  std::optional<unsigned> Param; ///< that of the access, if it is monitored
  std::optional<ObstacleCause> Cause;

  explicit operator bool() const { return Why != None; }
};

/// "the address of this access depends on memory that the kernel writes"
llvm::StringRef obstacleText(const Obstacle &Found);

/// Gives the warning. \p Kernel has the name and the parameters of the source.
void reportObstacle(const llvm::Function &Kernel, const Obstacle &Found,
                    llvm::ArrayRef<unsigned> Monitored);

/// "'x'", or "parameter 2" if the name is not known.
std::string parameterText(const llvm::Function &Kernel, unsigned Index);

} // namespace tasklet

#endif
