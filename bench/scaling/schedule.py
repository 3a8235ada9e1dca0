#===- schedule.py - A loop over ranks, simulated ---------------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""World::forEach() of headers/tasklet/mpi.hpp, event by event: chunks, tickets
from the memory of rank 0, and the next one asked for while a command runs."""

import dataclasses
import heapq

PAUSE = 1000.0  # World::Pause: how long a rank waits for its command at most.


def chunks(count, ranks, least=1, parts=2):
    """Where each chunk begins, and where the last one ends: the class Chunks."""
    begins, at = [0], 0
    divisor = parts * ranks
    while at < count:
        left = count - at
        at += min(left, max(-(-left // divisor), least))
        begins.append(at)
    return begins


@dataclasses.dataclass
class Loop:
    left: list      # when each rank left the loop
    count: list     # chunks of each rank
    busy: list      # time of each rank in its chunks
    waited: list    # time of each rank without a chunk, before its last one
    order: list     # (rank, begin, end) of each chunk, by ticket
    last_end: list  # when the last chunk of each rank ended


def run(network, looks, enter, begins, cost, ahead=True, look_between=False):
    """Rank i enters at enter[i]; cost(begin, end) is the time of a command. With
    look_between, rank 0 looks after MPI between two commands, too."""
    ranks = len(enter)
    by_hardware = network.add_by == "hardware"
    heap, number = [], 0

    def at(time, what, rank, value=None):
        nonlocal number
        number += 1  # Events of one time take place in order.
        heapq.heappush(heap, (time, number, what, rank, value))

    loop = Loop([None] * ranks, [0] * ranks, [0.0] * ranks, [0.0] * ranks, [],
                list(enter))
    ready = [None] * ranks             # a ticket that is there and not used
    waiting_since = [None] * ranks     # None: a chunk runs
    running = [None] * ranks           # (begin, end) of the chunk that runs
    unit_free = 0.0                    # who adds is free from then on
    unseen = []                        # asked while rank 0 does not look
    ticket = 0
    last = len(begins) - 1             # the first ticket without a chunk

    def next_look(time):
        """Of rank 0, at or after `time`; None: not before its command ends.

        A request that is complete is no look: MPI_Test returns at once. Rank 0's
        own tickets are complete at once, too. So it does not look between two
        commands, nor, if it asked ahead, the first time that it could in one.
        """
        if waiting_since[0] is not None:
            return looks.after(waiting_since[0], time)
        begin, end = running[0]
        pauses = max(2 if ahead else 1, -(-(time - begin) // PAUSE))
        look = begin + pauses * PAUSE
        if look < end:
            return look
        return end if look_between else None

    def ask(rank, time):
        if rank == 0:
            at(time, "serve", 0)
        else:
            at(time + network.o + network.L, "arrive", rank)

    def wait(rank, time):
        waiting_since[rank] = time
        if ready[rank] is not None:
            value, ready[rank] = ready[rank], None
            at(time, "start", rank, value)

    def see(ranks_unseen, time):
        for each in ranks_unseen:
            at(time, "arrive", each)
        return []

    for rank, time in enumerate(enter):
        waiting_since[rank] = time
        ask(rank, time)
    while heap:
        time, _, what, rank, value = heapq.heappop(heap)
        if what == "arrive":
            if by_hardware:
                done = max(time, unit_free) + network.add_gap
                unit_free = done
            else:
                look = next_look(time)
                if look is None:
                    unseen.append(rank)
                    continue
                # Rank 0 receives and answers, one after the other.
                done = max(look, unit_free) + network.o
                unit_free = done + network.o
            at(done, "serve", rank)
        elif what == "serve":
            back = network.add_own if rank == 0 else network.o + network.L
            if rank and not by_hardware:
                back += network.o  # rank 0 sends
            at(time + back, "ticket", rank, ticket)
            ticket += 1
        elif what == "ticket":
            if waiting_since[rank] is not None:
                at(looks.after(waiting_since[rank], time), "start", rank, value)
            else:
                ready[rank] = value
        elif what == "start":
            if value >= last:
                loop.left[rank] = time
                if rank == 0:  # It looks from now on.
                    waiting_since[0] = time
                    unseen = see(unseen, time)
                continue
            if rank == 0 and not by_hardware:
                time = max(time, unit_free)
            begin, end = begins[value], begins[value + 1]
            takes = cost(begin, end)
            loop.waited[rank] += time - waiting_since[rank]
            waiting_since[rank] = None
            running[rank] = (time, time + takes)
            loop.order.append((rank, begin, end))
            loop.count[rank] += 1
            loop.busy[rank] += takes
            if ahead:
                ask(rank, time)
            if rank == 0:
                unseen = see(unseen, time)
            at(time + takes, "end", rank)
        else:  # end
            loop.last_end[rank] = time
            if not ahead:
                ask(rank, time)
            wait(rank, time)
    return loop
