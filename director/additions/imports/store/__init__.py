"""Nights that were played elsewhere, imported here."""
