"""Howells: pairs change seats by one cycle, and everybody can meet everybody."""
