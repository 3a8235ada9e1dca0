"""Tests and tuners of CLBlast."""

import re

from ..common import Counts, Program, Suite


def clblast_outcomes(result):
    counts = Counts()
    for number, word in re.findall(r"^ *(\d+) test\(s\) (passed|failed|skipped)",
                                   re.sub("\x1b\\[\\d*m", "", result.output),
                                   re.M):
        counts[{"passed": "pass", "failed": "fail", "skipped": "skip"}[word]] \
            += int(number)
    if not counts:
        counts["fail"] = 1
    return counts


def list_programs(_):
    programs = [
        Program(name, [name, "-platform", "0", "-device", "0"],
                clblast_outcomes, timeout=1800)
        for name in (f"clblast_test_x{routine}" for routine in (
            "amax", "asum", "axpy", "axpybatched", "copy", "dot", "had", "nrm2",
            "scal", "swap", "gbmv", "gemv", "ger", "hemv", "trsv", "gemm",
            "gemmbatched", "symm", "syrk", "trmm", "trsm", "col2im", "im2col",
            "omatcopy"))]
    programs += [
        Program(name, [name, "-platform", "0", "-device", "0", "-runs", "1",
                       "-fraction", "8"], timeout=900,
                # Configurations in random order, rates, and the best of them.
                varying=r"(?s).*")
        for name in ("clblast_tuner_xaxpy", "clblast_tuner_copy_fast")]
    return programs


SUITE = Suite("clblast",
              "tests of 24 routines, 2 tuners",
              "clblast-tests", list_programs)
