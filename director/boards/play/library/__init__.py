"""Saving movements in the club's library, changing them, and adding those of a file."""
