"""Search of postings: pruned top-k, cached weights, several fields, query operators."""
