#!/usr/bin/env python3
"""How programs of several ranks end if something fails on one of them.

  run_tests.py --build FOLDER [CLASS[.TEST]...]

All of them must end by themselves, with a status that is not 0, and with one
message of ours.
"""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = None
# What a fault may take until all ranks have ended, on a machine that is busy.
# The ranks themselves would go on for an hour.
MOST_SECONDS = 30


def run(ranks, *command):
    """Status, output, errors; a program that hangs is killed and a failure."""
    child = subprocess.Popen(
        [str(ROOT / "scripts/on-ranks"), str(ranks), *map(str, command)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "TASKLET_WORKERS": "1"})
    try:
        output, errors = child.communicate(timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        _, errors = child.communicate()
        raise AssertionError(f"{command} hangs on {ranks} ranks:\n{errors}")
    return child.returncode, output, errors


class Case(unittest.TestCase):

    def check(self, command, ranks, message, status=None, count=1):
        got, output, errors = run(ranks, *command)
        if status is None:
            self.assertNotEqual(got, 0, output + errors)
        else:
            self.assertEqual(got, status, output + errors)
        name = pathlib.Path(command[0]).name
        # prterun of Open MPI 5 has been seen to begin a line with a blank.
        ours = re.findall(rf"^ ?({name}: .*)$", errors, re.MULTILINE)
        self.assertEqual(len(ours), count, errors)
        for line in ours:
            self.assertRegex(line, message)
        return errors


class Faults(Case):

    def fault(self, case, message, status=1, count=1, ranks=3):
        return self.check([BUILD / "bin/mpi_faults", case], ranks, message,
                          status, count)

    def testAnExceptionInAChunk(self):
        self.fault("throw", r"^mpi_faults: rank 1 of 3: no memory$")

    def testAnExceptionWhileOthersCompute(self):
        # Rank 0 does not look after MPI.
        self.fault("throw-beside-work",
                   r"^mpi_faults: rank 1 of 3: no memory$")

    def testAnExceptionOnEveryRank(self):
        self.fault("throw-everywhere", r"rank \d+ of 16: there is no such tree$",
                   status=2, ranks=16)

    def testAnExceptionThatIsNone(self):
        self.fault("throw-number", r"an exception that is no std::exception$")

    def testACommandThatFails(self):
        self.fault("command", r"rank 1 of 3: the command failed$")

    def testARankThatLeaves(self):
        # These are mpirun's to find, and to tell.
        for case in ("exit-at-once", "kill", "terminate"):
            with self.subTest(case):
                errors = self.fault(case, "", status=None, count=0)
                self.assertRegex(errors, r"(?i)\brank:? 1\b|,1\]")

    def testARankThatCallsExit(self):
        self.fault("exit", "rank 1 of 3: the program called exit()")

    def testARankThatEndsBeforeTheOthers(self):
        self.fault("early", "the ranks called different functions: one was at "
                   "forEach, another at the end of the body$")

    def testARankThatCallsSomethingElse(self):
        self.fault("other-call", "one was at forEach, another at synchronise$")

    def testARankThatHasAnotherCount(self):
        self.fault("other-count", "the ranks called forEach with different "
                   "numbers: 10 and 11$")

    def testACallWithinALoop(self):
        self.fault("nested", "rank 1 of 3: a function of World was called "
                   "within forEach, or after it failed$")

    def testResultsThatAreMissingOrTwiceThere(self):
        self.fault("missing", "rank 0 of 3: gather: item 2 and more is missing$")
        self.fault("twice", "rank 0 of 3: gather: item 0 is twice$")

    def testAnErrorOfMpi(self):
        self.fault("mpi", "rank 1 of 3: MPI_Send failed: ")

    def testAProgramThatInitialisesMpi(self):
        self.fault("own-mpi", "", status=0, count=0)
        self.fault("no-threads", "rank 0 of 3: MPI does not provide "
                   "MPI_THREAD_FUNNELED$")

    def testAStatus(self):
        self.fault("status", "", status=7, count=0)
        self.fault("status-out-of-range", "", status=1, count=0)


class Sample(Case):

    def testABadOption(self):
        sample = BUILD / "bin/uts_mpi"
        errors = self.check([sample, "--tree", "T9"], 4,
                            r"--tree: 'T9' is none of T1, ", status=2)
        self.assertIn("\nTry 'uts_mpi --help'.\n", errors)
        self.check([sample, "--level", "-2"], 2,
                   "--level: -2 is not between -1 and 100000$", status=2)

    def testNodesAreHandedBack(self):
        # Small commands, so that there are some; how many is up to the times of
        # the ranks. The sample checks the count of nodes.
        for budget, ranks in ((0, 2), (100, 2), (100, 4), (1, 1)):
            with self.subTest(budget=budget, ranks=ranks):
                status, output, errors = run(
                    ranks, BUILD / "bin/uts_mpi", "--tree", "small3", "--level",
                    "0", "--budget", budget, "--json")
                self.assertEqual((status, errors), (0, ""), output)
                chunks = sum(json.loads(output)["chunks"])
                # The root of level 0 is one chunk, unless it is divided, for
                # which there must be another rank.
                if budget == 0 or ranks == 1:
                    self.assertEqual(chunks, 1)
                else:
                    self.assertGreater(chunks, 1)

    def testADeviceThatIsNotThere(self):
        self.check([BUILD / "bin/uts_mpi", "--device", "nowhere"], 2,
                   "no OpenCL device has 'nowhere' in its name", status=3)

    def testHelpIsPrintedOnce(self):
        status, output, errors = run(3, BUILD / "bin/uts_mpi", "--help")
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual(output.count("usage: uts_mpi"), 1)


class Gravity(Case):
    """What barnes_hut_mpi finds out, beside what barnes_hut does."""

    SAMPLE = "bin/barnes_hut_mpi"
    MODEL = ("--bodies", "2000", "--steps", "4")

    def gravity(self, ranks, *arguments):
        status, output, errors = run(ranks, BUILD / self.SAMPLE, *self.MODEL,
                                     *arguments)
        self.assertEqual((status, errors), (0, ""), output)
        return output

    def number(self, pattern, output):
        return float(re.search(pattern, output).group(1))

    def checks(self, output):
        """All that is printed about energy, momentum and errors."""
        return re.search(r"^energy .*at theta 0.5\)$", output,
                         re.M | re.S).group(0)

    def single(self):
        done = subprocess.run(
            [BUILD / "bin/barnes_hut", *self.MODEL, "--output="],
            capture_output=True, text=True, check=True, timeout=MOST_SECONDS)
        return done.stdout

    def testForcesAndEnergyAreThoseOfTheSingleSample(self):
        median = r"median ([0-9.]+) %, 95"
        largest = r"95 % below ([0-9.]+) %"
        drift = r"energy .* = (-?[0-9.]+) %"
        single = self.single()
        several = self.gravity(4)
        # Other trees, other errors; but no larger ones.
        for pattern in (median, largest):
            self.assertLess(self.number(pattern, several),
                            1.3 * self.number(pattern, single), several)
        self.assertAlmostEqual(self.number(drift, several),
                               self.number(drift, single), delta=0.002)

    def testOneRankIsTheSingleSample(self):
        output = self.gravity(1, "--compare")
        self.assertIn("median 0.0000 %, largest 0.0000 %\n", output)
        self.assertEqual(self.checks(output), self.checks(self.single()))

    def testWorkIsDivided(self):
        # Also where ranks are no power of two.
        for ranks in (3, 4):
            with self.subTest(ranks=ranks):
                found = json.loads(self.gravity(ranks, "--json"))
                self.assertEqual(len(found["pulls"]), ranks)
                self.assertLess(max(found["pulls"]),
                                1.03 * sum(found["pulls"]) / ranks, found)
                self.assertGreater(sum(found["arrived"]), 0, found)

    def testOnlyWhatIsEssentialIsSent(self):
        arguments = ["--theta", "0.8", "--leaf", "4", "--json"]
        essential = json.loads(self.gravity(4, *arguments))
        whole = json.loads(self.gravity(4, *arguments, "--whole"))
        for what in ("other_nodes", "other_bodies"):
            self.assertGreater(min(essential[what]), 0, essential)
            self.assertLess(max(essential[what]), 0.7 * min(whole[what]),
                            essential)
        # Every walk came to the same nodes and bodies.
        for what in ("pulls", "arrived"):
            self.assertEqual(essential[what], whole[what])
        checks = [self.checks(self.gravity(4, *switches))
                  for switches in ([], ["--whole"])]
        self.assertEqual(*checks)

    def testABadOption(self):
        sample = BUILD / self.SAMPLE
        errors = self.check([sample, "--theta", "2"], 4,
                            r"--theta: 2 is not between 0 and 1$", status=2)
        self.assertIn("\nTry 'barnes_hut_mpi --help'.\n", errors)
        self.check([sample, "--bodies", "0", "--json"], 2,
                   "--json needs bodies$", status=2)

    def testABadFile(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("1 0 0\n")
            file.flush()
            self.check([BUILD / self.SAMPLE, "--input", file.name], 3,
                       r":1: has 3 numbers instead of 7", status=2)

    def testABodyThatOneRankLoses(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("1 0 0 0  0 0 0\n1 10 0 0  0 0 0\n"
                       "1 20 0 0  1e15 0 0\n1 30 0 0  0 0 0\n")
            file.flush()
            self.check([BUILD / self.SAMPLE, "--input", file.name, "--dt",
                        "1000"], 4, r"rank \d of 4: wrong result: 1 bodies left "
                       "the range of single precision", status=1)

    def testHelpIsPrintedOnce(self):
        status, output, errors = run(3, BUILD / self.SAMPLE, "--help")
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual(output.count("usage: barnes_hut_mpi"), 1)


class Page(unittest.TestCase):

    def testTheProgramOfThePage(self):
        page = (ROOT / "docs/scaling.md").read_text()
        program = re.search(r"^```c\+\+\n(.*?)^```", page, re.M | re.S).group(1)
        wanted = re.search(r"// (\d+)$", program, re.M).group(1)
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "app.cpp"
            source.write_text(program)
            app = source.with_suffix("")
            subprocess.run(["mpicxx", "-std=c++17", "-I", ROOT / "headers",
                            source, "-o", app], check=True)
            self.assertEqual(run(3, app), (0, wanted + "\n", ""))


class Launcher(unittest.TestCase):

    def testNumbersOfRanks(self):
        for wrong in ("0", "-1", "two", ""):
            status, _, errors = run(wrong, "true")
            self.assertEqual((status, errors), (
                2, f"on-ranks: '{wrong}' is no number of ranks\n"))


def main():
    global BUILD
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    BUILD = arguments.build.resolve()
    unittest.main(argv=[sys.argv[0], "-v", *arguments.names])


if __name__ == "__main__":
    main()
