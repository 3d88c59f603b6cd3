"""Stance: on which side of the query claims and premises stand."""
