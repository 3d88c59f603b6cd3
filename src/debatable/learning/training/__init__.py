"""Training models that read: stance, relevance, quality, and encoders (extra ``train``)."""
