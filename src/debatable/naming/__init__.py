"""Names with parameters, such as ``framework(claims=hybrid(K=50),stance=none)``: one grammar for all families."""

from debatable.naming.grammar import call, split_arguments, split_name
from debatable.naming.numbers import check_numbers
from debatable.naming.table import Table, named, resolve
from debatable.naming.wrapped import WrappedTable

__all__ = [
    "Table",
    "WrappedTable",
    "call",
    "check_numbers",
    "named",
    "resolve",
    "split_arguments",
    "split_name",
]
