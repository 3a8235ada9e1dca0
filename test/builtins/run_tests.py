#!/usr/bin/env python3
"""What scripts/check-builtins rests on: that declarations are read as they
stand, that no difference is missed, and that what a driver lacks is found."""

import pathlib
import struct
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import calls  # noqa: E402
import comparison  # noqa: E402
import declarations  # noqa: E402
import inputs  # noqa: E402
import programs  # noqa: E402
from declarations import Type  # noqa: E402


def call_of(text):
    (declaration,) = declarations.parse(text)
    return calls.make(declaration, inputs.Pools())


class Parsing(unittest.TestCase):
    def test_parameters_with_and_without_names(self):
        (one,) = declarations.parse(
            "float3 __attribute__((overloadable)) f(const __global half *p, "
            "unsigned int, volatile __local long2*, read_only image2d_t i);")
        self.assertEqual(one.name, "f")
        self.assertEqual(one.result, Type("float3"))
        self.assertEqual(one.parameters, (
            Type("half", "global", const=True), Type("uint"),
            Type("long2", "local"), Type("image2d_t", access="r")))

    def test_nothing(self):
        self.assertEqual(declarations.parse(""), [])
        self.assertEqual(declarations.parse("typedef int f; enum { a };"), [])
        self.assertEqual(declarations.parse("int f(void);")[0].parameters, ())

    def test_overloads_once(self):
        found = declarations.parse("int f(int x); int f(int); int f(long);")
        self.assertEqual([f.text() for f in found],
                         ["int f(int)", "int f(long)"])

    def test_pointers_without_a_space(self):
        self.assertEqual(declarations.parse("int f(int *p);", "generic")[0]
                         .parameters[0].space, "generic")

    def test_unknown_types_make_no_call(self):
        with self.assertRaises(calls.Unknown):
            call_of("int f(strange_t);")


class Comparing(unittest.TestCase):
    def difference(self, text, change, ours, theirs):
        call = call_of(text)
        slots = bytearray(inputs.ITEMS * calls.SLOT)
        slots[change:change + len(ours)] = ours
        other = bytearray(slots)
        other[change:change + len(theirs)] = theirs
        return comparison.difference(call, comparison.Result(bytes(slots)),
                                     comparison.Result(bytes(other)))

    def test_one_bit(self):
        self.assertEqual(
            self.difference("int f(int);", 5 * calls.SLOT, b"\1", b"\0"),
            "work-item 5, byte 0: 00000001 instead of 00000000 (int)")

    def test_any_nan(self):
        nans = struct.pack("<I", 0x7fc00001), struct.pack("<I", 0xffc00000)
        self.assertEqual(self.difference("float f(int);", 0, *nans), "")
        self.assertNotEqual(self.difference("int f(int);", 0, *nans), "")
        self.assertNotEqual(self.difference(
            "float f(int);", 0, nans[0], struct.pack("<f", 1)), "")

    def test_zeros_have_signs(self):
        self.assertNotEqual(self.difference(
            "float f(int);", 0, struct.pack("<f", 0), struct.pack("<f", -0.0)),
            "")

    def test_no_fourth_element(self):
        self.assertEqual(self.difference("int3 f(int);", 12, b"\1", b"\0"), "")
        self.assertNotEqual(
            self.difference("int3 f(int);", 8, b"\1", b"\0"), "")
        self.assertNotEqual(
            self.difference("int4 f(int);", 12, b"\1", b"\0"), "")

    def test_what_pointers_lead_to(self):
        text = "float f(float, __global int *);"
        self.assertNotEqual(
            self.difference(text, calls.MEMORY, b"\1", b"\0"), "")
        self.assertEqual(
            self.difference(text, calls.MEMORY + 4, b"\1", b"\0"), "")


class Missing(unittest.TestCase):
    def test_symbols_of_both_dialects(self):
        missing = comparison.missing_functions(
            "Cannot find symbol _Z8atom_addPU3AS1Vii in kernel library\n"
            "Cannot find symbol _Z12_cl_half_cosDv3_f in kernel library\n"
            "Cannot find symbol _Z11atomic_loadPU3AS1VU7_Atomici in kernel "
            "library\nCannot find symbol _Z11write_image20ocl_image2d_depth_wo"
            "Dv2_if in kernel library\n")
        for text, there in (("int atom_add(volatile __global int *, int);", 1),
                            ("int atom_add(volatile __local int *, int);", 0),
                            ("uint atom_add(volatile __global uint *, uint);",
                             0),
                            ("float3 half_cos(float3);", 1),
                            ("float2 half_cos(float2);", 0),
                            ("int atomic_load(volatile __global atomic_int *);",
                             1),
                            ("void write_image(write_only image2d_depth_t, "
                             "int2, float);", 1)):
            self.assertEqual(comparison.signature(call_of(text)) in missing,
                             bool(there), text)

    def test_none(self):
        self.assertEqual(comparison.missing_functions("error: no such"), {})

    def test_failures_are_taken_apart(self):
        pools = inputs.Pools()
        each = [calls.make(d, pools) for d in declarations.parse(
            "".join(f"int f{i}(int);" for i in range(7)))]

        class Broken(comparison.Runner):
            runs = 0

            def run(self, program, places, some, options):
                self.runs += 1
                if each[5] in some and "in_task" in places:
                    return comparison.Failure(True, "killed")
                return {p: [(c, comparison.Result(b"")) for c in some]
                        for p in places}

        found = Broken("", "", pools).solve("tasks", each, "")
        self.assertEqual([id(c) in found["in_task"] for c in each], [True] * 7)
        bad = [(p, i) for p, results in found.items() for i, c in
               enumerate(each) if isinstance(results[id(c)],
                                             comparison.Failure)]
        self.assertEqual(bad, [("in_task", 5)])


class Programs(unittest.TestCase):
    def test_places(self):
        for text, task, body in (("int f(int);", 1, 1),
                                 ("void barrier(cl_mem_fence_flags);", 0, 0),
                                 ("int f(__local int *);", 0, 1),
                                 ("size_t get_global_id(uint);", 0, 1)):
            call = call_of(text)
            self.assertEqual(calls.TASK in call.places, bool(task), text)
            self.assertEqual(calls.BODY in call.places, bool(body), text)
            source = programs.write("tasks", [call], ("in_kernel", "in_task"))
            self.assertEqual(source.count(call.lines[-1]), 1 + task, text)


if __name__ == "__main__":
    unittest.main()
