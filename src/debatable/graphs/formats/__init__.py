"""Graph formats, one file each."""
