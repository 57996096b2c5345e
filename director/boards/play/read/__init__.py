"""How far a session is."""
