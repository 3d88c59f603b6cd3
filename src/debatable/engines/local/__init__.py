"""The engine on this machine: a folder with a corpus and generations."""
