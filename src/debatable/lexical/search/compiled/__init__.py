"""The best documents of a segment by compiled code, where numba is installed; the others of `top_k` by numpy."""

from debatable.lexical.search.compiled.layout import LAYOUT, address_of, laid_out
from debatable.lexical.search.compiled.ranker import Ranker

__all__ = ["LAYOUT", "Ranker", "address_of", "laid_out"]
