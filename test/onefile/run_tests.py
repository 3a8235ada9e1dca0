#!/usr/bin/env python3
"""Tests the taskletc in one file. The oracle is the one that runs clang, kitec
and llvm-spirv as other programs.

  run_tests.py --one-file TASKLETC --separate TASKLETC [UNITTEST-ARGUMENT...]
"""

import argparse
import os
import pathlib
import re
import resource
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ONE = SEPARATE = None

PROGRAMS = sorted([*ROOT.glob("samples/*/*.cl"),
                   *ROOT.glob("test/e2e/programs/*.cl"),
                   *ROOT.glob("samples/*/*.kite"),
                   *ROOT.glob("test/kite/programs/*.kite")])
# With mistakes in most of them.
WRONG = sorted([*ROOT.glob("test/plugin/*.cl"), *ROOT.glob("test/kite/*/*.kite")])


def withoutPlaces(text):
    """Without what must differ: where tools and headers lie."""
    text = re.sub(rb'filename: "[^"]*everywhere\.clh", directory: "[^"]*"',
                  b'everywhere.clh', text)
    text = re.sub(rb'"[^"]*/(opencl-c-base\.h|everywhere\.clh)"', rb'"\1"', text)
    # In rules for make, lines break where they are too long.
    text = re.sub(rb"\s(\\\n)?\s*/\S*/(opencl-c-base\.h|everywhere\.clh)|"
                  rb" \\\n ", b"", text)
    return re.sub(rb"'[^']*(clang|kitec)'", rb"'\1'", text)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def call(self, tool, *words, limit=None, **env):
        """Status, standard output and errors. Nothing can be found in PATH by
        the one, and all by the other."""
        clean = {name: value for name, value in os.environ.items()
                 if not name.startswith("TASKLET_")}
        if tool == ONE:
            clean["PATH"] = "/nonexistent"
        clean.update(env)
        done = subprocess.run([tool, *map(str, words)], cwd=self.folder,
                              env=clean, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, preexec_fn=limit)
        return (done.returncode, withoutPlaces(done.stdout),
                withoutPlaces(done.stderr))

    def results(self, tool, *words):
        """What the command says, and the files it makes, by name."""
        for path in self.folder.glob("out.*"):
            path.unlink()
        said = self.call(tool, *words)
        return said, {path.name: withoutPlaces(path.read_bytes())
                      for path in self.folder.glob("out.*")}

    def same(self, *words):
        one, separate = (self.results(tool, *words) for tool in (ONE, SEPARATE))
        self.assertEqual(one, separate, words)
        return separate


class Same(Case):
    """What is made and said does not depend on where the tools are."""

    def testPrograms(self):
        self.assertGreater(len(PROGRAMS), 60)
        for path in PROGRAMS[::2]:
            (status, _, errors), files = self.same(
                "--emit=ll", "--manifest=out.json", path, "-o", "out.ll")
            self.assertEqual((status, len(files)), (0, 2), errors)

    def testSpirv(self):
        for path in PROGRAMS[1::6]:
            (status, _, errors), files = self.same("--emit=spirv", path, "-o",
                                                   "out.spv")
            self.assertEqual((status, len(files)), (0, 1), errors)
            self.assertEqual(files["out.spv"][:4], b"\x03\x02\x23\x07")

    def testPtx(self):
        for path in (ROOT / "samples/fib/fib.cl", ROOT / "samples/mergesort/mergesort.cl",
                     ROOT / "samples/find_pattern/find_pattern.cl", ROOT / "samples/kite/fib.kite"):
            (status, _, errors), files = self.same("--emit=ptx", path, "-o", "out.ptx")
            self.assertEqual((status, len(files)), (0, 1), errors)
            self.assertIn(b".target sm_70", files["out.ptx"])

    def testAnotherLibclc(self):
        for tool in (ONE, SEPARATE):
            status, _, errors = self.call(tool, "--emit=ptx", ROOT / "samples/fib/fib.cl", "-o", "out.ptx",
                                          TASKLET_LIBCLC="/nowhere")
            self.assertEqual(status, 3, errors)
            self.assertIn(b"the built-in functions for PTX were not found", errors)

    def testMistakes(self):
        wrong = 0
        for path in WRONG[::8]:
            (status, _, errors), _ = self.same(path, "-o", "out.bc")
            self.assertEqual(status != 0, b"error: " in errors, path)
            wrong += status != 0
        self.assertGreater(wrong, 10)

    def testOtherResults(self):
        fib = ROOT / "samples/fib/fib.cl"
        warp = ROOT / "samples/find_pattern/find_pattern.cl"
        kite = ROOT / "samples/kite/fib.kite"
        self.write("a.cl", '#include "a.h"\n'
                   "__kernel void k(__global int *o) { o[0] <- f(SIX); }\n")
        self.write("a.h", "#define SIX 6\n__task int f(int);\n")
        self.write("b.cl", "__task int f(int n) { return n * 7; }\n")
        for words in (
                (fib, "-o", "out.bc"),
                ("-g", fib, "-o", "out.bc"),
                (fib, "--report", "-o", "out.bc"),
                (fib, "--report=out.txt", "--trace", "-o", "out.bc"),
                (fib, "--elide", "-o", "out.c"),
                (kite, "--elide", "-o", "out.c"),
                (fib, "-E", "-o", "out.i"),
                (warp, "-E", "-tkl-warp-size=8"),
                (warp, "-tkl-warp-size=8", "--emit=ll", "-o", "out.ll"),
                (fib, "--depfile=out.d", "-o", "out.bc"),
                (kite, "--depfile=out.d", "-o", "out.bc"),
                (kite, "-fno-bounds", "--check=stack", "-o", "out.bc"),
                (fib, "--check=races", "-o", "out.bc"),
                ("a.cl", "--depfile=out.d", "--object", "-o", "out.bc"),
                ("b.cl", "--object", "-o", "b.bc")):
            (status, _, errors), _ = self.same(*words)
            self.assertEqual(status, 0, errors)
        self.call(ONE, "a.cl", "--object", "-o", "a.bc")
        (status, _, errors), _ = self.same("a.bc", "b.bc", "-o", "out.bc")
        self.assertEqual(status, 0, errors)

    def testRuleHasOnlyFilesOnDisk(self):
        warp = ROOT / "samples/find_pattern/find_pattern.cl"
        self.call(ONE, warp, "--depfile=rule.d", "-o", "out.bc")
        names = (self.folder / "rule.d").read_text().split()[1:]
        for name in names:
            if name != "\\":
                self.assertTrue(pathlib.Path(self.folder, name).exists(), name)

    def testUsersHeaderOfThatNameComesFirst(self):
        (self.folder / "tasklet").mkdir()
        self.write("tasklet/everywhere.clh", "#define MINE 5\n")
        self.write("k.cl", "#include <tasklet/everywhere.clh>\n"
                   "__kernel void k(__global int *o) { o[0] = MINE; }\n")
        self.assertEqual(self.same("-I.", "k.cl", "-o", "out.bc")[0][0], 0)
        self.assertEqual(self.same("k.cl", "-o", "out.bc")[0][0], 1)


class Faults(Case):
    """What goes wrong inside is told by what is outside."""

    def both(self, *words, **more):
        return [self.call(tool, *words, **more) for tool in (ONE, SEPARATE)]

    def checkFault(self, answers, *texts):
        for status, _, errors in answers:
            self.assertEqual(status, 3, errors)
            for text in texts:
                self.assertIn(text, errors)
        self.assertEqual(list(self.folder.glob("out.*")), [])

    def testCrash(self):
        for how, status in (("crash", b"132"), ("llvm_fatal_error", b"70")):
            name = self.write("k.cl", f"#pragma clang __debug {how}\n")
            answers = self.both(name, "-o", "out.bc")
            self.checkFault(answers, b"ended with status " + status,
                            b"not of the program")
            # Whoever mends it needs to know where.
            where = b"current parser token" if how == "crash" else how.encode()
            self.assertIn(where, answers[0][2])
            self.assertNotIn(b"bug report to", answers[0][2])

    def doubled(self, times):
        """A program of 2 ** times words."""
        lines = ["#define A0 1"]
        lines += [f"#define A{i + 1} A{i} + A{i}" for i in range(times)]
        return "\n".join(lines) + f"\n__constant int x = A{times};\n"

    def testEndlessWork(self):
        name = self.write("k.cl", self.doubled(40))
        self.checkFault(self.both(name, "-o", "out.bc",
                                  TASKLET_COMPILER_TIMEOUT="1"),
                        b"was not done after 1 seconds")

    def testNoMemory(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))
        name = self.write("k.cl", self.doubled(40))
        status, _, errors = self.call(ONE, name, "-o", "out.bc", limit=limit)
        self.assertEqual(status, 3, errors)
        self.assertIn(b"taskletc: error: ", errors)

    def testPlaceWithoutSpace(self):
        fib = ROOT / "samples/fib/fib.cl"
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        for words in (("-o", "out.bc"), ("--emit=spirv", "-o", "out.spv")):
            answers = [self.call(tool, fib, *words, limit=limit)
                       for tool in (ONE, SEPARATE)]
            self.checkFault(answers)

    def testOtherClangIsTakenWithItsPlugin(self):
        fib = ROOT / "samples/fib/fib.cl"
        answer = self.call(ONE, fib, "-o", "out.bc",
                           TASKLET_CLANG="/nonexistent/clang")
        self.assertEqual(answer[0], 3)
        self.assertIn(b"TASKLET_CLANG=", answer[2])

    def testToolsAreForTaskletcOnly(self):
        for words in (("--tool=gcc",), ("k.cl", "--tool=clang"), ("--tool",)):
            status, _, errors = self.call(ONE, *words)
            self.assertEqual(status, 2, errors)
        status, _, errors = self.call(ONE, "--tool=clang", "-S", "k.cl")
        self.assertEqual(status, 1)
        self.assertIn(b"error: ", errors)
        status, _, errors = self.call(ONE, "--tool=llvm-spirv", "k.bc")
        self.assertEqual(status, 1)
        self.assertIn(b"error: the llvm-spirv in taskletc takes", errors)


class Alone(Case):
    def testNeedsTheLibrariesOfCAndCxxOnly(self):
        listed = subprocess.run(["readelf", "-d", ONE], text=True, check=True,
                                stdout=subprocess.PIPE).stdout
        needed = set(re.findall(r"NEEDED.*\[(.*)\]", listed))
        self.assertEqual(needed - {"libc.so.6", "libm.so.6", "libstdc++.so.6",
                                   "ld-linux-x86-64.so.2", "libgcc_s.so.1"},
                         set())
        self.assertNotRegex(listed, r"R(UN)?PATH")

    def testIsOnePart(self):
        status, output, _ = self.call(ONE, "--toolchain")
        self.assertEqual(status, 0)
        self.assertRegex(output, rb"\Ataskletc [^\n]*\n\Z")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--one-file", required=True)
    parser.add_argument("--separate", required=True)
    options, rest = parser.parse_known_args()
    ONE, SEPARATE = options.one_file, options.separate
    unittest.main(argv=[__file__, *rest])
