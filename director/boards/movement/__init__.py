"""Choosing the movement, and the one in force."""
