"""Tests and tutorials of ViennaCL."""

import html
import pathlib
import re

from ..common import Program, Suite, checked

VIENNACL_PAGES = pathlib.Path("/usr/share/doc/libviennacl-dev/html")
# Tests and tutorials that consist of one file.
VIENNACL = (
    "scalar", "vector__int", "vector__float__double",
    "vector__multi__inner__prod", "matrix__vector", "scan", "iterators",
    "self__assign", "fft__1d", "global__variables", "scheduler__vector",
    "tests_2src_2structured-matrices", "examples_2tutorial_2blas1",
    "custom-kernels", "custom-context", "vector-range", "viennacl-info")


def viennacl_source(page):
    """The source that a page of Doxygen shows."""
    text = (VIENNACL_PAGES / f"{page}_source.html").read_text("utf-8")
    lines = re.findall(r'<span class="lineno">.*?</span>(.*?)</div>', text)
    return "".join(
        html.unescape(re.sub(r"<[^>]*>", "", line)).replace("\xa0", " ") + "\n"
        for line in lines)


def list_programs(work):
    (work / "Random.hpp").write_text(
        viennacl_source("examples_2tutorial_2_random_8hpp"))
    programs = []
    for name in VIENNACL:
        program = work / name
        if not program.exists():
            source = work / f"{name}.cpp"
            source.write_text(viennacl_source(f"{name}_8cpp"))
            checked(["g++", "-w", "-std=c++14", "-O1", "-DNDEBUG",
                     "-DVIENNACL_WITH_OPENCL", "-DCL_TARGET_OPENCL_VERSION=120",
                     source, "-o", program, "-lOpenCL"])
        programs.append(Program(name.rpartition("_2")[2].replace("__", "_"),
                                [str(program)],
                                varying=r"(?i)^.*\b(time|gflops|gb/s)\b.*$"))
    return programs


SUITE = Suite("viennacl",
              "tests and tutorials of one file, as its documentation holds them",
              "libviennacl-dev", list_programs)
