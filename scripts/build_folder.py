"""What CMake has found for a folder that is built in."""

import pathlib
import re
import subprocess


def setting(build, name):
    """A variable of CMake's cache; empty if it is not there."""
    text = (pathlib.Path(build) / "CMakeCache.txt").read_text()
    found = re.search(rf"^{name}:\w+=(.*)$", text, re.MULTILINE)
    return found.group(1) if found else ""


def clang(build):
    """The clang that the plugin is built for."""
    return setting(build, "TASKLET_CLANG")


def llvm_version(build):
    """The first number of its version."""
    return subprocess.run([clang(build), "-dumpversion"], check=True,
                          capture_output=True, text=True).stdout.split(".")[0]
