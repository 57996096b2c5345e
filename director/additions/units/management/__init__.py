"""The commands of table units."""
