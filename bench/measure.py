#===- measure.py - Problems, systems, and how they take turns --------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""Each program of a problem is started once and waits (--paced). Then all get
one run after the other, round after round, so that whatever else the machine
does hits all alike."""

import json
import os
import pathlib
import resource
import select
import statistics
import subprocess
import sys

# Serial times of 0.1 to 1 s on machines of today where nobody else has named a
# size; the second one is for --quick.
PROBLEMS = {
    "fib": ("38", "20"),
    "nqueens": ("13", "7"),
    "nqueens_array": ("12", "7"),
    "integrate": ("2000", "20"),
    "uts_T1": ("T1", "small1"),
    "uts_T3": ("T3", "small3"),
    "quicksort": ("10000000", "20000"),
    "mergesort": ("4000000", "20000"),
    "matmul": ("1024", "64"),
    "barnes_hut": ("100000", "1000"),
    "lu": ("1024", "64"),
    "heat": ("20000", "20"),
    "alpha_beta": ("12", "4"),
    "long_task": ("100000000", "100000"),
}

# The programs of the systems; the samples are tasklet's. The first serial one
# is what all are compared with.
SERIAL = {"serial": "bench_serial", "serial-clang": "bench_serial_clang"}
PARALLEL = {"tasklet": None, "kite": "bench_kite", "onetbb": "bench_onetbb",
            "openmp-gcc": "bench_openmp_gcc",
            "openmp-clang": "bench_openmp_clang",
            "taskflow": "bench_taskflow", "lace": "bench_lace",
            "libfork": "bench_libfork"}
# Built only if CMake was told where their sources are (bench/Peers.cmake).
OPTIONAL = ("taskflow", "lace", "libfork")
OURS = ("tasklet", "kite")
# What is written in Kite, too (bench/kite/programs).
IN_KITE = ("fib", "nqueens", "quicksort", "mergesort", "matmul", "barnes_hut")
WORKERS = (1, 2, 5)

# Seconds for the runs of one program: slow ones get fewer runs, and if one run
# takes longer than this, its warm-up counts.
LIMIT = 6.0
# Seconds after which a peer's run is given up: enough to see that it is slow.
PATIENCE = 30.0
# Seconds after which a run of ours, or of the serial program, is a hang; in the
# first one the driver compiles.
HANG = 300.0

# Bytes. Systems whose tasks wait on the stack of their worker go as deep as a
# tree: T3 needs more than the usual 8 MiB with Taskflow.
STACK = 64 << 20

# Rounding decides whether Barnes-Hut opens a node that is just far enough, and
# compilers fuse different operations.
TOLERANCE = {"barnes_hut": 1e-4}


class Failure(Exception):
    """Nothing can be said about the times. The text says why."""


def sample_of(problem):
    return {"nqueens_array": "nqueens", "uts_T1": "uts",
            "uts_T3": "uts"}.get(problem, problem)


def size_of(problem, quick):
    return PROBLEMS[problem][1 if quick else 0]


def systems_of(problem, systems):
    """Those of them that solve it."""
    return [system for system in systems
            if system != "kite" or problem in IN_KITE]


def programs(problems, systems):
    """Names of all that must be built."""
    names = {sample_of(problem) for problem in problems}
    names |= set(SERIAL.values())
    names |= {PARALLEL[system] for system in systems} - {None}
    return sorted(names)


def command_of(bin_folder, system, problem, size, workers):
    program = {**SERIAL, **PARALLEL}[system]
    if program:
        name = "uts" if problem.startswith("uts_") else problem
        command = [bin_folder / program, "--problem", name]
        if system not in OURS:
            command += ["--threads", str(workers)]
    else:
        command = [bin_folder / sample_of(problem)]
        if problem == "nqueens_array":
            command += ["--board", "array"]
    if problem.startswith("uts_"):
        command += ["--tree", size]
    elif problem == "barnes_hut" and not program:
        command += ["--bodies", size]
    else:
        command += [size]
    return [str(word) for word in command + ["--paced", "--json"]]


class Program:
    """One program that waits for its next turn."""

    def __init__(self, bin_folder, system, problem, size, workers):
        self.system, self.workers = system, workers
        self.command = command_of(bin_folder, system, problem, size, workers)
        environment = dict(os.environ, TASKLET_WORKERS=str(workers))
        try:
            self.process = subprocess.Popen(
                self.command, env=environment, text=True, bufsize=1,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise Failure(f"{self}: {error}; is it built?") from None
        self.seconds = []
        self.warm_up = None
        try:
            self.warm_up = self.await_run()
        except Failure:
            self.stop()
            raise

    def __str__(self):
        return " ".join(self.command)

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise Failure(f"{self}: exit status {self.process.wait()}")
        return json.loads(line)

    def await_run(self):
        """Seconds of a run; None, and an end, if a peer's takes too long."""
        is_peer = self.system in PARALLEL and self.system not in OURS
        ready, _, _ = select.select([self.process.stdout], [], [],
                                    PATIENCE if is_peer else HANG)
        if ready:
            return self.read()["seconds"]
        if not is_peer:
            raise Failure(f"{self}: no end after {HANG:.0f} s")
        print(f"{self}: given up after {PATIENCE:.0f} s", file=sys.stderr)
        self.stop()
        return None

    def gave_up(self):
        return self.warm_up is None or None in self.seconds

    def wants_more(self):
        return (not self.gave_up()
                and sum(self.seconds) + self.warm_up < LIMIT)

    def run(self):
        try:
            self.process.stdin.write("\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # It has ended; reading will say how.
        self.seconds.append(self.await_run())

    def peak(self):
        """Resident bytes of the whole process at most; None if unknown."""
        try:
            status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return None
        for line in status.splitlines():
            if line.startswith("VmHWM:"):
                return 1024 * int(line.split()[1])
        return None

    def finish(self, problem, size):
        row = {"problem": problem, "size": size, "system": self.system,
               "workers": self.workers, "command": str(self)}
        if self.gave_up():
            return {**row, "more_than": PATIENCE, "result": None,
                    "units": None, "seconds": [], "minimum": None,
                    "median": None, "memory": None, "process_peak": None}
        peak = self.peak()
        self.process.stdin.close()
        said = self.read()
        if self.process.wait():
            raise Failure(f"{self}: exit status {self.process.returncode}")
        seconds = self.seconds or [self.warm_up]
        return {**row, "result": said["result"],
                "units": said.get("units") or None, "seconds": seconds,
                "minimum": min(seconds),
                "median": statistics.median(seconds),
                "memory": said.get("heap_used", said.get("resident_growth")),
                "process_peak": peak}

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass


def check_results(problem, rows):
    """Raises Failure unless all agree."""
    right = rows[0]["result"]
    allowed = TOLERANCE.get(problem, 0) * right
    wrong = [row for row in rows if row["result"] is not None
             and abs(row["result"] - right) > allowed]
    if wrong:
        raise Failure(
            f"{problem}: the results differ: serial says {right}, " + ", ".join(
                f"{row['system']} with {row['workers']} worker(s) "
                f"{row['result']}" for row in wrong))


def allow_stacks():
    """Stacks of STACK bytes at least for all programs that follow, and threads
    of them; as many as the system allows, if that is less."""
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    unlimited = resource.RLIM_INFINITY
    wanted = STACK if hard == unlimited else min(STACK, hard)
    if soft != unlimited and soft < wanted:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))


def measure(bin_folder, problem, arguments):
    """One row for each system and number of workers."""
    size = size_of(problem, arguments.quick)
    wanted = [(system, 1) for system in SERIAL]
    wanted += [(system, workers)
               for system in systems_of(problem, arguments.systems)
               for workers in WORKERS]
    running = []
    allow_stacks()
    try:
        for system, workers in wanted:
            print(f"{problem} {size}: {system}, {workers} worker(s)",
                  file=sys.stderr)
            running.append(Program(bin_folder, system, problem, size, workers))
        for turn in range(arguments.runs):
            print(f"{problem} {size}: round {turn + 1} of {arguments.runs}",
                  file=sys.stderr)
            for program in running:
                if program.wants_more():
                    program.run()
        rows = [program.finish(problem, size) for program in running]
    finally:
        for program in running:
            program.stop()
    check_results(problem, rows)
    return rows
