"""What the room and a phone show."""
