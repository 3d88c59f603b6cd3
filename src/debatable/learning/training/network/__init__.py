"""Networks of torch: where they start, how they learn, how they become graphs. Imported only when training."""
