"""Nights that were played elsewhere, read in."""
