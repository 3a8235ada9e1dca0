#===- estimate.py - How long a GPU should take, from counts ----------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""An estimate is no measurement. bench/README.md has the formula, and says what it leaves out.

The counts come from Oclgrind, a simulator that runs the program with workers that are the lanes of one
warp, and counts the instructions and the bytes that they move.
"""

import dataclasses
import json
import os
import re
import subprocess


class Failure(Exception):
    pass


@dataclasses.dataclass(frozen=True)
class Gpu:
    """What a data sheet says."""
    name: str
    units: int
    clock: float  # hertz
    bandwidth: float  # bytes a second


# NVIDIA's data sheets (SXM): 132 units; the clock is that of 67 TFLOPS in single precision.
GPUS = {
    "H100": Gpu("H100", 132, 1.98e9, 3.35e12),
    "H200": Gpu("H200", 132, 1.98e9, 4.8e12),
    "GH200": Gpu("GH200", 132, 1.98e9, 4.0e12),
}

ISSUES = 4  # warp instructions that a unit begins in a cycle
# Cycles of a Hopper: from an instruction to the next one that needs its result, from a load to its value in
# the first cache, and in memory.
DEPENDENT, NEAR, FAR = 5, 33, 600
# A lonely element of a merge: a load that the comparison waits for, 1 of 8 of which is far, and the
# instructions of one round.
LONELY = NEAR + FAR / 8 + 20 * DEPENDENT

TURNS = re.compile(r"teams of (\d+) lanes: (\d+) turns; ([\d.]+) % of the lanes ran in a turn, and ([\d.]+) steps")
LINE = re.compile(r"^ *(\d+) - (?:call )?([\w.]+)(?: (global|local|private|constant))?(?:\(\))?(?: \((\d+) bytes\))?")
SECTOR = 32  # bytes that memory moves for one access
# They are no instructions of a GPU.
FREE = ("phi", "bitcast", "alloca", "addrspacecast", "inttoptr", "ptrtoint")


@dataclasses.dataclass
class Counts:
    """What the tasks of one run did: the last command of a program."""
    lanes: int
    turns: int
    share: float  # of the lanes, those that ran in a turn
    steps: float  # different ones in a turn
    tasks: int
    units: float  # of work, as the program counts them
    instructions: int  # of all lanes
    accesses: int  # to global memory
    bytes: int  # that these move
    private: int  # accesses to private memory: registers, or memory behind caches


def read_counts(output, report):
    """From what Oclgrind and TASKLET_STATS print."""
    found = TURNS.findall(report)
    kernels = re.split(r"^Instructions executed for kernel '", output, flags=re.M)
    dispatch = [text for text in kernels if text.startswith("__tkl_dispatch'")]
    results = [line for line in output.splitlines() if line.startswith('{"device"')]
    if not found or not dispatch or not results:
        raise Failure("the simulator has counted no tasks")
    lanes, turns, share, steps = found[-1]
    instructions = accesses = moved = private = 0
    for line in dispatch[-1].splitlines()[1:]:
        if not (match := LINE.match(line)):
            continue
        number, name, space, size = int(match[1]), match[2], match[3], match[4]
        # On a processor, lanes meet in local memory.
        if name in FREE or name.startswith("llvm.lifetime") or space == "local" or "barrier" in name:
            continue
        instructions += number
        private += number if space == "private" else 0
        word = 8 if "atom_" in name else 4 if "atomic_" in name else 0
        if space == "global" or word:
            accesses += number
            moved += int(size or word * number)
    result = json.loads(results[-1])
    return Counts(int(lanes), int(turns), float(share) / 100, float(steps), result["tasks"], result["units"],
                  instructions, accesses, moved, private)


def count(folder, problem, size, lanes=32):
    """Runs the problem in the simulator."""
    environment = {**os.environ, "TASKLET_WARP": str(lanes), "TASKLET_WORKERS": "1", "TASKLET_STATS": "1",
                   "TASKLET_HEAP_SIZE": "16M"}
    for name in ("TASKLET_CHECK", "TASKLET_TRACE"):
        environment.pop(name, None)
    command = [str(folder / "tasklet-oclgrind"), "--inst-counts", "--max-wgsize", "64", str(folder / "bench_gpu"),
               f"--problem={problem}", f"--size={size}", "--runs=1"]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failure(f"{problem} {size}: {error}") from error
    if done.returncode:
        raise Failure(f"{problem} {size}: status {done.returncode}: {(done.stderr or done.stdout).strip()}")
    return read_counts(done.stdout, done.stderr)


@dataclasses.dataclass
class Estimate:
    best: float  # seconds
    worst: float
    bound: str  # the largest part of the worst


def estimate(row, size, tasks, units, counts, gpu):
    """For so many tasks and so much work. At best all bytes are useful ones, all lanes run the same, and a unit begins
    as many instructions as it can. At worst each access moves a sector of its own from memory, those to private memory,
    too, a turn takes as long as if its instructions were of those lanes alone that ran, and a unit begins one
    instruction in a cycle."""
    more = units / counts.units
    of_turn = counts.instructions / (counts.turns * counts.lanes) * counts.steps
    issue = more * counts.turns * of_turn / (gpu.units * ISSUES * gpu.clock)
    slow = ISSUES * issue / counts.share
    if row.by_tasks:
        more = tasks / counts.tasks
    useful = more * counts.bytes / gpu.bandwidth
    moved = more * (counts.accesses + counts.private) * SECTOR / gpu.bandwidth
    number = float(size) if size.isdigit() else 0
    lonely = row.lonely(number) * LONELY

    def chain(instructions):
        return (row.chain(size) * (instructions * DEPENDENT + 2 * FAR) + lonely) / gpu.clock

    last = chain(of_turn / counts.share)
    parts = {"instructions": slow, "memory": moved, "the longest chain": last}
    return Estimate(max(issue, useful) + chain(of_turn), max(slow, moved) + last, max(parts, key=parts.get))
