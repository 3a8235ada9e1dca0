"""A page that several scripts write, each a part of its own.

A part lies between <!-- begin: SCRIPT --> and <!-- end: SCRIPT -->.
"""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMPATIBILITY = ROOT / "docs" / "compatibility.md"


def replaced(page, script, text):
    """The page with this text as the part of that script."""
    begin, end = f"<!-- begin: {script} -->\n", f"<!-- end: {script} -->\n"
    if page.count(begin) != 1 or page.count(end) != 1:
        raise ValueError(f"the page does not have '{begin.strip()}' and "
                         f"'{end.strip()}' once each")
    before, rest = page.split(begin)
    after = rest.split(end)[1]
    return f"{before}{begin}\n{text.strip()}\n\n{end}{after}"


def write_part(file, script, text):
    file.write_text(replaced(file.read_text(), script, text))


def self_test():
    page = "# P\n<!-- begin: a -->\nold\n<!-- end: a -->\nrest\n"
    assert replaced(page, "a", "\nnew\n") == (
        "# P\n<!-- begin: a -->\n\nnew\n\n<!-- end: a -->\nrest\n")
    again = replaced(page, "a", "new")
    assert replaced(again, "a", "new") == again
    for wrong in ("", page + page, page.replace("end", "and")):
        try:
            replaced(wrong, "a", "new")
        except ValueError:
            continue
        raise AssertionError(wrong)
