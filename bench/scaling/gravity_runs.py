#===- gravity_runs.py - Runs of barnes_hut_mpi, and their model ------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""What bench/scaling/model does for barnes_hut_mpi: measure, check, predict. Kept in
bench/scaling/gravity.json."""

import json
import math
import random
import statistics

import figure
import gravity
import inputs
import loggp

KEPT = inputs.HERE / "gravity.json"
THETA = 0.5

# (way, ranks, bodies): costs come from the first ones.
SHARED, TCP = inputs.WAYS
FITTED = [(SHARED, 1, 2000), (SHARED, 1, 20000), (SHARED, 1, 100000),
          (SHARED, 2, 20000)]
CHECKED = [(SHARED, 2, 50000), (SHARED, 2, 100000), (TCP, 2, 20000),
           (TCP, 2, 100000)]
# Of these only the pairs are taken, which no other load changes.
COUNTED = [(SHARED, 4, 100000), (SHARED, 16, 100000), (SHARED, 1, 1000000)]
PREDICTED = [100000, 1000000]
PHASES = ("balance", "build", "exchange", "forces", "move")


def run(build, way, ranks, bodies, steps=3):
    return json.loads(inputs.call(
        [inputs.ROOT / "scripts/on-ranks", ranks, build / "bin/barnes_hut_mpi",
         "--bodies", bodies, "--steps", steps, "--json"],
        {"TASKLET_WORKERS": "1", **inputs.WAYS[way]}))


def row(case, found):
    way, ranks, bodies = case
    kept = {"way": way, "ranks": ranks, "bodies": bodies,
            "us": [round(1e6 * each["seconds"], 1) for each in found],
            "pulls": sum(found[0]["pulls"]),
            "imbalance": round(max(found[0]["pulls"]) * ranks
                               / sum(found[0]["pulls"]), 4)}
    for phase in PHASES:
        # The shortest: other programs only make it longer.
        kept[phase] = round(1e6 * min(each[phase] for each in found), 1)
    return kept


def measure(arguments):
    build = arguments.build_dir
    found = {case: [] for case in FITTED + CHECKED}
    for _ in range(arguments.runs):
        for case in random.sample(list(found), len(found)):
            found[case].append(run(build, *case))
    for case in COUNTED:
        found[case] = [run(build, *case, steps=1)]
    kept = {"runs": [row(case, runs) for case, runs in found.items()]}
    if arguments.save:
        KEPT.write_text(json.dumps(kept, indent=1) + "\n")
    compare(arguments, kept)


def kept_runs():
    try:
        return json.loads(KEPT.read_text())
    except FileNotFoundError:
        raise inputs.Failure("bench/scaling/gravity.json is missing: bench/"
                             "scaling/model gravity-measure writes it") from None


def slope(points):
    """Of the line through (x, y), and what it is at 0, which is not negative."""
    count = len(points)
    mean_x = sum(x for x, _ in points) / count
    mean_y = sum(y for _, y in points) / count
    by = (sum((x - mean_x) * (y - mean_y) for x, y in points)
          / sum((x - mean_x)**2 for x, _ in points))
    at_zero = mean_y - by * mean_x
    if at_zero < 0:
        by = sum(x * y for x, y in points) / sum(x * x for x, _ in points)
        at_zero = 0.0
    return by, at_zero


def fit(kept, networks, domains):
    """Costs from the runs of FITTED."""
    runs = {(run["way"], run["ranks"], run["bodies"]): run
            for run in kept["runs"]}
    alone = [runs[case] for case in FITTED if case[1] == 1]
    two = runs[FITTED[-1]]
    commands = 0.0

    def line(phase, of):
        nonlocal commands
        by, rest = slope([(of(run), run[phase]) for run in alone])
        commands += rest
        return by

    costs = gravity.Costs(
        move=line("move", lambda run: run["bodies"]),
        keep=line("balance", lambda run: run["bodies"]),
        build=line("build", lambda run: run["bodies"] * math.log2(run["bodies"])),
        read=line("exchange", lambda run: run["bodies"]),
        pull=line("forces", lambda run: run["pulls"]),
        cut=0.0, pack=0.0, commands=commands)
    # What is left of two ranks' phases.
    counted = domains(two["bodies"], [2])[2]
    guess = gravity.predict(counted, two["pulls"], costs, networks[two["way"]])
    mine = two["bodies"] / 2
    cut = (two["balance"] - sum(guess.parts[part] for part in
                                ("local", "cuts", "bodies"))) / mine
    pack = ((two["exchange"] - guess.parts["pack"] - guess.parts["trees"])
            / counted["most_sent"])
    return gravity.dataclasses.replace(costs, cut=max(0.0, cut),
                                       pack=max(0.0, pack))


def prepare(arguments, kept):
    helper = inputs.Helper(arguments.build_dir, arguments.helper)
    local = inputs.loopback()[0]

    def domains(bodies, ranks):
        return helper.domains(bodies, THETA, ranks)
    networks = {network.name: network for network in local}
    return domains, local, networks, fit(kept, networks, domains)


def check(arguments):
    compare(arguments, kept_runs())


def compare(arguments, kept):
    domains, _, networks, costs = prepare(arguments, kept)
    print("| bodies | ranks | network | | shortest, ms | model | error | median, "
          "ms |\n|--:|--:|---|---|--:|--:|--:|--:|")
    for run in kept["runs"]:
        case = run["way"], run["ranks"], run["bodies"]
        if case in COUNTED:
            continue
        step = gravity.predict(domains(run["bodies"], [run["ranks"]])[run["ranks"]],
                               run["pulls"], costs, networks[run["way"]])
        median, least = statistics.median(run["us"]), min(run["us"])
        print(f"| {run['bodies']:,} | {run['ranks']} | {run['way']} | "
              f"{'fitted' if case in FITTED else 'predicted'} | "
              f"{least / 1000:.1f} | {step.total / 1000:.1f} | "
              f"{100 * (step.total / least - 1):+.1f} % | {median / 1000:.1f} |")


def pulls_of(kept, bodies, ranks):
    """Pairs of a step: counted up to 16 ranks, and beyond as much more for each
    doubling of ranks as from 4 to 16."""
    found = {(run["bodies"], run["ranks"]): run["pulls"] for run in kept["runs"]}
    first = found[100000, 1]
    if ranks in (1, 2, 4, 16):
        more = found[100000, ranks] / first
    else:
        at_4, at_16 = (found[100000, each] / first for each in (4, 16))
        more = at_4 + (at_16 - at_4) / 2 * (math.log2(ranks) - 2)
    return found[bodies, 1] * more


def predict(arguments):
    kept = kept_runs()
    domains, local, _, costs = prepare(arguments, kept)
    networks, colours = inputs.published(local)
    print("| " + " | ".join(vars(costs)) + " |, us")
    print("| " + " | ".join(f"{value:.4g}" for value in vars(costs).values())
          + " |\n")
    rows = []
    for bodies in arguments.bodies:
        counted = domains(bodies, arguments.ranks)
        for network in networks:
            alone = None
            for ranks in arguments.ranks:
                step = gravity.predict(counted[ranks],
                                       pulls_of(kept, bodies, ranks), costs,
                                       network)
                alone = alone or step.total * arguments.ranks[0]
                apart = gravity.predict(counted[ranks],
                                        pulls_of(kept, bodies, ranks), costs,
                                        network, groups_apart=True)
                rows.append({
                    "tree": f"{bodies:,} bodies", "network": network.name,
                    "how": "its own", "ranks": ranks, "ms": step.total / 1000,
                    "speedup": alone / step.total, "apart": apart.total / 1000,
                    **{part: time / 1000 for part, time in step.parts.items()}})
    folder = arguments.build_dir
    (folder / "gravity.json").write_text(json.dumps(rows, indent=0))
    picture = figure.draw(rows, colours, "barnes_hut_mpi", best=False)
    (folder / "gravity.svg").write_text(picture)
    if arguments.save:
        (inputs.HERE / "gravity.svg").write_text(picture)
    print(summary(rows, arguments.ranks))


def summary(rows, ranks):
    lines = ["| bodies | network | ranks | ms | speed-up | forces | most of the "
             "rest | next | each box by its own ranks |",
             "|---|---|--:|--:|--:|--:|---|---|--:|"]
    for each in rows:
        if each["ranks"] not in (1, 16, 128, 1024, ranks[-1]):
            continue
        most = sorted((part for part in gravity.PARTS if part != "forces"),
                      key=lambda part: -each[part])[:2]
        lines.append(
            f"| {each['tree'].split()[0]} | {each['network']} | {each['ranks']} "
            f"| {each['ms']:.1f} | {each['speedup']:.1f} | {each['forces']:.1f} | "
            + " | ".join(f"{gravity.PARTS[part]}, {each[part]:.1f}"
                         for part in most) + f" | {each['apart']:.1f} |")
    return "\n".join(lines) + "\n"
