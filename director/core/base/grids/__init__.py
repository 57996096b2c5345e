"""Grids of figures, dressed for a page."""
