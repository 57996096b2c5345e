"""Standings and prizes, as sheets and words."""
