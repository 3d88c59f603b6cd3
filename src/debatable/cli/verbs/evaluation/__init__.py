"""The verbs about collections, judgments and papers."""
