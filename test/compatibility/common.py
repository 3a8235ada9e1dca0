"""What suites are made of: programs, what they did, and how that is counted."""

import collections
import pathlib
import subprocess
from dataclasses import dataclass, field
from typing import Callable, Sequence

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXTENSION = "cl_tkl_tasklets"
WAYS = ("without", "with")
OUTCOMES = ("pass", "fail", "skip")

Counts = collections.Counter


class Failure(Exception):
    """Ends the script with a message for the user."""


# What a program did.
@dataclass
class Result:
    status: int | str  # an exit status, or "timeout"
    output: str
    counts: Counts = field(default_factory=Counts)


def by_status(result: Result) -> Counts:
    return Counts(["pass" if result.status == 0 else "fail"])


# One program of a suite; most stand for one test, some count their own.
@dataclass
class Program:
    name: str
    command: Sequence[str]
    count: Callable[[Result], Counts] = by_status
    timeout: int = 600
    folder: pathlib.Path | None = None  # default: an empty one
    varying: str = ""  # a regular expression of what is not compared
    environment: dict = field(default_factory=dict)


# A suite makes its programs in a folder of its own, in which it may build some.
@dataclass
class Suite:
    name: str
    what: str
    package: str  # its version stands in the page
    programs: Callable[[pathlib.Path], list]


def checked(command, folder=None):
    """Runs a step of a preparation."""
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-15:])
        raise Failure(f"{command[0]} failed:\n{tail}")
