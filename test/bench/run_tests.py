#!/usr/bin/env python3
"""Tests bench/run.

  run_tests.py --build FOLDER [CLASS[.TEST]...]
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = None

sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))
import measure
import plot
import table

ALL_PROGRAMS = measure.programs(measure.PROBLEMS, measure.PARALLEL)


class Case(unittest.TestCase):

    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="tasklet-bench-"))
        self.addCleanup(shutil.rmtree, self.top)

    def run_bench(self, *arguments, build=None):
        environment = dict(os.environ,
                           TASKLET_CACHE_DIR=str(BUILD / "test/e2e/cache"))
        return subprocess.run(
            [ROOT / "bench/run", "--build-dir", build or BUILD, "--no-build",
             "--output", self.top / "out", *arguments], env=environment,
            capture_output=True, text=True, timeout=500)

    def folder_with(self, program, script):
        """A build folder in which one program is something else."""
        folder = self.top / "build/bin"
        folder.mkdir(parents=True)
        for name in ALL_PROGRAMS:
            if name != program:
                (folder / name).symlink_to(BUILD / "bin" / name)
        (folder.parent / "CMakeCache.txt").symlink_to(BUILD / "CMakeCache.txt")
        if script:
            (folder / program).write_text("#!/bin/sh\n" + script)
            (folder / program).chmod(0o755)
        return folder.parent


class Table(Case):

    def test_everything(self):
        done = self.run_bench("--quick", "--runs", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        out = self.top / "out"
        rows = json.loads((out / "bench.json").read_text())["rows"]
        count = 0
        for problem in measure.PROBLEMS:
            parallel = [name for name in measure.PARALLEL if name != "kite"
                        or problem in measure.IN_KITE]
            systems = {(name, 1) for name in measure.SERIAL} | {
                (name, workers) for name in parallel for workers in (1, 2, 5)}
            count += len(measure.SERIAL) + len(parallel)
            mine = [row for row in rows if row["problem"] == problem]
            self.assertEqual({(row["system"], row["workers"]) for row in mine},
                             systems, problem)
            for row in mine:
                self.assertGreater(row["minimum"], 0)
                self.assertGreater(row["memory"], 0, row)
        known = {"fib": 6765, "nqueens": 40, "nqueens_array": 40}
        for row in rows:
            self.assertEqual(row["result"],
                             known.get(row["problem"], row["result"]))
        lines = [line for line in done.stdout.splitlines()
                 if line.startswith("| ")]
        main, kite = lines[:1 + count], lines[1 + count:]
        self.assertEqual(len(main), 1 + count)
        self.assertEqual({line.count("|") for line in main}, {12})
        self.assertEqual(len(kite), 1 + len(measure.IN_KITE))
        self.assertEqual({line.count("|") for line in kite}, {7})
        self.assertIn(lines[-1], (out / "bench.md").read_text())
        picture = xml.etree.ElementTree.parse(out / "bench.svg").getroot()
        words = "".join(picture.itertext())
        for problem in ("fib 20", "uts small3", "long_task 100000"):
            self.assertIn(problem, words)


class Mistakes(Case):

    def run_with(self, program, script):
        return self.run_bench("--quick", "--runs", "1", "--problems", "fib",
                              build=self.folder_with(program, script))

    def test_wrong_results(self):
        for system, program in {**measure.PARALLEL, "tasklet": "fib",
                                "serial-clang": "bench_serial_clang"}.items():
            with self.subTest(system):
                self.setUp()
                done = self.run_with(
                    program, f"{BUILD}/bin/{program} \"$@\" |"
                    " sed -u 's/\"result\": 6765/\"result\": 6764/'")
                self.assertEqual(done.returncode, 1)
                self.assertIn("bench/run: fib: the results differ: serial says "
                              f"6765, {system} with 1 worker(s) 6764",
                              done.stderr)
                self.assertEqual(done.stdout, "")

    def test_program_fails(self):
        done = self.run_with("bench_onetbb", "echo '{\"seconds\": 1}'; exit 9")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr,
                         r"bench/run: .*bench_onetbb .*exit status 9\n$")

    def test_program_is_missing(self):
        done = self.run_with("bench_onetbb", None)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr,
                         r"bench/run: .*bench_onetbb .*is it built\?\n$")


class Slow(Case):
    """A peer that takes too long is shown as such; anything else is a hang."""

    def measure(self, program):
        script = ('echo "{\\"seconds\\": 0.1}"; read line\n'
                  'echo "{\\"seconds\\": 0.1}"; read line\n'
                  'echo "{\\"result\\": 6765, \\"resident_growth\\": 4096}"')
        bin_folder = self.folder_with(program, "exec sleep 60") / "bin"
        for name in ALL_PROGRAMS:
            if name != program:
                (bin_folder / name).unlink()
                (bin_folder / name).write_text("#!/bin/sh\n" + script)
                (bin_folder / name).chmod(0o755)
        patience, hang = measure.PATIENCE, measure.HANG
        measure.PATIENCE, measure.HANG = 1, 2
        try:
            return measure.measure(bin_folder, "fib", types.SimpleNamespace(
                quick=True, runs=1, systems=["tasklet", "onetbb"]))
        finally:
            measure.PATIENCE, measure.HANG = patience, hang

    def test_peer(self):
        rows = self.measure("bench_onetbb")
        self.assertIn("| fib 20 | onetbb | > 1 |", table.make(rows))
        figures = table.group(rows)[0]
        self.assertEqual(figures.bound(("onetbb", 1), ("serial", 1)),
                         (">", 10))
        self.assertIn("onetbb", plot.make(rows, "here"))

    def test_ours(self):
        with self.assertRaisesRegex(measure.Failure, "fib .*no end after 2 s"):
            self.measure("fib")


class Arguments(Case):

    def refuse(self, arguments, message):
        done = self.run_bench(*arguments)
        self.assertEqual(done.returncode, 2)
        self.assertIn(message, done.stderr)

    def test_refused(self):
        for more in (["--quick"], ["--runs", "4"], ["--problems", "fib"],
                     ["--systems", "onetbb"]):
            self.refuse(["--save", *more], "--save is for whole tables")
        self.refuse(["--runs", "0"], "--runs needs at least 1")
        self.refuse(["--problems", "chess"], "chess")


def main():
    global BUILD
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("tests", nargs="*")
    arguments = parser.parse_args()
    BUILD = arguments.build.resolve()
    unittest.main(argv=[sys.argv[0], *arguments.tests], verbosity=2)


if __name__ == "__main__":
    main()
