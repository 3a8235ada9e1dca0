"""The OpenCL tests of Piglit."""

import ast
import gzip
import pathlib
import re
import xml.etree.ElementTree

from ..common import OUTCOMES, Counts, Program, Suite

PIGLIT = pathlib.Path("/usr/lib/x86_64-linux-gnu/piglit")


def piglit_outcome(result):
    found = re.findall(r'^PIGLIT: *\{"result": "(\w+)"', result.output, re.M)
    # A program that crashed, or was killed, reports nothing.
    return Counts([found[-1] if found and found[-1] in OUTCOMES else "fail"])


def list_programs(_):
    """The list of tests that `piglit run cl` goes through."""
    with gzip.open(PIGLIT / "tests" / "cl.xml.gz") as file:
        tests = xml.etree.ElementTree.parse(file).getroot()
    programs = []
    for test in tests:
        option = test.find("option")
        value = ast.literal_eval(option.get("value"))
        if test.get("type") == "cl_prog":
            command = ["cl-program-tester", str(PIGLIT / value)]
        else:
            command = list(value)
        command[0] = str(PIGLIT / "bin" / command[0])
        programs.append(Program(
            test.get("name"), command, piglit_outcome,
            environment={"PIGLIT_SOURCE_DIR": str(PIGLIT)}))
    return programs


SUITE = Suite("piglit", "all tests of its list `cl`", "piglit", list_programs)
