//===- Checks.h - The rules that the plugin checks --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The list of all checks, one per Check*.cpp. Each check reports at the user's
/// position and adds a note that says what to do. It adds a fix-it if a single
/// edit mends the program. The checks share one header because each is one
/// function.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_CHECKS_H
#define TASKLET_PLUGIN_CHECKS_CHECKS_H

#include "plugin/checks/FollowedPointers.h"
#include "plugin/checks/FunctionModel.h"
#include "plugin/messages/Diagnostics.h"

namespace clang {
class FunctionDecl;
class TranslationUnitDecl;
} // namespace clang

namespace tasklet {

class SubGroupDeclarations;

/// What the user asked for on the command line.
struct CheckOptions {
  /// Plugin argument `strict-captures`: a force list is the whole closure.
  bool StrictCaptures = false;
  /// Plugin argument `elide=FILE`: where the program is written as C; empty if
  /// nowhere.
  std::string Elision;
};

/// The place of code that not all of a work-group reach.
struct DevicePlace {
  bool InTask = false;
  /// In the body of a kernel's force, or after a wait.
  bool InForce = false;
  /// After a wait, and in no body.
  bool AfterWait = false;
  bool InEverywhere = false;
};

/// A call of an ordinary function at such a place.
struct DeviceCall {
  const clang::CallExpr *Call;
  DevicePlace Place;
};

/// A pointer that the body of an everywhere follows, though it may be null in
/// work-items that only come along.
struct LanePointer {
  const clang::FunctionDecl *Function;
  /// As the program writes it.
  std::string Name;
  /// The pointer that this one copies, if the original may be null; else empty.
  std::string Origin;
  /// Which mask tells the work-items that have the pointer, and that mask; null
  /// if there is none.
  enum { NoMask, ThisMask, OuterMask } MaskOf;
  const clang::VarDecl *Mask;
  clang::SourceLocation Loc;
  /// The function that follows the pointer, and where; null if this code does.
  const clang::FunctionDecl *By;
  clang::SourceLocation ByAt;
  /// The first place where the pointer gets a value; invalid if there is none.
  clang::SourceLocation GivenAt;
};

/// A call of an ordinary function by work-items.
struct LaneCall {
  const clang::FunctionDecl *Caller, *Callee;
  clang::SourceLocation Loc;
  /// AllCome: all work-items of a warp that call the enclosing function, or run
  /// the enclosing body, reach this call. InBody: it stands in a body.
  bool AllCome, InBody;
};

/// Facts that are kept until the program is complete.
struct LaneFacts {
  std::vector<LaneCall> Calls;
  /// Pointers that may be null if not all work-items call their function
  /// together.
  std::vector<LanePointer> Pointers;
  FollowingFunctions Following;
};

// On every declaration of a task.

/// No kernel, no variable arguments.
void checkTaskDeclaration(const clang::FunctionDecl *Task, Report &Diag);
/// Parameter and result types that can be stored and sent elsewhere.
void checkTaskSignature(const clang::FunctionDecl *Task, Report &Diag);

// On every declaration of an ordered kernel.

/// No parameters for local memory, for pipes, or for images that change.
void checkOrderedSignature(const clang::FunctionDecl *Kernel, Report &Diag);

// On every function body.

/// Tasks are spawned, not called, and have no address.
void checkCalls(const FunctionModel &Model, Report &Diag);
/// Where spawns and forces may stand, what may be spawned, stored to and
/// forced.
void checkSpawns(const FunctionModel &Model, Report &Diag);
/// How a force body is entered and left. False if a jump enters one: after
/// that, futures cannot be determined.
bool checkForceBodies(const FunctionModel &Model, Report &Diag);
/// How the body of an everywhere is entered and left, which mask it may have,
/// and what it may not contain.
void checkEverywheres(const FunctionModel &Model, Report &Diag);
/// Barriers, work-item functions and local memory in code that no work-item
/// runs, and barriers in code that not all work-items run. Adds the calls of
/// functions that may use them to \p Calls.
void checkDeviceFunctions(const FunctionModel &Model,
                          std::vector<DeviceCall> &Calls, Report &Diag);
/// Functions for tasks are called where a task runs.
void checkServices(const FunctionModel &Model, Report &Diag);
/// A bit of a mask is selected by the number in the warp, not by another id.
void checkLaneNumbers(const FunctionModel &Model, Report &Diag);
/// Pointers that bodies follow must have a value in all work-items of the warp.
void checkLanePointers(const FunctionModel &Model, LaneFacts &Facts,
                       Report &Diag);
/// Ordered kernels are neither called nor pointed to, and hold nothing that
/// needs other work-items, or that has no order.
void checkOrdered(const FunctionModel &Model, Report &Diag);
/// No statement uses a future before a force names it.
void checkFutures(const FunctionModel &Model, Report &Diag);
/// No address of private or local memory leaves its step.
void checkEscape(const FunctionModel &Model, Report &Diag);
/// The list of a force names everything that its body uses (strict-captures
/// only).
void checkCaptures(const FunctionModel &Model, Report &Diag);

// On the whole translation unit, if it uses any of the additions.

/// The user's names do not begin as those of the runtime do.
void checkNames(const clang::TranslationUnitDecl *Unit, Report &Diag);
/// Functions reached from \p Calls use nothing that has no meaning there.
void checkCalledDeviceFunctions(const std::vector<DeviceCall> &Calls,
                                const SourceMarks &Marks, Report &Diag);
/// As checkOrdered, in the functions that ordered kernels call.
void checkCalledByOrdered(const clang::TranslationUnitDecl *Unit,
                          const SourceMarks &Marks, Report &Diag);
/// As checkLanePointers, in functions that not all work-items call together.
void checkCalledLanePointers(const LaneFacts &Facts, Report &Diag);
/// Sub-group functions stand in bodies of everywhere, or the device has them.
/// Only a warning if the program may run on \p AnyDevice.
void checkSubGroups(const clang::TranslationUnitDecl *Unit,
                    const SourceMarks &Marks, const SubGroupDeclarations &Known,
                    bool AnyDevice, Report &Diag);
/// Operands of sub-group functions have a meaning in other work-items.
void checkSubGroupOperands(const clang::TranslationUnitDecl *Unit,
                           Report &Diag);
/// Every static task that is spawned is defined: no other object can define it.
void checkStaticTasks(const clang::TranslationUnitDecl *Unit, Report &Diag);
/// Ordinary functions do not recurse.
void checkRecursion(const clang::TranslationUnitDecl *Unit, Report &Diag);

} // namespace tasklet

#endif
