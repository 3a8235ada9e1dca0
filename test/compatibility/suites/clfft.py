"""The client of clFFT."""

from ..common import Program, Suite


def list_programs(_):
    shapes = ("-x 1024", "-x 64 -y 64", "-x 16 -y 16 -z 16", "-x 60 -y 21",
              "-x 256 -o --double", "-x 256 --inv -b 8")
    return [Program(f"clFFT-client {shape}",
                    ["clFFT-client", "-p", "2"] + shape.split(),
                    varying=r"(wall time|gflops): .*$")
            for shape in shapes]


SUITE = Suite("clfft", "its client", "clfft-client", list_programs)
