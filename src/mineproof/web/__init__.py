"""The HTTP server, and the page that it serves."""
