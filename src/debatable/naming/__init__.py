"""Names with parameters, such as ``framework(claims=hybrid(K=50),stance=none)``: one grammar for all families."""

from debatable.naming.grammar import call, split_arguments, split_name
from debatable.naming.numbers import check_range
from debatable.naming.table import Table, check_fields, named
from debatable.naming.wrapped import WrappedTable

__all__ = [
    "Table",
    "WrappedTable",
    "call",
    "check_fields",
    "check_range",
    "named",
    "split_arguments",
    "split_name",
]
