#!/usr/bin/env python3
#===- gpu_tests.py - Does bench/gpu do what it says? -----------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""Without a GPU: the estimates by their definition, the programs on the device that there is, and what is said
of mistakes. PART is a class of this file.
"""

import argparse
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench" / "gpu"))

import estimate  # noqa: E402
import rows  # noqa: E402

BUILD = None


def bench_gpu(*words, **environment):
    return subprocess.run([str(BUILD / "bin" / "bench_gpu"), *words], capture_output=True, text=True, timeout=300,
                          env={**os.environ, **environment})


class Estimate(unittest.TestCase):
    OUTPUT = """Instructions executed for kernel 'start':
               8 - load global (32 bytes)

Instructions executed for kernel '__tkl_dispatch':
             100 - phi
              50 - add
              40 - load global (160 bytes)
              30 - store global (240 bytes)
              20 - load local (160 bytes)
              15 - load private (120 bytes)
              10 - call _Z7barrierj()
               5 - call _Z10atomic_addPU3AS1Vii()
               3 - call _Z8atom_addPU3AS1Vll()
               2 - call __tkl_team_try()

{"device": "x", "tasks": 7, "units": 14}
"""
    REPORT = ("tasklet: teams of 4 lanes: 9 turns; 25.0 % of the lanes ran in a turn, and 1.50 steps; 1 records\n"
              "tasklet: teams of 4 lanes: 10 turns; 50.0 % of the lanes ran in a turn, and 1.25 steps; 1 records\n")

    def test_counts(self):
        counts = estimate.read_counts(self.OUTPUT, self.REPORT)
        self.assertEqual((counts.lanes, counts.turns, counts.share, counts.steps), (4, 10, 0.5, 1.25))
        self.assertEqual((counts.tasks, counts.units), (7, 14))
        self.assertEqual(counts.instructions, 50 + 40 + 30 + 15 + 5 + 3 + 2)
        self.assertEqual(counts.private, 15)
        self.assertEqual(counts.accesses, 40 + 30 + 5 + 3)
        self.assertEqual(counts.bytes, 160 + 240 + 5 * 4 + 3 * 8)

    def test_nothing_counted(self):
        for output, report in ((self.OUTPUT, ""), ("", self.REPORT)):
            with self.assertRaises(estimate.Failure):
                estimate.read_counts(output, report)

    def test_formula(self):
        counts = estimate.read_counts(self.OUTPUT, self.REPORT)
        gpu = estimate.Gpu("x", units=2, clock=100.0, bandwidth=1000.0)
        row = rows.Row("x", "3", None, "1", "1", lambda size: 6, lambda size: 2 * size)
        # Twice the work: 20 turns of 145 / 40 instructions, and 1.25 steps one after the other. Half of the lanes ran.
        turn = 145 / 40 * 1.25
        issue = 20 * turn / (2 * 4 * 100)
        chain, worst = ((6 * (each * 5 + 1200) + 6 * (33 + 75 + 100)) / 100 for each in (turn, 2 * turn))
        found = estimate.estimate(row, "3", 14, 28, counts, gpu)
        self.assertAlmostEqual(found.best, max(issue, 2 * 444 / 1000) + chain)
        self.assertAlmostEqual(found.worst, max(2 * 4 * issue, 2 * (78 + 15) * 32 / 1000) + worst)
        self.assertEqual(found.bound, "the longest chain")
        by_tasks = rows.Row("x", "3", None, "1", "1", lambda size: 0, by_tasks=True)
        self.assertAlmostEqual(estimate.estimate(by_tasks, "3", 70, 28, counts, gpu).best, 10 * 444 / 1000)

    def test_every_row_has_a_problem(self):
        names = bench_gpu("--help").stdout
        for row in rows.ROWS:
            self.assertIn(row.problem, names)
            self.assertGreater(row.chain(row.size), 0)


class Programs(unittest.TestCase):
    """Each compares its result with serial code."""

    SIZES = {"fib": ["1", "2", "17"], "nqueens": ["1", "2", "6", "9"], "cilksort": ["1", "33", "5000"],
             "mergesort": ["1", "129", "5000"], "tree": ["0", "7"], "pruned": ["1", "9"],
             "bfs": ["grid:1", "grid:40", "rmat:1", "rmat:9"]}

    def test_all(self):
        self.assertEqual(set(self.SIZES), {row.problem for row in rows.ROWS})
        for problem, sizes in self.SIZES.items():
            for size in sizes:
                for lanes in ("1", "8"):
                    done = bench_gpu(f"--problem={problem}", f"--size={size}", "--runs=2", TASKLET_WARP=lanes,
                                     TASKLET_WORKERS="2")
                    self.assertEqual(done.returncode, 0, (problem, size, done.stderr))
                    result = json.loads(done.stdout)
                    self.assertGreater(result["tasks"], 0)
                    self.assertGreater(result["units"], 0)
                    self.assertGreaterEqual(result["reserved"], result["used"])

    def test_copies(self):
        for size in ("1", "33", "1000"):
            done = bench_gpu("--problem=copies", f"--size={size}", "--runs=1")
            self.assertEqual(done.returncode, 0, done.stderr)
        done = bench_gpu("--problem=copies-by-hand", "--size=33", "--runs=1")
        self.assertEqual(done.returncode, 3)
        self.assertIn("the device takes no PTX", done.stderr)

    def test_tasks(self):
        tasks = {}
        for height in (4, 5):
            tasks[height] = json.loads(bench_gpu("--problem=tree", f"--size={height}", "--runs=1").stdout)["tasks"]
        self.assertEqual(tasks, {4: 31, 5: 63})

    def test_a_wrong_result_is_seen(self):
        # No kernel runs: what was there before is not what should be.
        layer = BUILD / "lib" / "libtasklet-fault-layer.so"
        done = bench_gpu("--problem=cilksort", "--size=100", "--runs=1", OPENCL_LAYERS=str(layer),
                         FAULT="clEnqueueNDRangeKernel 1+ skip")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("cilksort 100 is wrong: the numbers are not sorted", done.stderr)


class Mistakes(unittest.TestCase):
    def refused(self, status, message, *words, **environment):
        done = bench_gpu(*words, **environment)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertNotIn("terminate", done.stderr)

    def test_sizes(self):
        self.refused(3, "the size '47' is no number from 1 to 46", "--problem=fib", "--size=47")
        self.refused(3, "the size '8x' is no number from 1 to 16", "--problem=nqueens", "--size=8x")
        self.refused(3, "the size '' is no number", "--problem=bfs", "--size=grid:")
        self.refused(2, "--problem", "--problem=sudoku")

    def test_graphs(self):
        self.refused(3, "the graph '/nowhere' cannot be read; give a file, grid:SIDE or rmat:SCALE", "--problem=bfs",
                     "--size=/nowhere")
        good = struct.pack("<2i4i3i", 3, 3, 0, 1, 2, 3, 1, 2, 0)
        bad = {"short": good[:-1], "empty": b"", "none": struct.pack("<2i1i", 0, 0, 0),
               "outside": good[:-4] + struct.pack("<i", 3), "first": struct.pack("<2i4i3i", 3, 3, 0, 2, 1, 3, 1, 2, 0),
               "negative": struct.pack("<2i", -1, 5)}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "graph"
            path.write_bytes(good)
            self.assertEqual(bench_gpu("--problem=bfs", f"--size={path}", "--runs=1").returncode, 0)
            for text in bad.values():
                path.write_bytes(text)
                self.refused(3, f"'{path}' is no graph: ", "--problem=bfs", f"--size={path}")

    def test_no_device(self):
        self.refused(3, "no OpenCL device has 'NVIDIA' in its name", "--device=NVIDIA")


class Script(unittest.TestCase):
    """Needs Oclgrind."""

    def test_estimates(self):
        done = subprocess.run([str(ROOT / "bench" / "gpu" / "run"), "--build-dir", str(BUILD), "--quick"],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no GPU by opencl", done.stderr)
        self.assertIn("no GPU by cuda", done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(sum(line.count("|") == 11 for line in lines), len(rows.ROWS) + 2)
        self.assertIn("No GPU: estimates for one H100.", done.stdout)

    def test_a_table_of_what_is_measured(self):
        # The device that there is stands for a GPU.
        done = subprocess.run([str(ROOT / "bench" / "gpu" / "run"), "--build-dir", str(BUILD), "--quick",
                               "--only=fib", "--engine=opencl", "--device=", "--runs=2"], capture_output=True,
                              text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\| fib 12 \| 465 \|  \| [\d.e-]+ ms \|  \| [\d.e-]+ ms \| \d+ MB \| \d+ MB \|")
        self.assertIn("Medians of 2 runs on: ", done.stdout)

    def test_a_device_that_fails_is_not_no_device(self):
        layer = BUILD / "lib" / "libtasklet-fault-layer.so"
        done = subprocess.run([str(ROOT / "bench" / "gpu" / "run"), "--build-dir", str(BUILD), "--quick",
                               "--only=fib", "--device="], capture_output=True, text=True, timeout=300,
                              env={**os.environ, "OPENCL_LAYERS": str(layer),
                                   "FAULT": "clEnqueueNDRangeKernel 1+ skip"})
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("the GPU fails by opencl: fib 5: status 1", done.stderr)
        self.assertNotIn("estimate", done.stdout)

    def test_rows_after_one_that_fails(self):
        done = subprocess.run([str(ROOT / "bench" / "gpu" / "run"), "--build-dir", str(BUILD), "--quick",
                               "--only=bfs", "--engine=opencl", "--device=", "--graph=/nowhere", "--runs=1"],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 1)
        self.assertIn("| bfs /nowhere | failed |", done.stdout)
        self.assertIn("Medians of 1 runs on: ", done.stdout)

    def test_targets_that_it_builds(self):
        run = SourceFileLoader("gpu_run", str(ROOT / "bench" / "gpu" / "run")).load_module()
        done = subprocess.run(["ninja", "-C", str(BUILD), "-t", "query", *run.TARGETS],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_figures_of_graphs(self):
        for name in ("road_usa.csr", "road_usa_ud.csr"):
            self.assertEqual(rows.gtap_of_graph("/x/" + name), 74.08)
        self.assertIsNone(rows.gtap_of_graph("/x/other_road.csr"))


def main():
    global BUILD
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("part")
    options = parser.parse_args()
    BUILD = options.build.resolve()
    unittest.main(argv=[sys.argv[0], options.part], verbosity=2)


if __name__ == "__main__":
    main()
