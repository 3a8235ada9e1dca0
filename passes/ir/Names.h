//===- Names.h - Names that the passes and the runtime share ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// One part of the pipeline leaves marks, attributes and functions in the
/// module, and another part finds them by these names. The plugin's marks come
/// first; docs/abi.md describes them.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_NAMES_H
#define TASKLET_PASSES_IR_NAMES_H

namespace tasklet {
namespace names {

// Left by the plugin, consumed by tkl-prepare.
constexpr char AssumeAttr[] = "llvm.assume";
constexpr char AssumeTask[] = "tkl-task";
constexpr char AssumeOrdered[] = "tkl-ordered"; // consumed by tkl-ordered
/// Makes clang attach \ref CallPlace to calls.
constexpr char LocatedAttr[] = "dontcall-error";
constexpr char CallPlace[] = "srcloc";
constexpr char PluginForce[] = "__tkl_force";
constexpr char PluginWait[] = "__tkl_wait";
constexpr char PluginForceVar[] = "__tkl_force_var";
// Functions for tasks; consumed by tkl-services.
constexpr char ServicePrefix[] = "__tkl_service_";
constexpr char ServiceAssert[] = "__tkl_service_assert";
constexpr char ServiceFail[] = "__tkl_service_fail";
/// The task tkl_acquire, without a body until tkl-prepare gives it one.
constexpr char ServiceAcquire[] = "__tkl_service_acquire";
/// What that body calls: the task goes on when it has got a permit.
constexpr char ServicePermit[] = "__tkl_service_permit";
// Consumed by tkl-linearise.
constexpr char PluginEverywhere[] = "__tkl_everywhere";
constexpr char PluginEverywhereMask[] = "__tkl_everywhere_mask";

// A variable in objects; its value is the version of the ABI. See Object.h.
constexpr char ObjectMark[] = "__tkl_object";
// Metadata of an object: the options of the program that it was made with.
constexpr char ObjectOptions[] = "tkl.object.options";

// Left by tkl-linearise on kernels whose work-items meet.
constexpr char MeetsAttr[] = "tkl-meets";
constexpr char LaneLoopsAttr[] = "tkl-lane-loops";

// Left by tkl-prepare, consumed by tkl-split-tasks; see Marks.h.
constexpr char TaskAttr[] = "tkl-task";
constexpr char ResultAlignAttr[] = "tkl-result-align"; // bytes, on tasks whose
                                                       // results go to less
                                                       // aligned places
constexpr char SpawnPrivate[] = "tkl.spawn.private";
constexpr char SpawnGlobal[] = "tkl.spawn.global";
constexpr char SpawnDetached[] = "tkl.spawn.detached";
constexpr char Force[] = "tkl.force";
constexpr char Result[] = "tkl.result";
// Left by tkl-prepare: join groups, see Marks.h.
constexpr char GroupsAttr[] = "tkl-groups"; // how many, on functions
constexpr char Group[] = "tkl.group";       // on futures
constexpr char Awaits[] = "tkl.awaits";     // on force marks
// Left by tkl-child-order, on functions.
constexpr char InOrderAttr[] = "tkl-in-order";
constexpr char UnseenAttr[] = "tkl-unseen";
constexpr char OldestChild[] = "tkl.oldest"; // on a spawn, by reverseSpawns
// Left by tkl-inline-children, consumed by tkl-split-tasks, too.
constexpr char Delivery[] = "tkl.deliver";
constexpr char Ran[] = "tkl.ran";

// Left by tkl-split-tasks, consumed by tkl-dispatch; see SplitTasks.h.
constexpr char StepAttr[] = "tkl-step"; // "entry", "continuation", "overflow"
constexpr char OverflowSuffix[] = ".overflow";       // of their names
constexpr char ArgsSizeAttr[] = "tkl-args-size";     // bytes, on entry steps
constexpr char ArgsOffsetAttr[] = "tkl-args-offset"; // bytes from a record
constexpr char HiddenArgAttr[] = "tkl-hidden-arg";   // index, on kernels
constexpr char BuffersAttr[] = "tkl-buffers";        // indices, on kernels
constexpr char RootFrameAttr[] = "tkl-root-frame";   // bytes, on kernels
constexpr char RootSpawnsAttr[] = "tkl-root-spawns"; // marks, on kernels
constexpr char FrameSizeAttr[] = "tkl-frame-size";   // bytes, on all steps
constexpr char StepId[] = "tkl.step.id";
constexpr char Args[] = "tkl.args";

// Left by tkl-number-spawns, consumed by tkl-split-tasks, on spawns.
constexpr char SpawnPlace[] = "tkl.place";
// ... and for the manifest.
constexpr char SpawnPlaces[] = "tkl.places";

// Inside of tkl-ordered; see passes/ordered.
constexpr char Unknown[] = "tkl.unknown.";
constexpr char UnknownOf[] = "tkl.unknown.of"; // its origin; see Unknowns.cpp
constexpr char Access[] = "tkl.access.";
constexpr char AccessRead[] = "tkl.access.read";
constexpr char AccessWrite[] = "tkl.access.write";
constexpr char AccessWindow[] = "tkl.access.window";
constexpr char AccessStream[] = "tkl.access.stream";
constexpr char SlotMark[] = "tkl.slot";
constexpr char DestinationMark[] = "tkl.slot.destination";
constexpr char SlotDoneMark[] = "tkl.slot.done";
constexpr char OwnedMark[] = "tkl.owned";
constexpr char Guarded[] = "tkl.guarded";    // on loads: the parameter
constexpr char SliceNumber[] = "tkl.number"; // see SliceNumbers.h
// Left by tkl-ordered on kernels: their entry in the manifest.
constexpr char OrderedAttr[] = "tkl-ordered";
// ... and, for tkl-races, on their bodies: the name of the kernel.
constexpr char OrderBodyAttr[] = "tkl-order-body";

// Left by tkl-races, consumed by tkl-race-calls; see races/Races.h.
constexpr char RacePrefix[] = "tkl.race.";
constexpr char RaceBegin[] = "tkl.race.begin";
constexpr char RaceAccess[] = "tkl.race.access";
constexpr char RaceSpawn[] = "tkl.race.spawn";
constexpr char RaceTail[] = "tkl.race.tail";
constexpr char RaceJoin[] = "tkl.race.join";
constexpr char RaceBarrier[] = "tkl.race.barrier";
constexpr char RaceCopy[] = "tkl.race.copy";
constexpr char RaceWaited[] = "tkl.race.waited";
constexpr char RaceArgument[] = "tkl.race.argument";
constexpr char RaceReturn[] = "tkl.race.return";
// ... and for the manifest.
constexpr char RacePlaces[] = "tkl.race.places";

// The device runtime; libtasklet/device describes these functions.
constexpr char WorkerStruct[] = "struct.__tkl_worker";
constexpr char ColdStruct[] = "struct.__tkl_cold";
constexpr char Spawn[] = "__tkl_spawn";
constexpr char RootSpawn[] = "__tkl_root_spawn";
constexpr char SuspendAtSpawn[] = "__tkl_suspend_at_spawn";
constexpr char TakeChild[] = "__tkl_take_child";
constexpr char OpenGroups[] = "__tkl_open_groups";
constexpr char TakeOldestChild[] = "__tkl_take_oldest_child";
constexpr char Dispatch[] = "__tkl_dispatch";
// Left by tkl-dispatch on kernels that can run the workers themselves.
constexpr char RunsWorkersAttr[] = "tkl-runs-workers";
constexpr char DriverOptimisesAttr[] = "tkl-driver-optimises";
constexpr char SeparateStep[] = "__tkl_separate_step";
constexpr char RecordSize[] = "__tkl_record_size";
constexpr char Clock[] = "__tkl_clock";
// What tkl-services makes of functions for tasks.
constexpr char ServicesOf[] = "__tkl_services_of";
constexpr char RootServices[] = "__tkl_serve_in_kernel";
constexpr char ServePrefix[] = "__tkl_serve_";
constexpr char HasSemaphores[] = "__tkl_has_semaphores";
constexpr char Acquire[] = "__tkl_acquire";
constexpr char ServeLeft[] = "__tkl_serve_left";
constexpr char ServePrintBegin[] = "__tkl_serve_print_begin";
constexpr char OrderPrefix[] = "__tkl_order_";
constexpr char OrderWorker[] = "struct.tkl_order_worker";
constexpr char OrderWork[] = "__tkl_order_work";
constexpr char OrderRun[] = "__tkl_order_run";
constexpr char OrderSlice[] = "__tkl_order_slice_";
constexpr char OrderOwn[] = "__tkl_order_own_";
constexpr char OrderOwnStreamed[] = "__tkl_order_own_streamed";
constexpr char OrderStream[] = "__tkl_order_stream_";
constexpr char OrderGlobalId[] = "__tkl_order_get_global_id";
constexpr char OrderLowId[] = "__tkl_order_low_id";
constexpr char OrderRound[] = "__tkl_order_round";
constexpr char OrderGuard[] = "__tkl_order_guard";
constexpr char OrderZeros[] = "__tkl_order_zeros";
constexpr char OrderDestinationSlot[] = "__tkl_order_destination_slot";
constexpr char OrderSlotDone[] = "__tkl_order_slot_done";
constexpr char OrderPrefetch[] = "__tkl_order_prefetch";
constexpr char OrderClock[] = "__tkl_order_clock";
constexpr char OrderRace[] = "__tkl_order_race";
constexpr char OrderRaceArgument[] = "__tkl_order_race_argument";
constexpr char TeamStruct[] = "struct.__tkl_team";
constexpr char TeamPrefix[] = "__tkl_team_";
constexpr char TeamLanes[] = "__tkl_team_lanes";
constexpr char WarpStruct[] = "struct.__tkl_warp";
constexpr char WarpPrefix[] = "__tkl_warp_";
constexpr char WarpBegin[] = "__tkl_warp_begin";
constexpr char KeptApart[] = "tkl.kept"; // while tkl-linearise inlines
constexpr char WarpBallot[] = "__tkl_warp_ballot";
constexpr char WarpAnyOfAll[] = "__tkl_warp_any_of_all";
constexpr char WarpArrive[] = "__tkl_warp_arrive";
constexpr char WarpEnter[] = "__tkl_warp_enter";
constexpr char WarpLeave[] = "__tkl_warp_leave";
constexpr char WarpVisitors[] = "__tkl_warp_visitors";
constexpr char LanesStruct[] = "struct.__tkl_lanes";
constexpr char LanesPrefix[] = "__tkl_lanes_";
constexpr char LanesBegin[] = "__tkl_lanes_begin";
constexpr char LaneMark[] = "tkl.lane."; // while tkl-linearise makes lane loops
constexpr char RuntimePrefix[] = "__tkl_";
constexpr char MarkPrefix[] = "tkl.";

// Kernels that spawn one task for the host; see StartKernels.h.
constexpr char StartPrefix[] = "__tkl_start_";

// Metadata that a finished program carries: the manifest of docs/abi.md.
constexpr char Manifest[] = "tkl.manifest";

// Metadata that the module has until the last pass: Additions.h.
constexpr char Additions[] = "tkl.additions";

} // namespace names
} // namespace tasklet

#endif
