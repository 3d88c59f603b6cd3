"""Explanations: scores as trees that can be computed again."""
