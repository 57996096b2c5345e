"""What one door takes, every door takes: a property over all forms and imports (see docs/developing.md)."""
