//===- TraceHtml.h - A page that draws a run --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// One HTML file that loads nothing else. Time goes down, and each lane has a
/// column. The drawing shows active and waiting threads, where threads diverge
/// and meet, and visits to everywhere blocks as coloured bands. Beside it is
/// the program, with the number of lanes that each instruction used. The
/// drawing is SVG inside the file. If a window has no room for both side by
/// side, the program comes below the drawing. A script only shows the stacks of
/// the row under the pointer.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_TRACEHTML_H
#define TASKLET_USIMD_TRACEHTML_H

#include "Report.h"

namespace tasklet::usimd {

class TraceHtml : public Observer {
public:
  /// Of longer runs only the beginning is drawn, because browsers become slow.
  static constexpr size_t MostRows = 4000;

  TraceHtml(const Program &P, size_t Threads);
  void applied(const Step &Taken, const SyncStack &Sync,
               const ContextStack &Contexts) override;
  void write(std::ostream &Out, const Finished &Run) const;
  /// The drawing alone, as a file of SVG.
  void writeDrawing(std::ostream &Out, const Finished &Run) const;

private:
  struct Row {
    Step Taken;
    SyncStack Sync;
    ContextStack Contexts;
  };
  struct Use {
    uint64_t Times = 0, Lanes = 0;
  };
  const Program &P;
  size_t Threads;
  std::vector<Row> Rows;
  std::vector<Use> Uses; ///< by instruction

  static void writeLegend(std::ostream &Out);
  void writeBands(std::ostream &Out) const;
  void writeRow(std::ostream &Out, size_t Index, const ThreadSet &Next) const;
  void writeProgram(std::ostream &Out) const;
  void writeEnd(std::ostream &Out, const Finished &Run) const;
  std::string note(const Row &R, const ThreadSet &Next) const;
  const ThreadSet &nextOf(size_t I, const Finished &Run) const;
  size_t drawingWidth(const Finished &Run) const;

  // Pixels.
  static constexpr size_t RowHeight = 20, Top = 84, LanesAt = 84;
  static constexpr size_t LegendAt = 12, LegendWidth = 620;
  /// The least width beside the drawing, with gaps and margins.
  static constexpr size_t BesideWidth = 380 + 28 + 2 * 28 + 20;
  size_t laneWidth() const {
    return Threads <= 16 ? 26 : Threads <= 32 ? 18 : 9;
  }
  size_t textAt() const { return LanesAt + Threads * laneWidth() + 12; }
  size_t noteAt() const;
};

} // namespace tasklet::usimd

#endif
