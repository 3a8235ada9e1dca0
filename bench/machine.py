#===- machine.py - Where and with what times were taken --------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#

import json
import os
import pathlib
import platform
import re
import subprocess
import sys

sys.path.append(
    str(pathlib.Path(__file__).resolve().parent.parent / "scripts"))

import build_folder  # noqa: E402


def output_of(command, folder, default="unknown"):
    """The output of a command that may not be there."""
    try:
        return subprocess.run(command, cwd=folder, capture_output=True,
                              text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return default


def first_line(command, folder):
    return output_of(command, folder).splitlines()[0]


def version_of(package, folder):
    found = re.search(r"Version: *(\S+)",
                      output_of(["dpkg", "-s", package], folder, ""))
    return found.group(1) if found else "unknown"


def cpu_name():
    try:
        info = pathlib.Path("/proc/cpuinfo").read_text()
    except OSError:
        info = ""
    found = re.search(r"^model name\s*: *(.+)$", info, re.MULTILINE)
    return found.group(1) if found else platform.processor() or "unknown"


def peers(build):
    """Versions of the optional systems that a build folder has, by name."""
    found = build_folder.setting(build, "TASKLET_BENCH_PEERS")
    return dict(peer.split(" ", 1) for peer in found.split(";") if peer)


def describe(root, arguments):
    commit = output_of(["git", "rev-parse", "--short=12", "HEAD"], root)
    if output_of(["git", "status", "--porcelain", "--untracked-files=no"],
                 root, ""):
        commit += " with local changes"
    clang = build_folder.setting(arguments.build_dir, "TASKLET_BENCH_CLANG")
    llvm = build_folder.llvm_version(arguments.build_dir)
    return {"cpu": cpu_name(), "cores": os.cpu_count(), "commit": commit,
            "gcc": first_line(["g++", "--version"], root),
            "clang": first_line([clang, "--version"], root),
            "pocl": version_of("libpocl2", root),
            "onetbb": version_of("libtbb12", root),
            "libomp": version_of(f"libomp5-{llvm}", root),
            "peers": {system: version for system, version
                      in peers(arguments.build_dir).items()
                      if system in arguments.systems},
            "runs": arguments.runs, "quick": arguments.quick}


# The program that measures what messages cost.
MESSAGES = "bench_messages"


def transfer(bin_folder):
    """Nanoseconds that a line takes between processors; None: only one."""
    said = output_of([bin_folder / MESSAGES], bin_folder, "")
    return json.loads(said)["transfer"] or None if said else None


def distance(transfers):
    """What they say, as a sentence to end the description."""
    known = sorted(filter(None, transfers))
    if not known:
        return ""
    return (f" A line from another processor took {known[0]:.0f} to "
            f"{known[-1]:.0f} ns, {known[len(known) // 2]:.0f} by the median of "
            f"{len(known)}.")


def in_words(about):
    more = "".join(f"; {name.capitalize()} {version}"
                   for name, version in about["peers"].items())
    return (f"{about['cpu']}, {about['cores']} cores; {about['gcc']}; "
            f"{about['clang']}; PoCL {about['pocl']}; oneTBB "
            f"{about['onetbb']}; libomp {about['libomp']}{more}; commit "
            f"{about['commit']}; {about['runs']} runs"
            + (", small sizes." if about["quick"] else ".")
            + distance(about["transfers"]))
