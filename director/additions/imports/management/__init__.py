"""The commands that import results, and work with table units."""
