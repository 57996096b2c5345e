"""The acts of the evening."""
