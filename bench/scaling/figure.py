#===- figure.py - Speed-up by ranks, as a picture --------------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""One diagram for each tree, both axes logarithmic: the sample's own schedule
(a line) and the best of all (dashed), for each network. SVG that needs no other
file."""

import html
import math

WIDTH, HEIGHT, LEFT, TOP, GAP = 300, 300, 46, 60, 34
MOST = 1024


def text(x, y, words, **attributes):
    more = "".join(f' {name.replace("_", "-")}="{value}"'
                   for name, value in attributes.items())
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{html.escape(words)}</text>'


def place(left, ranks, speedup):
    scale = math.log2(MOST)
    return (left + WIDTH * math.log2(ranks) / scale,
            TOP + HEIGHT * (1 - math.log2(max(speedup, 0.5)) / scale))


def line(left, points, colour, dashed=False):
    path = "\nL".join("{:.1f} {:.1f}".format(*place(left, *point))
                    for point in points)
    more = ' stroke-dasharray="5 3"' if dashed else ""
    return (f'<path d="M{path}" fill="none" stroke="{colour}" '
            f'stroke-width="2"{more}/>')


def draw(rows, colours, sample="uts_mpi", best=True):
    trees = list(dict.fromkeys(row["tree"] for row in rows))
    parts = []
    for number, tree in enumerate(trees):
        left = LEFT + number * (WIDTH + GAP)
        parts.append(text(left, TOP - 12, tree, font_weight="bold",
                          font_size=15))
        for power in range(0, 11, 2):
            value = 2**power
            x, y = place(left, value, value)
            parts.append(f'<path d="M{x:.1f} {TOP}V{TOP + HEIGHT}M{left} {y:.1f}'
                         f'h{WIDTH}" stroke="#dddddd"/>')
            parts.append(text(x, TOP + HEIGHT + 16, str(value),
                              text_anchor="middle"))
            if number == 0:
                parts.append(text(left - 6, y + 4, str(value),
                                  text_anchor="end"))
        parts.append(line(left, [(1, 1), (MOST, MOST)], "#aaaaaa"))
        for network, colour in colours.items():
            mine = [row for row in rows
                    if row["tree"] == tree and row["network"] == network
                    and not row["how"].startswith("changed")]
            own = [(row["ranks"], row["speedup"]) for row in mine
                   if row["how"] == "its own"]
            if best:
                most = {}
                for row in mine:
                    most[row["ranks"]] = max(most.get(row["ranks"], 0),
                                             row["speedup"])
                parts.append(line(left, sorted(most.items()), colour, True))
            parts.append(line(left, own, colour))
    width = LEFT + len(trees) * (WIDTH + GAP)
    height = TOP + HEIGHT + 76
    parts.append(text(12, 24, f"Speed-up of {sample} by ranks of one worker, "
                      "predicted", font_size=16, font_weight="bold"))
    x = LEFT
    for network, colour in colours.items():
        parts.append(f'<path d="M{x} {height - 36}h24" stroke="{colour}" '
                     'stroke-width="2"/>')
        parts.append(text(x + 30, height - 32, network, fill=colour))
        x += 60 + 7 * len(network)
    parts.append(text(LEFT, height - 10, "lines: the schedule that the sample "
                      "chooses; dashed: the best of those in the table; grey: "
                      "ideal" if best else "grey: ideal", fill="#555555"))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
            f'height="{height}" viewBox="0 0 {width} {height}" '
            'font-family="DejaVu Sans, Arial, sans-serif" font-size="12">\n'
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
            + "\n".join(parts) + "\n</svg>\n")
