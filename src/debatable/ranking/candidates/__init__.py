"""Candidates: the claims and premises that a query may mean."""
