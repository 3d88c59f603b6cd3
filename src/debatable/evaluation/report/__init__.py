"""The report: an evaluation as a JSON document, as tables, and as one page that opens without network."""

from debatable.evaluation.report.page import report_page, write_report
from debatable.evaluation.report.tables import (
    FIGURE_COLUMNS,
    QUERY_COLUMNS,
    csv_rows,
    evaluation_document,
    figure_rows,
    latex_table,
    markdown_table,
    method_table,
    query_rows,
    query_table,
)

__all__ = [
    "FIGURE_COLUMNS",
    "QUERY_COLUMNS",
    "csv_rows",
    "evaluation_document",
    "figure_rows",
    "latex_table",
    "markdown_table",
    "method_table",
    "query_rows",
    "query_table",
    "report_page",
    "write_report",
]
