#===- rows.py - What is measured on a GPU, and how fast GTaP is ------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#

import dataclasses
import math
import pathlib
import typing


@dataclasses.dataclass(frozen=True)
class Row:
    problem: str
    size: str
    # Milliseconds of GTaP's kernel on a GH200: the medians that it publishes (evaluation/2-comparison), of
    # its workers that are threads. None: not with this input.
    gtap: typing.Optional[float]
    quick: str  # a size for trying
    small: str  # a size for which a simulator counts
    # Turns of one team that must follow each other, whatever the number of teams, as a function of the size.
    chain: typing.Callable[[float], float]
    # Elements that one lane handles one after the other while all others wait.
    lonely: typing.Callable[[float], float] = lambda size: 0
    # Whether memory moves in proportion to the tasks, and not to all of the work.
    by_tasks: bool = False


def levels_of(size):
    """Of a search in a grid: as many as there are steps from corner to corner."""
    kind, _, number = size.partition(":")
    return 2 * int(number) - 1 if kind == "grid" else 8


def depth(size):
    return 2 * float(size)  # Down, and up again.


def sort_chain(size):
    # Each of log4(n / 32) levels has three joins, the merges of which divide log2(n / 256) times at most.
    count = float(size)
    return 2 * max(1, math.log(count / 32, 4)) * 3 * max(1, math.log2(count / 256) / 2)


ROWS = [
    Row("fib", "30", 0.958, "12", "22", depth),
    Row("fib", "40", 76.8, "13", "22", depth),
    Row("nqueens", "14", 3.01, "6", "10", lambda size: 16, by_tasks=True),
    Row("nqueens", "16", 115.7, "7", "10", lambda size: 16, by_tasks=True),
    Row("cilksort", "1000000", 6.23, "1000", "30000", sort_chain),
    Row("cilksort", "100000000", 82.2, "2000", "30000", sort_chain),
    Row("mergesort", "1000000", 541.2, "1000", "30000", lambda size: 2 * math.log2(float(size) / 128),
        lambda size: 2 * float(size)),
    Row("mergesort", "10000000", 6681.3, "2000", "30000", lambda size: 2 * math.log2(float(size) / 128),
        lambda size: 2 * float(size)),
    Row("tree", "22", 16.02, "5", "10", depth),
    Row("pruned", "34", 174.3, "5", "13", depth),
    Row("bfs", "grid:4900", None, "grid:20", "grid:100", lambda size: 3 * levels_of(size)),
    Row("bfs", "rmat:20", None, "rmat:6", "rmat:10", lambda size: 3 * levels_of(size)),
]

# The graphs that GTaP has: what its threads take for them.
GRAPHS = {"indochina-2004": 11.21, "soc-LiveJournal1": 7.86, "hollywood-2009": 4.59, "road_usa": 74.08}


def gtap_of_graph(path):
    """By the file's name, such as road_usa_ud.csr; None if it is another graph."""
    stem = pathlib.Path(path).stem
    return GRAPHS.get(stem, GRAPHS.get(stem.rsplit("_", 1)[0]))
