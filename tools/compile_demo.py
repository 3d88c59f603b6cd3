"""Compiles the demo corpus."""
