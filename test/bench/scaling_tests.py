#!/usr/bin/env python3
"""bench/scaling: is the simulation right where the answer is known, does it cut
loops as the class Chunks does, and does the script work? Times are not looked at.

  scaling_tests.py --build FOLDER [CLASS[.TEST]...]
"""

import argparse
import dataclasses
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench/scaling"))
BUILD = None

import gravity   # noqa: E402
import gravity_runs  # noqa: E402
import loggp     # noqa: E402
import schedule  # noqa: E402
import uts       # noqa: E402

# Looks all the time, so that sums are exact.
PLAIN = dataclasses.replace(loggp.instant(), L=7.0, o=2.0, g=2.0, add_own=1.0,
                            add_gap=0.5)


def loop(network, ranks, begins, cost, ahead=True, enter=None):
    return schedule.run(network, loggp.Looks(network), enter or [0.0] * ranks,
                        begins, cost, ahead)


class Simulation(unittest.TestCase):

    def test_one_rank_without_latency_takes_the_sum_of_costs(self):
        costs = [random.Random(1).uniform(1, 1000) for _ in range(500)]
        done = loop(loggp.instant(), 1, schedule.chunks(500, 1),
                    lambda begin, end: sum(costs[begin:end]))
        self.assertAlmostEqual(done.left[0], sum(costs), places=6)
        self.assertAlmostEqual(done.busy[0], sum(costs), places=6)
        self.assertAlmostEqual(done.waited[0], 0)

    def test_a_tree_on_one_rank_takes_its_nodes_and_its_commands(self):
        tree = uts.Tree("t", [1, 3, 6], {1: [4, 1, 4]})
        costs = uts.Costs(node=2.0, root=0.5, command=10.0, find=3.0)
        found = uts.predict(tree, costs, loggp.instant(), 1, 1, parts=1)
        self.assertAlmostEqual(found.time, 9 * 2 + 3 * 0.5 + 10)
        self.assertAlmostEqual(found.find, 3 * 3.0)
        self.assertAlmostEqual(found.total, found.find + found.time)

    def test_equal_costs_are_divided_equally(self):
        for ranks in (2, 4, 16, 1024):
            count = 5 * 3 * ranks  # 5 chunks of 3 items for each rank.
            begins = schedule.chunks(count, ranks, least=3, parts=1024)
            done = loop(loggp.instant(), ranks, begins,
                        lambda begin, end: 10.0 * (end - begin))
            self.assertEqual(done.count, [5] * ranks)
            self.assertEqual(done.left, [150.0] * ranks)

    def test_latency_is_hidden_but_for_the_first_ticket(self):
        begins = list(range(0, 9))
        for ahead, each in ((True, 100.0), (False, 100.0 + 2 * (7 + 2) + 0.5)):
            done = loop(PLAIN, 2, begins, lambda begin, end: 100.0, ahead)
            ends = {0: 0, 1: 0}
            for rank, _, _ in done.order:
                ends[rank] += 1
            first = 2 * (7 + 2) + 0.5
            if ahead:
                expected = first + ends[1] * each
            else:
                expected = first + (ends[1] - 1) * each + 100
            self.assertAlmostEqual(done.last_end[1], expected)

    def test_operations_on_rank_0_come_one_after_the_other(self):
        ranks = 101
        # Not ahead: rank 0 would have two tickets before the others ask.
        done = loop(PLAIN, ranks, list(range(ranks + 1)), lambda b, e: 1e5,
                    ahead=False)
        starts = sorted(end - 1e5 for end in done.last_end[1:])
        self.assertAlmostEqual(starts[0], 2 * (7 + 2) + 0.5)
        self.assertAlmostEqual(starts[-1], 2 * (7 + 2) + 0.5 * (ranks - 1))

    def test_rank_0_answers_when_it_looks(self):
        network = dataclasses.replace(PLAIN, add_by="rank 0", add_own=0.0)
        # Rank 1 asks first at 100, and arrives at 109, when rank 0 computes.
        done = loop(network, 2, [0, 1, 2], lambda b, e: 5000.0,
                    ahead=False, enter=[0.0, 100.0])
        # Receive, send, on the way, receive.
        self.assertAlmostEqual(done.last_end[1] - 5000, 150 + 2 + 2 + 7 + 2)
        # And at the end of its command.
        done = loop(network, 2, [0, 1, 2, 3], lambda b, e: 120.0, ahead=False,
                    enter=[0.0, 100.0])
        self.assertEqual(done.count, [2, 1])
        self.assertAlmostEqual(done.last_end[1] - 120, 120 + 2 + 2 + 7 + 2)

    def test_looks_in_a_command_become_seldom(self):
        looks = [schedule.look_in_command(0, 5000, time) for time in
                 (0, 50, 51, 151, 351, 751, 1551, 2551, 4000, 4999)]
        self.assertEqual(looks, [50, 50, 150, 350, 750, 1550, 2550, 3550, 4550,
                                 5000])

    def test_each_root_is_on_one_rank_once(self):
        chance = random.Random(2)
        for network in (loggp.instant(), PLAIN,
                        dataclasses.replace(PLAIN, add_by="rank 0", look=0.5,
                                            oversleep=60.0)):
            for _ in range(20):
                count, ranks = chance.randrange(0, 400), chance.randrange(1, 40)
                begins = schedule.chunks(count, ranks, chance.randrange(1, 9),
                                         chance.randrange(1, 9))
                done = loop(network, ranks, begins,
                            lambda b, e: chance.uniform(1, 3000),
                            chance.random() < 0.5)
                items = sorted(item for _, begin, end in done.order
                               for item in range(begin, end))
                self.assertEqual(items, list(range(count)))
                self.assertEqual(sum(done.count), len(begins) - 1)
                self.assertNotIn(None, done.left)

    def test_nothing_to_do(self):
        self.assertEqual(schedule.chunks(0, 4), [0])
        done = loop(loggp.instant(), 4, [0], lambda b, e: 1.0)
        self.assertEqual(done.left, [0.0] * 4)


class Messages(unittest.TestCase):

    def test_allreduce_of_a_power_of_two(self):
        looks = loggp.Looks(PLAIN)
        for power in range(0, 11):
            done = loggp.allreduce(PLAIN, looks, [0.0] * 2**power)
            self.assertAlmostEqual(max(done), 2 * power * (7 + 2 * 2))

    def test_nobody_has_a_sum_before_all_have_entered(self):
        chance = random.Random(3)
        for ranks in (1, 2, 3, 5, 17, 100):
            for network in (PLAIN, dataclasses.replace(PLAIN, look=1.0)):
                enter = [chance.uniform(0, 5000) for _ in range(ranks)]
                for done in (loggp.allreduce(network, loggp.Looks(network), enter),
                             loggp.allgather(network, loggp.Looks(network), enter,
                                             64)):
                    self.assertGreaterEqual(min(done), max(enter))

    def test_allgather_sends_to_each(self):
        done = loggp.allgather(PLAIN, loggp.Looks(PLAIN), [0.0] * 101, 1)
        self.assertAlmostEqual(max(done), 100 * (2 + 2))

    def test_pauses_become_longer(self):
        looks = loggp.Looks(dataclasses.replace(PLAIN, look=1.0, oversleep=50.0))
        self.assertEqual(looks.after(10.0, 5.0), 10.0)
        self.assertEqual(looks.after(10.0, 15.5), 16.0)
        self.assertEqual(looks.after(0.0, 101.0), 100 + 5 + 50 + 1)
        late = looks.after(0.0, 1e6)
        self.assertLess(late - 1e6, 551)
        self.assertEqual(looks.after(0.0, late + 1), late + 551)

    def test_parameters_from_measured_times(self):
        raw = {"round_trip": {"1": 20.0, "65536": 100.0, "1048576": 1083.04},
               "overhead": 2.0, "gap": 3.0, "add_remote": 25.0, "add_own": 0.5,
               "add_together": 0.7, "add_computing": 4600.0, "look": 1.0,
               "oversleep": 60.0}
        found = loggp.from_measured("n", raw, "")
        self.assertAlmostEqual(found.L + 2 * found.o, 10.0)
        self.assertAlmostEqual(found.G, 0.0005)
        self.assertEqual(found.add_by, "rank 0")


class Gravity(unittest.TestCase):
    """The model of barnes_hut_mpi."""

    COSTS = gravity.Costs(move=1.0, keep=0.5, cut=0.25, build=0.125, read=0.1,
                          pack=2.0, pull=0.01, commands=50.0)

    def domains(self, ranks, **more):
        return {"ranks": ranks, "bodies": 1024, "arrived": 0, "most_nodes": 0,
                "most_leaves": 0, "most_sent": 0, "most_movers": 0,
                "most_leavers": 0, **more}

    def test_one_rank_sends_nothing(self):
        step = gravity.predict(self.domains(1), 5000, self.COSTS, PLAIN)
        self.assertAlmostEqual(step.total, 1024 * (1 + 0.5 + 0.125 * 10 + 0.1)
                               + 50 + 5000 * 0.01)

    def test_work_is_divided_where_messages_cost_nothing(self):
        step = gravity.predict(self.domains(4, most_sent=7), 8000, self.COSTS,
                               loggp.instant())
        self.assertAlmostEqual(step.parts["forces"], 20.0)
        self.assertAlmostEqual(step.parts["local"], 256 * (0.5 + 2 * 0.25))
        self.assertAlmostEqual(step.parts["pack"], 256 * 0.1 + 14)
        self.assertEqual(step.parts["cuts"] + step.parts["trees"], 0)

    def test_each_sends_to_its_partners_one_after_the_other(self):
        self.assertEqual(gravity.alltoall(PLAIN, 1, 0, 100), 0)
        self.assertAlmostEqual(gravity.alltoall(PLAIN, 9, 8, 0), 8 * 4 + 7)
        # Six rounds for 64 ranks, whatever the way.
        self.assertAlmostEqual(gravity.counts(PLAIN, None, 64), 6 * (4 + 7))

    def test_lines(self):
        by, rest = gravity_runs.slope([(1, 5.0), (2, 7.0), (4, 11.0)])
        self.assertAlmostEqual(by, 2.0)
        self.assertAlmostEqual(rest, 3.0)
        by, rest = gravity_runs.slope([(1, 1.0), (2, 4.0)])
        self.assertEqual(rest, 0.0)  # no time is negative

    def test_costs_come_back_from_what_they_predict(self):
        network = dataclasses.replace(PLAIN, name=gravity_runs.SHARED)
        counted = {1: self.domains(1), 2: self.domains(2, most_sent=300)}
        runs = []
        for way, ranks, bodies in gravity_runs.FITTED:
            at = {**counted[ranks], "bodies": bodies}
            parts = gravity.predict(at, 100 * bodies, self.COSTS, network).parts
            runs.append({
                "way": way, "ranks": ranks, "bodies": bodies,
                "pulls": 100 * bodies, "move": parts["move"],
                "balance": parts["local"] + parts["cuts"] + parts["bodies"],
                "build": parts["build"], "forces": parts["forces"],
                "exchange": parts["pack"] + parts["trees"]})
        found = gravity_runs.fit(
            {"runs": runs}, {network.name: network},
            lambda bodies, ranks: {2: {**counted[2], "bodies": bodies}})
        for name, value in vars(self.COSTS).items():
            self.assertAlmostEqual(getattr(found, name), value, 6, name)


class Helper(unittest.TestCase):
    """bench_scaling, which has the project's own classes."""

    def say(self, *words):
        return json.loads(subprocess.run(
            [BUILD / "bin/bench_scaling", *map(str, words)], check=True,
            capture_output=True, text=True, timeout=60).stdout)

    def test_chunks_are_those_of_the_class(self):
        chance = random.Random(4)
        cases = [(0, 1, 1, 1), (1, 1, 1, 1), (20, 2, 1, 1), (3043, 1024, 1, 2),
                 (65536, 1024, 7, 1024)]
        cases += [(chance.randrange(100000), chance.randrange(1, 1025),
                   chance.randrange(1, 50), chance.randrange(1, 65))
                  for _ in range(40)]
        for case in cases:
            self.assertEqual(schedule.chunks(*case), self.say("chunks", *case),
                             case)

    def test_levels_are_those_that_the_sample_takes(self):
        for tree in ("T1", "T3", "small3", "tiny1"):
            shape = self.say("shape", tree)
            ranks = [1, 16, 64]
            self.assertEqual([uts.find_level(shape, each)[0] for each in ranks],
                             self.say("levels", tree, *ranks), tree)

    def test_roots_are_all_of_the_tree(self):
        shape = self.say("shape", "T1")
        self.assertEqual(sum(shape), 4130071)  # as published
        for level, sizes in self.say("roots", "T1", 0, 3, 10).items():
            self.assertEqual(len(sizes), shape[int(level)])
            self.assertEqual(sum(sizes), sum(shape[int(level):]))

    def test_what_domains_exchange_is_what_the_sample_did(self):
        # The sample printed 6,400 nodes, 12,700 bodies and 319 arrivals: the
        # means of two ranks and three steps.
        alone, two = self.say("domains", 100000, 0.5, 1, 2)
        self.assertEqual([alone[key] for key in ("arrived", "nodes", "leaves")],
                         [0, 0, 0])
        self.assertAlmostEqual(two["nodes"] / 2, 6400, delta=64)
        self.assertAlmostEqual(two["leaves"] / 2, 12700, delta=127)
        self.assertAlmostEqual(two["arrived"], 319, delta=16)

    def test_wrong_words(self):
        for words in (["shape"], ["domains", "0", "0.5", "2"],
                      ["domains", "10", "0.5", "0"], ["shape", "T9"], ["roots", "T1", "-1"], [],
                      ["chunks", "1", "1", "1"]):
            done = subprocess.run([BUILD / "bin/bench_scaling", *words],
                                  capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("bench_scaling: ", done.stderr)


class Script(unittest.TestCase):

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tasklet-scaling-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def model(self, *arguments):
        return subprocess.run(
            [ROOT / "bench/scaling/model", *arguments, "--build-dir", self.folder,
             "--helper", BUILD / "bin/bench_scaling"],
            capture_output=True, text=True, timeout=60)

    def test_predict(self):
        done = self.model("predict", "--trees", "T3", "--ranks", "1", "16")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads((self.folder / "scaling.json").read_text())
        self.assertEqual(len(rows), 3 * (4 * 2 + 4))  # and the changes
        for row in rows:
            self.assertGreater(row["efficiency"], 0)
            self.assertLess(row["efficiency"], 1.001)
        self.assertIn("</svg>", (self.folder / "scaling.svg").read_text())
        self.assertIn("| T3 | InfiniBand HDR |", done.stdout)

    def test_predict_gravity(self):
        done = self.model("gravity-predict", "--ranks", "1", "16",
                          "--bodies", "20000")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads((self.folder / "gravity.json").read_text())
        self.assertEqual(len(rows), 3 * 2)
        for row in rows:
            self.assertLess(row["speedup"], row["ranks"] + 0.001)
        self.assertIn("</svg>", (self.folder / "gravity.svg").read_text())

    def test_wrong_arguments(self):
        self.assertEqual(self.model("predict", "--ranks", "0").returncode, 2)
        self.assertEqual(self.model("guess").returncode, 2)
        self.assertEqual(self.model("measure", "--trees", "T1L").returncode, 2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BUILD = options.build.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
