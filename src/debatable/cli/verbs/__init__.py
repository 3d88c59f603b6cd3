"""The verbs, one file each: a function ``command``, named as its file is."""
