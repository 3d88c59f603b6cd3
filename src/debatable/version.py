"""The version of the package and of the files it writes."""

VERSION = "0.2.0"
FORMAT = 4
"""Format of an index; raised whenever an older Debatable could not read it."""
