"""Contests in which players change partners, and matches of few."""
