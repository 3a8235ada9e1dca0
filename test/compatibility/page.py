"""The part of docs/compatibility.md on applications, from the results of the
suites."""

import pathlib
import textwrap

from .common import OUTCOMES, ROOT, WAYS, Counts
from .packages import version_of
from .suites import SUITES


def totals(results, way):
    counts = Counts()
    for test in results["tests"]:
        counts.update(test["counts"][way])
    return [counts[outcome] for outcome in OUTCOMES]


def verdicts(results, wanted):
    return [t for t in results["tests"] if t["verdict"] == wanted]


def row(suite, results):
    plain, layered = (totals(results, way) for way in WAYS)
    return [f"`{suite.name}`", f"{suite.package} {results['version']}",
            str(len(results["tests"])), str(sum(plain))] + [
        " / ".join(map(str, counts)) for counts in (plain, layered)] + [
        str(len(verdicts(results, "different")))]


HEAD = ["suite", "package", "programs", "tests", "without: pass / fail / skip",
        "with: pass / fail / skip", "differences"]


def table(rows):
    return ["| " + " | ".join(line) + " |"
            for line in [HEAD, ["---"] * len(HEAD)] + rows]


def names(tests):
    return ", ".join(f"`{t['name']}`" for t in tests)


def time_taken(known):
    minutes = round(sum(r["seconds"] for r in known.values()) / 60)
    jobs = max(r["jobs"] for r in known.values())
    busy = any(r["patience"] > 1 for r in known.values())
    return (f"The times of the suites add up to {minutes} minutes, {jobs} "
            "programs at a time" + (", on a machine that did other things as "
                                    "well" if busy else "") + ".")


def wrap(text, first=""):
    """Prose in lines that scripts/check-pages takes."""
    return textwrap.fill(first + text, 120, subsequent_indent=" " * len(first),
                         break_long_words=False, break_on_hyphens=False)


def page(known):
    """The part, from the results of all suites."""
    commits = sorted({results["commit"] for results in known.values()})
    lines = [
        wrap("Applications that know nothing of tasks run with the layer as "
             "they run without it. `scripts/check-compatibility` writes this "
             "part and runs it all again. `--only SUITE` runs one suite, "
             "`--help` says how programs are compared. " + time_taken(known)),
        "",
        wrap(f"Debian {pathlib.Path('/etc/debian_version').read_text().strip()}, "
             f"PoCL {version_of('pocl-opencl-icd')}, ocl-icd "
             f"{version_of('ocl-icd-libopencl1')}; last change of the layer: "
             "commit "
             + ", ".join(commits) + "."),
        "",
        wrap("Each program ran without the layer and with "
             "`OPENCL_LAYERS=build/lib/libtasklet-layer.so`. Exit status, "
             "counts of tests and output were compared; only the announced "
             "extension may differ."),
        ""]
    shown = [suite for suite in SUITES if suite.name in known]
    lines += table([row(suite, known[suite.name]) for suite in shown])
    lines += ["", "What ran:", ""]
    for suite in shown:
        results = known[suite.name]
        lines.append(wrap(f"`{suite.name}`: {suite.what}.", "* "))
        failing = [t for t in results["tests"]
                   if t["counts"]["without"].get("fail")]
        if failing:
            lines.append(wrap("Fails on this PoCL without the layer, and in "
                              f"the same way with it: {names(failing)}.",
                              "  "))
        if varying := verdicts(results, "varies"):
            lines.append(wrap("Output varies by itself from run to run, so "
                              "that only status and counts were compared: "
                              f"{names(varying)}.", "  "))
        if unstable := verdicts(results, "unstable"):
            lines.append(wrap("Passes or fails by chance without the layer: "
                              f"{names(unstable)}.", "  "))
        if different := verdicts(results, "different"):
            lines.append(wrap("**Different with the layer**: "
                              f"{names(different)}.", "  "))
    if missing := [s.name for s in SUITES if s.name not in known]:
        lines.append("* Not run yet: " + ", ".join(f"`{n}`" for n in missing)
                     + ".")
    lines += ["", NOT_RUN]
    return "\n".join(lines)


NOT_RUN = """Looked at and not run:

* Some of PoCL's tests: those of `poclcc`, of binaries that it makes, and of opening the libraries of PoCL's own build
  folder. They need a built PoCL, not the packaged one. Debian's `pocl-tests` holds the same tests without the helpers
  they need. The other folders of its examples fetch other projects from the network.
* CLBlast's tuners choose what they try at random and print rates: only their exit status is compared.
* Tests of ViennaCL that consist of several files, or need Eigen, MTL or Armadillo.
* ViennaCL's `global_variables` ends while PoCL compiles a kernel in a thread of its own. That crashes in some runs,
  with or without the layer. It was seen without it in 2 of 12 runs that began with an empty cache of PoCL, and in 7 of
  12 others.
* Other programs of Debian 12 that use OpenCL were not tried: `python3-gpyfft`, `leela-zero`, `darktable`, `libopencv`,
  `gromacs`, `mandelbulber2`.
* Not in Debian 12: clBLAS, ArrayFire.
"""
