"""The clock of a session."""
