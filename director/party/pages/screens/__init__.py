"""The screen of the room, and each player's own page."""
