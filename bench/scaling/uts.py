#===- uts.py - The sample uts_mpi, predicted -------------------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""What samples/uts_mpi does on ranks: find the roots, which each rank does by
itself; then, what it calls its time, a loop and a fromEach(). Times are in
microseconds."""

import dataclasses
import itertools
import random

import loggp
import schedule

PART = 72  # bytes of what a rank says at the end: the sample's struct Part
NODE = 24  # bytes of a node

# What could be changed, for predict().
CHANGES = {
    "roots": "each rank finds its part of the roots, and gets the others",
    "pauses": "a rank that waits sleeps for 20 us at most",
    "end": "one sum by an allreduce in the place of fromEach()",
}


@dataclasses.dataclass(frozen=True)
class Costs:
    """Of one rank with one worker."""
    node: float     # a node on the device
    root: float     # a root: a work-item more
    command: float  # a command: a chunk more
    find: float     # a node that a rank makes while it looks for roots


class Tree:
    def __init__(self, name, levels, roots):
        """levels: nodes of each level; roots: by level, the nodes below each."""
        self.name, self.levels = name, levels
        self.sums = {level: [0, *itertools.accumulate(sizes)]
                     for level, sizes in roots.items()}
        self.roots = roots
        self.nodes = sum(levels)

    def above(self, level):
        return sum(self.levels[:level])

    def made_for(self, level):
        """Nodes that makeLevel() makes."""
        return sum(self.levels[1:level + 1])


def find_level(levels, ranks):
    """uts::findLevel() for so many ranks: the level, and how many nodes it makes
    on the way."""
    wanted = max(1000, 64 * ranks)
    at = largest = above = made = 0
    while (at < len(levels) and levels[largest] < wanted
           and above < 64 * wanted):
        above += levels[at]
        at += 1
        if at < len(levels):
            made += levels[at]
            if levels[at] > levels[largest]:
                largest = at
    return largest, made


@dataclasses.dataclass
class Prediction:
    ranks: int
    level: int
    roots: int
    find: float      # finding the roots
    time: float      # what uts_mpi calls its time
    ideal: float     # the work below the roots, by all ranks
    tickets: float   # how long the rank that was last waited for tickets
    imbalance: float # how much longer than ideal it had chunks
    ends: float      # from the end of the last chunk to the total
    begins: float    # from the beginning to the first ask
    loop: schedule.Loop

    @property
    def total(self):
        return self.find + self.time


def predict(tree, costs, network, ranks, level=None, parts=2, least=1,
            ahead=True, seed=None, changes=()):
    """level None: as the sample chooses it. With a seed, commands take up to
    twice their time to start, or none: who asks first is chance."""
    if level is None:
        level, made = find_level(tree.levels, ranks)
    else:
        made = tree.made_for(level)
    sums = tree.sums[level]
    count = len(sums) - 1
    looks = loggp.Looks(network, 20.0 if "pauses" in changes
                        else loggp.Looks.LONGEST)
    find = made * costs.find
    if "roots" in changes and ranks > 1:
        find = find / ranks + 2 * max(loggp.allreduce(
            network, looks, [0.0] * ranks, size=max(1, count * NODE // ranks)))
        find += count * NODE * network.G
    chance = random.Random(seed)

    def cost(begin, end):
        start = costs.command
        if seed is not None:
            start *= chance.uniform(0, 2)
        return (start + (end - begin) * costs.root
                + (sums[end] - sums[begin]) * costs.node)

    start = loggp.allreduce(network, looks, [0.0] * ranks)   # synchronise()
    enter = loggp.allreduce(network, looks, start)
    enter[0] += network.add_own                              # beginLoop()
    if seed is not None:
        enter = [time + chance.uniform(0, costs.command) for time in enter]
    loop = schedule.run(network, looks, enter,
                        schedule.chunks(count, ranks, least, parts), cost, ahead)
    # What a rank hears of the end, and the barrier after that.
    over = loggp.allreduce(network, looks, loop.left, 1)
    over = loggp.allreduce(network, looks, over, 1)
    agreed = loggp.allreduce(network, looks, over)
    done = (agreed if "end" in changes
            else loggp.allgather(network, looks, agreed, PART))
    late = max(range(ranks), key=lambda rank: loop.last_end[rank])
    ideal = (sums[-1] * costs.node + count * costs.root) / ranks
    return Prediction(
        ranks, level, count, find=find, time=done[0] - start[0],
        ideal=ideal, tickets=loop.waited[late],
        imbalance=loop.busy[late] - ideal,
        ends=done[0] - loop.last_end[late], begins=enter[late] - start[0],
        loop=loop)
