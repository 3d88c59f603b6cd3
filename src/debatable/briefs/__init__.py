"""Answers and points to take along: as CSV, as Markdown, as a page that opens without a network."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from debatable.briefs.answers import (
        NEAREST,
        TITLES,
        Source,
        by_side,
        citations,
        correction_line,
        csv_text,
        explanation_lines,
        markdown_text,
        sources,
        sources_text,
    )
    from debatable.briefs.points import POINT_COLUMNS, points_csv, points_markdown
    from debatable.briefs.report_page import points_page
else:  # a search prints no points
    from debatable.deferred import deferred

    __getattr__ = deferred(
        __name__,
        {
            "debatable.briefs.answers": (
                *("NEAREST", "TITLES", "Source", "by_side", "citations", "correction_line"),
                *("csv_text", "explanation_lines", "markdown_text", "sources", "sources_text"),
            ),
            "debatable.briefs.points": ("POINT_COLUMNS", "points_csv", "points_markdown"),
            "debatable.briefs.report_page": ("points_page",),
        },
    )

__all__ = [
    "NEAREST",
    "POINT_COLUMNS",
    "TITLES",
    "Source",
    "by_side",
    "citations",
    "correction_line",
    "csv_text",
    "explanation_lines",
    "markdown_text",
    "points_csv",
    "points_markdown",
    "points_page",
    "sources",
    "sources_text",
]
