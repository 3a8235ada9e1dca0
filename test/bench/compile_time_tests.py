#!/usr/bin/env python3
"""bench/compile-time: does it work, and does it notice wrong results? Times are
not looked at.

  compile_time_tests.py --build FOLDER [CLASS[.TEST]...]
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = None


class Script(unittest.TestCase):

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tasklet-compile-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def bench(self, *arguments, build=None):
        return subprocess.run(
            [ROOT / "bench/compile-time", "--build-dir", build or BUILD,
             *arguments], capture_output=True, text=True, timeout=500)

    def test_table(self):
        """The results are compared with those that Python computes."""
        rows = self.folder / "rows.json"
        done = self.bench("--runs", "1", "--json", rows, "--programs", "small",
                          "25 forces", "10 tasks")
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        rows = json.loads(rows.read_text())
        self.assertEqual([row["program"] for row in rows],
                         ["small", "25 forces", "10 tasks"])
        for row in rows:
            self.assertGreater(row["launch"], 0)
            parts = sum(row[part] for part in ("front end", "passes",
                                               "optimiser", "rest"))
            self.assertGreaterEqual(parts, row["build"] * 0.999)
        self.assertEqual(len(done.stdout.splitlines()), 4 + len(rows))

    def test_wrong_result(self):
        folder = self.folder / "bin"
        folder.mkdir()
        (folder / "taskletc").symlink_to(BUILD / "bin/taskletc")
        (folder / "bench_latency").write_text("#!/bin/sh\necho 21091 1.0 2.0\n")
        (folder / "bench_latency").chmod(0o755)
        done = self.bench("--runs", "1", "--programs", "small",
                          build=self.folder)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("small.cl: 21091 instead of 21092", done.stderr)

    def test_mistakes(self):
        done = self.bench(build=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is not there: build the project, or name its folder with "
                      "--build-dir", done.stderr)
        self.assertEqual(self.bench("--runs", "0").returncode, 2)
        self.assertEqual(self.bench("--programs", "none").returncode, 2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BUILD = options.build.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
