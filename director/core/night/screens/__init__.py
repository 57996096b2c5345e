"""The room's screen, as far as it is the same for every kind of event."""
