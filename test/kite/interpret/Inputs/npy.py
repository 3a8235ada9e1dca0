"""Files as numpy.save writes them, by the description of the format.

usage: npy.py write FOLDER     all of Files below
       npy.py show FILE...     fails if one is not exactly as `write` makes it
"""
import struct
import sys

Formats = {"b1": "?", "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i",
           "u4": "I", "i8": "q", "u8": "Q", "f2": "e", "f4": "f", "f8": "d"}

# Name, type, whether in Fortran order, shape, elements.
Files = [
    ("f.npy", "<f4", False, (3,), [1.5, -2, 0.25]),
    ("i.npy", "<i4", False, (2, 3,), [1, 2, 3, 4, 5, -6]),
    ("b1.npy", "|b1", False, (2,), [1, 0]),
    ("i1.npy", "|i1", False, (2,), [-128, 65]),
    ("u1.npy", "|u1", False, (2,), [255, 0]),
    ("i2.npy", "<i2", False, (2,), [-32768, 258]),
    ("u2.npy", "<u2", False, (2,), [65535, 258]),
    ("u4.npy", "<u4", False, (1,), [4294967295]),
    ("i8.npy", "<i8", False, (1,), [-9223372036854775808]),
    ("u8.npy", "<u8", False, (1,), [18446744073709551615]),
    ("f2.npy", "<f2", False, (3,), [0.5, 65504, "-inf"]),
    ("f8.npy", "<f8", False, (2,), [0.1, "nan"]),
    ("big.npy", ">f4", False, (1,), [1]),
    ("one.npy", "<i4", False, (2,), [1, 2]),
    ("fortran.npy", "<i4", True, (2, 3,), [1, 2, 3, 4, 5, 6]),
    ("short.npy", "<f4", False, (4,), [1, 2, 3]),
    ("long.npy", "<f4", False, (2,), [1, 2, 3]),
    ("huge.npy", "<i4", False, (4611686018427387904, 4611686018427387904,), [1]),
]


def make(dtype, fortran, shape, values):
    order = ">" if dtype[0] == ">" else "<"
    size = "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
    header = ("{'descr': '%s', 'fortran_order': %s, 'shape': %s), }"
              % (dtype, fortran, size))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    code = Formats[dtype[1:]]
    number = float if code in "efd" else int
    data = b"".join(struct.pack(order + code, number(v)) for v in values)
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) +
            header.encode() + data)


def show(path):
    with open(path, "rb") as file:
        content = file.read()
    length = struct.unpack("<H", content[8:10])[0]
    header = eval(content[10:10 + length])
    code = Formats[header["descr"][1:]]
    values = [v[0] for v in struct.iter_unpack("<" + code,
                                               content[10 + length:])]
    again = make(header["descr"], header["fortran_order"], header["shape"],
                 values)
    if again != content:
        sys.exit("not as numpy.save writes it")
    print(header["descr"], header["shape"], *values)


if sys.argv[1] == "show":
    for path in sys.argv[2:]:
        show(path)
else:
    for name, *rest in Files:
        with open(sys.argv[2] + "/" + name, "wb") as file:
            file.write(make(*rest))
