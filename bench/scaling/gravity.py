#===- gravity.py - The sample barnes_hut_mpi, predicted --------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""A step of samples/barnes_hut_mpi on ranks: move, bisect and send bodies, build a
tree, exchange essential trees, compute forces. What is exchanged is counted by
bench_scaling from real bodies and trees; what a body costs is measured. Times are
in microseconds."""

import dataclasses
import math

import loggp

BODY, NODE, LEAF, REGION = 48, 32, 16, 40   # bytes
SLICES = 8 * 256      # bytes of the work in the slices of a box
SIDES = 24            # bytes of a box
ROUNDS = 2            # of slices for a cut, mostly

PARTS = {"move": "moving", "local": "bisection, of own bodies",
         "cuts": "allreduces of cuts", "bodies": "bodies on their way",
         "build": "building trees", "pack": "finding what is essential",
         "trees": "essential trees on their way", "forces": "forces"}


@dataclasses.dataclass(frozen=True)
class Costs:
    """Of one rank with one worker."""
    move: float      # a body: kick, drift, reading it
    keep: float      # a body in balance(), without any cut
    cut: float       # a body for each level of cuts
    build: float     # a body, for each doubling of bodies
    read: float      # a body whose tree goes to the host
    pack: float      # a node that is sent
    pull: float      # a pair
    commands: float  # those of a step, without any body


def alltoall(network, ranks, partners, size):
    """Each rank sends `partners` messages of `size` bytes together, and gets as
    many (nbc_ialltoallv.c, its linear way; nothing is sent where there is
    nothing). All enter at once."""
    if ranks == 1 or partners == 0:
        return 0.0
    each = max(network.g, 2 * network.o)  # sends one, receives one
    return each * partners + network.L + size * network.G


def counts(network, looks, ranks):
    """The MPI_Ialltoall of counts before: Bruck's way from 9 ranks on."""
    if ranks == 1:
        return 0.0
    if ranks <= 8:
        return alltoall(network, ranks, ranks - 1, 4 * (ranks - 1))
    rounds = math.ceil(math.log2(ranks))
    return rounds * (2 * network.o + network.between(4 * ranks // 2))


@dataclasses.dataclass
class Step:
    ranks: int
    parts: dict  # by the names of PARTS

    @property
    def total(self):
        return sum(self.parts.values())


def predict(domains, pulls, costs, network, groups_apart=False):
    """domains: what bench_scaling says for so many ranks; pulls: pairs of all
    ranks in a step. With groups_apart, a box is cut by its own ranks, after
    bodies have gone to the ranks of their part; now all ranks look at all boxes."""
    ranks, bodies = domains["ranks"], domains["bodies"]
    looks = loggp.Looks(network)
    mine = bodies / ranks
    levels = math.ceil(math.log2(ranks))

    def reduced(size, among=ranks):
        return max(loggp.allreduce(network, looks, [0.0] * among, size))

    cuts = 0.0
    for level in range(levels):
        groups, among = min(2**level, ranks), ranks
        if groups_apart:
            groups, among = 1, math.ceil(ranks / groups)
        cuts += (reduced(SIDES * groups, among)
                 + ROUNDS * reduced(SLICES * groups, among))
    regions = max(loggp.allgather(network, looks, [0.0] * ranks, REGION))
    agreed = 3 * reduced(64)  # of fromEach(), and around the step
    trees = 2 * counts(network, looks, ranks) + regions + agreed
    trees += alltoall(network, ranks, ranks - 1, NODE * domains["most_nodes"])
    trees += alltoall(network, ranks, domains["most_leavers"],
                      LEAF * domains["most_leaves"])
    return Step(ranks, {
        "move": costs.move * mine + costs.commands,
        "local": (costs.keep + costs.cut * levels) * mine,
        "cuts": cuts,
        "bodies": counts(network, looks, ranks)
        + alltoall(network, ranks, domains["most_movers"],
                   BODY * domains["arrived"] / ranks),
        "build": costs.build * mine * math.log2(max(2, mine)),
        "pack": (costs.read * mine + costs.pack * domains["most_sent"]
                 if ranks > 1 else costs.read * mine),
        "trees": trees,
        "forces": costs.pull * pulls / ranks})
