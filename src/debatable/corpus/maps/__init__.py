"""Argument maps in the formats of others, one file a format: from the content of a file to nodes and links."""
