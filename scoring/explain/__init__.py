"""Explain figures: of a line, a total, or a player at a party."""
