"""The fenced blocks of a Markdown page, each with the mark in front of it.

A mark is a comment on the line before the block: <!-- NAME: TEXT --> or
<!-- NAME -->.
"""

import pathlib
import re
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```([\w+]*)\s*$")
MARK = re.compile(r"^<!-- ([\w ]+?)(?:: (.*))? -->$")


@dataclass
class Block:
    file: str
    line: int  # Of the fence; line N of the block is line + N of the file.
    language: str
    name: str  # The mark's, or "".
    text: str  # The mark's, or "".
    lines: list

    def place(self):
        return f"{self.file}:{self.line}"


def read_blocks(file, text, names):
    """The blocks of a page, and what is wrong with marks of these names."""
    blocks, problems = [], []
    before, block = None, None
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if block is None and fence:
            name, text = before.groups() if before else ("", "")
            block = Block(file, number, fence.group(1), name, text or "", [])
        elif block is None:
            if before and before.group(1) in names:
                problems.append(f"{file}:{number - 1}: a mark without a block")
            before = MARK.match(line)
        elif line == "```":
            blocks.append(block)
            block, before = None, None
        else:
            block.lines.append(line)
    if block is not None:
        problems.append(f"{block.place()}: this block never ends")
    return blocks, problems


def pages():
    """The documentation: every page that a user reads."""
    return [file for pattern in ("*.md", "docs/*.md", "samples/**/*.md",
                                 "bench/**/*.md")
            for file in sorted(ROOT.glob(pattern))]
