"""Small plots as SVG texts, so that a report needs no library, script or network to be read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, LINE = 520, 300, 48, 34, 28, 12
COLOURS = ("#3b6ea5", "#c46a28", "#4f8f4f", "#8b5aa0", "#a03b53", "#6b6b6b", "#2f8f8f", "#b59a2a")

Point = tuple[str, float, float]


def draw_scatter(title: str, points: Sequence[Point], x_name: str, y_name: str, log: bool = False) -> str:
    """Named points; y from 0 to 1, x from 0 (or the smallest, when `log`) to the greatest; none where all x are 0."""
    shown = [(name, x, y) for name, x, y in points if not log or x > 0]
    if not any(x > 0 for _, x, _ in shown):
        return ""
    scale = (lambda x: math.log10(x)) if log else (lambda x: x)
    low = min(scale(x) for _, x, _ in shown) - 0.1 if log else 0.0
    high = max(scale(x) for _, x, _ in shown) * (1.0 if log else 1.1) + (0.1 if log else 1e-9)
    spots = [(name, _x((scale(x) - low) / (high - low)), _y(y)) for name, x, y in shown]
    parts = [
        f'<circle cx="{px:.0f}" cy="{py:.0f}" r="5" fill="{COLOURS[number % len(COLOURS)]}"/>'
        for number, (_, px, py) in enumerate(spots)
    ]
    ticks = [(10**low if log else 0.0), (10**high if log else high)]
    return _frame(title, x_name, y_name, [*parts, *_labels(spots)], [f"{tick:,.0f}" for tick in ticks])


def _labels(spots: Sequence[Point]) -> list[str]:
    """The names beside their points, moved down where they would stand on a point or on each other."""
    taken = [(px - 6, px + 6, py + 4) for _, px, py in spots]
    parts = []
    for name, px, py in sorted(spots, key=lambda spot: (spot[2], spot[1])):
        ends = px > WIDTH * 0.7
        left, y = (px - 8 - 6 * len(name) if ends else px + 8), py + 4
        right = left + 6 * len(name)
        while any(abs(y - other) < LINE and left < stop and start < right for start, stop, other in taken):
            y += 1
        taken.append((left, right, y))
        parts.append(
            f'<text x="{px - 8 if ends else px + 8:.0f}" y="{y:.0f}" text-anchor="{"end" if ends else "start"}">'
            f"{escape(name)}</text>"
        )
    return parts


def draw_calibration(title: str, lines: dict[str, list[dict[str, float]]]) -> str:
    """Confidence (x) against the share that was right (y), a line a system, beside the diagonal."""
    parts = [f'<path d="M{_x(0):.0f} {_y(0):.0f}L{_x(1):.0f} {_y(1):.0f}" stroke="currentColor" opacity=".3"/>']
    for number, (name, rows) in enumerate(item for item in lines.items() if item[1]):
        colour = COLOURS[number % len(COLOURS)]
        spots = [(_x(row["confidence"]), _y(row["correct"]), row["n"]) for row in rows]
        path = "L".join(f"{x:.0f} {y:.0f}" for x, y, _ in spots)
        parts.append(f'<path d="M{path}" stroke="{colour}" fill="none"/>')
        parts += [
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{3 + math.sqrt(n) / 2:.1f}" fill="{colour}"/>' for x, y, n in spots
        ]
        parts.append(f'<text x="{LEFT + 8}" y="{TOP + 14 + 14 * number}" style="fill:{colour}">{escape(name)}</text>')
    return _frame(title, "confidence", "right", parts, ["0", "1"]) if len(parts) > 1 else ""


def draw_bars(title: str, rows: Sequence[tuple[str, float, float, float]]) -> str:
    """Bars from 0 to 1 with their intervals: (name, mean, low, high)."""
    if not rows:
        return ""
    height = 24 * len(rows) + 40
    parts = []
    for number, (name, mean, low, high) in enumerate(rows):
        y, scale = 34 + 24 * number, WIDTH - 200
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<text x="150" y="{y + 11}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<rect x="158" y="{y}" width="{mean * scale:.0f}" height="15" fill="{colour}" opacity=".8"/>')
        start, end = 158 + max(low, 0) * scale, 158 + min(high, 1) * scale
        parts.append(f'<path d="M{start:.0f} {y + 7}H{end:.0f}" stroke="currentColor"/>')
        parts.append(f'<text x="{end + 6:.0f}" y="{y + 11}">{mean:.2f}</text>')
    head = f'<text x="4" y="16" font-weight="bold">{escape(title)}</text>'
    return (
        f'<svg width="{WIDTH}" height="{height}" role="img" aria-label="{escape(title)}">{head}{"".join(parts)}</svg>'
    )


def _frame(title: str, x_name: str, y_name: str, parts: Sequence[str], ticks: Sequence[str]) -> str:
    axes = f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - 10}" fill="none" stroke="currentColor" opacity=".5"/>'
    labels = [
        f'<text x="{LEFT - 6}" y="{_y(0):.0f}" text-anchor="end">0</text>',
        f'<text x="{LEFT - 6}" y="{_y(1) + 6:.0f}" text-anchor="end">1</text>',
        f'<text x="{LEFT}" y="{HEIGHT - 18}">{escape(ticks[0])}</text>',
        f'<text x="{WIDTH - 10}" y="{HEIGHT - 18}" text-anchor="end">{escape(ticks[1])}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 4}" text-anchor="middle">{escape(x_name)}</text>',
        f'<text x="4" y="{HEIGHT / 2}">{escape(y_name)}</text>',
        f'<text x="4" y="16" font-weight="bold">{escape(title)}</text>',
    ]
    body = axes + "".join(labels) + "".join(parts)
    return f'<svg width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{escape(title)}">{body}</svg>'


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - 20)


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)


def as_picture(plot: str) -> str:
    """A plot as a file of its own, on white, so that it can be read on a page of any colour."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" color="#222" '
    style = '<style>text{fill:#222;font:11px sans-serif}</style><rect width="100%" height="100%" fill="#fff"/>'
    opened = plot.replace("<svg ", head, 1)
    place = opened.index(">") + 1
    return f"{opened[:place]}{style}{opened[place:]}\n"
