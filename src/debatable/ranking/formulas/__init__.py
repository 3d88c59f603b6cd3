"""Formulas: pure functions in the symbols of the papers."""
