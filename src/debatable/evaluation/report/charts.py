"""Plots as inline SVG: means with intervals, and one bar a query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from debatable.arrays import Floats
from debatable.evaluation.statistics.intervals import Interval

__all__ = ["interval_chart", "query_chart"]


WIDTH = 860
LABEL = 190
ROW = 26


def interval_chart(intervals: Mapping[str, Interval]) -> str:
    """Draws a dot for each mean and a line for its interval, where it has one, on a scale from 0 to 1."""
    height = ROW * len(intervals) + 28
    span = WIDTH - LABEL - 70
    parts = [_open(height, "Means with 95 % intervals")]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = LABEL + span * tick
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - 22}"/>')
        parts.append(f'<text class="tick" x="{x:.1f}" y="{height - 6}" text-anchor="middle">{tick:g}</text>')
    for row, (name, interval) in enumerate(intervals.items()):
        y = ROW * row + ROW / 2 + 4
        mid = LABEL + span * interval.value
        parts.append(
            f'<text class="name" x="{LABEL - 10}" y="{y + 4:.1f}" text-anchor="end">{_short(name)}</text>'
        )
        if interval.bounds is not None:
            low, high = (LABEL + span * bound for bound in interval.bounds)
            parts.append(f'<line class="span" x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(
            f'<circle class="mean" cx="{mid:.1f}" cy="{y:.1f}" r="5"><title>{interval}</title></circle>'
        )
        parts.append(
            f'<text class="tick" x="{LABEL + span + 12}" y="{y + 4:.1f}">{interval.value:.3f}</text>'
        )
    return "".join([*parts, "</svg>"])


def query_chart(values: Floats, base: Floats, labels: Sequence[str]) -> str:
    """Draws one bar a query, best query of the baseline first, and the baseline as a step line."""
    height, top, bottom = 120, 6, 104
    order = np.argsort(-base, kind="stable")
    step = (WIDTH - 40) / max(len(order), 1)
    wide = max(step * 0.8, 0.6)
    parts = [_open(height, "Value of each query")]
    for tick in (0.0, 0.5, 1.0):
        y = bottom - (bottom - top) * tick
        parts.append(f'<line class="grid" x1="36" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="30" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>')
    steps = []
    for place, query in enumerate(order):
        x = 38 + step * place
        tall = (bottom - top) * min(max(values[query], 0.0), 1.0)
        title = escape(f"{labels[query]}: {values[query]:.3f} (baseline {base[query]:.3f})")
        parts.append(
            f'<rect class="bar" x="{x:.2f}" y="{bottom - tall:.2f}" width="{wide:.2f}" height="{tall:.2f}">'
            f"<title>{title}</title></rect>"
        )
        level = bottom - (bottom - top) * min(max(base[query], 0.0), 1.0)
        steps.append(f"{x:.2f},{level:.2f} {x + wide:.2f},{level:.2f}")
    parts.append(f'<polyline class="base" points="{" ".join(steps)}"/>')
    return "".join([*parts, "</svg>"])


def _open(height: float, title: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'


def _short(name: str) -> str:
    return escape(name if len(name) <= 26 else f"{name[:25]}…")
