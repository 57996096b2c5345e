"""Beside step 5: what was played otherwise than the movement says."""
