#===- schedule.py - A loop over ranks, simulated ---------------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""World::forEach() of headers/tasklet/mpi.hpp, event by event: chunks, tickets
from the memory of rank 0, and the next one asked for while a command runs."""

import dataclasses
import heapq

# World::ShortPause and LongPause: how long a rank with a command does not look
# after MPI, at first and at most.
SHORT, LONG = 50.0, 1000.0


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


def look_in_command(begin, end, time):
    """The first look at or after `time` of a rank with a command: pauses become
    longer, and there is one look at the end."""
    at, pause = begin, SHORT
    while at < time and pause < LONG:
        at += pause
        pause = min(2 * pause, LONG)
    if at < time:
        at += -(-(time - at) // LONG) * LONG
    return min(max(at, begin + SHORT), end)


def run(network, looks, enter, begins, cost, ahead=True):
    """Rank i enters at enter[i]; cost(begin, end) is the time of a command."""
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
    ticket = 0
    last = len(begins) - 1             # the first ticket without a chunk

    def next_look(time):
        """Of rank 0, at or after `time`."""
        if waiting_since[0] is not None:
            return looks.after(waiting_since[0], time)
        return look_in_command(*running[0], time)

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
                # Rank 0 receives and answers, one after the other.
                done = max(next_look(time), unit_free) + network.o
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
            at(time + takes, "end", rank)
        else:  # end
            loop.last_end[rank] = time
            if not ahead:
                ask(rank, time)
            wait(rank, time)
    return loop
