#!/usr/bin/env python3
"""Traces of whole programs, judged from outside.

  run_tests.py BIN [unittest options]     BIN: the folder of the commands

What a trace must be is written down here once more, by the format's description
and by what the programs do; nothing is taken from the library.
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.path.append(str(pathlib.Path(__file__).parents[2]))
from device_form import takes_bitcode

BIN = pathlib.Path(sys.argv.pop(1))


def nanoseconds(microseconds):
    return round(microseconds * 1000)


def run(command, trace=None, fails=False, **variables):
    """What the command wrote, on standard output and standard error."""
    environment = {k: v for k, v in os.environ.items()
                   if not k.startswith("TASKLET_") or k == "TASKLET_CACHE_DIR"}
    if trace:
        environment["TASKLET_TRACE"] = str(trace)
    environment.update({f"TASKLET_{k}": str(v) for k, v in variables.items()})
    done = subprocess.run([BIN / command[0], *map(str, command[1:])],
                          env=environment, capture_output=True, text=True,
                          timeout=200)
    if (done.returncode != 0) != fails:
        raise AssertionError(f"{command}: {done.returncode}: {done.stdout}"
                             f"{done.stderr}")
    return done.stdout, done.stderr


class Trace:
    """A trace that is well formed; raises AssertionError if it is not."""

    def __init__(self, path):
        data = json.loads(path.read_text())
        self.other = data["otherData"]
        self.names, self.tracks, ends = {}, collections.defaultdict(list), {}
        for event in data["traceEvents"]:
            track = (event["pid"], event["tid"])
            assert isinstance(event["name"], str)
            if event["ph"] == "M":
                if event["name"] == "thread_name":
                    self.names[track] = event["args"]["name"]
            elif event["ph"] == "X":
                assert event["ts"] >= 0 and event["dur"] >= 0, event
                self.tracks[track].append(event)
            elif event["ph"] in "sf":
                sides = ends.setdefault((event["cat"], event["id"]), {})
                assert event["ph"] not in sides, f"an end twice: {event}"
                sides[event["ph"]] = event
                assert event["ph"] == "s" or event["bp"] == "e"
            else:
                raise AssertionError(f"what is this? {event}")
        for track, slices in self.tracks.items():
            assert track in self.names, f"a track without a name: {track}"
            self.nest(slices)
        self.flows = list(ends.values())
        for flow in self.flows:
            assert set(flow) == {"s", "f"}, f"an arrow with one end: {flow}"
            assert flow["s"]["ts"] <= flow["f"]["ts"], flow
            for end in flow.values():
                assert self.around(end), f"an arrow from nowhere: {end}"

    def nest(self, slices):
        """Sorts slices, gives each its parent; they must nest."""
        slices.sort(key=lambda s: (nanoseconds(s["ts"]), -s["dur"]))
        open_slices = []
        for each in slices:
            begin = nanoseconds(each["ts"])
            each["end"] = begin + nanoseconds(each["dur"])
            while open_slices and open_slices[-1]["end"] <= begin:
                open_slices.pop()
            each["parent"] = open_slices[-1] if open_slices else None
            assert not open_slices or each["end"] <= open_slices[-1]["end"], \
                f"{each['name']} lies across {open_slices[-1]['name']}"
            # Searches, and what a worker begins after one, are in nothing else.
            if each["cat"] != "task" or "start" in each.get("args", {}):
                assert not open_slices, \
                    f"{each} within {open_slices and open_slices[-1]}"
            open_slices.append(each)

    def around(self, event):
        time = nanoseconds(event["ts"])
        return [s for s in self.tracks[event["pid"], event["tid"]]
                if nanoseconds(s["ts"]) <= time < s["end"]]

    def commands(self):
        return [s for (_, tid), slices in sorted(self.tracks.items())
                if tid == 0 for s in slices]

    def slices(self, *categories):
        return [s for (_, tid), slices in sorted(self.tracks.items())
                if tid != 0 for s in slices if s["cat"] in categories]

    def of_worker(self, command, worker):
        track = self.tracks.get((command["pid"], worker + 1), [])
        begin = nanoseconds(command["ts"])
        return [s for s in track if begin <= nanoseconds(s["ts"]) and
                s["end"] <= command["end"]]


def calls(n):
    return 1 if n < 2 else 1 + calls(n - 1) + calls(n - 2)


HAS_CLOCK = takes_bitcode()
FOR_DEVICE = [] if HAS_CLOCK else ["-tkl-target=spirv"]


class TraceTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "trace.json"

    def trace(self, command, **variables):
        self.output = run(command, self.path, **variables)
        return Trace(self.path)

    def test_off(self):
        run(["fib", 10])
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_tree_of_fib(self):
        """One worker and a clock that counts tasks: each task is there, lasts
        as long as it has tasks, and lies within its parent, but for those so
        small that the compiler lets their parents run them."""
        n = 12
        trace = self.trace(["fib", n], WORKERS=1, TRACE_CLOCK="tasks",
                           TRACE_SHORTEST=1)

        smallest = next(m for m in range(n) if any(
            s["dur"] == calls(m) for s in trace.slices("task")))
        self.assertLess(smallest, 7)

        def expect(n, parent, wanted):
            if n < smallest:
                return
            wanted[parent, calls(n)] += 1
            expect(n - 1, calls(n), wanted)
            expect(n - 2, calls(n), wanted)
        wanted = collections.Counter()
        expect(n, None, wanted)
        commands = trace.commands()
        for command in commands:
            found = collections.Counter(
                (s["parent"] and s["parent"]["dur"], s["dur"])
                for s in trace.of_worker(command, 0))
            self.assertEqual(found, wanted)
            self.assertEqual(command["args"]["tasks"], calls(n))
            self.assertEqual(command["args"]["clock"], "tasks")
        self.assertEqual({s["name"] for s in trace.slices("task")}, {"fib"})
        self.assertEqual({s["args"].get("for") for s in trace.slices("task")},
                         {"fib.force1", None})

    def test_span_of_fib(self):
        """Counted in tasks. Those that run at their spawns are not drawn, and
        count as if they could not run at the same time with anything."""
        n = 14
        trace = self.trace(["fib", n, "--runs", 1], WORKERS=1,
                           TRACE_CLOCK="tasks", TRACE_SHORTEST=1)
        smallest = min(s["dur"] for s in trace.slices("task"))

        def span(n):
            below = [n - 1, n - 2] if n >= 2 else []
            drawn = [k for k in below if calls(k) >= smallest]
            return (1 + sum(calls(k) for k in below if k not in drawn) +
                    max(map(span, drawn), default=0))
        output, _ = run(["tasklet-trace", self.path])
        found = re.search(r"work (\d+) tasks, span (\d+) tasks", output)
        commands = len(trace.commands())
        self.assertEqual([int(number) / commands for number in found.groups()],
                         [calls(n), span(n)])

    def test_barnes_hut_leaves_nothing_large_to_one_task(self):
        """Counted in tasks. All but the force tasks are as many as it takes to
        give none more than 1024 bodies; forces have 256."""
        bodies = 20000
        trace = self.trace(["barnes_hut", "--bodies", bodies, "--steps", 0,
                            "--output=", "--check-samples", 0], WORKERS=1,
                           TRACE_CLOCK="tasks", TRACE_SHORTEST=1)
        tasks = {c["name"]: trace.of_worker(c, 0) for c in trace.commands()}

        def leaves(slices, name):
            inner = {id(s["parent"]) for s in slices}
            return [s for s in slices
                    if s["name"] == name and id(s) not in inner]
        for command, task, most in (("advance", "advance_bodies", 1024),
                                    ("kick", "kick_bodies", 1024),
                                    ("forces", "pull_node", 256)):
            self.assertGreaterEqual(len(leaves(tasks[command], task)),
                                    bodies / most, command)
        # The root of the tree: what runs for it alone.
        def builds(slice_):
            while slice_["name"] != "build_node":
                slice_ = slice_["parent"]
            return slice_
        root = tasks["build"][0]
        at_root = [s for s in tasks["build"] if builds(s) is root]
        for task in "bounds_of_many", "count_blocks", "move_blocks":
            self.assertGreaterEqual(len(leaves(at_root, task)), bodies / 1024,
                                    task)

    def test_samples(self):
        for workers in (1, 2, 5):
            for command in (["fib", 18], ["nqueens", 7], ["uts", "--tree", "small1"],
                            ["quicksort", 20000], ["host_task", 3000],
                            ["barnes_hut", "--bodies", 1000, "--steps", 2,
                             "--output="]):
                for shortest in (1, 10000):
                    with self.subTest(command=command, workers=workers,
                                      shortest=shortest):
                        self.check_sample(command, workers, shortest)

    def check_sample(self, command, workers, shortest):
        # A worker that loses its processor where nothing is drawn, from segment
        # to segment, leaves a gap. That happens by chance, and not every time.
        for _ in range(10):
            trace = self.trace(command, WORKERS=workers, STATS=1,
                               TRACE_SHORTEST=shortest)
            self.check_commands(trace)
            gaps = [gap for each in trace.commands()
                    for worker in range(each["args"]["workers"])
                    for gap in self.check_worker(trace, each, worker)]
            # There is room for all of that.
            self.assertTrue(gaps or shortest > 1 or not HAS_CLOCK)
            if all(gap <= 0.05 * of + 20 for gap, of in gaps):
                return
        self.fail(f"busy, with nothing drawn: {gaps}")

    def test_two_devices(self):
        """The workers of a helper come after those of the queue's device."""
        with unittest.mock.patch.dict(os.environ,
                                      POCL_DEVICES="pthread pthread"):
            trace = self.trace(["helper_queues", "--devices", 50000], WORKERS=2,
                               TRACE_SHORTEST=1)
        self.assertEqual([c["args"]["workers"] for c in trace.commands()],
                         [2, 4])

    def test_idle_in_between(self):
        """One after the other, two tasks of a millisecond or so at a time."""
        (self.folder / "k.cl").write_text("""
          __task uint work(uint n) {
            uint x = n;
            for (uint i = 0; i < 1000000; ++i) x = x * 1664525u + (x >> 16) + i;
            return x;
          }
          __task uint ladder(uint n, uint x) {
            if (n == 0) return x;
            uint a, b;
            a <- work(x);
            b <- work(x + 1);
            force (a, b) {
              uint r;
              r <- ladder(n - 1, a ^ b);
              force (r) { return r; }
            }
          }
          __kernel void k(__global uint *out, int n) {
            out[0] <- ladder(20u, (uint)n);
          }
          """)
        between = 0
        # The other worker comes late if it has no processor.
        for _ in range(20):
            trace = self.trace(["run_kernel", self.folder / "k.cl", "k", 1],
                               STATS=1, WORKERS=2, TRACE_SHORTEST=1)
            self.check_commands(trace)
            command, = trace.commands()
            if not HAS_CLOCK:
                self.assertEqual(command["args"]["clock"], "tasks")
                return
            for worker in (0, 1):
                self.assertTrue(list(self.check_worker(trace, command, worker)))
                found = trace.of_worker(command, worker)
                between += sum(s["dur"] for s in found[1:-1]
                               if s["cat"] == "idle")
            if between > 1000:
                return
        self.fail(f"idle in between for {between} us only")

    def check_commands(self, trace):
        tables = re.findall(r"tasklet: (\S+): (\d+) tasks on (\d+) worker",
                            self.output[1])
        commands = trace.commands()
        self.assertEqual(sorted((c["name"], str(c["args"]["tasks"]),
                                 str(c["args"]["workers"])) for c in commands),
                         sorted(tables))
        self.assertEqual(trace.other["commands"], len(commands))
        for each in commands:
            self.assertTrue(each["args"]["traced"])
        stolen = sum(c["args"]["steals"] for c in commands)
        thefts = [f for f in trace.flows if f["s"]["cat"] == "steal"]
        self.assertLessEqual(len(thefts), stolen)
        if all(c["args"]["workers"] == 1 for c in commands):
            self.assertEqual(trace.flows, [])

    def check_worker(self, trace, command, worker):
        """A worker's slices beside its statistics, which were counted apart from
        them but start and stop at the same looks at the clock. Yields the time
        busy with nothing drawn, and the time busy, in microseconds."""
        said = command["args"]["each_worker"][worker]
        if not HAS_CLOCK:  # Nobody knows the time.
            self.assertEqual(command["args"]["clock"], "tasks")
            self.assertNotIn("busy", said)
            return
        found = [s for s in trace.of_worker(command, worker) if not s["parent"]]
        drawn = collections.Counter()
        for each in found:
            drawn[each["cat"]] += each["dur"]
        rounded = 0.002 * len(found) + 0.1
        # Exact, whoever takes the processor away, and when.
        self.assertLessEqual(drawn["task"], said["busy"] + rounded)
        self.assertLessEqual(drawn["idle"],
                             said["stealing"] + said["idle"] + rounded)
        # Else what is too short to be drawn may lie between short tasks.
        if command["args"]["dropped"] or command["args"]["shortest"] > 0.01:
            return
        tasks = drawn["task"] + drawn["short tasks"]
        self.assertLessEqual(tasks, said["busy"] + rounded)
        # Before its first slice a worker had not begun, and after a last one that
        # is idle it had ended; all else is there.
        begin, end = command["ts"], command["ts"] + command["dur"]
        absent = min((s["ts"] for s in found), default=end) - begin
        if found and found[-1]["cat"] == "idle":
            absent += end - found[-1]["ts"] - found[-1]["dur"]
        self.assertGreaterEqual(drawn["idle"] + absent + rounded,
                                said["stealing"] + said["idle"])
        yield said["busy"] - tasks, said["busy"]

    def test_levels_of_ordered_kernels(self):
        if not HAS_CLOCK:  # As in the next test, unasked.
            self.check_ordered_without_times()
            return
        for order in ("serial", "levels", "passes", "bins"):
            for workers in (1, 2, 5):
                with self.subTest(order=order, workers=workers):
                    trace = self.trace(
                        ["lower_solve", "--side", 20, "--order", order,
                         "--runs", 2], WORKERS=workers)
                    self.check_order(trace, order, workers)

    def check_order(self, trace, order, workers):
        # The first is for the driver's compiler, and then there are two steps
        # with an order of their own.
        commands = sorted(trace.commands(), key=lambda c: c["ts"])
        self.assertEqual(len(commands), 1 + 3 + 1 + 2)
        for number, command in enumerate(commands):
            told = command["args"]
            self.assertEqual(command["name"], "solve")
            self.assertEqual(told["work_items"], 8000)
            self.assertTrue(told["traced"])
            phases = trace.of_worker(command, 0)
            if number == 4 and workers == 1:  # There is nothing to inspect.
                self.assertEqual((phases, told["executor"]), ([], "serial"))
                continue
            # One after the other, without gaps.
            self.assertEqual(phases[0]["ts"], command["ts"])
            for one, next_ in zip(phases, phases[1:]):
                self.assertEqual(nanoseconds(next_["ts"]), one["end"])
            self.assertEqual(phases[-1]["end"], command["end"])
            levels = [p for p in phases if p["cat"] == "level"]
            inspected = [p for p in phases if p["cat"] == "inspect"]
            if number == 4:  # An order is made, nothing runs.
                self.assertEqual(phases, inspected)
            elif told["executor"] == "serial":
                # Five workers may be too many for the levels.
                self.assertEqual(phases[:-1], inspected)
                self.assertIn(phases[-1]["name"],
                              ("run in order", "run in order, find levels"))
            else:
                # What uses an analysis again may write streams for it.
                found = [p for p in inspected if p["name"] != "write streams"]
                self.assertEqual(bool(found), not told["reused"])
                self.assertEqual(8000, sum(p["args"]["work_items"]
                                           for p in levels))
                last = 0
                for level in levels:
                    first, *to = map(int, re.findall(r"\d+", level["name"]))
                    self.assertEqual(first, last + 1)
                    last = to[0] if to else first
                self.assertEqual(last, told["levels"])
        # This kernel has no bins.
        if order != "bins" and workers < 5:
            self.assertEqual(commands[1]["args"]["executor"], order)

    def test_ordered_kernels_without_times(self):
        self.check_ordered_without_times(TRACE_CLOCK="tasks")

    def check_ordered_without_times(self, **variables):
        trace = self.trace(["lower_solve", "--side", 4, "--runs", 1], WORKERS=2,
                           **variables)
        self.assertGreater(len(trace.commands()), 3)
        for command in trace.commands():
            self.assertEqual(command["dur"], 1)
            self.assertFalse(command["args"]["traced"])
        self.assertEqual(trace.slices("level", "inspect", "run"), [])

    def test_more_than_there_is_room_for(self):
        trace = self.trace(["uts", "--tree", "small1"], WORKERS=2,
                           TRACE_SHORTEST=1, TRACE_SIZE="64K")
        for command in trace.commands():
            self.assertGreater(command["args"]["dropped"], 0)
            shortest = command["args"]["shortest"]
            self.assertGreater(shortest, 0.001)
            for worker in (0, 1):
                found = trace.of_worker(command, worker)
                self.assertLessEqual(len(found), (64 << 10) // 2 // 32)
                # It goes on to the end.
                if found:
                    last = max(s["end"] for s in found)
                    self.assertGreater(
                        last, command["end"] - 0.3 * 1000 * command["dur"])

    def test_a_command_that_fails(self):
        (self.folder / "deep.cl").write_text("""
          __task int deep(int n) {
            int r, kept = n * 3;
            r <- deep(n + 1);
            int after = kept ^ n;
            force (r) { return r + after; }
          }
          __kernel void k(__global int *out, int n) { out[0] <- deep(n); }
          __task int leaf(int n) { return n; }
          __kernel void fine(__global int *out, int n) { out[0] <- leaf(n); }
          """)
        for workers in (1, 2):
            run(["run_kernel", self.folder / "deep.cl", "k", 1], self.path,
                fails=True, WORKERS=workers, HEAP_SIZE="1M")
            trace = Trace(self.path)
            self.assertTrue(trace.commands()[0]["args"]["failed"])
            self.assertIn("deep", {s["name"] for s in trace.slices("task")})

    def test_the_process_ends_at_once(self):
        """While its trace is being written: so many events take a while."""
        (self.folder / "k.cl").write_text("""
          __task int count(int n) {
            if (n < 2) return n;
            int a, b;
            a <- count(n / 2);
            b <- count(n - n / 2);
            force (a, b) { return a + b; }
          }
          __kernel void k(__global int *out, int n) { out[0] <- count(100000); }
          """)
        command = ["run_kernel", f"--until={self.path}", self.folder / "k.cl", "k", 1]
        for _ in range(3):
            self.path.unlink(missing_ok=True)
            trace = self.trace(command, STATS=1, TRACE_SHORTEST=1,
                               TRACE_SIZE="16M")
            self.assertIn("k: 199999 tasks", self.output[1])
            self.assertEqual(len(trace.commands()), 1)
            self.assertGreater(len(trace.slices("task")), 10000)

    def test_compiled_ahead(self):
        (self.folder / "k.cl").write_text("""
          __task int f(int n) { return n; }
          __kernel void k(__global int *out, int n) { out[0] <- f(7); }
          """)
        for options, traced in ([], False), (["--trace"], True):
            run(["taskletc", *FOR_DEVICE, *options, self.folder / "k.cl", "-o",
                 self.folder / "k.bc"])
            # With the runtime for traces, but without one wanted.
            for trace in None, self.path:
                output, _ = run(["run_kernel", self.folder / "k.bc", "k", 1],
                                trace)
                self.assertEqual(output.split(), ["7"])
            trace = Trace(self.path)
            self.assertEqual(trace.commands()[0]["args"]["traced"], traced)

    def test_kernels_that_force(self):
        (self.folder / "k.cl").write_text("""
          __task int fib(int n) {
            if (n < 2) return n;
            int a, b;
            a <- fib(n - 1);
            b <- fib(n - 2);
            force (a, b) { return a + b; }
          }
          __kernel void k(__global int *out, int n) {
            int a, g = get_global_id(0);
            a <- fib(10 + g);
            force (a) {
              int b;
              b <- fib(a % 7 + 9);
              force (b) { out[g] = a + b; }
            }
          }
          """)
        def fib(n):
            return n if n < 2 else fib(n - 1) + fib(n - 2)
        for workers in (1, 2, 5):
            output, _ = run(["run_kernel", self.folder / "k.cl", "k", 20],
                            self.path, WORKERS=workers, TRACE_SHORTEST=1)
            self.assertEqual([int(word) for word in output.split()],
                             [fib(10 + g) + fib(fib(10 + g) % 7 + 9)
                              for g in range(20)])
            names = {s["name"] for s in Trace(self.path).slices("task")}
            self.assertIn("fib", names)
            self.assertLess(names, {"fib", "k.force1", "k.force2", "tasks"})


if __name__ == "__main__":
    unittest.main()
