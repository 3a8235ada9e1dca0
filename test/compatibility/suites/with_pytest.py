"""Programs of suites that are run with pytest, a file at a time."""

import re

from ..common import Counts, Program


def pytest_outcomes(result):
    counts = Counts()
    names = {"passed": "pass", "xpassed": "pass", "failed": "fail",
             "error": "fail", "errors": "fail", "skipped": "skip",
             "xfailed": "skip"}
    summary = result.output.rstrip().rpartition("\n")[2]
    for number, word in re.findall(r"(\d+) (\w+)", summary):
        if word in names:
            counts[names[word]] += int(number)
    if not counts:
        counts["fail"] = 1
    return counts


def pytest(folder, files, **more):
    return [Program(
        file, ["/usr/bin/python3", "-m", "pytest", "-v", "--tb=line",
               "-W", "ignore", "-p", "no:cacheprovider", "-p", "no:randomly",
               str(folder / file)],
        pytest_outcomes, timeout=1800,
        varying=r"^=+ .* in .* =+$|^platform linux.*$|^rootdir: .*$", **more)
            for file in files]
