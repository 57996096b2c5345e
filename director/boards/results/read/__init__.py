"""A section as the field that is scored, and its sheets."""
