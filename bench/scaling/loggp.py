#===- loggp.py - What messages cost ----------------------------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""LogGP (A. Alexandrov, M. Ionescu, K. Schauser and C. Scheiman, "LogGP:
Incorporating Long Messages into the LogP Model", SPAA 1995), with what Open MPI
makes of World's collective functions, and with World's pauses.

A message of k bytes arrives o + (k - 1) G + L after a rank begins to send it, and
keeps the receiver busy for another o. Two messages of one rank are g apart. All
times are in microseconds.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Network:
    name: str
    L: float            # from one machine to the other
    o: float            # of a processor, for each end of a message
    g: float            # between two messages of a rank
    G: float            # for each byte
    add_own: float      # one atomic operation of rank 0 on its own memory
    add_gap: float      # between two such operations of others
    add_by: str         # who carries them out: "hardware" or "rank 0"
    look: float         # one look after MPI, and a yield
    oversleep: float    # how much longer than it should a pause is
    source: str = ""

    def between(self, size):
        """From the end of the sender's work to the message's arrival."""
        return (size - 1) * self.G + self.L

    def apart(self, size):
        """Between messages of `size` bytes that one rank sends."""
        return max(self.o, self.g, (size - 1) * self.G)


def instant(name="instant"):
    """A network without any cost."""
    return Network(name, 0, 0, 0, 0, 0, 0, "hardware", 0, 0)


def from_measured(name, raw, source):
    """The parameters from what bench_scaling network prints."""
    one_way = raw["round_trip"]["1"] / 2
    # Over loopback, the sender's call does some of the receiver's work, so the
    # two overheads may be more than all there is.
    o = min(raw["overhead"], one_way / 2)
    large, small = 1 << 20, 1 << 16
    per_byte = ((raw["round_trip"][str(large)] - raw["round_trip"][str(small)])
                / 2 / (large - small))
    by_rank = raw["add_computing"] > 1000  # Rank 0 computes for 5000.
    return Network(
        name, L=one_way - 2 * o, o=o, g=raw["gap"], G=per_byte,
        add_own=raw["add_own"], add_gap=raw["add_together"],
        add_by="rank 0" if by_rank else "hardware", look=raw["look"],
        oversleep=raw["oversleep"], source=source)


class Looks:
    """When a rank looks after MPI that waits, as World::await() says: a hundred
    times at once, then with pauses that become longer."""

    QUICK = 100
    LONGEST = 500.0

    def __init__(self, network, longest=LONGEST):
        self.look = network.look
        self.times = []
        at, pause = self.QUICK * self.look, 0.0
        while pause < longest:
            self.times.append(at)
            pause = min(longest, pause * 2 + 5)
            at += pause + network.oversleep + self.look
        self.step = longest + network.oversleep + self.look
        self.steady = at - self.step

    def after(self, begin, event):
        """The first look at or after `event` of a wait from `begin` on."""
        if event <= begin:
            return begin
        if not self.look:
            return event  # A network for tests: as if it looked all the time.
        since = event - begin
        if since <= self.QUICK * self.look:
            return begin + -(-since // self.look) * self.look
        for at in self.times:
            if since <= at:
                return begin + at
        return begin + self.steady + \
            -(-(since - self.steady) // self.step) * self.step


def allreduce(network, looks, enter, size=64):
    """When each rank has the result, if rank i enters at enter[i]: a binomial
    tree to rank 0 and one back. Open MPI takes it below 64 KiB
    (ompi/mca/coll/libnbc/nbc_iallreduce.c, allred_sched_diss)."""
    count = len(enter)
    if count == 1:
        return list(enter)
    between, apart = network.between(size), network.apart(size)
    now, sent = list(enter), [0.0] * count
    step = 1
    while step < count:
        for rank in range(0, count, 2 * step):
            child = rank + step
            if child < count:
                sent[child] = now[child] + network.o
                seen = looks.after(enter[rank], sent[child] + between)
                now[rank] = max(now[rank], seen) + network.o
        step *= 2
    done = [0.0] * count
    arrived = [0.0] * count
    for rank in range(count):  # A parent is smaller than its children.
        if rank == 0:
            at, step = now[0], 1
        else:
            at = looks.after(enter[rank], max(arrived[rank], sent[rank]))
            at += network.o
            step = 1 << rank.bit_length()
        first = True
        while rank + step < count:
            at += network.o if first else apart
            first = False
            arrived[rank + step] = at + between
            step *= 2
        done[rank] = at
    return done


def allgather(network, looks, enter, size):
    """Likewise, when each rank has a value of all: each sends to each
    (nbc_iallgather.c, its linear way)."""
    count = len(enter)
    if count == 1:
        return list(enter)
    between, apart = network.between(size), network.apart(size)
    # Messages go to the ranks in their order, so a rank is served by those
    # before it, as number rank - 1, and by those after it, as number rank.
    before, after = [0.0] * count, [0.0] * count
    for rank in range(1, count):
        before[rank] = max(before[rank - 1], enter[rank - 1])
    for rank in range(count - 2, -1, -1):
        after[rank] = max(after[rank + 1], enter[rank + 1])
    done = []
    for rank in range(count):
        last = 0.0
        if rank > 0:
            last = before[rank] + (rank - 1) * apart
        if rank < count - 1:
            last = max(last, after[rank] + rank * apart)
        seen = looks.after(enter[rank], last + network.o + between) + network.o
        busy = enter[rank] + (count - 1) * (apart + network.o)
        done.append(max(seen, busy))
    return done
