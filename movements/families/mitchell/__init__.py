"""Mitchells: N-S pairs keep their tables, E-W pairs go up."""
