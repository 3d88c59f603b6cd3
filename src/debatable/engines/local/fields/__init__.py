"""The fields of an index: where their texts come from, and those that are read off others."""
