#!/usr/bin/env python3
"""How programs of several ranks end if something fails on one of them.

  run_tests.py --build FOLDER [CLASS[.TEST]...]

All of them must end by themselves, with a status that is not 0, and with one
message of ours.
"""

import argparse
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

    def testADeviceThatIsNotThere(self):
        self.check([BUILD / "bin/uts_mpi", "--device", "nowhere"], 2,
                   "no OpenCL device has 'nowhere' in its name", status=3)

    def testHelpIsPrintedOnce(self):
        status, output, errors = run(3, BUILD / "bin/uts_mpi", "--help")
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual(output.count("usage: uts_mpi"), 1)


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
