"""Beside step 5: the director's log."""
