"""From an index on this machine to a generation on the server."""
