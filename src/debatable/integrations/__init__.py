"""Debatable inside other tools, one file a tool: each is thin and needs the extra of its name.

Other tools need no file here: data sets of Hugging Face and data frames are given to `debatable.index` as they are,
data sets of ir_datasets to `debatable.evaluation.evaluate`, and answers show themselves in notebooks.
"""
