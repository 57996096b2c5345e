"""Cards that players hand in: typed, checked against the room, and counted."""
