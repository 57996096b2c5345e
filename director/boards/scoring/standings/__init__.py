"""Standings of a session, of several sections and of a whole event."""
