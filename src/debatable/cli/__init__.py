"""The command line: main, verbs and printing."""
