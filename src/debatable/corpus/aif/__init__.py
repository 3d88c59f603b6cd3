"""The rules of the Argument Interchange Format, for whatever reads it: kinds of nodes, documents, links."""

from debatable.corpus.aif.document import edge_end, extended, node_id
from debatable.corpus.aif.kinds import SIGNS, Kind
from debatable.corpus.aif.links import reached

__all__ = ["SIGNS", "Kind", "edge_end", "extended", "node_id", "reached"]
