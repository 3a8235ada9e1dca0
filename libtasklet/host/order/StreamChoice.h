//===- StreamChoice.h - Which memory streams are to hold --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The streams of an analysis (ordered/stream.cl) are copies of memory that its
/// commands read. They hold as long as that does not change; to write them takes
/// longer than a command that uses them gains. So memory that has changed is left
/// out for some commands, and for four times as many when it changes again.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_ORDER_STREAMCHOICE_H
#define TASKLET_HOST_ORDER_STREAMCHOICE_H

#include "ordered/tkl_order.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tasklet {

/// The memory of one of the parameters that the manifest calls `streamed`.
struct StreamedMemory {
  const void *Root;
  uint64_t Offset;
  uint64_t Version; ///< MemoryVersions.h
  /// False: there may be writes that nobody sees.
  bool IsAllowed;
  /// What it holds decides what is read, and how much. So it is in all streams, or
  /// there are none.
  bool IsDeciding;

  bool operator==(const StreamedMemory &Other) const {
    return IsAllowed == Other.IsAllowed && Root == Other.Root &&
           Offset == Other.Offset && Version == Other.Version;
  }
};

/// What the streams of a command would hold.
struct StreamContent {
  std::vector<StreamedMemory> Memory; ///< of each of the parameters; or nothing
  /// The values of others that decide what is read.
  std::string Values;
};

class StreamChoice {
public:
  /// For a command that finds \p Now: sets mask and token of \p Header, if that
  /// has room for streams.
  void choose(const StreamContent &Now, tkl_order_header &Header);

private:
  /// For how many commands something is left out.
  class Pause {
    unsigned Left = 0, Next = 4;

  public:
    /// True: it is left out of this command.
    bool take(bool HasChanged);
  };
  StreamContent Before; ///< as the last command found it
  std::vector<Pause> Memory;
  Pause Values;
  uint64_t Mask = 0, Token = 0;
};

} // namespace tasklet

#endif
