//===- Target.h - What a driver takes ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The library's half of a target (docs/abi.md, section 4). The compiler's half
/// is passes/ir/Target.h; both know it by its name of targets.def. Only
/// build/DeviceTarget.cpp decides which target a device takes.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_TARGET_H
#define TASKLET_HOST_COMPILE_TARGET_H

#include <string>
#include <vector>

namespace tasklet {

/// What happens to the compiler's bitcode when the driver makes a program of
/// it.
enum class ProgramForm {
  Bitcode, ///< It is given as it is.
  Spirv,   ///< It is translated first.
  Ptx,     ///< The same, to text.
};

struct Target {
  const char *Name;   ///< -tkl-target, and the manifest's word
  const char *Quirks; ///< -tkl-quirks; empty: those of every such driver
  ProgramForm Form;

  std::vector<std::string> options() const {
    std::vector<std::string> Words = {std::string("-tkl-target=") + Name};
    if (*Quirks)
      Words.push_back(std::string("-tkl-quirks=") + Quirks);
    return Words;
  }
};

} // namespace tasklet

#endif
