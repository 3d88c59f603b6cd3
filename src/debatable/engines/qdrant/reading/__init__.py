"""What ranking asks, answered by requests to the server."""
