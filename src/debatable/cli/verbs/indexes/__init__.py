"""The verbs that make, change and check an index."""
