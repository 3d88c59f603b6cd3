"""Ranking methods, one a file."""
