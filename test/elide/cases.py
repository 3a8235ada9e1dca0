#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""taskletc --elide: what it makes, what it refuses, and how the result runs.

Values that a test expects are those of OpenCL's specification, written as
numbers here.
"""
import argparse
import glob
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

ARGUMENTS = None
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))

FIB = """
__task int fib(int n) {
  if (n < 2)
    return n;
  int a, b;
  a <- fib(n - 1);
  b <- fib(n - 2);
  force (a, b) { return a + b; }
}
__kernel void k(__global int *out, int n) { out[0] <- fib(n); }
"""


class Case(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name

    def run_(self, *words, status=0):
        done = subprocess.run(words, cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=60)
        self.assertEqual(done.returncode, status, done.stdout)
        return done.stdout

    def elide(self, source, *options, status=0):
        with open(os.path.join(self.folder, "p.cl"), "w") as file:
            file.write(source)
        return self.run_(ARGUMENTS.taskletc, "--elide", *options, "p.cl",
                         status=status)

    def build(self, source, *options, compilers=None):
        """The program of the first compiler, or of each."""
        self.assertEqual(self.elide(source, *options), "")
        for compiler in compilers or ARGUMENTS.compiler[:1]:
            name = os.path.basename(compiler)
            said = self.run_(compiler, "-g", "-Wall", "-Wno-unused",
                             "-fsanitize=address,undefined",
                             "-fno-sanitize-recover=all", "-I",
                             ARGUMENTS.headers, "p.c", "-o", name, "-lm")
            self.assertEqual(said, "")
            yield os.path.join(self.folder, name)

    def check(self, source, words, expected, *options, status=0):
        for program in self.build(source, *options,
                                  compilers=ARGUMENTS.compiler):
            self.assertEqual(self.run_(program, *words, status=status),
                             expected)


class Programs(Case):
    def testLinesAreThoseOfTheSource(self):
        self.elide(FIB)
        with open(os.path.join(self.folder, "p.c")) as file:
            text = file.read()
        user = text.split('#line 1 "p.cl"\n')[-1].split("\n")
        place = {line.strip(): n for n, line in enumerate(user)}
        self.assertNotIn("<-", text)
        self.assertIn("a = fib(n - 1);", place)
        self.assertEqual(place["b = fib(n - 2);"],
                         place["a = fib(n - 1);"] + 1)

    def testEmptyProgramHasNoKernels(self):
        for program in self.build(""):
            self.assertEqual(self.run_(program, "--list"), "")
            self.assertIn("there is no kernel",
                          self.run_(program, "k", "--global", "1", status=2))

    def testFormsOfTheLanguage(self):
        self.check("""
            #define SPAWN(to, n) to <- square(n)
            typedef struct { int v; float w; } pair;
            task int square(int n);
            task int square(int n) { return n * n; }
            __task void store(__global int *to, int v) { *to = v; }
            __task int all(__global int *out) {
              int r[3]; pair p; const int c <- square(2), d = 1;
              for (int i = 0; i < 3; ++i) { SPAWN(r[i], i); force (r); }
              () <- store(out + 1, 5);
              force ();
              p.w <- square(3);
              force (c);
              if (r[1] == 1) { force (p) { return r[2] + c + d + p.w; } }
              return 0;
            }
            __kernel void k(__global int *out) {
              int x;
              if (get_global_id(0) == 1) {
                x <- all(out);
                force (x) { out[0] = x; }
                }
              else out[2] <- square(7);
            }""", ["k", "--global", "2", "zeros:12", "--show", "0=int"],
            "18 5 49\n")

    def testBodyOfAForceIsTheRest(self):
        self.check("""
            __task int square(int n) { return n * n; }
            __kernel void k(__global int *o) {
              if (get_global_id(0) < 1) {
                int x;
                x <- square(3);
                force (x) { o[0] = x; }
              }
              o[1] += 1;
            }""", ["k", "--global", "2", "zeros:8", "--show", "0=int"],
            "9 1\n")

    def testNamesOfTheHost(self):
        self.check("""
            struct free { int read; };
            __constant int open[2] = {3, 4};
            int memcpy(int a) { return a + 1; }
            __task int write(int n) { return memcpy(n); }
            __task int index(int n) { return n; }
            __kernel void main_(__global int *printf_, int time) {
              struct free f = {open[1]};
              int errno; errno <- write(time);
              int stdin <- index(100);
              force (errno, stdin) { printf_[0] = errno + f.read + stdin; }
            }""", ["main_", "--global", "1", "int:0", "5", "--show", "0=int"],
            "110\n")

    def testVectors(self):
        self.check("""
            __constant float4 table[2] = {(float4)(1), (float4)(1.f, 2, 3, 4)};
            __constant int2 two = (int2)(1 << 3, -1);
            __attribute__((overloadable)) int area(int a) { return a * a; }
            __attribute__((overloadable)) int area(int2 a) {
              return a.x * a.y; }
            __kernel void k(__global int *o, __global float4 *f, float s) {
              float4 v = table[1], w = table[0];
              v.xy = w.zw; v.s23 += (float2)(1, 2); v.x += 1; v.w++;
              v = v * s + 2.0f;
              f[0] = v; f[1] = v > w + 4.0f ? v : w;
              f[2] = (float4)(v.lo, w.xy).wzyx;
              __global float4 *p = f + 3;
              p->xz = (float2)(s); p->y = 3; p->w = as_float(as_int(1.5f));
              int3 a = (int3)(7, 8, 9) / (int3)(2, 2, 3);
              int4 m = (v < w) || !(v < w);
              int2 q = two; ++q; q++;
              o[0] = a.x; o[1] = a.z; o[2] = m.y; o[3] = area(3) + area(two);
              o[4] = q.x; o[5] = vec_step(int3); o[6] = (int)sizeof(int3);
              vstore2(vload2(1, o), 4, o);
            }""",
            ["k", "--global", "1", "zeros:40", "zeros:64", "1.5", "--show",
             "0=int", "--show", "1=float"],
            "3 3 -1 1 10 4 16 0 -1 1\n"
            "5.0 3.5 8.0 12.5 1.0 1.0 8.0 12.5 1.0 1.0 3.5 5.0 "
            "1.5 3.0 1.5 1.5\n")

    def testElementsOfPackedVectors(self):
        """Clang stores whole vectors, which may lie anywhere here."""
        self.check("""
            typedef struct __attribute__((packed)) {
              char c; float4 f; int3 i[2]; } P;
            typedef struct { float4 f; int n; } plain;
            typedef struct __attribute__((packed)) {
              char c; plain in; P p[2]; } Q;
            typedef float4 aligned_4 __attribute__((aligned(4)));
            __kernel void k(__global P *o, __global Q *q,
                            __global float *out) {
              o[0].f = (float4)(1, 2, 3, 4);
              o[0].f.xy = o[0].f.yx + 1.0f;
              o[1] = o[0];
              o[1].f.wx = o[0].f.lo; o[1].f.even = o[1].f.odd;
              o[0].i[1].xyz = (int3)(5, 6, 7);
              o[0].i[1].zx = o[0].i[1].xy;
              __global P *p = o; (p++)->f.xz += (float2)(0.5f);
              q->in.f.s32 = p->f.xy * 2.0f; q->in.n = 4;
              q->p[1] = o[1]; q->p[1].i[1].yz = o[0].i[1].xz;
              Q l = *q; l.p[1].f.wz = l.in.f.zw; *q = l;
              vstore4(vload4(0, (__global float *)(out + 1)) + 1, 0, out + 3);
              __global aligned_4 *u = (__global aligned_4 *)(out + 7);
              u->xy = (float2)(8, 9); u->zw = u->yx;
              out[0] = o[0].f.x + 10 * o[0].f.z + 100 * o[0].i[1].x;
              out[1] = (o[1].f.yz = (float2)(7, 1)).x + o[1].f.w;
              out[2] = q->in.f.z + 10 * q->in.f.w + q->p[1].f.w * 100;
              out[11] = q->p[1].i[1].y + 10 * q->p[1].i[1].z;
            }""", ["k", "--global", "1", "zeros:98", "zeros:229", "zeros:48",
                   "--show", "2=float"],
            "638.5 10.0 444.0 1.0 1.0 1.0 1.0 8.0 9.0 9.0 8.0 56.0\n")

    def testMisalignedVectorIsFoundInItsLine(self):
        for program in self.build("""
                __kernel void k(__global char *o) {
                  __global float4 *f = (__global float4 *)(o + 4);
                  f->xy = (float2)(1); }"""):
            self.assertRegex(self.run_(program, "k", "--global", "1",
                                       "zeros:20", status=1),
                             r"p\.cl:4:.*misaligned")

    def testOperatorsOnElements(self):
        self.check("""
            __kernel void k(__global int4 *o, __global int4 *v) {
              __global int4 *p = o;
              (p++)->xy += (int2)(1, 2); p->zw -= 3;
              (++p)->xw <<= 33; p->xw <<= (int2)(1, 2);
              v->xyz /= o[3].zyw; v->yzx %= (int3)(2, 3, 4); v->xz >>= 1;
              o[1].xy = (o[0].zw = (int2)(7, 8)) + (o[2].yz = v->yx);
            }""", ["k", "--global", "1", "int:1,1,1,1,2,2,2,2,3,3,3,3,0,1,2,3",
                   "int:60,61,-62,63", "--show", "0=int", "--show", "1=int"],
            "2 3 7 8 8 9 -1 -1 12 1 1 24 0 1 2 3\n1 1 -1 63\n")

    def testConstants(self):
        self.check("""
            __constant float4 a = (float4)((float2)(1, 2), 0.1f, -INFINITY);
            __constant float4 b[] = {(float4)(1) + (float4)(2, 3, 4, 5)};
            __constant int c = (1 << 4) | 1;
            __constant int4 d = (int4)((int2)(1, -2), 3, 1 << 4);
            __constant float2 f = -((float2)(1, 2)), g[1] = {f * 3.0f};
            __constant int2 h = (int2)(1) == (int2)(1, 2);
            __kernel void k(__global int *o) {
              __constant int2 e = (int2)(7);
              o[0] = (int)(a.x + a.y + a.z); o[1] = isinf(a.w);
              o[2] = (int)b[0].w; o[3] = c; o[4] = d.x; o[5] = d.w + e.y;
              o[6] = g[0].y; o[7] = h.x; o[8] = h.y;
            }""", ["k", "--global", "1", "zeros:36", "--show", "0=int"],
            "3 1 6 17 1 23 -6 -1 0\n")

    def testNumbers(self):
        self.check("""
            __kernel void k(__global int *o, uint sh) {
              int i = 0, x = -5;
              o[i++] = 1 << sh; o[i++] = x << 2; o[i++] = 1 << 31;
              x >>= sh; o[i++] = x; x <<= sh; o[i++] = x;
              o[i++] = popcount(0xff) + clz(1) + 3;
              o[i++] = add_sat(INT_MAX, 5); o[i++] = sub_sat(INT_MIN, 1);
              o[i++] = mul_hi(1 << 30, 8); o[i++] = rotate(1, 33);
              o[i++] = abs(-4) + abs_diff(-3, 4) + hadd(3, 4) + rhadd(3, 4);
              o[i++] = convert_uchar_sat(300) + convert_int_rte(2.5f);
              o[i++] = convert_char_sat(-1e9f);
              o[i++] = any((int2)(0, -1)) + 2 * all((int2)(0, -1));
              o[i++] = select(1, 2, 1) + select((int2)(3), (int2)(4),
                                                (int2)(-1, 0)).x;
              o[i++] = isequal(1.0f, 1.0f) + isnan((float2)(NAN, 1)).x;
              o[i++] = shuffle((int4)(5, 6, 7, 8), (uint4)(3, 0, 1, 2)).x;
              o[i] = 7; i += atomic_add(o + i, 5) == 7;
              o[i++] = (int)(sqrt(16.0f) + fmin(2.0f, 1.0f) + mad(2., 3., 1.));
              o[i++] = (int)(dot((float2)(1, 2), (float2)(3, 4)) +
                             length((float3)(0, 3, 4)) + clamp(9, 0, 2));
              o[i++] = upsample((short)1, (ushort)2) + mad24(2, 3, 4);
            }""", ["k", "--global", "1", "zeros:84", "33", "--show", "0=int"],
            "2 -20 -2147483648 -3 -6 42 2147483647 -2147483648 2 2 18 257 "
            "-128 1 6 0 8 12 12 18 65548\n")

    def testSpecialValues(self):
        self.check("""
            __kernel void k(__global float *o) {
              float whole = 0;
              o[0] = sinpi(3.0f); o[1] = cospi(2.5f); o[2] = tanpi(0.5f);
              o[3] = sinpi(-0.5f); o[4] = cospi(5.0f); o[5] = tanpi(0.25f);
              o[6] = rootn(-8.0f, 3); o[7] = rootn(-8.0f, 2);
              o[8] = pown(-1.0f, 16777217); o[9] = powr(-1.0f, 2.0f);
              o[10] = fract(INFINITY, &whole); o[11] = whole;
              o[12] = fract(-0.25f, &whole); o[13] = whole;
              o[14] = ilogb(NAN) == FP_ILOGBNAN;
              o[15] = upsample((char)-2, (uchar)3);
            }""", ["k", "--global", "1", "zeros:64", "--show", "0=float"],
            "0.0 0.0 inf -1.0 -1.0 1.0 -2.0 nan -1.0 nan 0.0 inf 0.75 -1.0 1.0 "
            "-509.0\n")

    def testFunctionsForTasks(self):
        self.check("""
            __task int t(int n) {
              __global int *p = tkl_alloc(8); p[1] = 5;
              __global tkl_semaphore *s = tkl_alloc(sizeof(tkl_semaphore));
              tkl_release(s);
              int held; held <- tkl_acquire(s);
              force (held) {
                tkl_print q = tkl_print_begin();
                tkl_print_text(q, "n = "); tkl_print_int(q, n);
                tkl_print_text(q, ", "); tkl_print_double(q, 0.1);
                tkl_print_text(q, ", "); tkl_print_float(q, 1e20f);
                tkl_print_text(q, ", "); tkl_print_float(q, 16777216.0f);
                tkl_print_text(q, ", "); tkl_print_bool(q, 1);
                tkl_print_char(q, '\\n'); tkl_print_end(q);
                if (n > 1) tkl_fail("%0 is more than %1", n, 1);
                return p[0] + p[1] + (int)tkl_command_area()[0];
              }
            }
            __kernel void k(__global int *o, int n) { o[0] <- t(n); }""",
            ["k", "--global", "1", "zeros:4", "1", "--show", "0=int"],
            "n = 1, 0.1, 1e+20, 16777216.0, true\n5\n")
        program = os.path.join(self.folder,
                               os.path.basename(ARGUMENTS.compiler[0]))
        self.assertIn("2 is more than 1\n",
                      self.run_(program, "k", "--global", "1", "zeros:4", "2",
                                status=1))

    def testAssertions(self):
        for program in self.build("""
                #define LIMIT 9
                int half_of(int n) { tkl_assert(n % 2 == 0); return n / 2; }
                __task int t(int n) {
                  int r <- t_end(n);
                  force (r) {
                    tkl_assert(r < LIMIT && "small" &&
                               (float2)(r, 2).x == r);
                    return half_of(r);
                  }
                }
                __kernel void k(__global int *o, int n) {
                  o[0] <- t(n); everywhere (int m) { tkl_assert(m == 1); }
                  if (n) tkl_assert((n << 1) < 8); else tkl_assert(1);
                }""".replace("__task int t(",
                             "__task int t_end(int n) { return n; }\n"
                             "__task int t(")):
            self.assertEqual(
                "1\n", self.run_(program, "k", "--global", "1", "zeros:4", "2",
                                 "--show", "0=int"))
            for n, text in (
                    ("1", "assertion 'n % 2 == 0' is false at p.cl:3 in "
                          "'half_of'\n"),
                    ("4", "assertion '(n << 1) < 8' is false at p.cl:15 in "
                          "'k'\n")):
                said = self.run_(program, "k", "--global", "1", "zeros:4", n,
                                 status=-6)
                self.assertIn(text.split(" at ")[0], said)

    def testPermitThatNobodyHasGiven(self):
        for program in self.build("""
                __task void t(__global tkl_semaphore *s, __global int *o) {
                  int h; h <- tkl_acquire(s); force (h) { o[0] = h; } }
                __kernel void k(__global int *o) {
                  () <- t((__global tkl_semaphore *)o, o); }"""):
            self.assertIn("no task has given this permit", self.run_(
                program, "k", "--global", "1", "zeros:8", status=1))

    def testBarriers(self):
        self.check("""
            __kernel __attribute__((reqd_work_group_size(4, 1, 1)))
            void k(__global int *o, __local int *t) {
              __local int sum[1];
              uint i = get_local_id(0);
              t[i] = get_global_id(0); if (i == 0) sum[0] = 0;
              barrier(CLK_LOCAL_MEM_FENCE);
              atomic_add(sum, t[3 - i]);
              barrier(CLK_LOCAL_MEM_FENCE);
              o[get_global_id(0)] = sum[0] * 10 + t[3 - i] % 10;
            }""", ["k", "--global", "8", "zeros:32", "local:16", "--show",
                   "0=int"], "63 62 61 60 227 226 225 224\n")

    def testSizeOfWorkGroupsThatIsRequired(self):
        (program,) = self.build("""
            __kernel __attribute__((reqd_work_group_size(4, 2, 1)))
            void k(__global int *o) {
              o[get_global_id(0) + 4 * get_global_id(1)] = get_local_id(0); }
            __kernel void any_size(__global int *o) {
              *o = get_local_size(0); }""")
        words = ["k", "--global", "4,2", "zeros:32", "--show", "0=int"]
        for local in ([], ["--local", "4,2"], ["--local", "4,2,1"]):
            self.assertEqual(self.run_(program, *words, *local),
                             "0 1 2 3 0 1 2 3\n")
        for local in ("4", "2", "2,4", "4,2,2"):
            self.assertIn("kernel 'k' has reqd_work_group_size(4, 2, 1): leave "
                          "--local out\n", self.run_(
                              program, *words, "--local", local, status=2))
        words[2] = "6,2"
        self.assertIn("--global must be multiples", self.run_(
            program, *words, status=2))
        words[0], words[2] = "any_size", "4"
        self.assertEqual(self.run_(program, *words)[:2], "1 ")
        self.assertEqual(self.run_(program, *words, "--local", "2")[:2], "2 ")

    def testDivergentBarrier(self):
        for program in self.build("""
                __kernel void k(__global int *o) {
                  if (get_local_id(0)) barrier(CLK_GLOBAL_MEM_FENCE);
                  o[0] = 1; }"""):
            self.assertIn("has ended without it", self.run_(
                program, "k", "--global", "2", "--local", "2", "zeros:4",
                status=1))

    def testEverywhereHasWarpsOfOne(self):
        self.check("""
            __kernel void k(__global int *o) {
              int i = get_global_id(0);
              if (i & 1)
                everywhere (uint mask) {
                  o[i] = mask * 10 + sub_group_reduce_add(i)
                         + get_sub_group_size();
                }
            }""", ["k", "--global", "4", "zeros:16", "--show", "0=int"],
            "0 12 0 14\n")

    def testOrderedKernel(self):
        self.check("""
            __kernel __ordered(x) void k(__global int *x) {
              int i = get_global_id(0); x[i + 1] += x[i]; }""",
            ["k", "--global", "3", "int:1,1,1,1", "--show", "0=int"],
            "1 2 3 4\n")

    def testAddressSanitizerSeesWhatLiesBeyond(self):
        for program in self.build(FIB.replace("out[0]", "out[1]")):
            said = self.run_(program, "k", "--global", "1", "zeros:4", "5",
                             status=1)
            self.assertIn("heap-buffer-overflow", said)
            self.assertIn("p.cl:10", said)

    def testMemoryOfNoBytes(self):
        open(os.path.join(self.folder, "empty"), "w").close()
        for program in self.build("""
                __kernel void k(__global char *o) { if (o) o[0] = 1; }
                __kernel void l(__local char *o) { o[0] = 1; }
                __kernel void m(int n) {
                  __global char *c = tkl_alloc(n); c[0] = 1; }""",
                compilers=ARGUMENTS.compiler):
            for kernel, argument in (("k", "zeros:0"), ("k", "space:0"),
                                     ("k", "file:empty"), ("l", "local:0"),
                                     ("m", "0")):
                self.assertIn("heap-buffer-overflow", self.run_(
                    program, kernel, "--global", "1", argument, status=1))
                self.assertEqual("", self.run_(
                    program, kernel, "--global", "0", argument))
            self.assertEqual("", self.run_(program, "k", "--global", "1",
                                           "null"))
            self.assertEqual("", self.run_(program, "m", "--global", "1", "1"))

    def testNoWarnings(self):
        """Of what is not the user's own."""
        self.elide("""
            typedef struct { int n; float4 f; } pair;
            __task int t(int n) { return n; }
            __kernel void k(__global int *o, __local uchar4 *c, pair p) {
              c[0].xy = convert_uchar2_sat((char2)(p.n));
              barrier(CLK_LOCAL_MEM_FENCE);
              o[0] = convert_int_sat((uint)p.n) + c[0].y;
              o[2] = mul_hi((uint)o[0], 7u) + add_sat((uchar)p.n, (uchar)2);
              int x; x <- t(1);
              force (x) { o[1] = x; }
            }""", "-DX=1")
        versions = [name for n in range(13, 20)
                    for name in ("clang-%d" % n, "gcc-%d" % n)
                    if shutil.which(name)]
        for compiler in ARGUMENTS.compiler + versions:
            for level in ("-O0", "-O2"):
                self.assertEqual("", self.run_(
                    compiler, "-Wall", "-Wextra", level, "-I",
                    ARGUMENTS.headers, "p.c", "-o", "p", "-lm"))

    def testProgramsKnowThatTheyAreElided(self):
        self.check("""
            __kernel void k(__global int *o) {
            #ifdef __TKL_SERIAL__
              o[0] = SIZE;
            #endif
            }""", ["k", "--global", "1", "zeros:4", "--show", "0=int"], "3\n",
            "-DSIZE=3")


    def testWordsOfGccAndClang(self):
        self.check("""
            __kernel void k(__global int *o) {
              struct { int alignas; } auto_ = {1};
              int asm = 2, typeof = 4, nullptr = 8, unix = 16;
              o[0] = auto_.alignas + asm + typeof + nullptr + unix;
            }""", ["k", "--global", "1", "zeros:4", "--show", "0=int"], "31\n")

    def testTasksThatAHostCalls(self):
        """The sample host_task has no kernel."""
        samples = os.path.join(ROOT, "samples", "host_task", "host_task.cl")
        self.run_(ARGUMENTS.taskletc, "--elide", samples, "-o", "tasks.c")
        with open(os.path.join(self.folder, "host.c"), "w") as file:
            file.write("""
                #include <stdio.h>
                #include "tasks.c"
                int main(void) {
                  Longest l = longest(1, 1000);
                  return printf("%u: %u\\n", l.start, l.steps) < 0; }""")
        for compiler in ARGUMENTS.compiler:
            self.run_(compiler, "-fsanitize=address,undefined",
                      "-DTKL_SERIAL_NO_MAIN", "-I", ARGUMENTS.headers,
                      "host.c", "-o", "host")
            self.assertEqual(self.run_(os.path.join(self.folder, "host")),
                             "871: 178\n")


class Kite(Case):
    def testPrograms(self):
        """The samples say whether they are right; others say what is."""
        programs = sorted(
            glob.glob(os.path.join(ROOT, "samples", "kite", "*.kite")) +
            glob.glob(os.path.join(ROOT, "test", "kite", "programs", "*.kite")))
        self.assertGreater(len(programs), 10)
        for n, path in enumerate(programs):
            with self.subTest(path):
                compiler = ARGUMENTS.compiler[n % len(ARGUMENTS.compiler)]
                with open(path) as file:
                    text = file.read()
                with open(os.path.join(self.folder, "k.kite"), "w") as file:
                    file.write(re.sub(r"(?m)^(task main\b)", r"export \1",
                                      text))
                self.run_(ARGUMENTS.taskletc, "--elide", "k.kite")
                self.run_(compiler, "-w", "-fsanitize=address,undefined",
                          "-fno-sanitize-recover=all", "-I",
                          ARGUMENTS.headers, "k.c", "-o", "k", "-lm")
                said = self.run_(os.path.join(self.folder, "k"), "kite_main",
                                 "--global", "1")
                wanted = path[:-len("kite")] + "expected"
                if os.path.exists(wanted):
                    with open(wanted) as file:
                        self.assertEqual(said, file.read())
                else:
                    self.assertNotIn("false", said)
                    self.assertIn("true", said)


class Refused(Case):
    def refuse(self, source, *parts):
        said = self.elide(source, status=1)
        for part in parts:
            self.assertIn(part, said)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "p.c")))

    def testMistakesAreThoseOfTheCompiler(self):
        self.refuse(FIB.replace("a <- fib", "a = fib"), "p.cl:6:7: error:",
                    "'<-'")

    def testImages(self):
        self.refuse("__kernel void k(read_only image2d_t i) {}",
                    "p.cl:1:37: error: 'i' of the type")

    def testFunctionsThatCHasNot(self):
        self.refuse("""__kernel void k(__global int *o, __local int *l) {
                         event_t e = async_work_group_copy(l, o, 4, 0);
                         wait_group_events(1, &e); }""", "p.cl:2:",
                    "'async_work_group_copy' cannot be elided", "elision.md")

    def testTasksOfOtherSources(self):
        self.refuse("""__task int f(int n);
                       __kernel void k(__global int *o) { o[0] <- f(1); }""",
                    "p.cl:2:", "a call of 'f' cannot be elided")

    def testWhatCIsNotAbleTo(self):
        for text, what, way in (
                ("printf(\"%v2d\", o[0].xy);", "a vector that is printed",
                 "one by one"),
                ("o[0] /= o[1];", "this division of vectors of three",
                 "v = v / w"),
                ("o[0].xy++;", "this step of a vector", "as an assignment"),
                ("(*o++)--;", "this step of a vector", "as an assignment"),
                ("*o++ <<= 1;", "this shift of a vector", "an assignment"),
                ("int (^b)(int) = ^(int n) { return n; };", "a block",
                 "write a function")):
            with self.subTest(text):
                said = self.elide("__kernel void k(__global int3 *o) {\n" +
                                  text + " }", "-cl-std=CL2.0", status=1)
                self.assertIn("p.cl:2:", said)
                self.assertIn(what + " cannot be elided", said)
                self.assertIn(way, said)

    def testOptions(self):
        for option, part in (("--report", "neither a manifest"),
                             ("--trace", "nothing to be traced"),
                             ("--check=races", "leave '--check=races' out"),
                             ("--check=stack", "leave '--check=stack' out"),
                             ("-tkl-warp-size=4", "warps of one work-item"),
                             ("-tkl-sub-groups", "warps of one work-item"),
                             ("--object", "only whole programs"),
                             ("-E", "'--elide' and '-E' ask for different"),
                             ("--emit=ll", "leave one of them out"),
                             ("--manifest=m", "neither a manifest"),
                             ("other.cl", "--elide takes one program"),
                             ("-op.cl", "unknown option '-op.cl'")):
            with self.subTest(option):
                self.assertIn(part, self.elide(FIB, option, status=2))
                self.assertFalse(os.path.exists(
                    os.path.join(self.folder, "p.c")))

    def testOptionsThatAreObeyed(self):
        self.assertEqual(self.elide(FIB, "-tkl-warp-size=1", "-o", "out.c",
                                    "--most-work-items=64", "--depfile=out.d"),
                         "")
        with open(os.path.join(self.folder, "out.d")) as file:
            self.assertRegex(file.read(), r"^out\.c: p\.cl\b")
        self.assertIn("#include <tasklet/serial.h>",
                      self.elide(FIB, "-o", "-"))

    def testResultThatIsTheInput(self):
        self.assertIn("would replace the input", self.elide(
            FIB, "-o", "p.cl", status=2))

    def testBitcode(self):
        with open(os.path.join(self.folder, "p.cl"), "w") as file:
            file.write(FIB)
        self.run_(ARGUMENTS.taskletc, "p.cl", "-o", "p.bc")
        self.assertIn("--elide needs a program", self.run_(
            ARGUMENTS.taskletc, "--elide", "p.bc", status=2))


class Main(Case):
    def testArguments(self):
        source = """
            typedef struct { int a; float b; } pair;
            __kernel void k(__global int *o, uchar c, float2 v, pair p,
                            __global const short *s, __global int *other) {
              o[0] = c; o[1] = v.y * 2; o[2] = p.a + p.b; o[3] = s[1];
              o[4] = other == o; o[5] = get_global_offset(0);
            }"""
        (program,) = self.build(source)
        with open(os.path.join(self.folder, "pair"), "wb") as file:
            file.write(struct.pack("if", 3, 0.5))
        words = ["k", "--global", "1", "--offset", "9", "zeros:24", "200",
                 "1,2.5", "file:pair", "short:1,-2", "same:0"]
        self.assertEqual(self.run_(program, *words, "--show", "0=int", "--out",
                                   "0=out"), "200 5 3 -2 1 9\n")
        with open(os.path.join(self.folder, "out"), "rb") as file:
            out = file.read()
        self.assertEqual(struct.unpack("6i", out), (200, 5, 3, -2, 1, 9))
        self.assertEqual(self.run_(program, "--list"),
                         "k o:global c:uchar v:float2 p:bytes s:global "
                         "other:global\n")
        self.assertIn("zeros:BYTES", self.run_(program, "--help"))
        for at, bad, part in ((1, "--globe", "there is no option"),
                              (2, "x", "one to three numbers"),
                              (5, "local:4", "it is no local memory"),
                              (5, "zeros:-1", "no number of bytes"),
                              (5, "zeros:9x", "'9x' is no number of bytes"),
                              (5, "zeros:99999999999999999999",
                               "'99999999999999999999' is no number of bytes"),
                              (5, "zeros:0xffffffffffffffff",
                               "'0xffffffffffffffff' bytes are more than"),
                              (5, "int:", "no numbers of that type"),
                              (5, "int:1,", "no numbers of that type"),
                              (5, "int:0x100000000", "no numbers of"),
                              (5, "ulong:18446744073709551616", "no numbers"),
                              (5, "ulong:-1", "no numbers of that type"),
                              (5, "long:9223372036854775808", "no numbers of"),
                              (5, "bool:2", "no numbers of that type"),
                              (5, "uint:09", "no numbers of that type"),
                              (2, "18446744073709551616", "one to three"),
                              (5, "5", "it is memory"),
                              (6, "256", "no number of its type"),
                              (6, "1x", "no number of its type"),
                              (7, "1", "it is a vector"),
                              (8, "1", "it is a structure"),
                              (8, "file:p.cl", "another size"),
                              (8, "file:none", "cannot be read"),
                              (9, "short:1,70000", "no numbers of that type"),
                              (10, "same:5", "no earlier argument")):
            with self.subTest(bad):
                wrong = list(words)
                wrong[at] = bad
                self.assertIn(part, self.run_(program, *wrong, status=2))
        self.assertIn("6 parameters, and 5", self.run_(
            program, *words[:-1], status=2))
        self.assertIn("--global is missing", self.run_(
            program, "k", *words[5:], status=2))
        self.assertIn("no type of numbers", self.run_(
            program, *words, "--show", "0=integer", status=2))
        self.assertIn("cannot be written", self.run_(
            program, *words, "--out", "0=/none/x", status=2))

    def testNotationsOfNumbers(self):
        (program,) = self.build("""
            __kernel void k(__global void *o) {}""")
        for text, kind, shown in (
                ("char:-128,127,+1,0x7f,-0x80,017,0", "char",
                 "-128 127 1 127 -128 15 0"),
                ("ulong:18446744073709551615,0XFf,0", "ulong",
                 "18446744073709551615 255 0"),
                ("long:-9223372036854775808,9223372036854775807", "long",
                 "-9223372036854775808 9223372036854775807"),
                ("uint:4294967295", "int", "-1"),
                ("bool:1,0", "bool", "1 0"),
                ("float:-1.5,1e3", "float", "-1.5 1000.0")):
            self.assertEqual(shown + "\n", self.run_(
                program, "k", "--global", "1", text, "--show", "0=" + kind))

    def testRanges(self):
        (program,) = self.build("""
            __kernel void k(__global int *o) {
              o[get_global_linear_id()] = get_global_id(0) +
                10 * get_global_id(1) + 100 * get_group_id(0) +
                1000 * get_local_size(0);
            }""", "-cl-std=CL2.0")
        self.assertEqual(self.run_(program, "k", "--global", "3,2", "--local",
                                   "2", "zeros:24", "--show", "0=int"),
                         "2000 2001 1102 2010 2011 1112\n")
        self.assertEqual(self.run_(program, "k", "--global", "0", "zeros:4",
                                   "--show", "0=int"), "0\n")


if __name__ == "__main__":
    PARSER = argparse.ArgumentParser(description=__doc__)
    PARSER.add_argument("--taskletc", required=True)
    PARSER.add_argument("--headers", required=True)
    PARSER.add_argument("--compiler", action="append", required=True)
    ARGUMENTS, REST = PARSER.parse_known_args()
    unittest.main(argv=[sys.argv[0]] + REST)
