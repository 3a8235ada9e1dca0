#!/usr/bin/env python3
"""tasklet.dask on a cluster of two worker processes with two threads each,
compared with plain Python.

  dask_tests.py BUILD [UNITTEST-ARGUMENT...]
"""

import concurrent.futures
import logging
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    # The workers are started anew, and inherit all this. Little memory, so that
    # one test can run out of it.
    os.environ.update(
        PYTHONPATH=str(ROOT / "python"), TASKLET_HEAP_SIZE="1M",
        OPENCL_LAYERS=str(BUILD / "lib/libtasklet-layer.so"),
        # Debian 13's pytools warns that it could be faster.
        PYTHONWARNINGS="ignore:Unable to import recommended hash")
    os.environ.setdefault("TASKLET_WORKERS", "2")
    sys.path.insert(0, str(ROOT / "python"))

import dask.array as da
import numpy as np
from dask.distributed import Client, LocalCluster

import tasklet.dask
from tasklet.dask import BuildError, CommandError, map_blocks

SOURCE = """
__task int fib(int n) {
  if (n < 2) return n;
  int a <- fib(n - 1);
  int b <- fib(n - 2);
  force (a, b) { return a + b; }
}
__task int deep(int n) {
  if (n == 0) return 0;
  int a <- deep(n - 1);
  force (a) { return a + 1; }
}
#define EACH int i = get_global_id(0)
__kernel void fibs(__global int *out, __global const int *n) {
  EACH; out[i] <- fib(n[i]);
}
__kernel void deeps(__global int *out, __global const int *n) {
  EACH; out[i] <- deep(n[i]);
}
__kernel void places(__global long *out, __global const float *x) {
  EACH; out[i] = (long)x[i] * 1000 + i * 10 + get_global_size(0);
}
#ifndef PLUS
#define PLUS 0
#endif
__kernel void mixed(__global double *out, float f, __global const int *x, char c,
                    __constant short *table, __global const uchar *y, ulong u) {
  EACH; out[i] = f * x[i] + c * table[y[i]] + (double)(u >> 40) + PLUS;
}
__kernel void odd(__global uchar *out, __global const float2 *x) {
  EACH; if (x[i].s0 < x[i].s1) out[i] = 1;
}
typedef struct { int a; float b; } pair;
__kernel void swapped(__global pair *out, __global pair *in, int4 v) {
  EACH; out[i].a = in[i].b + v.s3; out[i].b = in[i].a; in[i].a = -1;
}
__kernel void days(__global int *out, __global const long *day, long first) {
  EACH; out[i] = day[i] - first;
}
__kernel void local_memory(__global int *out, __local int *x) { out[0] = 1; }
"""


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def builds():
    from tasklet import _worker
    return _worker.process().builds


class Dask(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = LocalCluster(
            n_workers=2, threads_per_worker=2, dashboard_address=":0",
            # Workers tell of each error, too.
            silence_logs=logging.CRITICAL)
        cls.addClassCleanup(cls.cluster.close)
        cls.client = Client(cls.cluster)
        cls.addClassCleanup(cls.client.close)

    def assertGives(self, made, expected):
        """Also that Dask was told the truth about it."""
        expected = np.asarray(expected)
        result = made.compute()
        self.assertEqual((made.shape, made.dtype), (expected.shape, expected.dtype))
        self.assertEqual(np.shape(result), expected.shape)
        self.assertEqual(result.dtype, expected.dtype)
        np.testing.assert_array_equal(result, expected)

    def assertFibsWork(self):
        self.assertGives(map_blocks(SOURCE, "fibs", da.arange(
            12, chunks=5, dtype="int32")), np.array(list(map(fib, range(12))), "i4"))

    def testGivesWhatPlainPythonGives(self):
        n = da.from_array(np.arange(20, dtype="i4"), chunks=((1, 7, 10, 2),))
        made = map_blocks(SOURCE, "fibs", n)
        self.assertEqual(made.chunks, n.chunks)
        self.assertGives(made, np.array([fib(i) for i in range(20)], "i4"))
        # A part of a graph as any other.
        self.assertEqual((made + n)[3:].sum().compute(),
                         sum(fib(i) + i for i in range(3, 20)))

    def testBuildsOnceInEachWorker(self):
        before = self.client.run(builds)
        self.assertEqual(len(before), 2)
        # The threads of a worker begin at the same time, and no run is given the
        # results of another one.
        for k in range(2):
            for more, worker in enumerate(before):
                n = da.arange(k, 16, chunks=1, dtype="int32") + more
                done = self.client.compute(
                    map_blocks(SOURCE + "// once\n", "fibs", n),
                    workers=[worker], allow_other_workers=False)
                self.assertEqual(list(done.result()),
                                 [fib(i + more) for i in range(k, 16)])
        self.assertEqual({worker: count + 1 for worker, count in before.items()},
                         self.client.run(builds))

    def testNumbersElementsOfEachChunkAsCDoes(self):
        x = np.arange(24, dtype="f4").reshape(2, 3, 4)
        for whole, chunks in (
                (x, (1, 2, 3)), (x.T, 2), (x[:, ::-2, 1:], -1),
                (np.asfortranarray(x[0]), (2, 2)), (np.array(5, "f4"), ())):
            array = da.from_array(whole, chunks=chunks)

            def expected(chunk):
                at = np.arange(chunk.size).reshape(chunk.shape)
                return chunk.astype("i8") * 1000 + at * 10 + chunk.size
            self.assertGives(
                map_blocks(SOURCE, "places", array, dtype="int64"),
                array.map_blocks(expected, dtype="i8").compute())
        # Chunks that are no contiguous memory, as steps before may leave them.
        array = da.from_array(x[0], chunks=(3, 2)).T[:, ::2]
        self.assertGives(
            map_blocks(SOURCE, "places", array, dtype="int64"),
            array.map_blocks(expected, dtype="i8").compute())

    def testTakesScalarsTablesAndSeveralArrays(self):
        x, y = np.arange(10, dtype="i4"), np.arange(10, dtype="u1") % 3
        table = np.array([5, 7, -9], "i2")
        for options, plus in (("", 0), ("-DPLUS=3 -w", 3), (["-DPLUS=4"], 4)):
            # A number of numpy has the type; one of Python gets it.
            for f, c in ((2, -3), (np.float32(2), np.array(-3, "i1"))):
                self.assertGives(
                    map_blocks(SOURCE, "mixed", f, da.from_array(x, chunks=4), c,
                               table, da.from_array(y, chunks=4), 2**64 - 1,
                               dtype=float, options=options),
                    2.0 * x - 3.0 * table[y] + 2**24 - 1 + plus)

    def testTakesOtherTypes(self):
        x = np.array([1 + 2j, 2 + 1j, -1 + 0j], "c8")
        self.assertGives(map_blocks(SOURCE, "odd", da.from_array(x, chunks=2),
                                    dtype=bool), x.real < x.imag)
        days = np.arange("2026-01-01", "2026-01-09", dtype="M8[D]")
        self.assertGives(map_blocks(
            SOURCE, "days", da.from_array(days, chunks=3), days[2], dtype="i4"),
            np.arange(-2, 6, dtype="i4"))
        pair = np.dtype([("a", "i4"), ("b", "f4")])
        given = np.array([(1, 2), (3, 4), (5, 6)], pair)
        import pyopencl.cltypes
        four = np.array((0, 0, 0, 9), pyopencl.cltypes.int4)
        self.assertGives(
            map_blocks(SOURCE, "swapped", da.from_array(given, chunks=2), four),
            np.array([(11, 1), (13, 3), (15, 5)], pair))
        # What a kernel writes to its inputs is lost.
        self.assertEqual(list(given["a"]), [1, 3, 5])

    def testTakesEmptyChunks(self):
        some = da.from_array(np.arange(4, dtype="i4"), chunks=4)
        none = some[:0]
        self.assertGives(map_blocks(SOURCE, "fibs", da.concatenate(
            [none, some, none])), np.array([0, 1, 1, 2], "i4"))
        self.assertGives(map_blocks(SOURCE, "fibs", none), np.array([], "i4"))
        self.assertGives(map_blocks(SOURCE, "places", da.zeros(
            (3, 0, 2), chunks=1, dtype="f4"), dtype="i8"),
            np.zeros((3, 0, 2), "i8"))
        # A mistake is told all the same.
        with self.assertRaisesRegex(ValueError, "has no kernel 'fob'"):
            map_blocks(SOURCE, "fob", none).compute()

    def testTakesChunksOfUnknownSize(self):
        x = da.from_array(np.arange(10, dtype="i4"), chunks=4)
        two = """__kernel void add(__global int *out, __global const int *x,
                                   __global const int *y) {
                   int i = get_global_id(0); out[i] = x[i] + y[i]; }"""
        made = map_blocks(two, "add", x[x % 3 == 0], x[x % 3 == 0])
        self.assertEqual(list(made.compute()), [0, 6, 12, 18])
        with self.assertRaisesRegex(ValueError, r"shapes \(\d,\), \(\d,\)"):
            map_blocks(two, "add", x[x % 3 == 0], x[x % 3 == 1]).compute()

    def testRunsInThreadsOfThisProcess(self):
        n = da.from_array(np.arange(60, dtype="i4") % 15, chunks=2)
        for scheduler in ("threads", "sync"):
            result = map_blocks(SOURCE, "fibs", n).compute(scheduler=scheduler)
            self.assertEqual(list(result), [fib(i % 15) for i in range(60)])
        # Each call gets its own arguments, however often threads take turns.
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(1e-6)
        call = tasklet.dask.Call(
            "__kernel void k(__global int *out, __global int *x, int y)"
            "{ int i = get_global_id(0); out[i] = x[i] + y; }", "k", (),
            np.dtype("i4"), (0,))
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            made = pool.map(lambda i: call(np.full(3, i, "i4"), 1000 * i),
                            range(2000))
            self.assertEqual([list(each) for each in made],
                             [[1001 * i] * 3 for i in range(2000)])

    def testReadsFiles(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "p.cl"
            with self.assertRaises(FileNotFoundError):
                map_blocks(file, "fibs", da.arange(3, dtype="i4"))
            file.write_text(SOURCE)
            made = map_blocks(file, "fibs", da.arange(3, dtype="i4"))
        # At once: the workers may be on other machines.
        self.assertGives(made, np.array([0, 1, 1], "i4"))

    def testNamesResultsByWhatTheyAre(self):
        n = da.arange(3, dtype="i4")

        def name(*args, **more):
            return map_blocks(*args, **more).name
        this = name(SOURCE, "fibs", n)
        self.assertRegex(this, "^tasklet-fibs-")
        self.assertEqual(this, name(SOURCE, "fibs", n, dtype="int32"))
        self.assertEqual(5, len({this, name(SOURCE, "deeps", n),
                                 name(SOURCE + " ", "fibs", n),
                                 name(SOURCE, "fibs", n, dtype="uint32"),
                                 name(SOURCE, "fibs", n, options="-w")}))

    def testRefusesAtOnce(self):
        n = da.arange(6, chunks=3, dtype="i4")
        for error, words, args, more in (
                (TypeError, "none of the arguments.*is a dask array", (1,), {}),
                (TypeError, "none of the arguments", (np.arange(3),), {}),
                (TypeError, "argument 1 .* is a str, neither", (n, "3"), {}),
                (TypeError, "argument 1 .* is a list", (n, [3]), {}),
                (TypeError, "argument 0 .* of object", (n.astype(object),), {}),
                (TypeError, "argument 0 .* of <U3", (n.astype("U3"),), {}),
                (TypeError, "argument 0 .* other byte", (n.astype(">i4"),), {}),
                (TypeError, "argument 0 .* mask", (da.ma.masked_equal(n, 3),), {}),
                (TypeError, "the result .* of <U3", (n,), {"dtype": "U3"}),
                (TypeError, "options", (n,), {"options": [1]}),
                (ValueError, r"0 and 1 .*chunks \(\(3, 3\),\) and \(\(2, 2, 2\)",
                 (n, n.rechunk(2)), {}),
                (ValueError, "rechunk", (n, n[:3]), {}),
                (ValueError, "rechunk", (n, n.sum()), {}),
                (ValueError, "rechunk", (n, n[n > 1]), {})):
            with self.subTest(words):
                with self.assertRaisesRegex(error, words):
                    map_blocks(SOURCE, "fibs", *args, **more)
        for error, source, kernel in ((TypeError, b"", "fibs"),
                                      (TypeError, SOURCE, None),
                                      (ValueError, SOURCE, "a b"),
                                      (ValueError, pathlib.Path("a.kite"), "f")):
            with self.assertRaises(error):
                map_blocks(source, kernel, n)

    def testRefusesWhenComputed(self):
        n = da.arange(6, chunks=3, dtype="i4")
        f = n.astype("f4")
        lying = n.map_blocks(lambda chunk: np.ma.masked_equal(chunk, 3),
                             dtype="i4", meta=np.empty(0, "i4"))
        for error, words, args, more in (
                (ValueError, "no kernel 'fob'; it has .*'fibs'", ("fob", n), {}),
                (TypeError, r"argument 1 \('n'\) of the kernel 'fibs' is a pointer "
                 "to 'int', .* of float32", ("fibs", f), {"dtype": "i4"}),
                (TypeError, r"argument 0 \('out'\) .* of float32; say with dtype=",
                 ("fibs", f), {}),
                (TypeError, "of uint32", ("fibs", n.astype("u4")), {"dtype": "i4"}),
                (TypeError, "'fibs' has 2 parameters; here it needs 3",
                 ("fibs", n, 1), {}),
                (TypeError, r"argument 2 \('x'\) .* the scalar 1",
                 ("mixed", 1, 1, 1, 1, n, 1), {"dtype": float}),
                (TypeError, r"argument 1 \('f'\) .* is a 'float', .* an array",
                 ("mixed", n, 1, 1, 1, 1, 1), {"dtype": float}),
                (TypeError, "argument 1 .* 1.0 of float64|float64.1.0",
                 ("mixed", np.float64(1), n, 1, 1, 1, 1), {"dtype": float}),
                (TypeError, "argument 1 .* cannot be made of 1e[+]?40",
                 ("mixed", 1e40, n, 1, 1, 1, 1), {"dtype": float}),
                (TypeError, "argument 1 .* cannot be made of 1000",
                 ("mixed", 10**400, n, 1, 1, 1, 1), {"dtype": float}),
                (TypeError, "argument 3 .* 'char', .* cannot be made of 128",
                 ("mixed", 1, n, 128, 1, 1, 1), {"dtype": float}),
                (TypeError, "argument 3 .* cannot be made of 0.5",
                 ("mixed", 1, n, 0.5, 1, 1, 1), {"dtype": float}),
                (TypeError, "'in'.* the scalar 3", ("swapped", 3, n), {}),
                (TypeError, "'x'.* neither a pointer to global memory nor",
                 ("local_memory", n), {}),
                (TypeError, "is given a MaskedArray", ("fibs", lying), {}),
                (CommandError, "'deeps' failed for a chunk of the shape .3,.: .*"
                 "TASKLET_HEAP_SIZE", ("deeps", n + 1000000), {})):
            with self.subTest(words):
                with self.assertRaisesRegex(error, words):
                    map_blocks(SOURCE, *args, **more).compute()
                self.assertFibsWork()

    def testSaysWhereProgramsAreWrong(self):
        n = da.arange(6, chunks=3, dtype="i4")
        with self.assertRaises(BuildError) as caught:
            map_blocks(SOURCE.replace("(a, b)", "(a, c)"), "fibs", n).compute()
        text = str(caught.exception)
        self.assertRegex(text, r"\A.*cannot be built:\n<program source>:6:\d+: error:"
                               r" .*'c'")
        # What it says ends with the compiler's last line.
        self.assertRegex(text, r"\d error generated\.\Z")
        # The same of a program that the driver itself compiles.
        with self.assertRaisesRegex(BuildError, "error:.*expected") as caught:
            map_blocks("__kernel void k(int", "k", n).compute()
        self.assertNotIn("(source saved", str(caught.exception))
        with self.assertRaisesRegex(BuildError, "unknown build option '-o'"):
            map_blocks(SOURCE, "fibs", n, options="-o").compute()
        self.assertFibsWork()

    def testSaysThatAWorkerHasNoDevice(self):
        text = ("import tasklet._worker as w\n"
                "try: w.process()\nexcept RuntimeError as error: print(error)\n")

        def said(**more):
            return subprocess.run(
                [sys.executable, "-c", text], env={**os.environ, **more},
                check=True, text=True, stdout=subprocess.PIPE).stdout
        self.assertIn("PYOPENCL_CTX='none such' names no OpenCL device",
                      said(PYOPENCL_CTX="none such"))
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("this worker has no OpenCL device",
                          said(OCL_ICD_VENDORS=folder))

    def testRunsWhatItsPageSays(self):
        page = (ROOT / "docs/installing.md").read_text()
        [text] = re.findall("```python\n(.*?)```", page, re.S)
        with tempfile.TemporaryDirectory() as folder:
            # Workers import the file that started them.
            file = pathlib.Path(folder) / "page.py"
            file.write_text(text)
            done = subprocess.run([sys.executable, file], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout
        self.assertEqual(done, " ".join(str(fib(i)) for i in range(20)) + "\n")


if __name__ == "__main__":
    # Those of Dask and tornado, of each other and for later releases.
    unittest.main(warnings="ignore")
