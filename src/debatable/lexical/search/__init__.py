"""Search of postings: pruned top-k, weights remembered, several fields, query operators."""

from debatable.lexical.search.fields import BM25F
from debatable.lexical.search.joined_field import FieldPostings, JoinedField
from debatable.lexical.search.limits import Limits
from debatable.lexical.search.operators import allowed_rows
from debatable.lexical.search.runs import Runs, run_of
from debatable.lexical.search.searcher import Searcher

__all__ = ["BM25F", "FieldPostings", "JoinedField", "Limits", "Runs", "Searcher", "allowed_rows", "run_of"]
