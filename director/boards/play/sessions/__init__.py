"""More than one section in a session, and more than one session in an event."""
