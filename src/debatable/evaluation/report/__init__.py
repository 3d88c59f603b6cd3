"""The report: an evaluation as a JSON document, as tables, and as one page that opens without network."""

from debatable.evaluation.report.document import evaluation_document
from debatable.evaluation.report.figures import (
    FIGURE_COLUMNS,
    QUERY_COLUMNS,
    figure_rows,
    method_table,
    query_rows,
    query_table,
)
from debatable.evaluation.report.markup import csv_rows, latex_table, markdown_table
from debatable.evaluation.report.page import report_page, write_report

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
