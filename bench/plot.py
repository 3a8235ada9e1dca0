#===- plot.py - The rows as a picture --------------------------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""Time over that of the serial program, on a logarithmic axis: a dot for one
worker, an arrow from there to two workers. One line per system, problem by
problem. SVG that needs no other file."""

import html
import math
import textwrap

import table

COLOURS = {"serial-clang": "#777777", "tasklet": "#c0392b", "kite": "#e67e22",
           "onetbb": "#1f6fb2", "openmp-gcc": "#2e8b57",
           "openmp-clang": "#8e5ea2", "taskflow": "#17858f",
           "lace": "#8a5a2b", "libfork": "#c2185b"}
LEFT, RIGHT, TOP, LINE, GAP = 270, 80, 74, 17, 12
WIDTH = 940


class Axis:
    """Positions of ratios; the ends are powers of two."""

    def __init__(self, values):
        self.low = math.floor(math.log2(min(values + [1])) - 0.2)
        self.high = math.ceil(math.log2(max(values + [2])) + 0.2)

    def at(self, value):
        share = (math.log2(value) - self.low) / (self.high - self.low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def marks(self):
        step = max(1, (self.high - self.low) // 12)
        return [2.0**power for power in range(self.low, self.high + 1)
                if power % step == 0]


def text(x, y, words, **attributes):
    more = "".join(f' {name.replace("_", "-")}="{value}"'
                   for name, value in attributes.items())
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{html.escape(words)}</text>'


def ratios_of(figures, system):
    """Of one and of two workers, or what they are at least."""
    found = []
    for workers in (1, 2):
        above, below = (system, workers), ("serial", 1)
        bound = figures.bound(above, below)
        found.append(bound[1] if bound else figures.ratio(above, below))
    return found


def draw_system(axis, figures, system, y):
    one, two = ratios_of(figures, system)
    colour = COLOURS.get(system, "#000000")
    parts = [text(LEFT - 10, y + 4, system, text_anchor="end", fill=colour)]
    if one is None:
        return parts
    x = axis.at(one)
    parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{colour}"/>')
    label_at, label = x, f"{one:.2f}"
    if two is not None:
        to = axis.at(two)
        more = "" if figures.get(system, 2) else "> "
        label_at, label = max(x, to), f"{one:.2f} → {more}{two:.2f}"
        head = math.copysign(min(6, abs(to - x)), to - x)
        parts.append(
            f'<path d="M{x:.1f} {y}H{to:.1f}M{to - head:.1f} {y - 4}'
            f'L{to:.1f} {y}L{to - head:.1f} {y + 4}" fill="none" '
            f'stroke="{colour}" stroke-width="2"/>')
    # White around it, where it crosses lines.
    parts.append(text(label_at + 9, y + 4, label, fill=colour, font_size=11,
                      stroke="#ffffff", stroke_width=3, paint_order="stroke"))
    return parts


def make(rows, caption):
    groups = table.group(rows)
    ratios = [ratio for figures in groups for system in figures.systems
              for ratio in ratios_of(figures, system) if ratio]
    axis = Axis(ratios)
    parts, y = [], TOP
    for figures in groups:
        systems = [name for name in figures.systems if name != "serial"]
        y += GAP
        parts.append(text(12, y + LINE / 2 + 4, figures.name,
                          font_weight="bold"))
        for system in systems:
            parts += draw_system(axis, figures, system, y + LINE / 2)
            y += LINE
    grid = []
    for value in axis.marks():
        x = axis.at(value)
        strong = value == 1
        grid.append(f'<path d="M{x:.1f} {TOP}V{y + 8}" stroke="'
                    f'{"#333333" if strong else "#dddddd"}"/>')
        name = f"{value:g}" if value >= 1 else f"1/{1 / value:g}"
        grid.append(text(x, TOP - 6, name, text_anchor="middle",
                         fill="#333333"))
    heading = [text(12, 22, "Time over that of serial code: one worker (dot), "
                    "two workers (arrow)", font_size=16, font_weight="bold"),
               text(12, 42, "minima; 1 is the serial program compiled by g++; "
                    "less is better", fill="#555555")]
    lines = textwrap.wrap(caption, 110)
    height = y + 16 + 14 * len(lines)
    foot = [text(12, y + 22 + 14 * line, words, fill="#555555", font_size=10)
            for line, words in enumerate(lines)]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
            f'height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}" '
            'font-family="DejaVu Sans, Arial, sans-serif" font-size="12">\n'
            f'<rect width="{WIDTH}" height="{height:.0f}" fill="#ffffff"/>\n'
            + "\n".join(grid + parts + heading + foot) + "\n</svg>\n")
