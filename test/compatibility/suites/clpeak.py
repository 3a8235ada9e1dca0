"""A benchmark of rates."""

from ..common import Program, Suite


def list_programs(_):
    # Every number is a rate, but for those of the device at the top.
    return [Program("clpeak", ["clpeak"], varying=r"(?<=: )[0-9.]+( us)?$")]


SUITE = Suite("clpeak", "its whole benchmark", "clpeak", list_programs)
