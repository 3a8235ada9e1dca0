//===- ProgramSizes.cpp - Bytes of records and chunks ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/ProgramSizes.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/SelfChecks.h"
#include "tasks/StepCalls.h"
#include "tasks/Team.h"

#include "tkl_abi.h"

#include "llvm/IR/Function.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tasklet;

ProgramSizes tasklet::sizesOf(ArrayRef<Function *> Steps) {
  uint64_t Record = std::max<uint64_t>(32, alignTo(recordHeader(), TKL_ALIGN)),
           Alignment = 8, Frame = 0;
  // A device has many lanes.
  uint64_t Chunk = teamLanes() == 1 ? 16384 : 2048;
  for (Function *Step : Steps) {
    // Each task that waits for a semaphore keeps a chunk.
    if (waitsForPermit(*Step))
      Chunk = std::min<uint64_t>(Chunk, 4096);
    uint64_t Offset = numberAttr(*Step, names::ArgsOffsetAttr);
    if (isEntryStep(*Step) && Offset % TKL_ALIGN == 0)
      Alignment = TKL_ALIGN;
    Record = std::max(Record, Offset + numberAttr(*Step, names::ArgsSizeAttr));
    Frame = std::max(Frame, numberAttr(*Step, names::FrameSizeAttr));
  }
  // Room for a few frames of the largest kind. The power of two is only for
  // readability.
  return {alignTo(Record, Alignment),
          std::max(
              {Chunk, PowerOf2Ceil(4 * Frame + 64), PowerOf2Ceil(Record + 64)}),
          teamLanes()};
}
