"""PoCL's own tests and examples."""

import json
import re
import subprocess
import tarfile

from ..common import Counts, Program, Suite, by_status, checked


def ctest_outcome(result):
    if re.search(r"\*\*\*Skipped|\(Disabled\)|Not Run", result.output):
        return Counts(["skip"])
    return by_status(result)


def list_programs(work):
    """Builds the tests and examples, not PoCL: they run with Debian's."""
    build = work / "build"
    if not (build / "done").exists():
        with tarfile.open("/usr/src/pocl.tar.xz") as archive:
            archive.extractall(work)
        checked(["cmake", "-G", "Ninja", "-S", work / "pocl", "-B", build,
                 "-DCMAKE_BUILD_TYPE=Release", "-DENABLE_ICD=ON",
                 "-DLLC_HOST_CPU=GENERIC",
                 "-DWITH_LLVM_CONFIG=/usr/bin/llvm-config-15",
                 "-DKERNELLIB_HOST_CPU_VARIANTS=distro"],
                work)  # it leaves files where it runs
        checked(["ninja", "-C", build, "-j2", "tests/all"])
        checked(["ninja", "-C", build, "-j2"] + [
            f"examples/{name}/all" for name in (
                "EinsteinToolkit", "boxadd", "example0", "example1",
                "example2", "example2a", "matadd", "matrix1", "scalarwave",
                "trig", "vecadd")])
        # It would let the tests load the libpocl of this build.
        (build / "CTestCustom.cmake").unlink()
        (build / "done").touch()
    listed = json.loads(subprocess.run(
        ["ctest", "--show-only=json-v1"], cwd=build, check=True,
        capture_output=True).stdout)
    programs = []
    for number, test in enumerate(listed["tests"], 1):
        # Of the build's own libpocl and poclcc, which are not there.
        if re.match(r"pocl_test_dlopen|poclcc$", test["name"]) or re.search(
                r"_(spir|poclbin)(_local)?$", test["name"]):
            continue
        programs.append(Program(
            test["name"],
            ["ctest", "-V", "--test-dir", str(build), "-I",
             f"{number},{number}"],
            ctest_outcome,
            varying=r"^(UpdateCTest|Constructing a list|Parse Config|SetCTest|"
                    r"Done constructing|Updating|Checking|Start |.*Test command|"
                    r".*Working Dir|.*Test timeout|.*Environment).*$"))
    return programs


SUITE = Suite("pocl",
              "PoCL's own tests and examples, built from its source package, "
              "run with the packaged library",
              "pocl-source", list_programs)
