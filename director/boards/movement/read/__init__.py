"""What movements there are, and one laid open."""
