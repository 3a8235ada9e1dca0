#!/usr/bin/env python3
"""What the frames of live tasks take, and bench/live-memory, which measures that.

  memory_tests.py --build FOLDER [CLASS[.TEST]...]

Frames are known here from the sources: 32 bytes of the runtime, the futures, and
what is kept beside them, rounded up to 16.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = None
CHUNK, BOTTOM, HEADER = 16384, 32, 32

sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))
import depth
from importlib.machinery import SourceFileLoader
memory = SourceFileLoader("memory", str(ROOT / "bench/live-memory")).load_module()


def frame(futures, kept):
    return (HEADER + futures + kept + 15) // 16 * 16


class Case(unittest.TestCase):

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tasklet-memory-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_(self, command, workers, heap):
        environment = {k: v for k, v in os.environ.items()
                       if not k.startswith("TASKLET_")}
        environment.update({
            "TASKLET_CACHE_DIR": str(BUILD / "test/e2e/cache"),
            "TASKLET_WORKERS": str(workers), "TASKLET_STATS": "1",
            "TASKLET_HEAP_SIZE": heap})
        done = subprocess.run([BUILD / "bin" / command[0], *map(str, command[1:])],
                              env=environment, capture_output=True, text=True,
                              timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = memory.tables(done.stderr)
        self.assertTrue(found, done.stderr)
        return found, done.stdout

    def taken(self, needed, workers):
        """With those that are taken in advance: up to seven for each worker, and
        one for eight."""
        return needed + min(needed / 8, 7 * workers)

    def check(self, command, frames, size, workers, heap="64M"):
        """All commands within the bound. It holds for stacks that were left, too:
        each of them is counted, in the table."""
        fit = (CHUNK - BOTTOM) // size
        tables, output = self.run_(command, workers, heap)
        for found in tables:
            most = self.taken(
                workers * frames / fit + 2 * workers + found["blocked"], workers)
            self.assertLessEqual(found["chunks"], most, command)
            if workers == 1:
                self.assertEqual(found["blocked"], 0)
        return tables, output


class Bound(Case):

    def test_bushy_trees(self):
        """Within a chunk or two for each worker."""
        for command, frames, size in (
                (["fib", 30], depth.fib(30), frame(2 * 4, 8)),
                (["nqueens", 10], depth.nqueens(10), frame(16 * 4, 32)),
                (["integrate", 200], depth.integrate(200), frame(2 * 8, 48)),
                (["matmul", 256], depth.matmul(256), frame(0, 56)),
                (["uts", "--tree", "small3"],
                 depth.uts_binomial(200, 0.12, 8, 42), frame(8 * 12 + 24, 60))):
            for workers in range(1, 9):
                with self.subTest(command=command, workers=workers):
                    self.check(command, frames, size, workers)

    def test_deep_tree(self):
        """On one worker both bounds are close: the depth that depth.py says is
        reached, and nothing much on top."""
        size = frame(8 * 12 + 24, 60)
        fit = (CHUNK - BOTTOM) // size
        for workers in (1, 2, 5, 8):
            with self.subTest(workers=workers):
                tables, _ = self.check(["uts", "--tree", "T3"], depth.uts_T3(),
                                       size, workers)
                if workers == 1:
                    for found in tables:
                        self.assertGreaterEqual(found["chunks"],
                                                (depth.uts_T3() - 9) / fit)

    def test_chain(self):
        """A single path: what it takes does not grow with the workers."""
        length = 1000000
        (self.folder / "k.cl").write_text(f"""
          __task int chain(int n) {{
            if (n == 0) return 0;
            int below;
            below <- chain(n - 1);
            force (below) {{ return below + (n & 1); }}
          }}
          __kernel void k(__global int *out, int n) {{ out[0] <- chain({length}); }}
          """)
        fit = (CHUNK - BOTTOM) // frame(4, 4)
        for workers in (1, 2, 3, 8):
            with self.subTest(workers=workers):
                tables, output = self.run_(
                    ["run_kernel", self.folder / "k.cl", "k", 1], workers, "64M")
                self.assertEqual(output.split(), [str(length // 2)])
                chunks = tables[0]["chunks"]
                self.assertGreaterEqual(chunks, length / fit)
                self.assertLessEqual(
                    chunks, self.taken(
                        length / fit + 2 * workers + tables[0]["blocked"], workers))

    def test_many_children(self):
        """Of one task: they run while it waits, so there are three frames
        above each other."""
        (self.folder / "k.cl").write_text("""
          __task int mixed(int n) {
            for (int i = 0; i < 3; ++i) n ^= i;
            return n;
          }
          __task int work(int n) {
            int a, b;
            a <- mixed(n);
            b <- mixed(n + 1);
            force (a, b) { return a - b; }
          }
          __task void put(__global int *to, int n) {
            int x;
            x <- work(n);
            force (x) { atomic_add(to, x); }
          }
          __task void all(__global int *to) {
            for (int i = 0; i < 1000000; ++i) () <- put(to, i);
          }
          __kernel void k(__global int *out, int n) {
            out[0] = 0;
            () <- all(out);
          }
          """)
        # Of mixed(i) - mixed(i + 1).
        expected = (0 ^ 1 ^ 2) - (1000000 ^ 1 ^ 2)
        for workers in (1, 2, 3, 8):
            with self.subTest(workers=workers):
                _, output = self.check(
                    ["run_kernel", self.folder / "k.cl", "k", 1], 3,
                    frame(8, 24), workers, "1M")
                self.assertEqual(output.split(), [str(expected)])

    def test_what_a_chunk_is(self):
        (few,), _ = self.run_(["run_kernel", self.chain(10), "k", 1], 1, "64M")
        (many,), _ = self.run_(["run_kernel", self.chain(20000), "k", 1], 1,
                               "64M")
        self.assertGreater(many["chunks"], 50)
        self.assertEqual(many["heap"] - few["heap"],
                         (many["chunks"] - few["chunks"]) * CHUNK)

    def chain(self, length):
        path = self.folder / f"{length}.cl"
        path.write_text(f"""
          __task int chain(int n) {{
            if (n == 0) return 0;
            int below;
            below <- chain(n - 1);
            force (below) {{ return below + n; }}
          }}
          __kernel void k(__global int *out, int n) {{ out[0] <- chain({length}); }}
          """)
        return path


class Script(Case):

    def bench(self, *arguments, build=None):
        environment = dict(os.environ,
                           TASKLET_CACHE_DIR=str(BUILD / "test/e2e/cache"))
        return subprocess.run(
            [ROOT / "bench/live-memory", "--build-dir", build or BUILD, *arguments],
            env=environment, capture_output=True, text=True, timeout=200)

    def test_everything(self):
        rows = self.folder / "rows.json"
        done = self.bench("--quick", "--workers", "1", "3", "--json", rows,
                          "--programs", *(set(memory.PROGRAMS) - {"uts_T3"}))
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        rows = json.loads(rows.read_text())
        self.assertEqual({row["program"] for row in rows},
                         set(memory.PROGRAMS) - {"uts_T3"})
        sizes = {row["program"]: row["frame"] for row in rows}
        self.assertEqual(sizes["fib"], frame(2 * 4, 8))
        self.assertEqual(sizes["nqueens"], frame(16 * 4, 32))
        self.assertEqual(len(done.stdout.splitlines()), 2 + len(rows))

    def test_too_much(self):
        """A sample that takes more than it may."""
        folder = self.folder / "bin"
        folder.mkdir()
        for name in ("taskletc", "fib.cl"):
            (folder / name).symlink_to(BUILD / "bin" / name)
        (folder / "fib").write_text(
            "#!/bin/sh\n"
            "echo 'tasklet: start: 9 tasks on 1 worker in 1 ms, 1 ns of work "
            "each; heap 9999 of 99999 bytes, 3 chunks of frames' >&2\n"
            "echo 'tasklet:  worker  tasks  continuations  steals  blocked' >&2\n"
            "echo 'tasklet:       0      9              4       0        0' >&2\n")
        (folder / "fib").chmod(0o755)
        done = self.bench("--quick", "--programs", "fib", "--workers", "1",
                          build=self.folder)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("| `fib 24` | 1 | 23 | 48 | 1.1 | 3 | 48 | 0 | 2 | 9 |",
                      done.stdout)

    def test_mistakes(self):
        done = self.bench(build=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is not there: build the project, or name its folder with "
                      "--build-dir", done.stderr)
        self.assertEqual(self.bench("--workers", "0").returncode, 2)
        self.assertEqual(self.bench("--programs", "none").returncode, 2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BUILD = options.build.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
