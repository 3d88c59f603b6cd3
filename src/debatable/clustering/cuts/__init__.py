"""Cuts of a tree into clusters."""
