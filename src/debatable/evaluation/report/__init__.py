"""The report: one page with tables, plots and answers that opens without network."""

from debatable.evaluation.report.page import report_page, write_report

__all__ = ["report_page", "write_report"]
