#===- inputs.py - What the model is fed with -------------------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""Trees and networks, from build/bin/bench_scaling and from files."""

import dataclasses
import json
import os
import pathlib
import statistics
import subprocess

import loggp
import uts

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LOOPBACK = HERE / "loopback.json"

# How mpirun is told to use what it has: shared memory is what on-ranks says.
WAYS = {
    "shared memory": {},
    "TCP on loopback": {"OMPI_MCA_osc": "pt2pt", "OMPI_MCA_btl": "tcp,self",
                        "OMPI_MCA_pml": "ob1"},
}


class Failure(Exception):
    pass


def call(command, environment=None, timeout=600):
    done = subprocess.run([str(word) for word in command], timeout=timeout,
                          env={**os.environ, **(environment or {})},
                          capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"{' '.join(str(word) for word in command)}: status "
                      f"{done.returncode}: {done.stderr.strip()}")
    return done.stdout


class Helper:
    """bench_scaling of a build folder. What takes long is kept there."""

    def __init__(self, build, program=None):
        self.program = program or build / "bin/bench_scaling"
        self.kept = build / "scaling"

    def json(self, *words):
        return json.loads(call([self.program, *words]))

    def tree(self, name, levels):
        """With the roots of these levels."""
        self.kept.mkdir(parents=True, exist_ok=True)
        file = self.kept / f"{name}.json"
        kept = json.loads(file.read_text()) if file.exists() else {}
        missing = [level for level in map(str, sorted(levels))
                   if level not in kept.get("roots", {})]
        if "levels" not in kept:
            kept = {"levels": self.json("shape", name), "roots": {}}
            missing = [str(level) for level in sorted(levels)]
        if missing:
            kept["roots"].update(self.json("roots", name, *missing))
            file.write_text(json.dumps(kept))
        return uts.Tree(name, kept["levels"],
                        {level: kept["roots"][str(level)] for level in levels})

    def domains(self, bodies, theta, ranks):
        """What ranks of barnes_hut_mpi exchange, by the number of ranks."""
        self.kept.mkdir(parents=True, exist_ok=True)
        file = self.kept / f"domains-{bodies}-{theta}.json"
        kept = json.loads(file.read_text()) if file.exists() else {}
        missing = [each for each in ranks if str(each) not in kept]
        if missing:
            for found in self.json("domains", bodies, theta, *missing):
                kept[str(found["ranks"])] = found
            file.write_text(json.dumps(kept))
        return {each: kept[str(each)] for each in ranks}

    def shape(self, name):
        return self.tree(name, []).levels

    def network(self, way):
        """What `bench_scaling network` says on two ranks, medians of five."""
        command = [ROOT / "scripts/on-ranks", 2, self.program, "network"]
        runs = [json.loads(call(command, WAYS[way])) for _ in range(5)]

        def median(values):
            if isinstance(values[0], dict):
                return {key: median([each[key] for each in values])
                        for key in values[0]}
            return statistics.median(values)
        return median(runs)


def loopback():
    """The networks that were measured, and the costs of each tree."""
    try:
        kept = json.loads(LOOPBACK.read_text())
    except FileNotFoundError:
        raise Failure("bench/scaling/loopback.json is missing: "
                      "bench/scaling/model measure writes it") from None
    networks = [loggp.from_measured(way, kept["networks"][way], kept["machine"])
                for way in WAYS]
    costs = {name: uts.Costs(**values) for name, values in kept["costs"].items()}
    return networks, costs, kept


def published(measured):
    """Networks of which latency and bandwidth are known; the rest, what a message
    costs a processor, is as `measured` here."""
    networks, colours = [], {}
    for each in json.loads((HERE / "networks.json").read_text()):
        rest = next(n for n in measured if n.name == each["rest"])
        colours[each["name"]] = each["colour"]
        o = min(rest.o, each["one_way"] / 2)
        networks.append(dataclasses.replace(
            rest, name=each["name"], L=each["one_way"] - 2 * o, o=o, G=each["G"],
            add_gap=each.get("add_gap", rest.add_gap),
            oversleep=each["oversleep"], source=" ".join(each["source"])))
    return networks, colours
