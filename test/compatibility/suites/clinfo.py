"""What the loader and the driver say of themselves."""

from ..common import Program, Suite


def list_programs(_):
    forms = ([], ["--raw"], ["--json"], ["--list"], ["--offline"])
    return [Program(" ".join(["clinfo"] + form), ["clinfo"] + form)
            for form in forms]


SUITE = Suite("clinfo",
              "what the loader and the driver say of themselves",
              "clinfo", list_programs)
