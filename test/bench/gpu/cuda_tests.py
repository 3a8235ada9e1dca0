#!/usr/bin/env python3
#===- cuda_tests.py - bench_gpu through the CUDA driver --------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""Without a GPU: FakeCuda.cpp is the driver. PART is a class of this file.
"""

import argparse
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

BUILD = None


def bench_gpu(*words, folder=None, **environment):
    """Runs FOLDER/bench_gpu, which has its programs in FOLDER/gpu."""
    return subprocess.run([str((folder or BUILD / "bin") / "bench_gpu"), "--engine=cuda", *words],
                          capture_output=True, text=True, timeout=120,
                          env={**os.environ, "TASKLET_BENCH_CUDA": str(BUILD / "lib" / "libtasklet-fake-cuda.so"),
                               "FAKE_CUDA_PROGRAMS": str(BUILD / "test" / "bench" / "gpu" / "programs"),
                               **environment})


class Programs(unittest.TestCase):
    """Each compares its result with serial code."""

    SIZES = {"fib": ["1", "17"], "nqueens": ["1", "8"], "cilksort": ["1", "5000"], "mergesort": ["1", "5000"],
             "tree": ["0", "7"], "pruned": ["1", "9"], "bfs": ["grid:40", "rmat:9"]}

    def result(self, *words, **environment):
        done = bench_gpu(*words, **environment)
        self.assertEqual(done.returncode, 0, (words, done.stderr))
        self.assertEqual(done.stderr, "", words)
        return json.loads(done.stdout)

    def test_all(self):
        for problem, sizes in self.SIZES.items():
            for size in sizes:
                result = self.result(f"--problem={problem}", f"--size={size}", "--runs=3")
                self.assertEqual((result["engine"], result["device"]), ("cuda", "fake GPU, CUDA 12.4"))
                self.assertGreater(result["tasks"], 0)
                self.assertGreaterEqual(result["reserved"], result["used"])
                self.assertGreaterEqual(result["total"], result["kernel"])
                self.assertGreater(result["kernel"], 0)

    def test_without_tasks(self):
        result = self.result("--problem=copies", "--size=100", "--runs=1")
        self.assertEqual((result["tasks"], result["reserved"]), (0, 0))

    def test_tasks(self):
        self.assertEqual(self.result("--problem=tree", "--size=5")["tasks"], 63)

    def test_heap(self):
        # Two units of two teams do not need more than that.
        self.assertEqual(self.result()["reserved"], 64 << 20)
        few = self.result(TASKLET_WORKERS="1")
        many = self.result(TASKLET_WORKERS="40", TASKLET_HEAP_SIZE="300M")
        self.assertEqual(many["reserved"], 300 << 20)
        self.assertGreater(many["used"], few["used"])
        # A worker has 256 bytes, 64 records of 32 and four chunks of 2048.
        self.assertEqual(self.result(TASKLET_WORKERS="400")["reserved"], 400 * 32 * (256 + 64 * 32 + 4 * 2048))
        self.assertEqual(self.result(FAKE_CUDA_MEMORY="20000000")["reserved"], 20000000)


class Mistakes(unittest.TestCase):
    def refused(self, message, *words, **environment):
        done = bench_gpu(*words, **environment)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertNotIn("terminate", done.stderr)

    def test_no_driver(self):
        self.refused("no CUDA driver: /nowhere: cannot open shared object file: No such file or directory; install "
                     "NVIDIA's driver, or let TASKLET_BENCH_CUDA name its file", TASKLET_BENCH_CUDA="/nowhere")
        self.refused("'libm.so.6' has no function cuInit: it is no CUDA driver", TASKLET_BENCH_CUDA="libm.so.6")

    def test_no_device(self):
        self.refused("CUDA_ERROR_NO_DEVICE (no CUDA-capable device is detected); see whether nvidia-smi lists a GPU",
                     FAKE_CUDA_DEVICES="0")
        self.refused("the GPU has compute capability 6.1, and programs with tasks need 7.0", FAKE_CUDA_CAPABILITY="61")

    def test_functions_that_fail(self):
        for name in ("cuInit", "cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName",
                     "cuDeviceGetAttribute", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent", "cuCtxSynchronize",
                     "cuMemGetInfo", "cuMemAlloc", "cuMemcpyHtoD", "cuMemcpyDtoH", "cuMemsetD8", "cuModuleLoadDataEx",
                     "cuModuleGetFunction", "cuOccupancyMaxActiveBlocksPerMultiprocessor", "cuLaunchKernel",
                     "cuEventCreate", "cuEventRecord", "cuEventElapsedTime"):
            self.refused(f"bench_gpu: {name} failed: error 12345", "--runs=1", FAKE_CUDA_FAIL=f"{name}:12345")
        for name in ("cuModuleUnload", "cuMemFree", "cuEventDestroy", "cuDevicePrimaryCtxRelease"):
            self.assertEqual(bench_gpu("--runs=1", FAKE_CUDA_FAIL=f"{name}:1").returncode, 0)

    def test_what_to_do(self):
        for failure, message in {
                "cuMemAlloc:2": "cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY (out of memory); choose a smaller size, or "
                                "set TASKLET_HEAP_SIZE to less",
                "cuCtxSynchronize:700": "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered); a kernel "
                                        "or a task has used memory that is not its own",
                "cuModuleLoadDataEx:222": "unsupported toolchain.): fib: as planned; install a newer driver"}.items():
            self.refused(message, FAKE_CUDA_FAIL=failure)

    def test_settings(self):
        self.refused("TASKLET_WORKERS='0' is no number of workers", TASKLET_WORKERS="0")
        self.refused("TASKLET_HEAP_SIZE='1Z' is no heap size", TASKLET_HEAP_SIZE="1Z")
        self.refused("the heap size (TASKLET_HEAP_SIZE) is 2G, but the device allows no buffer above 1G",
                     TASKLET_HEAP_SIZE="2G")
        self.refused("a heap of 1M is too small for 262144 workers", TASKLET_HEAP_SIZE="1M", TASKLET_WORKERS="8192")
        self.refused("kernel 'start' cannot start: the GPU has no memory left", FAKE_CUDA_MEMORY="1000")

    def test_programs(self):
        """Others in the place of fib, whose kernel has the same arguments."""
        def source(body):
            return "__task int fib(int n) { " + body + " return n; }\n" \
                   "__kernel void start(int n, __global int *out) { out[0] <- fib(n); }\n"

        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "gpu").mkdir()
            shutil.copy(BUILD / "bin" / "bench_gpu", folder)

            def compile(text):
                (folder / "fib.cl").write_text(text)
                for words in (["-tkl-worker-lanes=32", "-o", "fib.bc"],
                              ["-tkl-worker-lanes=32", "--emit=spirv", "-tkl-quirks=pocl-6", "-o", "fib.spv"],
                              ["--emit=ptx", "--manifest=gpu/fib.json", "-o", "gpu/fib.ptx"]):
                    subprocess.run([str(BUILD / "bin" / "taskletc"), "fib.cl", *words], cwd=folder, check=True)

            def refused(message):
                self.refused(message, "--size=7", folder=folder, FAKE_CUDA_PROGRAMS=name)

            refused(f"cannot read '{folder}/gpu/fib.json'; build with TASKLET_BUILD_COMPILER")
            compile(source('tkl_fail("seven is %0", n, 0);'))
            refused("bench_gpu: seven is 7\n")
            compile(source("int held; held <- tkl_acquire(tkl_alloc(sizeof(tkl_semaphore))); force (held);"))
            refused("kernel 'start' failed: 1 task waits for a semaphore that no task releases")
            compile(source('tkl_print p = tkl_print_begin(); tkl_print_end(p);'))
            refused("fib was not compiled for this; build it anew")
            compile(source("").replace("int n, __global", "int n, int m, __global"))
            refused("kernel 'start' has 3 arguments, not 2")
            compile(source("").replace("start", "begin"))
            refused("the program has no kernel 'start' with tasks")
            compile(source("return -1;"))
            done = bench_gpu("--size=7", folder=folder, FAKE_CUDA_PROGRAMS=name)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("fib 7 is wrong: it says -1, not 13", done.stderr)
            (folder / "gpu" / "fib.json").write_text("{")
            refused("the manifest of fib is wrong: ")


class Assembles(unittest.TestCase):
    """Needs NVIDIA's assembler: what the driver gets is a program for CUDA."""

    def test_ptx(self):
        sizes = {"fib": "5", "nqueens": "5", "cilksort": "50", "mergesort": "50", "tree": "2", "bfs": "grid:3"}
        with tempfile.TemporaryDirectory() as name:
            ptx, made = pathlib.Path(name) / "kept.ptx", pathlib.Path(name) / "made"
            for problem, size in sizes.items():
                done = bench_gpu(f"--problem={problem}", f"--size={size}", "--runs=1", FAKE_CUDA_KEEP=str(ptx))
                self.assertEqual(done.returncode, 0, done.stderr)
                for device in ("75", "80", "90"):
                    subprocess.run(["ptxas", f"-arch=sm_{device}", str(ptx), "-o", str(made)], check=True)
                    self.assertIn("__tkl_dispatch", global_functions(made.read_bytes()))


def global_functions(elf):
    """The names of functions that other files see, of an ELF file of 64 bits."""
    sections, count = struct.unpack_from("<Q", elf, 0x28)[0], struct.unpack_from("<H", elf, 0x3c)[0]
    heads = [struct.unpack_from("<IIQQQQIIQQ", elf, sections + 64 * i) for i in range(count)]
    found = []
    for _, kind, _, _, start, size, link, _, _, _ in heads:
        if kind != 2:  # SHT_SYMTAB
            continue
        for at in range(start, start + size, 24):
            name, info = struct.unpack_from("<IB", elf, at)
            if info == 0x12:  # STB_GLOBAL, STT_FUNC
                begin = heads[link][4] + name
                found.append(elf[begin:elf.index(0, begin)].decode())
    return found


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
