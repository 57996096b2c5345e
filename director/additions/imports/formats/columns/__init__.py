"""Results in tables."""
