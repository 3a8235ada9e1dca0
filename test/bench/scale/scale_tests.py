# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs on simulated workers, at sizes that take no time."""

import argparse
import json
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = None


def simulate(*words, status=0):
    done = subprocess.run([str(BUILD / "bin/bench_scale"), "--same-cache=30", "--same-socket=100",
                           "--other-socket=200", "--atomic=2", "--serve=10", *words], capture_output=True, text=True)
    assert done.returncode == status, (words, done)
    return json.loads(done.stdout) if status == 0 else done.stderr


class Results(unittest.TestCase):
    def test_all_programs_on_many_workers(self):
        done = subprocess.run([str(ROOT / "bench/scale/run"), "--build-dir", str(BUILD), "--quick", "--unit=0.15",
                               "--workers", "1", "2", "7", "128"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line for line in done.stdout.splitlines() if line.startswith("| ")][1:]
        self.assertEqual(len(rows), 6 * 4, done.stdout)

    def test_beside_real_runs(self):
        done = subprocess.run([str(ROOT / "bench/scale/run"), "--build-dir", str(BUILD), "--quick", "--check",
                               "--runs=1", "--only", "fib"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("| fib 22 |"), 3, done.stdout)


class Repeats(unittest.TestCase):
    def test_same_each_time(self):
        words = ("--problem=cilksort", "--size=20000", "--workers=16", "--of-cache=4")
        self.assertEqual(simulate(*words), simulate(*words))


class Counts(unittest.TestCase):
    def test_one_worker_waits_for_nobody(self):
        found = simulate("--problem=fib", "--size=20", "--workers=1")
        self.assertEqual(found["tasks"], 21891)
        self.assertEqual((found["steals"], found["blocked"], found["waits"]), (0, 0, {}))

    def test_workers_share_the_work(self):
        one = simulate("--problem=fib", "--size=25", "--workers=1")
        eight = simulate("--problem=fib", "--size=25", "--workers=8")
        self.assertEqual(one["tasks"], eight["tasks"])
        self.assertGreaterEqual(eight["steals"], 7)
        self.assertLess(eight["nanoseconds"], one["nanoseconds"] / 4)

    def test_far_processors_are_slower(self):
        words = ("--problem=cilksort", "--size=50000", "--workers=16")
        near = simulate(*words)
        far = simulate(*words, "--of-cache=1", "--of-socket=1")
        self.assertGreater(far["nanoseconds"], near["nanoseconds"])

    def test_workers_on_fewer_processors(self):
        words = ("--problem=fib", "--size=28", "--workers=4", "--slice=100000", "--change=2000")
        self.assertGreater(simulate(*words, "--processors=2")["nanoseconds"],
                           1.5 * simulate(*words)["nanoseconds"])


class Mistakes(unittest.TestCase):
    def test_words(self):
        self.assertIn("--workers", simulate("--workers=129", status=2))
        self.assertIn("--workers", simulate("--workers=0", status=2))
        self.assertIn("problem", simulate("--problem=none", status=2))
        self.assertIn("the size 'x'", simulate("--size=x", status=3))
        self.assertIn("takes no PTX", simulate("--problem=copies-by-hand", "--size=32", status=3))

    def test_folder(self):
        done = subprocess.run([str(ROOT / "bench/scale/run"), "--build-dir", "/nowhere"], capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere", done.stderr)
        self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BUILD = options.build
    unittest.main(argv=[sys.argv[0], *rest])
