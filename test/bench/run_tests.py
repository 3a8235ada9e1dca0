#!/usr/bin/env python3
"""Tests bench/run.

  run_tests.py --build FOLDER [CLASS[.TEST]...]
"""

import argparse
import copy
import json
import os
import pathlib
import re
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
import compare
import machine
import measure
import plot
import table

ALL_PROGRAMS = measure.programs(measure.PROBLEMS, measure.PARALLEL)


def script_of(seconds):
    """Of a program that needs as many in each run, by the clock of the shell:
    it may depend on $TASKLET_WORKERS."""
    run = f'echo "{{\\"seconds\\": {seconds}}}"; read line\n'
    return (run + run
            + 'echo "{\\"result\\": 6765, \\"resident_growth\\": 4096}"\n')


def built(systems):
    """Those that the build folder has."""
    peers = machine.peers(BUILD)
    return [system for system in systems
            if system not in measure.OPTIONAL or system in peers]


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

    def folder_of_scripts(self, seconds):
        """A build folder in which all programs need so many seconds."""
        folder = self.folder_with("fib", script_of(seconds))
        for name in ALL_PROGRAMS:
            (folder / "bin" / name).unlink()
            self.replace(folder, name, script_of(seconds))
        return folder

    @staticmethod
    def replace(folder, program, script):
        (folder / "bin" / program).write_text("#!/bin/sh\n" + script)
        (folder / "bin" / program).chmod(0o755)


class Table(Case):

    def test_everything(self):
        done = self.run_bench("--quick", "--runs", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        out = self.top / "out"
        rows = json.loads((out / "bench.json").read_text())["rows"]
        count = 0
        for problem in measure.PROBLEMS:
            parallel = [name for name in built(measure.PARALLEL)
                        if name != "kite" or problem in measure.IN_KITE]
            systems = {(name, 1) for name in measure.SERIAL} | {
                (name, workers) for name in parallel for workers in (1, 2, 5)}
            count += len(measure.SERIAL) + len(parallel)
            mine = [row for row in rows if row["problem"] == problem]
            self.assertEqual({(row["system"], row["workers"]) for row in mine},
                             systems, problem)
            for row in mine:
                self.assertGreater(row["minimum"] or 0, 0, row)
                self.assertGreater(row["memory"], 0, row)
        known = {"fib": 6765, "nqueens": 40, "nqueens_array": 40}
        for row in rows:
            self.assertEqual(row["result"],
                             known.get(row["problem"], row["result"]))
        lines = [line for line in done.stdout.splitlines()
                 if line.startswith("| ")]
        main, kite = lines[:1 + count], lines[1 + count:]
        self.assertEqual(len(main), 1 + count)
        self.assertEqual({line.count("|") for line in main}, {13})
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
        programs = {**measure.PARALLEL, "tasklet": "fib"}
        for system in [*built(measure.PARALLEL), "serial-clang"]:
            program = {**programs, **measure.SERIAL}[system]
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
        folder = self.folder_of_scripts("0.1")
        self.replace(folder, program, "exec sleep 60")
        patience, hang = measure.PATIENCE, measure.HANG
        measure.PATIENCE, measure.HANG = 1, 2
        try:
            return measure.measure(folder / "bin", "fib", types.SimpleNamespace(
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


class Spread(unittest.TestCase):

    def spread_of(self, seconds):
        row = {"problem": "fib", "size": "20", "system": "serial", "workers": 1,
               "units": None, "seconds": seconds}
        return table.Figures([row]).spread("serial", 1)

    def test_between_quartiles(self):
        self.assertAlmostEqual(self.spread_of([4, 9, 2, 3, 1]), 2 / 3)
        self.assertAlmostEqual(self.spread_of([1, 3]), 0.5)
        self.assertEqual(self.spread_of([7, 7, 7]), 0)

    def test_too_few(self):
        self.assertIsNone(self.spread_of([1]))
        self.assertIsNone(self.spread_of([]))

    def test_cell(self):
        self.assertEqual(table.percent(2 / 3), "66.7 %")
        self.assertEqual(table.percent(0), "0.0 %")
        self.assertEqual(table.percent(None), "")


def result_of(*times, problem="fib", size="20", serial=0.5):
    """As bench.json has it, of tasklet with 1, 2... workers."""
    rows = [("serial", 1, serial)]
    rows += [("tasklet", workers, seconds)
             for workers, seconds in enumerate(times, 1)]
    return {"rows": [
        {"problem": problem, "size": size, "system": system, "workers": workers,
         "units": None, "minimum": seconds}
        for system, workers, seconds in rows]}


class Compare(unittest.TestCase):
    """Two results, without a run."""

    def worse(self, before, now):
        return [(change.problem, change.name)
                for change in compare.changes(before, now)
                if change.is_worse()]

    def test_ratios_count(self):
        """Not times: a slower machine is not worse."""
        before = result_of(1.0, 0.5)
        self.assertEqual(self.worse(before, before), [])
        self.assertEqual(
            self.worse(before, result_of(7.0, 3.5, serial=3.5)), [])
        self.assertEqual(
            self.worse(before, result_of(1.0, 0.5, serial=0.4)),
            [("fib 20", "T1/Ts"), ("fib 20", "T2/Ts")])

    def test_one_of_both(self):
        before = result_of(1.0, 0.5)
        self.assertEqual(self.worse(before, result_of(1.2, 0.5)),
                         [("fib 20", "T1/Ts")])
        self.assertEqual(self.worse(before, result_of(0.8, 0.6)),
                         [("fib 20", "T2/Ts")])

    def test_ten_percent(self):
        before = result_of(1.0, 0.5)
        self.assertEqual(self.worse(before, result_of(1.09, 0.549)), [])
        self.assertEqual(len(self.worse(before, result_of(1.11, 0.551))), 2)

    def test_second_problem(self):
        before, now = result_of(1.0, 0.5), result_of(1.0, 0.5)
        before["rows"] += result_of(1.0, 0.5, problem="nqueens")["rows"]
        now["rows"] += result_of(1.0, 0.7, problem="nqueens")["rows"]
        self.assertEqual(self.worse(before, now), [("nqueens 20", "T2/Ts")])
        self.assertEqual(len(compare.changes(before, now)), 4)

    def test_report(self):
        words, status = compare.report(compare.changes(
            result_of(1.0, 0.5), result_of(1.25, 0.5)))
        self.assertEqual(status, 1)
        self.assertEqual(words.splitlines()[2:], [
            "| fib 20 | tasklet | T1/Ts | 2.00 | 2.50 | +25.0 % | worse |", "",
            "1 of 2 ratios got worse by more than 10 %."])
        words, status = compare.report(compare.changes(
            result_of(1.0, 0.5), result_of(1.0, 0.45)))
        self.assertEqual(status, 0)
        self.assertEqual(words.splitlines()[2:], [
            "| fib 20 | tasklet | T2/Ts | 1.00 | 0.90 | -10.0 % |  |", "",
            "0 of 2 ratios got worse by more than 10 %."])

    def test_small_ratios(self):
        """Worse, though two decimals do not show it."""
        words, status = compare.report(compare.changes(
            result_of(0.0050, 0.0050), result_of(0.0059, 0.0050)))
        self.assertEqual(status, 1)
        self.assertIn("T1/Ts | 0.01 | 0.01 | +18.0 % | worse |", words)

    def refuse(self, saved, wanted, message):
        with self.assertRaisesRegex(compare.Unfit, message):
            compare.check_fits("old.json", saved, wanted)

    def test_fits(self):
        saved = result_of(1.0, 0.5)
        wanted = compare.wanted_of(["fib"], ["tasklet", "onetbb"], True)
        compare.check_fits("old.json", saved, wanted)
        saved["rows"] += result_of(1.0, 0.5, problem="matmul")["rows"]
        compare.check_fits("old.json", saved, wanted)

    def test_does_not_fit(self):
        saved = result_of(1.0, 0.5)
        self.refuse(saved, compare.wanted_of(["fib"], ["tasklet"], False),
                    "^old.json has fib of size 20, not 38$")
        self.refuse(saved, compare.wanted_of(["matmul"], ["tasklet"], True),
                    "^old.json has no matmul, but fib$")
        self.refuse(saved, compare.wanted_of(["fib"], ["kite"], True),
                    "^old.json has no T1/Ts of kite for fib$")
        self.refuse(saved, compare.wanted_of(["fib"], ["onetbb"], True),
                    "this run has none$")
        self.refuse(saved, compare.wanted_of(["integrate"], ["kite"], True),
                    "this run has none$")
        self.refuse(result_of(1.0),
                    compare.wanted_of(["fib"], ["tasklet"], True),
                    "^old.json has no T2/Ts of tasklet for fib$")


class Check(Case):
    """bench/run --check, with programs whose times are what they say."""

    def setUp(self):
        super().setUp()
        self.folder = self.folder_of_scripts("0.5")
        self.saved = self.top / "saved.json"

    def run_fib(self, seconds, *more):
        self.replace(self.folder, "fib", script_of(seconds))
        return self.run_bench("--quick", "--runs", "1", "--problems", "fib",
                              "--systems", "tasklet", "onetbb", *more,
                              build=self.folder)

    def save(self, seconds):
        self.assertEqual(self.run_fib(seconds).returncode, 0)
        shutil.copy(self.top / "out/bench.json", self.saved)

    def check(self, seconds, status, message):
        done = self.run_fib(seconds, "--check", self.saved)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(message, done.stdout)

    def test_statuses(self):
        self.save("1.0")
        self.check("1.0", 0, "No ratio has changed. 0 of 2")
        self.check("1.09", 0, "T1/Ts | 2.00 | 2.18 | +9.0 % |  |")
        self.check("0.2", 0, "0 of 2 ratios")
        self.check("1.11", 1, "2 of 2 ratios")
        self.check("$((TASKLET_WORKERS == 2 ? 2 : 1)).0", 1,
                   "T2/Ts | 2.00 | 4.00 | +100.0 % | worse |\n\n1 of 2 ratios")

    def test_peers_do_not_count(self):
        self.save("1.0")
        self.replace(self.folder, "bench_onetbb", script_of("3.0"))
        self.check("1.0", 0, "No ratio has changed")

    def test_own_output(self):
        self.save("1.0")
        self.saved = self.top / "out/bench.json"
        self.check("2.0", 1, "2 of 2 ratios")
        self.check("2.0", 0, "No ratio has changed")

    def refuse(self, message):
        """Before anything runs."""
        self.replace(self.folder, "bench_serial", "exit 9")
        done = self.run_fib("1.0", "--check", self.saved)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, rf"^bench/run: --check: .*{message}")
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_file_is_missing(self):
        self.refuse("saved.json: No such file or directory$")

    def test_no_table(self):
        row = result_of(1.0)["rows"][0]
        for text in ("[]", "{}", "3", '{"rows": []}', '{"rows": [1]}',
                     '{"rows": [{}]}',
                     *(json.dumps({"rows": [{**row, key: []}]})
                       for key in ("problem", "size", "workers", "minimum")),
                     json.dumps({"rows": [{**row, "minimum": 0}]})):
            with self.subTest(text):
                self.saved.write_text(text)
                self.refuse("saved.json: no bench.json of bench/run: ")

    def test_no_json(self):
        for text in ("", "| fib 20 | tasklet |", '{"rows": ['):
            with self.subTest(text):
                self.saved.write_text(text)
                self.refuse("saved.json: no JSON: ")
        self.saved.write_bytes(b"\xff")
        self.refuse("saved.json: no JSON: ")

    def test_other_sizes_and_problems(self):
        self.save("1.0")
        saved = json.loads(self.saved.read_text())
        for key, value, message in (
                ("size", "38", "has fib of size 38, not 20$"),
                ("problem", "matmul", "has no fib, but matmul$"),
                ("system", "kite", "has no T1/Ts of tasklet for fib$")):
            with self.subTest(key):
                other = copy.deepcopy(saved)
                for row in other["rows"]:
                    row[key] = value
                self.saved.write_text(json.dumps(other))
                self.refuse(message)


class Messages(Case):
    """How far the processors are apart."""

    def test_measured(self):
        transfer = machine.transfer(BUILD / "bin")
        if len(os.sched_getaffinity(0)) < 2:
            self.assertIsNone(transfer)
        else:
            self.assertTrue(1 < transfer < 1e5, transfer)

    def test_one_processor(self):
        done = subprocess.run(
            [BUILD / "bin" / machine.MESSAGES], capture_output=True, text=True,
            preexec_fn=lambda: os.sched_setaffinity(
                0, {min(os.sched_getaffinity(0))}))
        self.assertEqual(json.loads(done.stdout)["transfer"], 0, done.stderr)

    def test_not_built(self):
        self.assertIsNone(machine.transfer(self.top))

    def test_words(self):
        self.assertEqual(
            machine.distance([28.4, None, 155.0, 30.6]),
            " A line from another processor took 28 to 155 ns, 31 by the median "
            "of 3.")
        self.assertEqual(machine.distance([None, None]), "")


class Peers(Case):
    """Systems that are built if their sources are at hand."""

    def configure(self, implicit="", **folders):
        """What Peers.cmake makes of the folders, if the compiler looks into one
        anyway: its status, what it says, and errors."""
        script = self.top / "script.cmake"
        script.write_text(
            "cmake_minimum_required(VERSION 3.20)\n"
            "function(add_bench)\n message(STATUS \"builds ${ARGV}\")\n"
            "endfunction()\nfunction(add_custom_command)\nendfunction()\n"
            f"set(CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES {implicit})\n"
            f"include({ROOT}/bench/Peers.cmake)\n"
            "message(STATUS \"peers: ${TASKLET_BENCH_PEERS}\")\n")
        done = subprocess.run(
            ["cmake", *(f"-DTASKLET_BENCH_{name}={folder}"
                        for name, folder in folders.items()), "-P", script],
            cwd=self.top, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, " ".join(done.stderr.split())

    def folder_with_files(self, files):
        for name, text in files.items():
            (self.top / name).parent.mkdir(parents=True, exist_ok=True)
            (self.top / name).write_text(text)
        return self.top

    def test_found(self):
        folder = self.folder_with_files({
            "taskflow/taskflow.hpp": 'return "4.1.0";\n',
            "taskflow/core/task_group.hpp": "",
            "CMakeLists.txt": "project(lace\n    VERSION 1.4.2\n",
            "src/lace.c": "", "src/lace.h": "", "src/lace_config.h.in": "",
            "include/libfork.hpp": "",
            "include/libfork/core/macro.hpp": "#define LF_VERSION_MAJOR 3\n"
            "#define LF_VERSION_MINOR 8\n#define LF_VERSION_PATCH 0\n"})
        status, words, errors = self.configure(TASKFLOW=folder, LACE=folder,
                                               LIBFORK=folder)
        self.assertEqual(status, 0, errors)
        self.assertRegex(words, "builds bench_taskflow;Taskflow.h;FLAGS;"
                         f"-std=c..20;-isystem;{folder}\n")
        self.assertRegex(words, "builds bench_lace;Lace.h;PROBLEMS;lace;")
        self.assertRegex(words, "builds bench_libfork;Libfork.h;PROBLEMS;libfork;"
                         "FLAGS;-std=c..20;-foptimize-sibling-calls;"
                         f"-isystem;{folder}/include\n")
        self.assertIn("peers: taskflow 4.1.0;lace 1.4.2;libfork 3.8.0\n", words)

    def test_found_by_the_compiler(self):
        folder = self.folder_with_files({
            "taskflow/taskflow.hpp": 'return "4.1.0";\n',
            "taskflow/core/task_group.hpp": ""})
        status, words, errors = self.configure(
            TASKFLOW=folder, LACE="OFF", implicit=folder)
        self.assertEqual(status, 0, errors)
        self.assertRegex(words, "builds bench_taskflow;.*;-std=c..20\n")

    def test_left_out(self):
        status, words, errors = self.configure(TASKFLOW="OFF", LACE="OFF")
        self.assertEqual((status, words, errors), (0, "-- peers: \n", ""))

    def test_incomplete(self):
        folder = self.folder_with_files({
            "taskflow/taskflow.hpp": "", "src/lace.c": "",
            "CMakeLists.txt": ""})
        for name, system, file in (
                ("TASKFLOW", "Taskflow 4", "taskflow/core/task_group.hpp"),
                ("LACE", "Lace 1.4", "src/lace.h"),
                ("LIBFORK", "libfork 3", "include/libfork.hpp")):
            status, _, errors = self.configure(
                **{"TASKFLOW": "OFF", "LACE": "OFF", name: folder})
            self.assertNotEqual(status, 0)
            self.assertIn(
                f"TASKLET_BENCH_{name}: '{folder}' is no folder with {system}: "
                f"it has no {file}.", errors)
            self.assertIn(f"-DTASKLET_BENCH_{name}=OFF leaves", errors)

    def test_asked_for(self):
        folder = self.folder_of_scripts("0.1")
        cache = folder / "CMakeCache.txt"
        text = cache.read_text()
        cache.unlink()
        for peers, missing in (("", "taskflow, lace and libfork"),
                               ("taskflow 4.1.0", "lace and libfork")):
            cache.write_text(re.sub("^(TASKLET_BENCH_PEERS:.*=).*$",
                                    rf"\g<1>{peers}", text, flags=re.M))
            done = self.run_bench("--quick", "--systems", "taskflow", "lace",
                                  "libfork",
                                  build=folder)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"is built without {missing}; configure it with -DTASK"
                          "LET_BENCH_", done.stderr)
            self.assertEqual(done.stdout, "")
        cache.write_text(re.sub("^(TASKLET_BENCH_PEERS:.*=).*$",
                                r"\g<1>lace 1.4.2", text, flags=re.M))
        done = self.run_bench("--quick", "--runs", "1", "--problems", "fib",
                              build=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("; Lace 1.4.2;", " ".join(done.stdout.split()))
        self.assertIn("| fib 20 | lace | 0.1 |", done.stdout)
        self.assertNotIn("taskflow", done.stdout)


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
        self.refuse(["--systems", "cilk"], "cilk")

    def test_no_build_folder(self):
        done = self.run_bench("--quick", build=self.top)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr,
                         f"bench/run: {self.top} is no build folder\n")


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
