"""Runs a whole suite, and keeps its results for the page."""

import concurrent.futures
import json
import os
import shutil
import subprocess
import tempfile
import time

from .common import EXTENSION, ROOT, WAYS, Failure, Program
from .compare import compare, run
from .packages import install, packages_of, version_of


def check_layer(layer, home):
    """The loader says nothing when it cannot load a layer."""
    if not layer.exists():
        raise Failure(f"no layer at {layer}: build it first "
                      "(scripts/test, or ninja -C build tasklet-layer)")
    program = Program("clinfo", ["clinfo", "--raw"])
    for way in WAYS:
        result = run(program, home, way, layer)
        if "CL_DEVICE_NAME" not in result.output:
            raise Failure("clinfo shows no OpenCL device " + way + " the layer")
        if (EXTENSION in result.output) != (way == "with"):
            raise Failure(f"clinfo {way} the layer must "
                          + ("show " if way == "with" else "not show ")
                          + EXTENSION)


def last_change():
    """The commit of the layer, which the page names."""
    if not shutil.which("git"):
        return "unknown"
    return subprocess.run(
        ["git", "log", "-1", "--format=%h", "--", "libtasklet", "headers"],
        cwd=ROOT, capture_output=True, text=True).stdout.strip()


def check_suite(suite, top, layer, jobs, patience):
    print(f"-- {suite.name}", flush=True)
    install(packages_of(suite))
    work = top / suite.name
    work.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    programs = suite.programs(work)
    if not programs:
        raise Failure(f"{suite.name} has no programs")
    for program in programs:
        program.timeout *= patience
    with tempfile.TemporaryDirectory(prefix="compatibility-") as homes, \
            concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        home = {}
        for way in WAYS:
            # Of the same length, since some programs print it in columns.
            home[way] = f"{homes}/{way:_<7}"
            os.mkdir(home[way])
        tests = list(pool.map(lambda p: compare(p, home, layer), programs))
    results = {"version": version_of(suite.package), "commit": last_change(),
               "seconds": round(time.monotonic() - start), "jobs": jobs,
               "patience": patience, "tests": tests}
    (top / f"{suite.name}.json").write_text(json.dumps(results, indent=1))
    for test in tests:
        if test["verdict"] == "different":
            print(f"   {test['name']}: {test['status']['without']} without, "
                  f"{test['status']['with']} with the layer")
            for line in test["difference"].splitlines()[:20]:
                print("      " + line[:150])
    return results
