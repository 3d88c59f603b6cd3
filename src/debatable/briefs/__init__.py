"""An answer to take along: as CSV, as Markdown, as a list of its sources."""

from debatable.briefs.delimited import csv_text
from debatable.briefs.markdown import markdown_text
from debatable.briefs.sources import Source, sources, sources_text

__all__ = ["Source", "csv_text", "markdown_text", "sources", "sources_text"]
