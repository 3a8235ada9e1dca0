#===- compare.py - Has a ratio got worse since a table was saved? ----------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""Compares what our systems take, beside the serial program, with a bench.json
that bench/run wrote earlier. Ratios of minima, so that it may have been another
machine, and a busy one."""

import json
import math

import measure
import table

# A ratio that is larger than before by more than this has got worse.
ALLOWED = 0.10
COLUMNS = ("problem", "system", "ratio", "before", "now", "change", "")
# Names of the ratios, and how many workers the time above the line has.
RATIOS = (("T1/Ts", 1), ("T2/Ts", 2))
# What is read of a row.
KEYS = ("problem", "size", "system", "workers", "units", "minimum")


class Unfit(Exception):
    """The saved table cannot be compared with. The text says why."""


def load(path):
    """What bench/run has written."""
    try:
        with open(path, encoding="utf-8") as file:
            saved = json.load(file)
    except OSError as error:
        raise Unfit(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise Unfit(f"{path}: no JSON: {error}") from None
    rows = saved.get("rows") if isinstance(saved, dict) else None
    if not isinstance(rows, list) or not rows or not all(
            is_row(row) for row in rows):
        raise Unfit(f"{path}: no bench.json of bench/run: it has no rows with "
                    + ", ".join(KEYS))
    return saved


def is_row(row):
    return (isinstance(row, dict) and all(key in row for key in KEYS)
            and all(isinstance(row[key], str) for key in KEYS[:3])
            and isinstance(row["workers"], int)
            and (row["minimum"] is None or is_time(row["minimum"])))


def is_time(value):
    return (isinstance(value, (int, float)) and not isinstance(value, bool)
            and math.isfinite(value) and value > 0)


def origin(saved):
    """Where and with what it was measured, as far as it says."""
    about = saved.get("machine")
    if not isinstance(about, dict) or "cpu" not in about:
        return ""
    return f" ({about['cpu']}, commit {about.get('commit', 'unknown')})"


def wanted_of(problems, systems, quick):
    """Size and our systems by problem, as a run with these will have them."""
    return {problem: (measure.size_of(problem, quick), [
        system for system in measure.systems_of(problem, systems)
        if system in measure.OURS]) for problem in problems}


def check_fits(path, saved, wanted):
    """Raises Unfit unless all that a run will have can be compared."""
    if not any(systems for _, systems in wanted.values()):
        raise Unfit("there are only ratios of " + " and ".join(measure.OURS)
                    + " to compare, and this run has none")
    figures = by_problem(saved)
    for problem, (size, systems) in wanted.items():
        if problem not in figures:
            raise Unfit(f"{path} has no {problem}, but " + ", ".join(figures))
        sizes = {row["size"] for row in saved["rows"]
                 if row["problem"] == problem}
        if sizes != {size}:
            raise Unfit(f"{path} has {problem} of size "
                        f"{' and '.join(sorted(sizes))}, not {size}")
        for system in systems:
            for name, workers in RATIOS:
                if ratio(figures[problem], system, workers) is None:
                    raise Unfit(f"{path} has no {name} of {system} for "
                                f"{problem}")


def by_problem(result):
    return {figures.problem: figures
            for figures in table.group(result["rows"])}


def ratio(figures, system, workers):
    return figures.ratio((system, workers), ("serial", 1))


class Change:
    """A ratio before and now."""

    def __init__(self, problem, system, name, before, now):
        self.problem, self.system, self.name = problem, system, name
        self.before, self.now = before, now

    def is_worse(self):
        return self.now > (1 + ALLOWED) * self.before

    def is_seen(self):
        """As it is printed."""
        return f"{self.before:.2f}" != f"{self.now:.2f}" or self.is_worse()

    def cells(self):
        share = self.now / self.before - 1
        return [self.problem, self.system, self.name, f"{self.before:.2f}",
                f"{self.now:.2f}", f"{100 * share:+.1f} %",
                "worse" if self.is_worse() else ""]


def changes(saved, now):
    """Of all ratios of our systems in the result \\p now, which \\p saved has,
    too: check_fits."""
    before = by_problem(saved)
    found = []
    for problem, figures in by_problem(now).items():
        for system in figures.systems:
            if system in measure.OURS:
                found += [Change(figures.name, system, name,
                                 ratio(before[problem], system, workers),
                                 ratio(figures, system, workers))
                          for name, workers in RATIOS]
    return found


def report(found):
    """Text and exit status: 1 if a ratio got worse."""
    seen = [change for change in found if change.is_seen()]
    worse = [change for change in found if change.is_worse()]
    counted = (f"{len(worse)} of {len(found)} ratios got worse by more than "
               f"{100 * ALLOWED:.0f} %.")
    if not seen:
        return f"No ratio has changed. {counted}", 0
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---|---|---|--:|--:|--:|---|"]
    lines += ["| " + " | ".join(change.cells()) + " |" for change in seen]
    return "\n".join([*lines, "", counted]), int(bool(worse))
