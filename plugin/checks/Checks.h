//===- Checks.h - The rules that the plugin checks --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The list of all checks, one per Check*.cpp. Each reports at the user's
/// position, adds a note that says what to do, and a fix-it where one edit
/// mends the program. They share one header because each is one function.
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
};

/// Where code stands to which not all of a work-group comes.
struct DevicePlace {
  bool InTask = false;
  /// In the body of a kernel's force.
  bool InForce = false;
  bool InEverywhere = false;
};

/// A call of an ordinary function at such a place.
struct DeviceCall {
  const clang::CallExpr *Call;
  DevicePlace Place;
};

/// A pointer that is followed in the body of an everywhere, though it may be
/// null in work-items that only come along.
struct LanePointer {
  const clang::FunctionDecl *Function;
  /// As it is written.
  std::string Name;
  /// What it is a copy of, if that is what may be null; else empty.
  std::string Origin;
  /// Whose mask tells who has it, and that mask; null if it has none.
  enum { NoMask, ThisMask, OuterMask } MaskOf;
  const clang::VarDecl *Mask;
  clang::SourceLocation Loc;
  /// The function that follows it, and where; null if it is this code.
  const clang::FunctionDecl *By;
  clang::SourceLocation ByAt;
  /// The first place where it gets a value; invalid if there is none.
  clang::SourceLocation GivenAt;
};

/// A call of an ordinary function by work-items.
struct LaneCall {
  const clang::FunctionDecl *Caller, *Callee;
  clang::SourceLocation Loc;
  /// Whether all of a warp come by that call the function around it, or that
  /// run the body around it.
  bool AllCome, InBody;
};

/// What is kept until the program is complete.
struct LaneFacts {
  std::vector<LaneCall> Calls;
  /// In functions, if not all work-items call these together.
  std::vector<LanePointer> Pointers;
  FollowingFunctions Following;
};

// On every declaration of a task.

/// No kernel, no variable arguments.
void checkTaskDeclaration(const clang::FunctionDecl *Task, Report &Diag);
/// Parameter and result types that can be stored and sent elsewhere.
void checkTaskSignature(const clang::FunctionDecl *Task, Report &Diag);

// On every function body.

/// Tasks are spawned, not called, and have no address.
void checkCalls(const FunctionModel &Model, Report &Diag);
/// Where spawns and forces stand, what is spawned into what, what is forced.
void checkSpawns(const FunctionModel &Model, Report &Diag);
/// How a force body is entered and left. False if something jumps into one:
/// what is a future behind that nobody can say.
bool checkForceBodies(const FunctionModel &Model, Report &Diag);
/// How the body of an everywhere is entered and left, what its mask is, and
/// what cannot stand in it.
void checkEverywheres(const FunctionModel &Model, Report &Diag);
/// Barriers, work-item functions and local memory where no work-item runs, and
/// barriers where not all run.
/// Calls of functions that may use them are added to \p Calls.
void checkDeviceFunctions(const FunctionModel &Model,
                          std::vector<DeviceCall> &Calls, Report &Diag);
/// Bits of a mask are found by the number in the warp.
void checkLaneNumbers(const FunctionModel &Model, Report &Diag);
/// Pointers that bodies follow have a value in all work-items of the warp.
void checkLanePointers(const FunctionModel &Model, LaneFacts &Facts,
                       Report &Diag);
/// Futures are not touched before a force names them.
void checkFutures(const FunctionModel &Model, Report &Diag);
/// No address of private or local memory leaves its step.
void checkEscape(const FunctionModel &Model, Report &Diag);
/// Everything a force body uses is in its list (strict-captures only).
void checkCaptures(const FunctionModel &Model, Report &Diag);

// On the whole translation unit, if it uses any of the additions.

/// The user's names are not those of the runtime.
void checkNames(const clang::TranslationUnitDecl *Unit, Report &Diag);
/// What \p Calls lead to uses nothing that has no meaning there.
void checkCalledDeviceFunctions(const std::vector<DeviceCall> &Calls,
                                const SourceMarks &Marks, Report &Diag);
/// The same in functions that not all work-items call.
void checkCalledLanePointers(const LaneFacts &Facts, Report &Diag);
/// Sub-group functions stand in bodies of everywhere, or the device has them. A
/// warning if this could be \p AnyDevice.
void checkSubGroups(const clang::TranslationUnitDecl *Unit,
                    const SourceMarks &Marks, const SubGroupDeclarations &Known,
                    bool AnyDevice, Report &Diag);
/// What sub-group functions are given can be given to other work-items.
void checkSubGroupOperands(const clang::TranslationUnitDecl *Unit,
                           Report &Diag);
/// What no other object can define is defined here.
void checkStaticTasks(const clang::TranslationUnitDecl *Unit, Report &Diag);
/// Ordinary functions do not recurse.
void checkRecursion(const clang::TranslationUnitDecl *Unit, Report &Diag);

} // namespace tasklet

#endif
