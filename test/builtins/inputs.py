"""What the calls get: pools of values that the kernels read from a buffer.

Work-item W finds its value for the argument with the number K of a call in pool
P at byte P + (4 W + K) 128, which holds the widest vector.
"""

import random
import struct

ITEMS = 16                    # work-items of each kernel
ARGUMENTS = 4
WIDEST = 128                  # bytes
POOL = ITEMS * ARGUMENTS * WIDEST

SIZE = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4,
        "long": 8, "ulong": 8, "float": 4, "double": 8, "half": 2}
FORMAT = {"float": "f", "double": "d", "half": "e"}
REAL = tuple(FORMAT)

# Values that are special to some function, before the random ones.
EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.5, -2.5, 1e-3, 65504.0,
         float("inf"), float("-inf"), float("nan"), 3.0, 100.0, 1e-7]


def real(kind, domain, chance):
    if domain == "small":
        return chance.choice([0.5, -0.5, 1.5, 2.5, -3.5]) \
            if chance.random() < 0.2 else chance.uniform(-100, 100)
    if domain == "positive":
        return chance.choice([0.5, 1.5, 2.5, 3.5]) \
            if chance.random() < 0.2 else chance.uniform(0.01, 100)
    if domain == "unit":
        return chance.uniform(-1, 1)
    if domain == "low":
        return chance.uniform(0, 9)
    if domain == "high":
        return chance.uniform(10, 100)
    if chance.random() < 0.3:
        return chance.choice(EDGES)
    power = {"half": 4, "float": 30, "double": 200}[kind]
    return chance.uniform(-1, 1) * 10 ** chance.uniform(
        -power if chance.random() < 0.2 else -2, power / 4)


def whole(kind, domain, chance):
    bits = 8 * SIZE[kind]
    if domain == "low":
        return chance.randrange(0, 10)
    if domain == "high":
        return chance.randrange(10, 101)
    if domain == "24 bits":
        return chance.randrange(0, 1 << min(bits, 23))
    if chance.random() < 0.3:
        return chance.choice([0, 1, 2, (1 << bits) - 1, (1 << bits) - 2,
                              1 << (bits - 1), (1 << (bits - 1)) - 1])
    return chance.getrandbits(bits) >> chance.randrange(0, bits)


class Pools:
    """Made as the calls ask for them."""

    def __init__(self):
        self.places = {}
        self.bytes = b""

    def place(self, element, domain):
        """Where the values of a type lie. Bits mean the same with a sign."""
        kind = element if element in REAL else \
            {1: "uchar", 2: "ushort", 4: "uint", 8: "ulong"}[SIZE[element]]
        if domain in ("small", "positive", "unit") and kind not in REAL:
            domain = ""
        key = kind, domain
        if key not in self.places:
            chance = random.Random(str(key))
            count = POOL // SIZE[kind]
            if kind in REAL:
                values = (real(kind, domain, chance) for _ in range(count))
                data = b"".join(struct.pack("<" + FORMAT[kind], v)
                                for v in values)
            else:
                data = b"".join(whole(kind, domain, chance)
                                .to_bytes(SIZE[kind], "little")
                                for _ in range(count))
            self.places[key] = len(self.bytes)
            self.bytes += data
        return self.places[key]
