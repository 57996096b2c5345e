"""Formats that other programs read and write, and lists as people paste them; no kind of event, no database."""
