"""Contests of single players of former times."""
