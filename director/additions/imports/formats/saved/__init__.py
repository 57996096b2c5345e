"""Pages of results that a browser saved."""
