"""File formats of other programs, and pasted lists. No database, no kinds of events."""
