#===- table.py - The rows as a Markdown table ------------------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""bench/README.md says what the columns mean."""

import statistics

COLUMNS = ("problem", "system", "T1, s", "median", "spread", "ns per task",
           "T1/Ts", "by medians", "T2/Ts", "T1/T2", "T5/T2", "memory, MB")


class Figures:
    """What the rows of one problem say, by system and number of workers."""

    def __init__(self, rows):
        self.rows = {(row["system"], row["workers"]): row for row in rows}
        self.problem = rows[0]["problem"]
        self.name = f"{rows[0]['problem']} {rows[0]['size']}"
        if rows[0]["problem"].startswith("uts_"):
            self.name = f"uts {rows[0]['size']}"
        self.systems = list(dict.fromkeys(row["system"] for row in rows))
        # The samples count the calls of the serial program.
        self.calls = next((row["units"] for row in rows if row["units"]), None)

    def get(self, system, workers, key="minimum"):
        """None if there was no run, or it was given up."""
        row = self.rows.get((system, workers))
        return row[key] if row else None

    def spread(self, system, workers):
        """Between the quartiles of the times, as a share of the median; None if
        there are fewer than two."""
        seconds = self.get(system, workers, "seconds")
        if not seconds or len(seconds) < 2:
            return None
        first, median, third = statistics.quantiles(seconds,
                                                    method="inclusive")
        return (third - first) / median

    def at_least(self, system, workers):
        """Seconds after which it was given up, or None."""
        return self.rows.get((system, workers), {}).get("more_than")

    def ratio(self, above, below, key="minimum"):
        """Of two pairs of system and workers; None if it is not known."""
        a, b = self.get(*above, key), self.get(*below, key)
        return a / b if a is not None and b else None

    def bound(self, above, below):
        """Sign and number for a ratio of which one time is only bounded."""
        a, b = self.get(*above), self.get(*below)
        if a is not None and self.at_least(*below):
            return "<", a / self.at_least(*below)
        if b is not None and self.at_least(*above):
            return ">", self.at_least(*above) / b
        return None


def group(rows):
    """Figures of each problem, in order."""
    problems = dict.fromkeys(row["problem"] for row in rows)
    return [Figures([row for row in rows if row["problem"] == problem])
            for problem in problems]


def cell(value, form):
    return "" if value is None else format(value, form)


def percent(share):
    return "" if share is None else f"{100 * share:.1f} %"


def ratio_cell(figures, above, below):
    known = figures.ratio(above, below)
    if known is None and (bound := figures.bound(above, below)):
        return f"{bound[0]} {bound[1]:.2f}"
    return cell(known, ".2f")


def cells(figures, system):
    serial, one, two, five = ("serial", 1), (system, 1), (system, 2), (system, 5)
    time, memory = figures.get(*one), figures.get(*(
        two if two in figures.rows else one), "memory")
    if time is None and figures.at_least(*one):
        return [figures.name, system, f"> {figures.at_least(*one):.0f}"] + [
            ""] * (len(COLUMNS) - 3)
    per_call = 1e9 * time / figures.calls if figures.calls else None
    return [figures.name, system, cell(time, ".4g"),
            cell(figures.get(*one, "median"), ".4g"),
            percent(figures.spread(*one)), cell(per_call, ".2f"),
            ratio_cell(figures, one, serial),
            cell(figures.ratio(one, serial, "median"), ".2f"),
            ratio_cell(figures, two, serial), ratio_cell(figures, one, two),
            ratio_cell(figures, five, two),
            cell(None if memory is None else memory / 1e6, ".2f")]


def make(rows):
    lines = ["| " + " | ".join(COLUMNS) + " |",
             "|---|---|" + "--:|" * (len(COLUMNS) - 2)]
    for figures in group(rows):
        for system in figures.systems:
            lines.append("| " + " | ".join(cells(figures, system)) + " |")
    return "\n".join(lines)


KITE = ("problem", "T1/Ts", "T1, kite/tasklet", "by medians",
        "T2, kite/tasklet", "by medians")


def make_kite(rows):
    """Programs in Kite beside the same in Tasklets; empty without any."""
    lines = []
    for figures in group(rows):
        if "kite" not in figures.systems:
            continue
        row = [figures.name, cell(figures.ratio(("kite", 1), ("serial", 1)),
                                  ".2f")]
        for workers in (1, 2):
            pair = ("kite", workers), ("tasklet", workers)
            row += [cell(figures.ratio(*pair), ".2f"),
                    cell(figures.ratio(*pair, "median"), ".2f")]
        lines.append("| " + " | ".join(row) + " |")
    if not lines:
        return ""
    return "\n".join(["", "", "| " + " | ".join(KITE) + " |",
                      "|---|" + "--:|" * (len(KITE) - 1), *lines])
