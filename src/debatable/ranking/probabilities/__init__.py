"""Probabilities: what is believed of premises, from what is believed of claims."""
