"""Building on Ray: the costly stages of a build, done chunk by chunk by the workers of a cluster."""
