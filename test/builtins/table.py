"""The result of a run, as a page of the documentation shows it."""

import collections
import dataclasses
import re
import textwrap

from calls import BODY, KERNEL, OUTSIDE, TASK

TITLES = {KERNEL: "kernel beside tasks", TASK: "task",
          OUTSIDE: "kernel with everywhere", BODY: "body of an everywhere"}
GROUPS = [
    ("conversions", r"convert_"),
    ("atomics", r"atom"),
    ("images", r".*image"),
    ("vload, vstore", r"v(load|store)"),
    ("asynchronous copies", r"async_|wait_group|prefetch"),
    ("barriers and fences", r".*(barrier|fence)$"),
    ("work-groups", r"work_group_"),
    ("work-items", r"get_"),
    ("half_ and native_", r"half_|native_"),
    ("others", r""),
]


@dataclasses.dataclass
class Outcome:
    """Of one overload."""
    call: object
    lacks: str = ""           # what the driver says to a plain program
    places: dict = dataclasses.field(default_factory=dict)
    known: bool = False       # that it fails

    def failed(self):
        return any(self.places.values()) != self.known


def group_of(outcome):
    return next(title for title, pattern in GROUPS
                if re.match(pattern, outcome.call.name))


def row(title, outcomes):
    names = {o.call.name for o in outcomes}
    cells = [title, len(names), len(outcomes),
             sum(bool(o.lacks) for o in outcomes)]
    for place in TITLES:
        here = [o for o in outcomes if place in o.places and not o.lacks]
        bad = sum(bool(o.places[place]) for o in outcomes if place in o.places)
        cells.append(f"{sum(not o.places[place] for o in here)}" +
                     (f", **{bad} failed**" if bad else ""))
    return "| " + " | ".join(map(str, cells)) + " |"


def wrap(text):
    """Prose in lines that scripts/check-pages takes."""
    return textwrap.fill(text, 120, break_long_words=False,
                         break_on_hyphens=False)


def write(device, outcomes, unknown, few):
    lines = [f"{device[1]}, driver {device[2]}" +
             (", some overloads of each function" if few else "") + ":", "",
             "| functions | names | overloads | driver lacks | " +
             " | ".join(TITLES.values()) + " |",
             "| --- " * (4 + len(TITLES)) + "|"]
    grouped = collections.defaultdict(list)
    for outcome in outcomes:
        grouped[group_of(outcome)].append(outcome)
    lines += [row(title, grouped[title]) for title, _ in GROUPS
              if grouped[title]]
    lines += [row("all", outcomes), ""]
    reasons = collections.defaultdict(list)
    for outcome in outcomes:
        if outcome.lacks:
            reasons[outcome.call.name].append(outcome)
    if reasons:
        lines.append(wrap("The driver lacks, in plain programs, too: " +
                          ", ".join(f"`{name}` ({len(some)})" for name, some
                                    in reasons.items()) + "."))
    known = [f"`{o.call.declaration.text()}`" for o in outcomes if o.known]
    if known:
        lines.append(wrap("Known to fail: " + ", ".join(known) + "."))
    lines += [f"* PASSES, but is known to fail: "
              f"`{o.call.declaration.text()}`" for o in outcomes
              if o.known and o.failed()]
    problems = collections.defaultdict(list)
    for outcome in outcomes:
        for place, problem in outcome.places.items():
            if problem and not outcome.known:
                problems[outcome.call.name, place].append((outcome, problem))
    for (name, place), some in problems.items():
        outcome, problem = some[0]
        lines.append(f"* FAILED `{name}`, {len(some)} overloads, "
                     f"{TITLES[place]}; `{outcome.call.declaration.text()}`: "
                     f"{problem}")
    lines += [f"* no call is made of `{each.text()}`" for each in unknown]
    return "\n".join(lines)


def put(name, text):
    """Replaces the part of a page between its marks for this driver."""
    with open(name, encoding="utf-8") as file:
        page = file.read()
    driver = text.split(",")[0]
    mark = "PoCL 6" if "HSTR: cpu" in driver else "PoCL 3.1"
    begin, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->"
    before, rest = page.split(begin)
    _, after = rest.split(end)
    with open(name, "w", encoding="utf-8") as file:
        file.write(before + begin + text + "\n" + end + after)
