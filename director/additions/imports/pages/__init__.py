"""Import a night that was played elsewhere."""
