"""The report: an evaluation as a JSON document, and as one page that opens without network."""

from debatable.evaluation.report.document import evaluation_document
from debatable.evaluation.report.page import report_page, write_report

__all__ = ["evaluation_document", "report_page", "write_report"]
