"""Diversity: groups, representatives and lists that say each thing once."""
